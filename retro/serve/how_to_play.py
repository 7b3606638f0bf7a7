"""How to play a game: the rules that its plugin brings in Markdown, with their positions as pictures."""

from __future__ import annotations

from functools import cache
from typing import Annotated, TypedDict

from retro.drawing.svg import layers
from retro.game import how_to_play
from retro.game.how_to_play import Block
from retro.game.loading import load
from retro.game.plugins import load as plugin
from retro.game.rules import Rules
from retro.query.api import Tablebase
from retro.query.json_types import SchemaFields
from retro.serve.requests import GameRequest


class SpanAnswer(TypedDict):
    """A part of a text; a link has a target."""

    text: str
    style: Annotated[str, SchemaFields(enum=list(how_to_play.STYLES))]
    target: str


class BlockAnswer(TypedDict):
    """A block of the rules; a figure has a board and, if it shows a move, a drawing to lay over it, both as SVG."""

    kind: Annotated[str, SchemaFields(enum=list(how_to_play.KINDS))]
    spans: list[SpanAnswer]
    picture: str | None
    move_picture: str | None


class RulesAnswer(TypedDict):
    """The rules of a game with its default options, for people."""

    language: str
    blocks: list[BlockAnswer]


def rules(table: Tablebase, request: GameRequest) -> RulesAnswer:
    """The rules of the game in a language, with pictures of positions."""
    game, language = table.rules.game, request.get("language", "en")
    blocks = []
    for each in how_to_play.blocks(game, language):
        request.proceed()
        blocks.append(_block(game.name, each))
    return {"language": language, "blocks": blocks}


@cache
def _rules(name: str) -> Rules:
    """The rules of a game with its default options."""
    game = plugin(name)
    return load(game, game.choose({}))


def _block(name: str, block: Block) -> BlockAnswer:
    picture = move_picture = None
    if block.position:
        scene, steps, mover = how_to_play.figure(_rules(name), block)
        drawn = layers(scene, steps, mover=mover)
        picture, move_picture = drawn.board, drawn.moves[0] if steps else None
    return {
        "kind": block.kind,
        "spans": [{"text": each.text, "style": each.style, "target": each.target} for each in block.spans],
        "picture": picture,
        "move_picture": move_picture,
    }
