"""Puzzles on paper: a page for A4, diagrams in front and solutions behind, and the diagrams by themselves."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

from retro import staging, svg
from retro.analysis.compose import Puzzle
from retro.app import compose, place
from retro.app.errors import plain
from retro.game import GameError
from retro.rules import Rules

FIRST = "1.svg"
"""Is in every directory of diagrams."""
STYLE = """
@page { size: A4; margin: 15mm }
body { font: 11pt/1.35 Georgia, serif; color: #000; background: #fff; max-width: 180mm; margin: 0 auto }
h1 { font-size: 16pt } h2 { font-size: 12pt; margin: 0 }
.front { display: grid; grid-template-columns: 1fr 1fr; gap: 8mm } figure { margin: 0; break-inside: avoid }
figure svg { width: 100%; height: auto; max-height: 90mm } figcaption { text-align: center }
.behind { break-before: page } section { margin-bottom: 6mm } pre { font: 9pt/1.3 monospace; white-space: pre-wrap }
"""


def check(sheet: Path | None, diagrams: Path | None, force: bool) -> None:
    """GameError, before much work is done, if one of them cannot be written."""
    for out, sign in ((sheet, ""), (diagrams, FIRST)):
        if out is not None:
            place.check(out, force, sign)


def write(rules: Rules, puzzles: tuple[Puzzle, ...], sheet: Path | None, diagrams: Path | None, force: bool) -> None:
    """Write what is wanted, each whole or not at all; errors as `place.whole`, GameError without puzzles."""
    if not puzzles:
        raise GameError("no puzzle was found, so none is written: other conditions, --length or --candidates may help")
    drawn = [diagram(puzzle) for puzzle in puzzles]
    if sheet is not None:
        text = page(rules, puzzles, drawn)
        with place.whole(sheet, force, sign="") as temporary:
            temporary.write_text(text, encoding="utf-8")
    if diagrams is not None:
        with place.whole(diagrams, force, sign=FIRST) as temporary:
            for number, drawing in enumerate(drawn, 1):
                (temporary / f"{number}.svg").write_text(drawing, encoding="utf-8")


def diagram(puzzle: Puzzle) -> svg.Drawing:
    """The board of a puzzle, in the colours of who is to move; GameError if the game cannot be drawn."""
    rules, key = puzzle.state.states.rules, puzzle.state.key
    mover = 1 if rules.first_to_move(key) else 2
    return svg.svg(staging.staged(rules, key), mover=mover, title=compose.stipulation(puzzle))


def page(rules: Rules, puzzles: tuple[Puzzle, ...], drawn: list[svg.Drawing]) -> str:
    """The text of the page, which needs no other file."""
    told = [compose.puzzle_as_json(puzzle) for puzzle in puzzles]
    title = f"{rules.game.title}: puzzles"
    front = [
        f"<figure>{drawing}<figcaption>{number}. {_text(shown['stipulation'])}</figcaption></figure>"
        for number, (drawing, shown) in enumerate(zip(drawn, told, strict=True), 1)
    ]
    behind = [f"<section>{_solution(number, shown)}</section>" for number, shown in enumerate(told, 1)]
    head = f'<meta charset="utf-8"><title>{_text(title)}</title><style>{STYLE}</style>'
    body = [f'<h1>{_text(title)}</h1><div class="front">', *front, '</div><div class="behind"><h1>Solutions</h1>']
    lines = "\n".join([*body, *behind, "</div>"])
    return f'<!DOCTYPE html>\n<html lang="en"><head>{head}</head>\n<body>\n{lines}\n</body></html>\n'


def _solution(number: int, shown: Mapping[str, Any]) -> str:
    tree = "\n".join([shown["key"], *compose.tree(shown["solution"], 1)])
    facts = "".join(f"<p>{_text(name)}: {_text(fact)}</p>" for name, fact in compose.facts(shown))
    return f"<h2>{number}. {_text(shown['stipulation'])}</h2><pre>{_lines(tree)}</pre>{facts}"


def _lines(text: str) -> str:
    return "\n".join(map(_text, text.splitlines()))


def _text(text: str) -> str:
    return escape(plain(text))
