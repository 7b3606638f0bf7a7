"""What `retro compose` prints for people: puzzles, their solutions and tries, and what a shifted piece changes."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from retro.app import board, layout
from retro.game import turns
from retro.game.rules import Rules
from retro.game.values import Value
from retro.puzzles.compose import Composed
from retro.query.puzzle_words import ENGLISH, English
from retro.query.puzzles import as_json
from retro.system.messages import plain


def write(rules: Rules, composed: Composed) -> None:
    """Print the same for people."""
    *told, _ = as_json(rules, composed)
    layout.facts([("judged", f"{composed.judged:,} candidates"), ("puzzles", f"{len(told):,}")])
    console = layout.console()
    for number, (puzzle, shown) in enumerate(zip(composed.puzzles, told, strict=True), 1):
        key = puzzle.state.key
        player = turns.player(rules, key)
        console.print(f"\n{number}. {plain(shown['stipulation'])}\n")
        console.print(board.show(console, rules, key, player).append(f"{plain(rules.text.player(player))}\n"))
        layout.facts(facts(shown))
        lines = [f"{'  ' * depth}{plain(line)}" for depth, line in tree(shown["solution"], ENGLISH, 2)]
        sys.stdout.write("\n".join([f"solution  {plain(shown['key'])}", *lines, ""]))


def facts(shown: Mapping[str, Any], words: English = ENGLISH, judged: bool = True) -> list[tuple[str, str]]:
    """What is told of a puzzle in JSON besides its solution, also how it was ``judged``."""
    tempting, plainer = (
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
        *([(words.refuted, words.some(plainer))] if plainer else []),
        *((words.shifted(becomes), words.comma.join(where)) for becomes, where in shifted.items()),
    ]


def tree(variations: Sequence[Mapping[str, Any]], words: English, depth: int = 0) -> Iterator[tuple[int, str]]:
    """Lines of a solution in JSON, with their depth: defences, the answer, and what the state is worth after those.

    Those after which the game is over, or is won at once, stand in one line: nobody needs to be told how.
    """
    quick = [each for each in variations if each["value"] is None or each["dtm"] == 1]
    for each in variations:
        if each not in quick:
            answered = ": " * bool(each["answers"] and each["defences"]) + words.either(each["answers"], _MOST_ANSWERS)
            value = words.value(Value(each["value"], each["dtm"]))
            yield depth, f"{words.some(each['defences'])}{answered} ({value})"
            yield from tree(each["then"], words, depth + 1)
    if quick:
        yield depth, words.anything_else if len(quick) < len(variations) else words.anything


_MOST_ANSWERS = 3
