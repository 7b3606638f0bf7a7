"""`retro puzzles`: the states that meet conditions, counted and sampled."""

from __future__ import annotations

from typing import Annotated, Any

from retro.app import layout, output
from retro.app.arguments import MAX_SAMPLES, ConditionOptions, Memory, flag, option
from retro.app.shell import Shell, command
from retro.lookup.table import RecordTable
from retro.puzzles import search
from retro.puzzles.conditions import Conditions
from retro.puzzles.search import MatchingStates
from retro.query.state_answers import state_answer, states_sampled


@command(json="Answer in JSON lines: the samples, then a summary.")
def puzzles(
    shell: Shell,
    wanted: ConditionOptions,
    limit: Annotated[int, option("N", "Show at most N samples, the longest games first.", min=0, max=MAX_SAMPLES)] = 10,
    count_only: Annotated[bool, flag("--count-only", "Show no samples.")] = False,
    memory: Memory = None,
) -> None:
    """Find states of a solved game by condition: count them and show some. All conditions hold at once."""
    conditions = wanted.of(shell.rules)
    table, _ = shell.load(memory, distances=conditions.within is not None)
    samples = 0 if count_only else limit
    result = search.find(table, conditions, samples, shell.threads, shell.display)
    shell.answer(as_json(table, conditions, result), lambda: show(table, conditions, result))


def show(table: RecordTable, conditions: Conditions, result: MatchingStates) -> None:
    """Prints the counts, values and samples of states that meet conditions."""
    *samples, summary = as_json(table, conditions, result)
    layout.facts([("states", f"{result.count:,}"), ("positions", f"{result.positions:,}")])
    output.histogram("states", summary["histogram"])
    output.states(samples, table.rules.kind, result.count - states_sampled(table.rules, result.samples))


def as_json(table: RecordTable, conditions: Conditions, result: MatchingStates) -> list[dict[str, Any]]:
    """Returns an object for each sample, then a summary."""
    rules = table.rules
    summary = {
        "game": rules.game.name,
        "options": rules.options,
        "conditions": conditions.given,
        "states": result.count,
        "positions": result.positions,
        "histogram": [{**rules.kind.words(value)._asdict(), "states": count} for value, count in result.states.items()],
    }
    return [*(state_answer(table, sample) for sample in result.samples), summary]
