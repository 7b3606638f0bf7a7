"""Estimates of the time of a run, from the time that the game's functions take on a sample of its positions.

The functions are timed in plain Python; compiled code is assumed to be faster by the factor that was measured with the
games here. The time that the engine itself takes for an edge or a slot is a constant, in seconds of one thread, from
runs on one machine. `benchmarks/predict.py` compares predictions with runs.
"""

from __future__ import annotations

from types import ModuleType

from retro.game.rules import IndexedRules
from retro.solving.below import one_pass, takes_back
from retro.solving.process_memory import cached, code_bytes
from retro.solving.sample import Sample
from retro.solving.tiles import FILES, PACKED, PACKED_MEAN, PLAIN, Tiles
from retro.system import machine
from retro.system.progress import Forecast

FASTER = 300.0
"""Factor by which compiled code is faster than plain Python: 150 to 1,000 with the games here, 40 with loops over
tuples."""
EDGE = {"queue": 20e-9, "one pass": 12e-9, "search": 10e-9}
"""Seconds of an edge: updates are collected and applied, values compared, distances requested."""
SCORED_EDGE = 400e-9
"""Seconds of an edge if values are scores with distances, with the fixed costs of levels, which are many and small."""
TRANSPOSED_EDGE, LISTED_EDGE = 55e-9, 17e-9
"""Seconds of an edge that is found and stored with those of its page, and of one that is written into a list."""
LOOKED_UP, LOOKED_UP_TOGETHER = 200e-9, 70e-9
"""Seconds of looking up an enumerated position, one by one or many at the same time."""
SLOT = 8e-9
"""Seconds of a slot, over the whole run."""
STORED_SLOT, STORED_KEY = 18e-9, 22e-9
"""Seconds of a slot that is written into the database, and of its key."""
PLAIN_POSITION, PLAIN_EDGE = 15e-6, 3e-6
"""Seconds of a position and of an edge with the reference backend, besides making all moves twice."""
COMPILED = {"queue": 6.5, "one pass": 3.0, "search": 5.0}
"""Seconds to compile kernels that are not in the cache, by backend."""
COMPILED_EDGES = 2.0
"""Seconds to compile those that transpose edges."""
COMPILED_BYTE = 0.4e-3
"""Seconds to compile a byte of Python bytecode of the rules."""
LOADED = 0.5
"""Seconds until the program has started and kernels in the cache are ready."""
READ, PACK, WRITE = 3e-9, 6e-9, 2e-9
"""Seconds of a byte of records that is unpacked, of one that is packed, and of one that is written to a file: in 4 GiB,
all of Ostle takes an hour more."""
UPDATE_BYTES = 2.6
"""Bytes of an update, in most games, because most of them are compressed (`retro.solving.compressed_updates`)."""
UPDATED_POSITION_BYTES, REQUEST_BYTES = 4.0, 4.0
"""In a search, bytes of a position, which gets one update, and of an edge, for which there is one request."""
PLIES = {"queue": 100, "search": 30}
"""Assumed number of levels, in each of which tiles are unpacked to send and to apply updates: plies of the longest win,
or of the farthest position, which are not known in advance."""
LIVE = {"queue": 0.15, "search": 1.0}
"""Share of the records that is unpacked in a level, in the mean of all levels (`retro.solving.packed`)."""
_LEVELS = {"queue": "level", "one pass": "one pass", "search": "search"}
"""Phases in which positions get their values, by backend."""
SMALL = 1 << 20
"""Slots times the most moves of a game so small that its functions are not timed."""


def forecast(
    rules: IndexedRules,
    sample: Sample,
    backend: str,
    threads: int,
    kernels: ModuleType | None,
    tiles: Tiles,
    machines: int = 1,
    by_levels: bool = False,
) -> Forecast:
    """Returns the estimated time of ``backend`` until the database is written.

    It runs in ``threads`` threads, with its records in ``tiles``, on so many ``machines`` together. ``by_levels`` says
    that tiers that one pass would solve are solved by levels, too.
    """
    if backend == "queue" and one_pass(rules) and not by_levels:
        backend = "one pass"
    written = rules.slots * (STORED_SLOT + (STORED_KEY if rules.enumerated else 0))
    if kernels is None:
        work = sample.positions * (2 * sample.moves + PLAIN_POSITION) + sample.walked * PLAIN_EDGE
        return Forecast(work * rules.group + written)
    transposed = backend == "queue" and not takes_back(rules)
    begun = LOADED
    if not cached(kernels):
        begun += COMPILED[backend] + COMPILED_EDGES * transposed + COMPILED_BYTE * code_bytes(rules)
    if rules.slots * rules.max_moves < SMALL:
        return Forecast(begun)
    alone = _work(rules, sample, backend, transposed) | {"writing": written}
    phases = {name: seconds / min(threads, machine.cores()) for name, seconds in alone.items()}
    by_level, more = _packing(rules, sample, backend, tiles, threads)
    phases[_LEVELS[backend]] += by_level + more
    shared = {name: seconds / machines for name, seconds in phases.items()}
    return Forecast(begun, shared, by_level=by_level / machines, levels=PLIES.get(backend, 0))


def _packing(rules: IndexedRules, sample: Sample, backend: str, tiles: Tiles, threads: int) -> tuple[float, float]:
    """Returns the seconds to pack and unpack tiles, because of levels and because the memory for updates is full."""
    if tiles.kind == PLAIN:
        return 0.0, 0.0
    records, share = rules.slots * tiles.record(rules).itemsize, tiles.slots(rules) / rules.slots
    packed = PACKED_MEAN * records
    capacity = max(1.0, tiles.budget - (share * packed if tiles.kind == PACKED else 0))

    def taken(reads: float, visits: float) -> float:
        written = visits * packed * WRITE if tiles.kind == FILES else 0.0
        return records * (reads * READ + visits * PACK) / min(threads, machine.cores()) + written

    levels = PLIES[backend] * LIVE[backend]
    if backend != "search":
        visits = share * sample.walked * UPDATE_BYTES / capacity  # of each tier, as if all were as large as the largest
        return taken(2 * levels, levels), taken(visits, visits)
    visits = sample.positions * UPDATED_POSITION_BYTES / capacity
    requests = rules.repetition * sample.walked * REQUEST_BYTES / capacity
    return 0.0, taken(2 * levels + visits + requests, levels + visits)


def assumed(backend: str, tiles: Tiles) -> str:
    """Returns the assumption of `forecast` about what is not known in advance, "" if there is none."""
    if tiles.kind == PLAIN:
        return ""
    plies = PLIES[backend]
    return f"no position is farther than {plies} plies" if backend == "search" else f"wins take about {plies} plies"


def _work(rules: IndexedRules, sample: Sample, backend: str, transposed: bool) -> dict[str, float]:
    """Returns the seconds of one thread by phase, without writing."""
    positions, edges = sample.positions * (1 - sample.won), sample.walked
    if backend == "search":  # it does not call `wins`
        positions, edges = sample.positions, sample.edges
    made, entered = positions * sample.moves / FASTER, rules.slots * SLOT
    ranked = edges * sample.rank / FASTER
    if rules.enumerated:
        ranked += edges * (0 if transposed else LOOKED_UP_TOGETHER if backend == "one pass" else LOOKED_UP)
    scored = backend == "queue" and rules.scores and rules.thresholds
    walked = edges * (SCORED_EDGE if scored else EDGE[backend])
    unmade = positions * sample.unmoves / FASTER
    if backend == "search":
        # about half of all edges are requested
        counted = unmade + (ranked + walked) / 2 if rules.repetition else 0.0
        return {"search": made + ranked + walked + entered, "counting states": counted}
    if transposed:
        listed = {"edges": made + ranked + edges * TRANSPOSED_EDGE, "predecessor lists": edges * LISTED_EDGE}
        return listed | {"first records": made + entered, "level": walked}
    if backend == "queue":
        return {"first records": made + entered, "level": unmade + ranked + walked}
    return {"one pass": made + ranked + walked + entered}
