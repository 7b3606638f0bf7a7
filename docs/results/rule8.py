"""Makes the page docs/results/rule8.md: the two readings of rule 8 of Ostle, over all of the game.

    python docs/results/rule8.py > docs/results/rule8.md
    python docs/results/rule8.py --check > /dev/null      exit code 1 if what was counted is not what the databases say

Both databases are read once, block by block; half a GiB of memory is enough.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import ExitStack

from comparing_solutions import OUTCOMES, Compared, Solved, Values, compare
from readings import READINGS, Readings, draw, forbidden, striking, worth
from result_page import Options, Page, arguments, write

import retro
from retro.app.console import Display
from retro.game.values import Value
from retro.storage.manifest import Manifest
from retro.system import machine
from retro.system.errors import OptionError
from retro.system.progress import Progress


def page(readings: Readings, threads: int, progress: Progress) -> Page:
    """The whole page."""
    solved = [Solved(each.rules, each.database) for each in readings]
    found = compare(*solved, threads, progress)
    progress.close()
    options = {name: value for name, value in readings[0].database.manifest.options.items() if name != "rule8"}
    made = Page()
    made.text("# Ostle: the two readings of rule 8")
    made.text(
        "Made by `python docs/results/rule8.py` from the databases of both readings; not written by hand.",
        f"Options: {', '.join(f'{name}={value}' for name, value in options.items())}.",
    )
    made.text(
        "No move may lead back to the position of two plies before. In the reading `exact` that is the very same",
        "board: the forbidden move is the one that takes the last move back. In the reading `paper`, by which the",
        "published tables are made, it is the first move that leads to that board or to one of its eight images.",
        "Positions, moves and index are the same; [how they are counted](../../games/ostle/README.md).",
    )
    _summary(made, readings, found)
    _side_by_side(made, readings)
    _existing(made, readings, found)
    made.text("## States of both readings")
    made.text("A position with the same move forbidden in both, or with nothing forbidden.")
    _values(made, found.whole.states, "states")
    _samples(made, readings, found, "states")
    made.text("## Positions with nothing forbidden")
    made.text("All positions, checkmates included, whether or not a move leads there without forbidding one.")
    _values(made, found.whole.positions, "positions")
    made.text("## The same move, another one forbidden")
    made.text(
        "Where a move forbids one reply in `paper` and another one, or none, in `exact`, it leads to two different",
        "states. Each pair of such states of a position is counted once, however many moves lead to it.",
    )
    _values(made, found.whole.moves, "pairs")
    _samples(made, readings, found, "moves")
    _parts(made, found)
    for kind in ("states", "moves"):
        change = striking(readings, found.changes[kind].values())
        if change is not None:
            draw(made, readings, change)
    return made


def _summary(made: Page, readings: Readings, found: Compared) -> None:
    made.text("## Does it matter?")
    about = [each.database.manifest for each in readings]
    starts = [each.start for each in about]
    lines = []
    if starts[0] is not None and starts[1] is not None:
        first, second = (str(Value.of(start)) for start in starts if start is not None)
        same = f"The value of the start is the same: {first}."
        lines.append(same if first == second else f"The value of the start differs: {first}, {second} in `exact`.")
    lines.append(_told("states that both readings have", found.whole.states))
    lines.append(_told("positions with nothing forbidden", found.whole.positions))
    alone = [sum(states.values()) for states in found.whole.alone]
    lines.append(f"{alone[0]:,} states are there in `paper` only, {alone[1]:,} in `exact` only.")
    longest = [each.longest_dtm for each in about]
    lines.append(
        f"The longest game takes {longest[0]} plies in both."
        if longest[0] == longest[1]
        else f"The longest game takes {longest[0]} plies, in `exact` {longest[1]}."
    )
    made.text(*(f"- {line}" for line in lines))


def _told(what: str, values: Values) -> str:
    """What a reader wants to know of values in both readings, in a sentence."""
    if not values.changed:
        return f"Of {values.total:,} {what} none has another value."
    other = sum(count for (before, after), count in values.by_outcome().items() if before != after)
    delays = [abs(delay) for counts in values.delays().values() for delay in counts]
    share = f"one in {round(values.total / values.changed):,}"
    ends = f"{other:,} another outcome" if other else "none another outcome"
    longer = f"{values.changed - other:,} the same outcome and another DTM" + (
        f", by up to {max(delays)} plies" if delays else ""
    )
    return f"Of {values.total:,} {what} {values.changed:,} have another value, {share}: {ends}, {longer}."


def _side_by_side(made: Page, readings: Readings) -> None:
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
            states for value, states in counts.states.items() if Value.of(value).dtm == length
        ),
    }


def _existing(made: Page, readings: Readings, found: Compared) -> None:
    made.text("## Which states there are")
    made.text(
        "A state is a position and the move forbidden in it. Where two moves lead back to images of the same board,",
        "`paper` forbids the first one, as the position stands in the index.",
    )
    whole = found.whole
    by_outcome = [_outcomes(whole.counted(0)), *map(_outcomes, whole.alone)]
    both = {outcome: by_outcome[0][outcome] - by_outcome[1][outcome] for outcome in OUTCOMES}
    rows = [("both readings", both), ("`paper` only", by_outcome[1]), ("`exact` only", by_outcome[2])]
    made.table(
        ("states of", "all>", "won>", "drawn>", "lost>"),
        [(name, f"{sum(each.values()):,}", *(f"{each[outcome]:,}" for outcome in OUTCOMES)) for name, each in rows],
    )
    made.text("States of both are won, drawn or lost here as `paper` has it.")
    made.text(f"{whole.differing:,} positions do not have the same states in both readings.")
    sums = []
    for which, (name, each) in enumerate(zip(READINGS, readings, strict=True)):
        here, there = whole.counted(which), each.database.manifest.statistics.states
        made.different += here != there
        equal = "yes" if here == there else "**no**"
        sums.append((f"both and `{name}` only", f"{sum(here.values()):,}", f"{sum(there.values()):,}", equal))
    made.text("Added up, beside what the databases counted when they were made; equal value by value:")
    made.table(("states", "here>", "database>", "equal"), sums)


def _outcomes(counts: dict[int, int]) -> dict[str | int, int]:
    found: dict[str | int, int] = dict.fromkeys(OUTCOMES, 0)
    for value, count in counts.items():
        found[Value.of(value).value] += count
    return found


def _values(made: Page, values: Values, what: str) -> None:
    """Outcomes in both readings, and how DTM differs where they are equal."""
    other = values.by_outcome()
    made.text(f"{values.total:,} {what}, {values.changed:,} of them with another value.")
    rows = [(f"{before} in `paper`", *(f"{other[before, after]:,}" for after in OUTCOMES)) for before in OUTCOMES]
    made.table((what, *(f"{after} in `exact`>" for after in OUTCOMES)), rows)
    delays = values.delays()
    lengths = sorted({length for counts in delays.values() for length in counts})
    if lengths:
        made.text("The same outcome, another DTM:")
        rows = [(f"{plies:+}", *(f"{delays[each].get(plies, 0):,}" for each in ("win", "loss"))) for plies in lengths]
        made.table(("plies more in `exact`>", "wins>", "losses>"), rows)


def _samples(made: Page, readings: Readings, found: Compared, kind: str) -> None:
    """The most striking change of each sort."""
    rows = []
    for change in found.changes[kind].values():
        values = worth(readings, change.key, change.codes)
        position = f"`{readings[0].rules.text.format(change.key)}`"
        rows.append((position, forbidden(readings, change.key, change.codes), *map(str, values)))
    if rows:
        made.text("Of each kind of change one, where the delay is longest or, if the outcome changes, the end nearest:")
        made.table(("position", "forbidden", "`paper`", "`exact`"), rows)


def _parts(made: Page, found: Compared) -> None:
    made.text("## Where")
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
        "positions with other states>",
        "states of `paper` only>",
        "of `exact` only>",
        "of both, of another value>",
        "positions of another value>",
    )
    made.table(columns, rows)


def main(given: Sequence[str] | None = None) -> int:
    """Print the page; the exit code."""
    parser = arguments("rule8.md", "what was counted is not what the databases say")
    parser.add_argument("--threads", metavar="N", type=int, default=machine.cores(), help="by default one per core")
    asked = parser.parse_args(given)

    def make(options: Options) -> Page:
        if "rule8" in options:
            raise OptionError("this page is about both readings of rule 8: leave option rule8 out")
        with ExitStack() as stack:
            first, second = (
                stack.enter_context(retro.open("ostle", asked.data, **options, rule8=reading)) for reading in READINGS
            )
            return page((first, second), asked.threads, Display())

    return write(asked, make, "not what the databases say")


if __name__ == "__main__":
    sys.exit(main())
