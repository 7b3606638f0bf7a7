"""What optional functions save: games of `simple_rules.py` with and without a few lines, solved as `retro solve` does.

    python benchmarks/missing_functions.py --large

Each game is enumerated and solved with one thread in memory, in a process of its own, with kernels from the cache. The
ratios are those of the game with the function to the game without it: of processor seconds, and of memory, which is the
peak of the process, less its peak before the enumeration begins. `retro.solving.advice` cites them.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import typer
from common import AsJson, Row, machine_figures, report
from one_game import measured
from simple_rules import CONNECT_FOUR, STEPPERS, TIER

UNMOVES = """

MAX_UNMOVES = 8 * MEN


def unmoves(key, out):
    mine, theirs = key & FULL, key >> SQUARES
    count, left = 0, theirs
    while left:
        man = left & -left
        left ^= man
        square = lowest(man)
        starts = NEAR[square] & ~(mine | theirs)
        while starts:
            start = starts & -starts
            starts ^= start
            out[count, 0] = theirs ^ man ^ start | mine << SQUARES
            out[count, 1], out[count, 2] = lowest(start) * SQUARES + square, -1
            count += 1
    return count
"""
INDEX = """

from retro.indexing.placements import PlacementIndex

SYMMETRIES = [[turned(*divmod(square, SIZE), g) for square in range(SQUARES)] for g in range(8)]
PLACES = PlacementIndex(SYMMETRIES, [(MEN, MEN)])
place, placed, SLOTS = PLACES.rank, PLACES.unrank, PLACES.slots


def rank(key):
    return place(key & FULL, key >> SQUARES)


def unrank(slot):
    mine, theirs = placed(slot)
    return -1 if mine < 0 else mine | theirs << SQUARES
"""


class Comparison(NamedTuple):
    """A game with a function and without it: two sources of rules, and the options of both."""

    game: str
    function: str
    without: str
    with_it: str
    options: dict[str, int]


def comparisons(large: bool) -> list[Comparison]:
    """Returns the pairs of games to compare."""
    one_image = STEPPERS.replace("GROUP = 8", "GROUP = 1")
    assert one_image != STEPPERS
    men = {"size": 5, "men": 3}
    return [
        Comparison("connect4", "tier", CONNECT_FOUR, CONNECT_FOUR + TIER, {"columns": 5, "rows": 5 if large else 4}),
        Comparison("steppers", "image", one_image, STEPPERS, men),
        Comparison("steppers", "rank", STEPPERS, STEPPERS + INDEX, men),
        Comparison("steppers with rank,", "unmoves", STEPPERS + INDEX, STEPPERS + INDEX + UNMOVES, men),
        Comparison("steppers", "unmoves", STEPPERS, STEPPERS + UNMOVES, men),
    ]


def main(
    large: Annotated[bool, typer.Option("--large", help="Connect-4 on 5 x 5, in 1.5 GB.")] = False,
    json: AsJson = False,
) -> None:
    """Solve games with and without optional functions."""
    rows: list[Row] = []
    for each in comparisons(large):
        runs = [measured(source.format(**each.options)) for source in (each.without, each.with_it)]
        for label, run in zip(("without", "with"), runs, strict=True):
            rows.append(
                {
                    "game": f"{each.game} {label} {each.function}",
                    "backend": run["backend"],
                    "slots": run["positions"],
                    "enumerating": run["enumerating"],
                    "processor seconds": run["seconds"],
                    "ratio": run["seconds"] / runs[0]["seconds"],
                    "MB": run["bytes"] / 1e6,
                    "memory ratio": run["bytes"] / runs[0]["bytes"],
                }
            )
    report({"machine": machine_figures(), "games": rows}, json)


if __name__ == "__main__":
    typer.run(main)
