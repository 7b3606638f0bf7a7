"""Composed puzzles in words: facts, lines of the solution, and entries with diagrams for the sheet and the PDF."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from retro.drawing import svg
from retro.game import staging, turns
from retro.game.values import Value
from retro.puzzles.compose import Puzzle
from retro.query.puzzle_answers import puzzle_answer
from retro.query.puzzle_words import ENGLISH, English

MAX_ANSWERS = 3
"""Answers to a defence that a line names."""


@dataclass(frozen=True)
class PuzzleEntry:
    """A puzzle as it is printed.

    name      its number and its stipulation
    diagram   the position
    answered  the position with the key
    tree      lines of the solution with their depths; the first is the key, at depth 0
    facts     names and texts
    """

    name: str
    diagram: svg.Drawing
    answered: svg.Drawing
    tree: list[tuple[int, str]]
    facts: list[tuple[str, str]]


def entries(puzzles: Sequence[Puzzle], words: English) -> list[PuzzleEntry]:
    """Returns the puzzles in a language; raises GameError if the game cannot be drawn."""
    return [_entry(number, puzzle, words) for number, puzzle in enumerate(puzzles, 1)]


def _entry(number: int, puzzle: Puzzle, words: English) -> PuzzleEntry:
    rules, key = puzzle.state.states.rules, puzzle.state.key
    shown, stipulation = puzzle_answer(puzzle), words.stipulation(puzzle.state)
    scene, mover = staging.staged(rules, key), 1 + turns.player(rules, key)
    steps = staging.steps(rules, scene, key, puzzle.key.move.code)
    diagram, answered = (
        svg.svg(scene, drawn, mover=mover, title=stipulation, to_move=words.to_move) for drawn in ((), steps)
    )
    lines = [(0, f"{words.key} {shown['key']}"), *tree(shown["solution"], words, 1)]
    return PuzzleEntry(f"{number}. {stipulation}", diagram, answered, lines, facts(shown, words, judged=False))


def facts(shown: Mapping[str, Any], words: English = ENGLISH, judged: bool = True) -> list[tuple[str, str]]:
    """Returns names and texts for a puzzle in JSON, without its solution; with marks and score if ``judged``."""
    tempting, others = (
        [f"{each['move']} ({each['refutation']})" for each in shown["tries"] if each["tempting"] == tempting]
        for tempting in (True, False)
    )
    shifted: dict[str, list[str]] = {}
    for each in shown["shifted"]:
        becomes = f"{words.value(Value(each['value'], each['dtm']))}{words.keys[each['key']]}"
        shifted.setdefault(becomes, []).append(words.way(each["from"], each["to"]))
    marks = ", ".join(f"{name} {mark:.2f}" for name, mark in shown["marks"].items())
    return [
        (words.position, shown["position"]),
        *([("marks", marks), ("score", f"{shown['score']:.2f}")] if judged else []),
        (words.duals, words.of(shown["duals"], shown["states"]) if shown["duals"] else words.none),
        *([(words.tries, words.some(tempting))] if tempting else []),
        *([(words.refuted, words.some(others))] if others else []),
        *((words.shifted(becomes), words.comma.join(where)) for becomes, where in shifted.items()),
    ]


def tree(variations: Sequence[Mapping[str, Any]], words: English, depth: int = 0) -> Iterator[tuple[int, str]]:
    """Lines of a solution in JSON with their depths: defences, the answer, and the value of the state after them.

    Defences after which the game is over, or is won at once, share one line.
    """
    quick = [each for each in variations if each["value"] is None or each["dtm"] == 1]
    for each in variations:
        if each not in quick:
            answered = ": " * bool(each["answers"] and each["defences"]) + words.either(each["answers"], MAX_ANSWERS)
            value = words.value(Value(each["value"], each["dtm"]))
            yield depth, f"{words.some(each['defences'])}{answered} ({value})"
            yield from tree(each["then"], words, depth + 1)
    if quick:
        yield depth, words.anything_else if len(quick) < len(variations) else words.anything
