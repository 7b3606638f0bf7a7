"""Memory errors while solving: how runs end in whose working table one random bit is flipped.

    python benchmarks/flips.py --runs 300

Every run solves a small Ostle with the queue backend; between two of its tasks, chosen at random, a random bit of a
random record changes. Either nothing comes of it (the records in the end are the same), or the run stops because its
sums do not agree (`retro.solving.audit`), or a database is made with wrong records: then it is verified.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from common import AsJson, Row, Settings, choose, machine_figures, report, say

from retro.app.commands.solve import manifest_of
from retro.app.errors import guarded
from retro.game.rules import IndexedRules
from retro.lookup import table as tables
from retro.solving import solve
from retro.solving.stores import Store
from retro.solving.tiles import Tiles
from retro.storage import Damaged, writer
from retro.storage.block import BlockEncoder, BlockLayout
from retro.storage.database import Database
from retro.storage.run import Run
from retro.storage.solution import Solution
from retro.system.checkpointing import Arrays, Checkpoint, RunState
from retro.system.errors import RetroError
from retro.system.progress import Silent
from retro.system.sizes import PRODUCTION
from retro.verify import verify

HARMLESS, STOPPED, VERIFIED, SILENT = "nothing came of it", "the run stopped", "found by retro verify", "not found"


class Flip(Checkpoint):
    """Flips one bit of the records between two tasks: before task ``when``, counted over the whole run."""

    def __init__(self, when: int, chance: np.random.Generator) -> None:
        self.moments, self._when, self._chance = 0, when, chance

    def due(self) -> bool:
        self.moments += 1
        return self.moments == self._when

    def save(self, name: str, where: RunState, arrays: Arrays) -> None:
        store = arrays["records"]
        assert isinstance(store, Store)
        index, bit = int(self._chance.integers(store.shape[0])), int(self._chance.integers(8 * store.dtype.itemsize))
        with store.opened(index, index + 1) as records:
            records ^= store.dtype.type(1 << bit)


def stored(rules: IndexedRules, solution: Solution) -> bytes:
    """Returns the records as they are stored in a database."""
    return BlockEncoder(BlockLayout.of(rules.repetition, rules.codes, 2)).encode(solution.planes(0, rules.slots))


def outcome(rules: IndexedRules, flip: Flip, tiles: Tiles, sound: Solution) -> str:
    """Returns how a run with a flipped bit ends."""
    try:
        solution = solve(rules, "queue", 1, Silent(), flip, tiles)
    except RetroError:
        return STOPPED
    if solution.statistics == sound.statistics and stored(rules, solution) == stored(rules, sound):
        return HARMLESS
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "database"
        with writer.alone(path):
            run = Run.now("queue", 1, 0.0, {})
            writer.write(path, solution, manifest_of(rules, solution), lambda: run, 1, lambda slots: None)
        try:
            with Database(path) as database:
                table = tables.load(rules, database, Silent())
                return SILENT if verify.verify(table, database.manifest, 1, 1, Silent()).sound else VERIFIED
        except Damaged:
            return VERIFIED


@guarded
def main(
    settings: Settings = None,
    runs: Annotated[int, typer.Option(min=1, metavar="N", help="How many runs.")] = 300,
    seed: Annotated[int, typer.Option(metavar="N", help="Of the random numbers.")] = 0,
    task: Annotated[int, typer.Option(min=10, max=20, metavar="BITS", help="2**BITS slots in a task.")] = 12,
    json: AsJson = False,
) -> None:
    """Flips one bit in each of many runs and counts how they end."""
    rules, _ = choose(settings or ["size=4"], None)
    tiles, counting = Tiles(sizes=replace(PRODUCTION, page_bits=task)), Flip(-1, np.random.default_rng(seed))
    sound = solve(rules, "queue", 1, Silent(), counting, tiles)
    chance, counts = np.random.default_rng(seed), Counter[str]()
    for number in range(runs):
        counts[outcome(rules, Flip(int(chance.integers(1, counting.moments + 1)), chance), tiles, sound)] += 1
        if (number + 1) % 50 == 0:
            say(f"{number + 1} of {runs} runs")
    wrong = max(1, runs - counts[HARMLESS])
    rows: list[Row] = [
        {"a flipped bit": name, "runs": counts[name], "share": f"{counts[name] / runs:.1%}"}
        for name in (HARMLESS, STOPPED, VERIFIED, SILENT)
    ]
    rows.append(
        {
            "a flipped bit": "of those that matter, noticed while solving",
            "runs": counts[STOPPED],
            "share": f"{counts[STOPPED] / wrong:.1%}",
        }
    )
    report({"machine": machine_figures(), f"{rules.slots:,} slots, {counting.moments} moments": rows}, json)


if __name__ == "__main__":
    typer.run(main)
