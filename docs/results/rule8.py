"""Writes the page docs/results/rule8.md: a comparison of the two readings of rule 8 of Ostle.

    python docs/results/rule8.py > docs/results/rule8.md
    python docs/results/rule8.py --check > /dev/null      exit code 1 if counts differ from those of the databases

Reads both databases once, block by block, with half a GiB of memory.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import ExitStack

from comparing_solutions import OUTCOMES, Compared, Solution, ValuePairs, compare
from readings import READINGS, Readings, draw, forbidden, state_values, striking
from result_page import Options, ResultPage, arguments, write

import retro
from retro.app.console import Display
from retro.game.values import Kind
from retro.storage.manifest import Manifest
from retro.system import machine
from retro.system.errors import OptionError
from retro.system.progress import Progress


def page(readings: Readings, threads: int, progress: Progress) -> ResultPage:
    """Returns the page."""
    solved = [Solution(each.rules, each.database) for each in readings]
    found = compare(*solved, threads, progress)
    progress.close()
    options = {name: value for name, value in readings[0].database.manifest.options.items() if name != "rule8"}
    made = ResultPage()
    made.text("# Ostle: the two readings of rule 8")
    made.text(
        "Made by `python docs/results/rule8.py` from the databases of both readings; do not edit.",
        f"Options: {', '.join(f'{name}={value}' for name, value in options.items())}.",
    )
    made.text(
        "No move may lead back to the position of two plies before. In the reading `exact`, the forbidden move is the",
        "one that takes the last move back, to exactly that board. In the reading `paper`, with which the published",
        "tables are made, it is the first move that leads to that board or to one of its eight images. Positions,",
        "moves and index are the same in both. [Ostle](../../games/ostle/README.md) describes how they are counted.",
    )
    _summary(made, readings, found)
    _side_by_side(made, readings)
    _existing(made, readings, found)
    made.text("## States of both readings")
    made.text("States with the same forbidden move in both readings, or with none.")
    _values(made, found.whole.states, "states")
    _samples(made, readings, found, "states")
    made.text("## Positions without a forbidden move")
    made.text("All positions, including checkmates, whether or not some move leads to them without forbidding a move.")
    _values(made, found.whole.positions, "positions")
    made.text("## Moves that forbid different replies")
    made.text(
        "If a move forbids one reply in `paper` and another one, or none, in `exact`, it leads to two different",
        "states. Each pair of such states is counted once, regardless of how many moves lead to it.",
    )
    _values(made, found.whole.moves, "pairs")
    _samples(made, readings, found, "moves")
    _sections(made, found)
    for kind in ("states", "moves"):
        change = striking(readings, found.changes[kind].values())
        if change is not None:
            draw(made, readings, change)
    return made


def _summary(made: ResultPage, readings: Readings, found: Compared) -> None:
    made.text("## Summary")
    about = [each.database.manifest for each in readings]
    starts = [each.start for each in about]
    lines = []
    if starts[0] is not None and starts[1] is not None:
        first, second = (str(about[0].kind.words(start)) for start in starts if start is not None)
        same = f"The value of the start is the same: {first}."
        lines.append(same if first == second else f"The value of the start differs: {first}, {second} in `exact`.")
    lines.append(_summarised("states of both readings", found.whole.states))
    lines.append(_summarised("positions without a forbidden move", found.whole.positions))
    alone = [sum(states.values()) for states in found.whole.alone]
    lines.append(f"{alone[0]:,} states exist only in `paper`, {alone[1]:,} only in `exact`.")
    longest = [each.longest_dtm for each in about]
    lines.append(
        f"The longest game takes {longest[0]} plies in both."
        if longest[0] == longest[1]
        else f"The longest game takes {longest[0]} plies, in `exact` {longest[1]}."
    )
    made.text(*(f"- {line}" for line in lines))


def _summarised(what: str, values: ValuePairs) -> str:
    """Returns a sentence with the number of values that differ between the readings."""
    if not values.changed:
        return f"None of {values.total:,} {what} has different values."
    other = sum(count for (before, after), count in values.by_outcome().items() if before != after)
    delays = [abs(delay) for counts in values.delays().values() for delay in counts]
    share = f"one in {round(values.total / values.changed):,}"
    ends = f"{other:,} have different outcomes" if other else "none has different outcomes"
    longer = f"{values.changed - other:,} have the same outcome and different DTM" + (
        f", by up to {max(delays)} plies" if delays else ""
    )
    return f"Of {values.total:,} {what}, {values.changed:,} have different values ({share}): {ends}, {longer}."


def _side_by_side(made: ResultPage, readings: Readings) -> None:
    made.text("## Side by side")
    counted = [_counts(each.database.manifest) for each in readings]
    rows = [
        (name, f"{first:,}", f"{second:,}", f"{second - first:+,}" if second != first else "0")
        for (name, first), second in zip(counted[0].items(), counted[1].values(), strict=True)
    ]
    made.table(("what", "`paper`>", "`exact`>", "difference>"), rows)


def _counts(about: Manifest) -> dict[str, int]:
    counts = about.statistics
    length = about.longest_dtm or 0
    return {
        "positions": counts.positions,
        "checkmate positions": counts.checkmates,
        "positions that no move enters without forbidding one": counts.unentered,
        "states": sum(counts.states.values()),
        "states with a forbidden move": counts.forbidding,
        "states won": about.count("win"),
        "states lost": about.count("loss"),
        "states drawn": about.count("draw"),
        "longest game, plies": length,
        "states of the longest games": sum(
            states for value, states in counts.states.items() if about.kind.dtm(value) == length
        ),
    }


def _existing(made: ResultPage, readings: Readings, found: Compared) -> None:
    made.text("## States of each reading")
    made.text(
        "A state is a position and its forbidden move. If two moves lead back to images of the same board, `paper`",
        "forbids the first one, in the orientation that the position has in the index.",
    )
    whole = found.whole
    kind = whole.states.kind
    by_outcome = [_outcomes(kind, each) for each in (whole.counted(0), *whole.alone)]
    both = {outcome: by_outcome[0][outcome] - by_outcome[1][outcome] for outcome in OUTCOMES}
    rows = [("both readings", both), ("`paper` only", by_outcome[1]), ("`exact` only", by_outcome[2])]
    made.table(
        ("states of", "all>", "won>", "drawn>", "lost>"),
        [(name, f"{sum(each.values()):,}", *(f"{each[outcome]:,}" for outcome in OUTCOMES)) for name, each in rows],
    )
    made.text("States of both readings are counted by their values in `paper`.")
    made.text(f"{whole.differing:,} positions do not have the same states in both readings.")
    sums = []
    for which, (name, each) in enumerate(zip(READINGS, readings, strict=True)):
        counted, stored = whole.counted(which), each.database.manifest.statistics.states
        made.different += counted != stored
        equal = "yes" if counted == stored else "**no**"
        sums.append((f"both and `{name}` only", f"{sum(counted.values()):,}", f"{sum(stored.values()):,}", equal))
    made.text("The sums, compared value by value with the statistics of the databases:")
    made.table(("states", "counted>", "database>", "equal"), sums)


def _outcomes(kind: Kind, counts: dict[int, int]) -> dict[str | int, int]:
    found: dict[str | int, int] = dict.fromkeys(OUTCOMES, 0)
    for value, count in counts.items():
        found[kind.outcome(value)] += count
    return found


def _values(made: ResultPage, values: ValuePairs, what: str) -> None:
    """Appends outcomes in both readings, and differences of DTM where outcomes are equal."""
    other = values.by_outcome()
    made.text(f"{values.total:,} {what}, {values.changed:,} of them with different values.")
    rows = [(f"{before} in `paper`", *(f"{other[before, after]:,}" for after in OUTCOMES)) for before in OUTCOMES]
    made.table((what, *(f"{after} in `exact`>" for after in OUTCOMES)), rows)
    delays = values.delays()
    lengths = sorted({length for counts in delays.values() for length in counts})
    if lengths:
        made.text("The same outcome with different DTM:")
        rows = [(f"{plies:+}", *(f"{delays[each].get(plies, 0):,}" for each in ("win", "loss"))) for plies in lengths]
        made.table(("plies more in `exact`>", "wins>", "losses>"), rows)


def _samples(made: ResultPage, readings: Readings, found: Compared, kind: str) -> None:
    """Appends the most striking change of each kind."""
    rows = []
    for change in found.changes[kind].values():
        values = state_values(readings, change.key, change.codes)
        position = f"`{readings[0].rules.text.format(change.key)}`"
        rows.append((position, forbidden(readings, change.key, change.codes), *map(str, values)))
    if rows:
        made.text("An example of each kind: the longest delay or, if the outcome changes, the nearest end of a game:")
        made.table(("position", "forbidden", "`paper`", "`exact`"), rows)


def _sections(made: ResultPage, found: Compared) -> None:
    made.text("## By section")
    rows = [
        (
            name,
            f"{each.differing:,}",
            *(f"{sum(states.values()):,}" for states in each.alone),
            f"{each.states.changed:,}",
            f"{each.positions.changed:,}",
        )
        for name, each in found.sections.items()
    ]
    columns = (
        "hole, mover, opponent",
        "positions with different states>",
        "states only in `paper`>",
        "only in `exact`>",
        "in both, with different values>",
        "positions with different values>",
    )
    made.table(columns, rows)


def main(given: Sequence[str] | None = None) -> int:
    """Prints the page; returns the exit code."""
    parser = arguments("rule8.md", "counts differ from those of the databases")
    parser.add_argument("--threads", metavar="N", type=int, default=machine.cores(), help="by default one per core")
    request = parser.parse_args(given)

    def make(options: Options) -> ResultPage:
        if "rule8" in options:
            raise OptionError("this page is about both readings of rule 8: leave option rule8 out")
        with ExitStack() as stack:
            first, second = (
                stack.enter_context(retro.open("ostle", request.data, **options, rule8=reading)) for reading in READINGS
            )
            return page((first, second), request.threads, Display())

    return write(request, make, "different from the databases")


if __name__ == "__main__":
    sys.exit(main())
