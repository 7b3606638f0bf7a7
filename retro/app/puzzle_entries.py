"""Composed puzzles in words and on a page: facts, lines of the solution, entries with diagrams, the sheet in HTML."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from retro.drawing import svg
from retro.game import staging, turns
from retro.game.values import Value
from retro.puzzles.compose import Puzzle
from retro.query.puzzle_answers import puzzle_answer
from retro.query.puzzle_words import ENGLISH, English
from retro.system.messages import plain, some

MAX_ANSWERS = 3
"""Answers to a defence that a line names."""
SHEET_STYLE = """
@page { size: A4; margin: 14mm 15mm }
:root { color-scheme: light dark }
body { font: 11pt/1.4 Georgia, "Noto Serif CJK JP", "Hiragino Mincho ProN", serif; color: #000; background: #fff;
  max-width: 180mm; margin: 0 auto; padding: 4mm; overflow-wrap: anywhere }
h1 { font-size: 17pt; margin: 0 0 5mm } h2 { font-size: 12pt; margin: 0 0 1mm; break-after: avoid }
.front { display: grid; grid-template-columns: 1fr 1fr; gap: 5mm 10mm }
figure { margin: 0; break-inside: avoid; text-align: center }
figure svg { width: 100%; height: auto; max-height: 68mm }
pre { display: inline-block; margin: 0 0 2mm; text-align: left; font: 10pt/1.3 monospace }
.behind { break-before: page } section { margin-bottom: 5mm; padding-top: 3mm; border-top: .3mm solid #999;
  break-inside: avoid; display: flow-root }
section > svg { float: right; width: 40mm; height: auto; max-height: 50mm; margin-left: 5mm }
section > pre { float: right; margin-left: 5mm }
.key { font-weight: bold } .tree { font: 9pt/1.35 system-ui, "Noto Sans CJK JP", sans-serif; margin-bottom: 2mm }
.tree div { padding-left: 1em; text-indent: -1em }
dl { font: 9pt/1.35 system-ui, "Noto Sans CJK JP", sans-serif; margin: 0 }
dt { float: left; margin-right: .5em } dt::after { content: ":" } dd { margin: 0; color: #333 }
@media print { body { max-width: none; padding: 0 } }
@media screen { .behind { margin-top: 12mm } }
@media screen and (prefers-color-scheme: dark) { body { color: #ddd; background: #16181b } dd { color: #bbb } }
"""


@dataclass(frozen=True)
class PuzzleEntry:
    """A puzzle as it is printed.

    name      its number and its stipulation
    grade     in words
    diagram   the position as SVG; as HTML with its drawing as text if the game has no scene
    answered  the position with the key, likewise
    tree      lines of the solution with their depths; the first is the key, at depth 0
    facts     names and texts
    """

    name: str
    grade: str
    diagram: str
    answered: str
    tree: list[tuple[int, str]]
    facts: list[tuple[str, str]]


def entries(puzzles: Sequence[Puzzle], words: English) -> list[PuzzleEntry]:
    """Returns the puzzles in a language."""
    return [_entry(number, puzzle, words) for number, puzzle in enumerate(puzzles, 1)]


def _entry(number: int, puzzle: Puzzle, words: English) -> PuzzleEntry:
    rules, key = puzzle.state.rules, puzzle.state.key
    shown, stipulation = puzzle_answer(puzzle), words.stipulation(puzzle.state)
    scene, mover = staging.scene(rules, key), 1 + turns.player(rules, key)
    if scene is None:
        rows = [_text(row) for row in str(rules.text.draw(key)).splitlines()]
        diagram = answered = "\n".join(["<pre>", *rows, "</pre>"])
    else:
        steps = staging.steps(rules, scene, key, puzzle.key.move.code)
        diagram, answered = (
            svg.svg(scene, drawn, mover=mover, title=stipulation, to_move=words.to_move) for drawn in ((), steps)
        )
    lines = [(0, f"{words.key} {shown['key']}"), *tree(shown["solution"], words, 1)]
    grade = words.grades[shown["grade"]]
    return PuzzleEntry(f"{number}. {stipulation}", grade, diagram, answered, lines, facts(shown, words, judged=False))


def facts(shown: Mapping[str, Any], words: English = ENGLISH, judged: bool = True) -> list[tuple[str, str]]:
    """Returns names and texts for a puzzle in JSON, without its solution; with tags, marks and score if ``judged``."""
    tempting, others = (
        [f"{each['move']} ({each['refutation']})" for each in shown["tries"] if each["tempting"] == tempting]
        for tempting in (True, False)
    )
    shifted: dict[str, list[str]] = {}
    for each in shown["shifted"]:
        becomes = f"{words.value(Value(each['value'], each['dtm']))}{words.keys[each['key']]}"
        shifted.setdefault(becomes, []).append(words.way.format(each["from"], each["to"]))
    marks = ", ".join(f"{name} {mark:.2f}" for name, mark in shown["marks"].items())
    tags = [("tags", ", ".join(shown["tags"]))] if shown["tags"] else []
    return [
        (words.position, shown["position"]),
        (words.grade, words.grades[shown["grade"]]),
        *([*tags, ("marks", marks), ("score", f"{shown['score']:.2f}")] if judged else []),
        (words.duals, words.of.format(shown["duals"], shown["states"]) if shown["duals"] else words.none),
        *([(words.tries, some(tempting, words.more))] if tempting else []),
        *([(words.refuted, some(others, words.more))] if others else []),
        *((words.shifted.format(becomes), words.comma.join(where)) for becomes, where in shifted.items()),
    ]


def tree(variations: Sequence[Mapping[str, Any]], words: English, depth: int = 0) -> Iterator[tuple[int, str]]:
    """Lines of a solution in JSON with their depths: defences, the answer, and the value of the state after them.

    Defences after which the game is over, or is won at once, share one line.
    """
    quick = [each for each in variations if each["value"] is None or each["dtm"] in (0, 1)]
    for each in variations:
        if each not in quick:
            named, left = each["answers"][:MAX_ANSWERS], each["answers"][MAX_ANSWERS:]
            answered = words.either.join(named) + words.and_others * bool(left)
            answered = ": " * bool(named and each["defences"]) + answered
            value = words.value(Value(each["value"], each["dtm"]))
            yield depth, f"{some(each['defences'], words.more)}{answered} ({value})"
            yield from tree(each["then"], words, depth + 1)
    if quick:
        yield depth, words.anything_else if len(quick) < len(variations) else words.anything


def sheet(title: str, listed: Sequence[PuzzleEntry], words: English) -> str:
    """Returns an HTML page for A4, which needs no other file: diagrams in front, solutions behind."""
    front = [f"<figure>{each.diagram}<figcaption>{_front(each)}</figcaption></figure>" for each in listed]
    behind = [f"<section>{_solution(each)}</section>" for each in listed]
    head = f'<meta charset="utf-8"><title>{_text(title)}</title><style>{SHEET_STYLE}</style>'
    solutions = f'</div><div class="behind"><h1>{_text(words.solutions)}</h1>'
    lines = "\n".join([f'<h1>{_text(title)}</h1><div class="front">', *front, solutions, *behind, "</div>"])
    return f'<!DOCTYPE html>\n<html lang="{words.code}"><head>{head}</head>\n<body>\n{lines}\n</body></html>\n'


def _front(each: PuzzleEntry) -> str:
    return f"{_text(each.name)}<br><small>{_text(each.grade)}</small>"


def _solution(each: PuzzleEntry) -> str:
    (_, key), *lines = each.tree
    tree = "".join(f'<div style="margin-left:{1.2 * depth:g}em">{_text(line)}</div>' for depth, line in lines)
    facts = "".join(f"<dt>{_text(name)}</dt><dd>{_text(fact)}</dd>" for name, fact in each.facts)
    lines_and_facts = f'<div class="tree"><div class="key">{_text(key)}</div>{tree}</div><dl>{facts}</dl>'
    return f"{each.answered}<h2>{_text(each.name)}</h2>{lines_and_facts}"


def _text(text: str) -> str:
    return escape(plain(text))
