"""What optional functions save: games of `simple_games.py` with and without a few lines, solved as `retro solve` does.

    python benchmarks/missing_functions.py --large

Each game is enumerated and solved with one thread in memory, in a process of its own, with kernels from the cache. The
ratios are those of the game with the function to the game without it: of processor seconds, and of memory, which is the
peak of the process, less its peak before the enumeration begins. `retro.solving.advice` cites them.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer
from simple_games import CONNECT_FOUR, STEPPERS, TEXT, TIER

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


def solve_one(source: str) -> dict[str, Any]:
    """Returns the figures of a game, which it solves in this process."""
    from retro import solving
    from retro.game import Game
    from retro.game.loading import load
    from retro.game.rules import IndexedRules
    from retro.indexing.discovery import Limits, enumerate_positions
    from retro.system.progress import Silent

    with tempfile.TemporaryDirectory() as directory:
        package = Path(directory) / "compared"
        package.mkdir()
        for file, text in (("__init__.py", ""), ("rules.py", source), ("text.py", TEXT)):
            (package / file).write_text(text, encoding="utf-8")
        sys.path.insert(0, directory)
        rules = load(Game("compared", "compared", package.name), {})
        before, begun = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
        indexed = rules if isinstance(rules, IndexedRules) else enumerate_positions(rules, 1, Silent(), Limits(1 << 31))
        enumerated = time.process_time() - begun
        backend = solving.plans(indexed, "auto", 1, 1 << 40)[0].backend
        solving.solve(indexed, backend, 1, Silent())
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return {
        "slots": indexed.slots,
        "backend": backend,
        "enumerating": enumerated,
        "seconds": time.process_time() - begun,
        "bytes": 1024 * (after - before),
    }


def measured(source: str) -> dict[str, Any]:
    """Returns the figures of a game from the second of two runs of `solve_one`, each in a process of its own."""
    for _ in range(2):
        command = [sys.executable, __file__, "--one"]
        out = subprocess.run(command, input=source, check=True, capture_output=True, text=True).stdout
    figures: dict[str, Any] = json.loads(out)
    return figures


def main(
    large: Annotated[bool, typer.Option("--large", help="Connect-4 on 5 x 5, in 1.5 GB.")] = False,
    one: Annotated[bool, typer.Option("--one", hidden=True)] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures in JSON.")] = False,
) -> None:
    """Solve games with and without optional functions."""
    if one:
        print(json.dumps(solve_one(sys.stdin.read())))
        return
    from common import Row, machine_figures, report

    rows: list[Row] = []
    for each in comparisons(large):
        runs = [measured(source.format(**each.options)) for source in (each.without, each.with_it)]
        for label, run in zip(("without", "with"), runs, strict=True):
            rows.append(
                {
                    "game": f"{each.game} {label} {each.function}",
                    "backend": run["backend"],
                    "slots": run["slots"],
                    "enumerating": run["enumerating"],
                    "processor seconds": run["seconds"],
                    "ratio": run["seconds"] / runs[0]["seconds"],
                    "MB": run["bytes"] / 1e6,
                    "memory ratio": run["bytes"] / runs[0]["bytes"],
                }
            )
    report({"machine": machine_figures(), "games": rows}, as_json)


if __name__ == "__main__":
    typer.run(main)
