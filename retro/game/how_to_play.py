"""The rules of a game for people, which a plugin brings as Markdown, a file for each language, such as rules.en.md.

The Markdown has headings, paragraphs, lists, emphasis, code, links, and pictures of positions with a move, if any::

    ![Blue pushes two pieces.](22222-00000-00300-00100-11011 "d2L")

A position with spaces stands in angle brackets. A link leads to a variant, ``[as printed](?set=rule8=exact)``, or to a
page of the web. Positions are those of the game with its default options.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable

from retro.game import Game, notation, staging
from retro.game.rules import Rules
from retro.game.scene import Scene, Step
from retro.system.errors import GameError, described

FILE_NAME = re.compile(r"rules\.([a-z]{2,3})\.md")
HEADING, PARAGRAPH, BULLET, NUMBER, FIGURE = "heading", "paragraph", "bullet", "number", "figure"
KINDS = (HEADING, PARAGRAPH, BULLET, NUMBER, FIGURE)
STYLES = ("", "strong", "em", "code", "link")
_BLOCK = re.compile(r"(?P<heading>#{1,6}\s+)|(?P<bullet>[-*+]\s+)|(?P<number>\d+[.)]\s+)")
_FIGURE = re.compile(
    r'!\[(?P<caption>[^\]]*)\]\((?:<(?P<spaced>[^<>]*)>|(?P<plain>[^\s()]+))(?:\s+"(?P<move>[^"]*)")?\)'
)
_SPAN = re.compile(
    r"\*\*(?P<strong>.+?)\*\*|\*(?P<em>.+?)\*|`(?P<code>[^`]+)`|\[(?P<link>[^\]]+)\]\((?P<target>[^)\s]+)\)"
)


@dataclass(frozen=True)
class Span:
    """A part of a text. ``style`` is one of STYLES; a link has a ``target``."""

    text: str
    style: str = ""
    target: str = ""


@dataclass(frozen=True)
class Block:
    """A block of one of the KINDS: its text, for a figure the caption, and the figure's position and move, as text."""

    kind: str
    spans: tuple[Span, ...]
    position: str = ""
    move: str = ""


def languages(game: Game) -> list[str]:
    """Returns the languages in which a game brings its rules, sorted; none if its package cannot be found."""
    return sorted(_files(game))


def blocks(game: Game, language: str) -> list[Block]:
    """Returns the rules in a language; GameError if the plugin does not bring them, or the file cannot be read."""
    files = _files(game)
    if language not in files:
        raise GameError(
            f"{game.name} has no rules in the language {language[:20]!r}; it has {', '.join(files) or 'none'}"
        )
    try:
        return parsed(files[language].read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise GameError(f"plugin {game.name}: {files[language].name} cannot be read: {described(error)}") from error


def figure(rules: Rules, block: Block) -> tuple[int, Scene | None, list[tuple[Step, ...]]]:
    """Returns the position of a figure, its scene, None if the game has none, and the steps of its move, if any.

    ``rules`` have the game's default options. GameError if there is no such position or move.
    """
    key = notation.position_key(rules, block.position)
    codes = [notation.move_code(rules, key, block.move)] if block.move else []
    scene = staging.scene(rules, key)
    return key, scene, [] if scene is None else [staging.steps(rules, scene, key, code) for code in codes]


def parsed(text: str) -> list[Block]:
    """Returns the blocks of a text in Markdown."""
    result: list[Block] = []
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        begun: list[tuple[str, list[str]]] = []
        for line in paragraph.split("\n"):
            figure, start = _FIGURE.fullmatch(line.strip()), _BLOCK.match(line)
            if figure:
                begun.append((FIGURE, [line.strip()]))
            elif start and start.lastgroup:
                begun.append((start.lastgroup, [line[start.end() :]]))
            elif begun and begun[-1][0] != FIGURE:
                begun[-1][1].append(line)
            else:
                begun.append((PARAGRAPH, [line]))
        result += [_block(kind, " ".join(line.strip() for line in lines)) for kind, lines in begun if any(lines)]
    return result


def _block(kind: str, text: str) -> Block:
    figure = _FIGURE.fullmatch(text) if kind == FIGURE else None
    if figure is None:
        return Block(kind, _spans(text))
    return Block(kind, _spans(figure["caption"]), figure["spaced"] or figure["plain"] or "", figure["move"] or "")


def _spans(text: str) -> tuple[Span, ...]:
    spans, end = [], 0
    for found in _SPAN.finditer(text):
        style = "link" if found["link"] else str(found.lastgroup)
        spans += [Span(text[end : found.start()]), Span(found[style], style, found["target"] or "")]
        end = found.end()
    return tuple(each for each in (*spans, Span(text[end:])) if each.text)


def _files(game: Game) -> dict[str, Traversable]:
    try:
        listed = list(resources.files(game.package).iterdir())
    except (ImportError, OSError):
        return {}
    return {found[1]: each for each in listed if (found := FILE_NAME.fullmatch(each.name)) and each.is_file()}
