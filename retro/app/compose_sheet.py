"""Puzzles on paper: a page for A4, diagrams in front and solutions behind, and the diagrams by themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from retro.app import compose
from retro.drawing import svg
from retro.game import staging, turns
from retro.game.rules import Rules
from retro.puzzles.compose import Puzzle
from retro.query.puzzle_words import English
from retro.query.puzzles import puzzle_answer
from retro.system import atomic
from retro.system.errors import GameError
from retro.system.messages import plain

STYLE = """
@page { size: A4; margin: 14mm 15mm }
:root { color-scheme: light dark }
body { font: 11pt/1.4 Georgia, "Noto Serif CJK JP", "Hiragino Mincho ProN", serif; color: #000; background: #fff;
  max-width: 180mm; margin: 0 auto; padding: 4mm }
h1 { font-size: 17pt; margin: 0 0 5mm } h2 { font-size: 12pt; margin: 0 0 1mm; break-after: avoid }
.front { display: grid; grid-template-columns: 1fr 1fr; gap: 5mm 10mm }
figure { margin: 0; break-inside: avoid; text-align: center }
figure svg { width: 100%; height: auto; max-height: 68mm }
.behind { break-before: page } section { margin-bottom: 5mm; padding-top: 3mm; border-top: .3mm solid #999;
  break-inside: avoid; display: flow-root }
section > svg { float: right; width: 40mm; height: auto; max-height: 50mm; margin-left: 5mm }
.key { font-weight: bold } .tree { font: 9pt/1.35 system-ui, "Noto Sans CJK JP", sans-serif; margin-bottom: 2mm }
.tree div { padding-left: 1em; text-indent: -1em }
dl { font: 9pt/1.35 system-ui, "Noto Sans CJK JP", sans-serif; margin: 0 }
dt { float: left; margin-right: .5em } dt::after { content: ":" } dd { margin: 0; color: #333; overflow-wrap: anywhere }
@media print { body { max-width: none; padding: 0 } }
@media screen { .behind { margin-top: 12mm } }
@media screen and (prefers-color-scheme: dark) { body { color: #ddd; background: #16181b } dd { color: #bbb } }
"""


@dataclass(frozen=True)
class Entry:
    """A puzzle as it is printed.

    name      its number and its stipulation
    diagram   of the position
    answered  the same with the key
    tree      lines of the solution, with their depth; the key is first, at 0
    facts     what else is told, by name
    """

    name: str
    diagram: svg.Drawing
    answered: svg.Drawing
    tree: list[tuple[int, str]]
    facts: list[tuple[str, str]]


def entries(puzzles: Sequence[Puzzle], words: English) -> list[Entry]:
    """The puzzles in a language; GameError if the game cannot be drawn."""
    return [_entry(number, puzzle, words) for number, puzzle in enumerate(puzzles, 1)]


def _entry(number: int, puzzle: Puzzle, words: English) -> Entry:
    rules, key = puzzle.state.states.rules, puzzle.state.key
    shown, stipulation = puzzle_answer(puzzle), words.stipulation(puzzle.state)
    scene, mover = staging.staged(rules, key), 1 + turns.player(rules, key)
    steps = staging.steps(rules, scene, key, puzzle.key.move.code)
    plain_one, answered = (
        svg.svg(scene, drawn, mover=mover, title=stipulation, to_move=words.to_move) for drawn in ((), steps)
    )
    tree = [(0, f"{words.key} {shown['key']}"), *compose.tree(shown["solution"], words, 1)]
    return Entry(f"{number}. {stipulation}", plain_one, answered, tree, compose.facts(shown, words, judged=False))


@dataclass(frozen=True)
class Papers:
    """What is to be written of composed puzzles: a page of HTML, a PDF, a directory of diagrams; None for not.

    words  the language
    force  write over what is there
    """

    sheet: Path | None
    pdf: Path | None
    diagrams: Path | None
    words: English
    force: bool

    def check(self) -> None:
        """GameError, before much work is done, if one of them cannot be written."""
        if self.pdf is not None:
            from retro.app import compose_pdf

            compose_pdf.check_libraries()
        for out, sign in ((self.sheet, ""), (self.pdf, ""), (self.diagrams, atomic.DIAGRAMS_MARKER)):
            if out is not None:
                atomic.check_output(out, self.force, sign)

    def write(self, rules: Rules, puzzles: Sequence[Puzzle]) -> None:
        """Write them, each whole or not at all; errors as `place.whole`, GameError without puzzles."""
        if (self.sheet, self.pdf, self.diagrams) == (None, None, None):
            return
        if not puzzles:
            told = "no puzzle was found, so none is written"
            raise GameError(f"{told}: other conditions, --length or --candidates may help")
        title, listed = self.words.title(rules.game.title), entries(puzzles, self.words)
        if self.sheet is not None:
            self._file(self.sheet, page(title, listed, self.words).encode())
        if self.pdf is not None:
            from retro.app import compose_pdf

            self._file(self.pdf, compose_pdf.document(title, listed, self.words))
        if self.diagrams is not None:
            atomic.write_diagrams(self.diagrams, self.force, (each.diagram for each in listed))

    def _file(self, out: Path, content: bytes) -> None:
        with atomic.output(out, self.force, marker="") as temporary:
            temporary.write_bytes(content)


def page(title: str, listed: Sequence[Entry], words: English) -> str:
    """The text of the page, which needs no other file."""
    front = [f"<figure>{each.diagram}<figcaption>{_text(each.name)}</figcaption></figure>" for each in listed]
    behind = [f"<section>{_solution(each)}</section>" for each in listed]
    head = f'<meta charset="utf-8"><title>{_text(title)}</title><style>{STYLE}</style>'
    solutions = f'</div><div class="behind"><h1>{_text(words.solutions)}</h1>'
    lines = "\n".join([f'<h1>{_text(title)}</h1><div class="front">', *front, solutions, *behind, "</div>"])
    return f'<!DOCTYPE html>\n<html lang="{words.code}"><head>{head}</head>\n<body>\n{lines}\n</body></html>\n'


def _solution(each: Entry) -> str:
    (_, key), *lines = each.tree
    tree = "".join(f'<div style="margin-left:{1.2 * depth:g}em">{_text(line)}</div>' for depth, line in lines)
    facts = "".join(f"<dt>{_text(name)}</dt><dd>{_text(fact)}</dd>" for name, fact in each.facts)
    told = f'<div class="tree"><div class="key">{_text(key)}</div>{tree}</div><dl>{facts}</dl>'
    return f"{each.answered}<h2>{_text(each.name)}</h2>{told}"


def _text(text: str) -> str:
    return escape(plain(text))
