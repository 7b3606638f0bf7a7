"""`retro extremes`: the longest wins and losses, single winning moves, and what a forbidden move changes."""

from __future__ import annotations

from typing import Annotated, Any

from retro.app import layout, output
from retro.app.arguments import MAX_SAMPLES, Memory, option
from retro.app.shell import Shell, command
from retro.lookup.table import RecordTable
from retro.puzzles import extremes as searching
from retro.puzzles.extremes import Extremes, ForbiddenChange
from retro.puzzles.search import MatchingStates
from retro.query.state_answers import state_answer, states_sampled
from retro.system.messages import counted


@command()
def extremes(
    shell: Shell,
    limit: Annotated[int, option("N", "Show at most N samples of each.", min=0, max=MAX_SAMPLES)] = 3,
    memory: Memory = None,
) -> None:
    """Show the longest wins and losses of a solved game, single winning moves, and what a forbidden move changes."""
    table, _ = shell.load(memory)
    result = searching.find(table, limit, shell.threads, shell.display)
    answer = {**shell.header, **_as_json(table, result)}
    shell.answer(answer, lambda: _show(table, result, answer))


def _as_json(table: RecordTable, result: Extremes) -> dict[str, Any]:
    whole, single = result.longest[""], result.single
    return {
        **{f"longest_{outcome}": _longest(table, outcome, each) for outcome, each in whole.items()},
        "parts": [
            {"part": name, **{outcome: _longest(table, outcome, each) for outcome, each in longest.items()}}
            for name, longest in result.longest.items()
            if name
        ],
        "single_winning_move": {"moves": single.highest, **_states(table, single)} if single.count else None,
        "forbidden_changes": [_change(table, each) for each in result.changes],
    }


def _longest(table: RecordTable, outcome: str, longest: MatchingStates) -> dict[str, Any] | None:
    if not longest.count:
        return None
    return {**searching.value(table.rules, outcome, longest)._asdict(), **_states(table, longest)}


def _states(table: RecordTable, extreme: MatchingStates) -> dict[str, Any]:
    return {"states": extreme.count, "samples": [state_answer(table, each) for each in extreme.samples]}


def _change(table: RecordTable, change: ForbiddenChange) -> dict[str, Any]:
    return {
        "without": change.outcomes[0],
        "with": change.outcomes[1],
        "states": change.states,
        "sample": state_answer(table, change.sample),
        "sample_without": table.rules.words(change.sample.key, change.before)._asdict(),
    }


def _show(table: RecordTable, result: Extremes, answer: dict[str, Any]) -> None:
    extreme, whose = ("highest", " for the player to move") if table.rules.scores else ("longest", "")
    for outcome, longest in result.longest[""].items():
        shown = answer[f"longest_{outcome}"]
        if shown is None:
            layout.facts([(f"{extreme} {outcome}", "none")])
        else:
            value = output.value(shown) + whose
            _samples(table, f"{extreme} {outcome}: {value}, {_count(shown)}", longest, shown)
    layout.table(
        ("section", f"{extreme} win>", "states>", f"{extreme} loss>", "states>"),
        [(each["part"], *_cells(each["win"]), *_cells(each["loss"])) for each in answer["parts"]],
    )
    single = answer["single_winning_move"]
    if single is not None:
        _samples(table, f"one of {single['moves']} moves wins: {_count(single)}, such as", result.single, single)
    layout.records(
        answer["forbidden_changes"],
        {"without": "without", "with it forbidden": "with", "states>": "states"},
        title="states with another value because a move is forbidden",
    )
    layout.records(
        answer["forbidden_changes"],
        {
            "position": lambda row: row["sample"]["position"],
            "forbidden": lambda row: row["sample"]["forbidden"],
            "value without>": lambda row: output.value(row["sample_without"]),
            "with>": lambda row: output.value(row["sample"]),
        },
        title="one of each",
    )


def _samples(table: RecordTable, title: str, extreme: MatchingStates, shown: dict[str, Any]) -> None:
    if extreme.samples:
        left = extreme.count - states_sampled(table.rules, extreme.samples)
        output.states(shown["samples"], table.rules.kind, left, title)
    else:
        layout.facts([(title, "")])


def _count(shown: dict[str, Any]) -> str:
    return counted(shown["states"], "state")


def _cells(longest: dict[str, Any] | None) -> tuple[str, str]:
    return ("none", "") if longest is None else (output.value(longest), f"{longest['states']:,}")
