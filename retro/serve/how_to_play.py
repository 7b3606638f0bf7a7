"""How to play a game: the rules that its plugin brings in Markdown, with its positions as pictures or as text."""

from __future__ import annotations

from functools import cache
from typing import Annotated, TypedDict

from retro.drawing.svg import layers
from retro.game import how_to_play, turns
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
    """A block of the rules.

    A figure has its position as lines of text and, if the game has a scene, as SVG, with its move to lay over it.
    """

    kind: Annotated[str, SchemaFields(enum=list(how_to_play.KINDS))]
    spans: list[SpanAnswer]
    picture: str | None
    move_picture: str | None
    drawn: str | None


class RulesAnswer(TypedDict):
    """The rules of a game with its default options, for people."""

    language: str
    blocks: list[BlockAnswer]


def rules(table: Tablebase, request: GameRequest) -> RulesAnswer:
    """The rules of the game in a language, with positions as pictures or as text."""
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
    picture = move_picture = drawn = None
    if block.position:
        rules = _rules(name)
        key, scene, steps = how_to_play.figure(rules, block)
        drawn = str(rules.text.draw(key))
        if scene is not None:
            shown = layers(scene, steps, mover=1 + turns.player(rules, key))
            picture, move_picture = shown.board, shown.moves[0] if steps else None
    return {
        "kind": block.kind,
        "spans": [{"text": each.text, "style": each.style, "target": each.target} for each in block.spans],
        "picture": picture,
        "move_picture": move_picture,
        "drawn": drawn,
    }
