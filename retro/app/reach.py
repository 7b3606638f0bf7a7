"""What `retro reach` does and says."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from retro.app import interruption, layout, output
from retro.app.requirements import ALL, TOLD, Needs, Room, chosen, needs
from retro.game.rules import IndexedRules
from retro.lookup.table import ENUMERATED_BYTES, check_memory
from retro.query.api import Tablebase
from retro.reach import reach as searching
from retro.solving import scratch
from retro.solving.process_memory import COMPILED_MORE
from retro.solving.sample import sampled
from retro.solving.tiles import FILES, PLAIN
from retro.storage import distances, run
from retro.storage.distances import Reach
from retro.storage.location import checkpoint_path
from retro.storage.manifest import Manifest, settled
from retro.storage.run import Run
from retro.storage.seekable import BlockFile
from retro.system.errors import ResourceError
from retro.system.progress import Progress, Stopwatch

if TYPE_CHECKING:
    from retro.app.workers import Crew, Shared
    from retro.solving.engine import Engine

JOB = "reach"
TOLD_BYTES, ASKED_BYTES = 4.0, 6.5
"""Of an edge, on its way to another worker; states that ask do so over about half of the edges, and get a byte each."""


def ready(
    table: Tablebase, threads: int, interval: float, room: Room, crew: Crew | None = None
) -> tuple[IndexedRules, list[Needs]]:
    """The rules with an index that compiled code can use, and what searching takes with every store.

    ResourceError if there is no memory for that index, GameError if a ``crew`` cannot search this game.
    """
    if crew:
        crew.check(table.rules)
    if table.rules.enumerated:
        check_memory(table.rules, table.database.slots * ENUMERATED_BYTES)
    rules = table.database.indexed(table.rules, in_memory=True)
    if crew:
        return rules, crew.needs(_shared(), rules, table.database.path, interval, room)
    plans = partial(searching.plans, rules, threads)
    return rules, needs(plans, table.database.path, interval, room, JOB)


def _shared() -> Shared:
    """What a crew is told to do."""
    from retro.app.workers import Shared
    from retro.cluster import plan

    def load(rules: IndexedRules, threads: int) -> plan.Load:
        (whole,) = searching.plans(rules, threads, 0, PLAIN)
        kernels = searching.work(rules).stages[searching.SPREAD].module
        edges, each = sampled(rules).edges, ASKED_BYTES if rules.repetition else TOLD_BYTES
        return plan.Load("search", whole, kernels, edges, each, searching.BYTE, COMPILED_MORE)

    return Shared(JOB, searching.work, (searching.__name__,), partial(plan.plans, load))


def search(
    table: Tablebase,
    threads: int,
    progress: Progress,
    restart: bool = False,
    interval: float = math.inf,
    remark: Callable[[str], None] = print,
    room: Room = ALL,
    crew: Crew | None = None,
) -> tuple[Reach, Run]:
    """Search from the start and write what was found into the database's directory; that, and how the run went.

    ``crew`` searches if it is given, in so many threads each.
    Checkpoints as when a game is solved (`retro.app.solve`). ResourceError, before anything is searched, if memory or
    disk will not do; DatabaseError if another process is at it or nothing can be written.
    """
    path, watch = table.database.path, Stopwatch(progress)
    distances.check(path)
    rules, choices = ready(table, threads, interval, room, crew)
    needed, name = chosen(choices), rules.game.name
    if needed.short:
        raise ResourceError(f"cannot search {name}: {'; '.join(needed.short)}")
    if needed.tiles.kind != PLAIN:
        remark(f"{name}: its distances are {TOLD[needed.tiles.kind]}; {needed.time}")
    place = checkpoint_path(path, JOB)
    identity = interruption.identity(JOB, rules, "search", (searching.__name__,))
    try:
        with (
            distances.alone(path),
            interruption.checkpointed(place, identity, threads, watch, restart, interval, remark) as checkpoint,
            scratch.directory(room.scratch_path(path, JOB), needed.tiles) as tiles,
        ):
            watch.expect(needed.forecast)
            workers = crew.workers if crew else 0

            def attempt(engine: Engine | None = None) -> Reach:
                found = searching.search(rules, threads, watch, checkpoint, tiles, engine)
                if tiles.kind == FILES:
                    remark(f"{found.written / 1e9:,.1f} GB were written to {tiles.scratch}")
                watch.phase("writing", rules.slots, None)

                def about(file: BlockFile) -> Reach:
                    return Reach(rules.digest, tuple(found.states), found.positions, file)

                def finished() -> Run:
                    watch.close()
                    all_threads = threads * max(1, workers)
                    return Run.now(
                        "search", all_threads, checkpoint.seconds, watch.seconds, checkpoint.resumed, workers=workers
                    )

                advance = interruption.saving(checkpoint, found.snapshot, partial(watch.advance, decided=0))
                return distances.write(path, found.store, about, finished, threads, advance)

            def in_between(line: str) -> None:
                watch.close()
                remark(line)

            kept = replace(needed, tiles=tiles)
            written = crew.persist(_shared(), rules, kept, checkpoint, in_between, attempt) if crew else attempt()
            checkpoint.discard()
    finally:
        watch.close()
    return written, run.read(settled(path) / run.REACHED, distances.REMEDY)


def as_json(about: Manifest, found: Reach, run: Run) -> dict[str, Any]:
    """The answer of `retro reach`."""
    return {
        "game": about.game,
        "options": about.options,
        "histogram": [{"distance": distance, "states": states} for distance, states in enumerate(found.states)],
        "states": sum(found.states),
        "positions": found.positions,
        "unreached": about.statistics.positions - found.positions,
        "deepest": len(found.states) - 1,
        "seconds": run.seconds,
        "peak_rss_bytes": run.peak_rss_bytes,
    }


def write(about: Manifest, found: Reach, run: Run) -> None:
    """The same for people."""
    answer = as_json(about, found, run)
    layout.facts(
        [
            ("states", f"{answer['states']:,}"),
            ("positions", f"{answer['positions']:,}"),
            ("  no game comes to", f"{answer['unreached']:,}"),
            ("farthest", f"{answer['deepest']} plies from the start"),
            ("searched", f"{output.took(run)}, {run.threads} threads"),
        ]
    )
    rows = [(str(row["distance"]), f"{row['states']:,}") for row in answer["histogram"]]
    layout.table(("plies from the start>", "states>"), rows)
