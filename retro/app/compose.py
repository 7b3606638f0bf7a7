"""What `retro compose` says: puzzles with stipulation, solution, tries, and what a shifted piece changes."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import Any

from retro.analysis import proof_tree
from retro.analysis.compose import Composed, Puzzle
from retro.analysis.proof_tree import Variation
from retro.analysis.shifted import shifts
from retro.app import layout
from retro.app.errors import plain
from retro.app.show import WHOSE
from retro.game import NONE
from retro.play.states import State
from retro.rules import Rules
from retro.values import Value


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
        "stipulation": stipulation(puzzle),
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


def stipulation(puzzle: Puzzle) -> str:
    """Who is to move, and what he has to reach."""
    state, value = puzzle.state, puzzle.state.value()
    rules = state.states.rules
    name = rules.text.player(0 if rules.first_to_move(state.key) else 1)
    wanted = f"lose no points ({value}, {WHOSE[rules.scores]})" if rules.scores else str(value)
    wanted = wanted if value.value != "draw" else "hold the draw"
    forbidden = (
        "" if state.forbidden == NONE else f"; {rules.text.format_move(state.key, state.forbidden)} is forbidden"
    )
    return f"{name[:1].upper()}{name[1:]} to move and {wanted}{forbidden}"


def write(rules: Rules, composed: Composed) -> None:
    """Print the same for people."""
    *told, _ = as_json(rules, composed)
    layout.facts([("judged", f"{composed.judged:,} candidates"), ("puzzles", f"{len(told):,}")])
    for number, (puzzle, shown) in enumerate(zip(composed.puzzles, told, strict=True), 1):
        board = [plain(line) for line in str(rules.text.draw(puzzle.state.key)).splitlines()]
        sys.stdout.write("\n".join([f"\n{number}. {plain(shown['stipulation'])}", "", *board, "", ""]))
        layout.facts(facts(shown))
        lines = tree(shown["solution"], 2)
        sys.stdout.write("\n".join([f"solution  {plain(shown['key'])}", *map(plain, lines), ""]))


def facts(shown: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What is told of a puzzle in JSON besides its solution."""
    duals = f"{shown['duals']:,} of {shown['states']:,} states" if shown["duals"] else "none"
    tempting, plainer = (
        [f"{each['move']} ({each['refutation']})" for each in shown["tries"] if each["tempting"] == tempting]
        for tempting in (True, False)
    )
    shifted: dict[str, list[str]] = {}
    for each in shown["shifted"]:
        becomes = f"{Value(each['value'], each['dtm'])}{_KEYS[each['key']]}"
        shifted.setdefault(becomes, []).append(f"{each['from']} to {each['to']}")
    return [
        ("position", shown["position"]),
        ("marks", ", ".join(f"{name} {mark:.2f}" for name, mark in shown["marks"].items())),
        ("score", f"{shown['score']:.2f}"),
        ("duals", duals),
        *([("tries", layout.some(tempting))] if tempting else []),
        *([("other single refutations", layout.some(plainer))] if plainer else []),
        *((f"if shifted: {becomes}", ", ".join(where)) for becomes, where in shifted.items()),
    ]


_KEYS = {"same": ", the same key", "other": ", another key", "several": ", several keys", None: ""}


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


def tree(variations: list[dict[str, Any]], depth: int) -> Iterator[str]:
    """Lines of a solution in JSON: defences, the answer, and what the state is worth after the defences.

    Those after which the game is over, or is won at once, stand in one line: nobody needs to be told how.
    """
    indent = "  " * depth
    quick = [each for each in variations if each["value"] is None or each["dtm"] == 1]
    for each in variations:
        if each not in quick:
            more = " ..." if len(each["answers"]) > _MOST_ANSWERS else ""
            answered = ": " * bool(each["answers"]) + " or ".join(each["answers"][:_MOST_ANSWERS]) + more
            yield f"{indent}{layout.some(each['defences'])}{answered} ({Value(each['value'], each['dtm'])})"
            yield from tree(each["then"], depth + 1)
    if quick:
        said = "anything else" if len(quick) < len(variations) else "anything"
        yield f"{indent}{said}: the game ends at once"


_MOST_ANSWERS = 3
