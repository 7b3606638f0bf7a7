"""What `retro reach` does and says, and how `retro query` and `retro line` tell of ways from the start."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Any

import retro
from retro import machine
from retro.analysis import reach as searching
from retro.analysis.table import KEY_BYTES, check_memory
from retro.api import MoveValue, Tablebase
from retro.app import show
from retro.app.console import duration
from retro.game import GameError, ResourceError
from retro.indexing.enumerated import Positions, bind
from retro.progress import Progress
from retro.rules import Rules
from retro.storage import DatabaseError, NotSolved, distances
from retro.storage.distances import Reach
from retro.storage.manifest import Manifest

_DISK_BYTES = 0.5
"""Of a slot's distance in the database, rather more than less."""


def search(table: Tablebase, threads: int, progress: Progress) -> Reach:
    """Search from the start and write what was found into the database's directory.

    ResourceError, before anything is searched, if memory or disk will not do; DatabaseError if it cannot be written.
    """
    started = time.perf_counter()
    database = table.database
    distances.check(database.path)
    needed, free = int(database.slots * _DISK_BYTES), machine.free_disk(database.path)
    if needed > free:
        missing = f"{needed - free:,} bytes of disk are missing ({needed:,} needed, {free:,} free)"
        raise ResourceError(f"cannot search {table.rules.game.name}: {missing}")
    rules = _in_memory(table)

    def about(found: searching.Found) -> Reach:
        return Reach(
            digest=rules.digest,
            states=found.states,
            positions=found.positions,
            seconds=round(time.perf_counter() - started, 3),
            threads=threads,
            peak_rss_bytes=machine.peak_memory(),
            engine=retro.__version__,
            date=datetime.now(UTC).isoformat(timespec="seconds"),
        )

    try:
        found = searching.search(rules, threads, progress)
        progress.phase("writing", database.slots, None)
        advance = partial(progress.advance, decided=0)
        return distances.write(database.path, found.distances, partial(about, found), threads, advance)
    finally:
        progress.close()


def _in_memory(table: Tablebase) -> Rules:
    """The rules with an index that compiled code can use."""
    keys = table.database.keys
    if keys is None:
        return table.rules
    check_memory(table.rules, table.database.slots * KEY_BYTES + searching.memory_bytes(table.rules))
    return bind(table.rules, Positions.of(keys.all()))


def as_json(about: Manifest, found: Reach) -> dict[str, Any]:
    """The answer of `retro reach`."""
    return {
        "game": about.game,
        "options": about.options,
        "histogram": [{"distance": distance, "states": states} for distance, states in enumerate(found.states)],
        "states": sum(found.states),
        "positions": found.positions,
        "unreached": about.statistics.positions - found.positions,
        "deepest": len(found.states) - 1,
        "seconds": found.seconds,
        "peak_rss_bytes": found.peak_rss_bytes,
    }


def write(about: Manifest, found: Reach) -> None:
    """The same for people."""
    answer, memory = as_json(about, found), show.gigabytes(found.peak_rss_bytes)
    show.facts(
        [
            ("states", f"{answer['states']:,}"),
            ("positions", f"{answer['positions']:,}"),
            ("  no game comes to", f"{answer['unreached']:,}"),
            ("farthest", f"{answer['deepest']} plies from the start"),
            (
                "searched",
                f"{found.date}, in {duration(found.seconds)} with {memory} of memory, {found.threads} threads",
            ),
        ]
    )
    rows = [(str(row["distance"]), f"{row['states']:,}") for row in answer["histogram"]]
    show.table(("plies from the start>", "states>"), rows)


def from_start(table: Tablebase, key: int, forbidden: int | None) -> int | None:
    """Plies from the start to a state; None if nobody searched, no game comes to it, or that is too much to find out.

    DatabaseError if what was found cannot be used.
    """
    try:
        return table.distance(key, forbidden)
    except NotSolved:
        return None
    except DatabaseError:
        raise
    except GameError:
        return None


def line_as_json(
    table: Tablebase, key: int, forbidden: str | None, from_start: bool, moves: Sequence[MoveValue]
) -> dict[str, Any]:
    """The answer of `retro line`: moves from the start or from a state on, and the value of that state."""
    text, about = table.rules.text, table.database.manifest
    return {
        "game": about.game,
        "options": about.options,
        "position": str(text.format(key)),
        **table.probe(key, forbidden)._asdict(),
        "forbidden": forbidden,
        "begins": str(text.format(table.rules.initial if from_start else key)),
        "plies": len(moves),
        "moves": [{"move": each.move, "value": each.value, "dtm": each.dtm, "after": each.after} for each in moves],
    }


def write_line(table: Tablebase, key: int, forbidden: str | None, from_start: bool, moves: Sequence[MoveValue]) -> None:
    """The same for people."""
    text, answer = table.rules.text, line_as_json(table, key, forbidden, from_start, moves)
    sys.stdout.write(f"{str(text.draw(table.rules.initial if from_start else key)).rstrip()}\n\n")
    told = [("begins", answer["begins"]), ("plies", str(answer["plies"]))]
    if from_start:
        asked, last = answer["position"], moves[-1].after if moves else answer["begins"]
        told.append(("ends", asked if last == asked else f"in an image of {asked}, turned or mirrored"))
    show.facts([*told, ("value", str(table.probe(key, forbidden)))])
    if moves:
        show.table(
            ("ply>", "move", "value", "DTM>", "position after"),
            [
                (
                    str(number),
                    each.move,
                    show.word(each.value),
                    "" if each.dtm is None else str(each.dtm),
                    each.after or "the game ends",
                )
                for number, each in enumerate(moves, 1)
            ],
        )
