"""What `retro compose` says: puzzles with stipulation, solution, tries, and what a shifted piece changes."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import Any

from retro.app import board, layout
from retro.app.compose_words import ENGLISH, English
from retro.app.errors import plain
from retro.game import NONE, turns
from retro.game.rules import Rules
from retro.game.values import Value
from retro.play.states import State
from retro.puzzles import proof_tree
from retro.puzzles.compose import Composed, Puzzle
from retro.puzzles.proof_tree import Variation
from retro.puzzles.shifted import shifts


def as_json(rules: Rules, composed: Composed) -> list[dict[str, Any]]:
    """An object for each puzzle, then one that sums up."""
    summary = {
        "game": rules.game.name,
        "options": rules.options,
        "judged": composed.judged,
        "puzzles": len(composed.puzzles),
    }
    return [*map(puzzle_as_json, composed.puzzles), summary]


def puzzle_as_json(puzzle: Puzzle) -> dict[str, Any]:
    """All that is told of a puzzle."""
    state, key = puzzle.state, puzzle.key
    rules = state.states.rules
    return {
        "position": str(rules.text.format(state.key)),
        "forbidden": None if state.forbidden == NONE else str(rules.text.format_move(state.key, state.forbidden)),
        "stipulation": ENGLISH.stipulation(state),
        **state.value()._asdict(),
        "moves": len(state.choices),
        "key": proof_tree.texts(state, [key])[0],
        "plies": puzzle.proof.plies,
        "states": puzzle.proof.states,
        "duals": puzzle.proof.duals,
        "score": puzzle.score,
        "marks": dict(puzzle.marks),
        "line": [proof_tree.texts(here, [choice])[0] for here, choice in puzzle.line],
        "solution": _variations(proof_tree.solution(state, key, puzzle.goal, puzzle.proof.plies)),
        "tries": [
            {
                "move": proof_tree.texts(state, [each.choice])[0],
                "refutation": _reply(state, each),
                "tempting": each.tempting,
            }
            for each in puzzle.tries
        ],
        "shifted": list(_shifted(puzzle)),
    }


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


def _shifted(puzzle: Puzzle) -> Iterator[dict[str, Any]]:
    """Values with a piece shifted; ``key``: what the moves are that reach the same goal, None if none does."""
    goal = puzzle.goal
    for origin, to, state in shifts(puzzle.state):
        key = None
        if state.choices and proof_tree.goal(state) == goal:
            codes = [choice.move.code for choice in proof_tree.reaching(state, goal)]
            key = "several" if len(codes) > 1 else "same" if codes == [puzzle.key.move.code] else "other"
        yield {"from": origin, "to": to, **state.value()._asdict(), "key": key}


def _reply(state: State, tried: proof_tree.Try) -> str:
    after = state.after(tried.choice)
    assert after is not None
    return proof_tree.texts(after, [tried.refutation])[0]


def _variations(variations: tuple[Variation, ...]) -> list[dict[str, Any]]:
    return [
        {
            "defences": list(each.defences),
            "answers": list(each.answers),
            "value": None if each.value is None else each.value.value,
            "dtm": None if each.value is None else each.value.dtm,
            "then": _variations(each.then),
        }
        for each in variations
    ]


def tree(variations: list[dict[str, Any]], words: English, depth: int = 0) -> Iterator[tuple[int, str]]:
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
