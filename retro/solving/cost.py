"""How long solving takes, and searching from the start: an estimate from how long the game's functions take on a sample
of its positions.

They are timed in plain Python, and compiled code is taken to be as many times faster as with the games measured here.
What the engine itself does with an edge or a slot takes constants, in seconds of one thread, from runs on one machine.
`benchmarks/predict.py` compares what is predicted with what runs take.
"""

from __future__ import annotations

import math
from types import ModuleType

from retro.game.rules import IndexedRules
from retro.solving.process_memory import cached, code_bytes
from retro.solving.sample import Sample
from retro.solving.stores import TASK_SLOTS
from retro.solving.tiles import FILES, PACKED, PACKED_MEAN, PLAIN, Tiles
from retro.system import machine
from retro.system.progress import Forecast

FASTER = 300.0
"""Times that compiled code is faster than plain Python: 150 to 1,000 with the games here, 40 with loops over tuples."""
EDGE = {"queue": 20e-9, "acyclic": 12e-9, "sweep": 30e-9, "search": 10e-9}
"""Of an edge: updates collected and applied, values compared, distances asked for."""
TURNED_EDGE = 32e-9
"""Of an edge that is counted and written down where it leads."""
HALVED, HALVED_TOGETHER = 10e-9, 2e-9
"""Of every halving of the keys that a look-up takes where positions are enumerated, one by one or many in step."""
SLOT = 8e-9
"""Of a slot, over the whole run."""
STORED_SLOT, STORED_KEY = 18e-9, 22e-9
"""Of a slot that is written into the database, and of its key."""
TIER = 2e-9
"""Of a slot for every tier among its neighbours: a tier is looked for among the others."""
SWEEPS = 40
"""How often the sweep backend goes through a game in which positions may come again. That depends on the longest win,
which nobody knows before."""
UNDECIDED = 0.5
"""Part of the positions that a sweep looks at."""
PLAIN_POSITION, PLAIN_EDGE = 15e-6, 3e-6
"""Of a position and of an edge with the reference backend, besides making all moves twice."""
COMPILED = {"queue": 6.5, "acyclic": 3.0, "sweep": 3.5, "search": 5.0}
"""Seconds in which kernels are compiled, if they are not in the cache."""
COMPILED_EDGES = 2.0
"""And those that transpose edges."""
COMPILED_BYTE = 0.4e-3
"""And for every byte of Python's own code of the rules."""
LOADED = 0.5
"""Seconds until the program has started and kernels in the cache are ready."""
READ, PACK, WRITE = 3e-9, 6e-9, 2e-9
"""Of a byte of records that is unpacked, of one that is packed, and of one that is written to a file: packed, in 4 GiB,
all of Ostle takes an hour more."""
UPDATE_BYTES = 2.6
"""Of an update on its way, of most games, as most of them wait packed (`retro.solving.compressed_updates`)."""
TOLD_BYTES, ASKED_BYTES = 4.0, 4.0
"""Where distances are searched for: of a position, which is told about once, and of an edge when states ask."""
PLIES = {"queue": 100, "search": 30}
"""Levels, in each of which tiles are unpacked to be told something, and to tell something: those of the longest win, or
of the farthest position, which nobody knows before."""
LIVE = {"queue": 0.15, "search": 1.0}
"""Part of the records that is unpacked then, in the mean of all levels (`retro.solving.packed`)."""
_LEVELS = {"queue": "level", "acyclic": "tier", "sweep": "sweep", "search": "search"}
"""Phases in which positions get their values, by backend."""
SMALL = 1 << 20
"""Slots times most moves of a game so small that its functions are not timed."""


def forecast(
    rules: IndexedRules,
    sample: Sample,
    backend: str,
    threads: int,
    kernels: ModuleType | None,
    tiles: Tiles,
    machines: int = 1,
) -> Forecast:
    """About how long ``backend`` takes in ``threads`` threads until the database is written, with its records in
    ``tiles``, on so many ``machines`` together."""
    written = rules.slots * (STORED_SLOT + (STORED_KEY if rules.enumerated else 0))
    if kernels is None:
        work = sample.positions * (2 * sample.moves + PLAIN_POSITION) + sample.walked * PLAIN_EDGE
        return Forecast(work * rules.group + written)
    turned = backend == "queue" and not rules.defines("unmoves")
    begun = LOADED
    if not cached(kernels):
        begun += COMPILED[backend] + COMPILED_EDGES * turned + COMPILED_BYTE * code_bytes(rules)
    if rules.slots * rules.max_moves * (SWEEPS if backend == "sweep" else 1) < SMALL:
        return Forecast(begun)
    alone = _work(rules, sample, backend, turned) | {"writing": written}
    phases = {name: seconds / min(threads, machine.cores()) for name, seconds in alone.items()}
    by_level, more = _packing(rules, sample, backend, tiles, threads)
    phases[_LEVELS[backend]] += by_level + more
    shared = {name: seconds / machines for name, seconds in phases.items()}
    return Forecast(begun, shared, by_level / machines, PLIES.get(backend, 0))


def _packing(rules: IndexedRules, sample: Sample, backend: str, tiles: Tiles, threads: int) -> tuple[float, float]:
    """About how long it takes to pack tiles and unpack them: as there are levels, and as updates need room."""
    if tiles.kind == PLAIN:
        return 0.0, 0.0
    records = rules.slots * tiles.record(rules).itemsize
    packed = PACKED_MEAN * records
    room = max(1.0, tiles.budget - (packed if tiles.kind == PACKED else 0))

    def taken(reads: float, visits: float) -> float:
        written = visits * packed * WRITE if tiles.kind == FILES else 0.0
        return records * (reads * READ + visits * PACK) / min(threads, machine.cores()) + written

    levels = PLIES[backend] * LIVE[backend]
    if backend != "search":
        visits = sample.walked * UPDATE_BYTES / room
        return taken(2 * levels, levels), taken(visits, visits)
    visits = sample.positions * TOLD_BYTES / room
    asked = rules.repetition * sample.walked * ASKED_BYTES / room
    return 0.0, taken(2 * levels + visits + asked, levels + visits)


def assumed(sample: Sample, backend: str, tiles: Tiles) -> str:
    """What nobody knows before, and what it is taken to be."""
    if backend == "sweep":
        return f"{sweeps(sample)} sweeps do"
    if tiles.kind == PLAIN:
        return ""
    many = PLIES[backend]
    return f"no position is farther than {many} plies" if backend == "search" else f"wins take about {many} plies"


def _work(rules: IndexedRules, sample: Sample, backend: str, turned: bool) -> dict[str, float]:
    """Of one thread, by phase, besides writing."""
    positions, edges = sample.positions * (1 - sample.won), sample.walked
    if backend == "search":  # nobody is asked who has won
        positions, edges = sample.positions, sample.edges
    made, entered = positions * sample.moves / FASTER, rules.slots * SLOT
    ranked = edges * sample.rank / FASTER
    if rules.enumerated:
        ranked += edges * math.log2(rules.slots + 1) * (HALVED_TOGETHER if backend == "acyclic" else HALVED)
    walked = edges * EDGE[backend]
    unmade = positions * sample.unmoves / FASTER
    if backend == "search":
        # about half of all edges are asked for
        counted = unmade + (ranked + walked) / 2 if rules.repetition else 0.0
        return {"search": made + ranked + walked + entered, "counting states": counted}
    if turned:
        counted, written = made + ranked, made + ranked + edges * TURNED_EDGE
        around = {"counting edges": counted, "transposing edges": written}
        return around | {"first records": made + entered, "level": walked}
    if backend == "queue":
        return {"first records": made + entered, "level": unmade + ranked + walked}
    if backend == "acyclic":
        return {"tier": made + ranked + walked + entered + rules.slots * TIER * sample.tiers_among(TASK_SLOTS)}
    if rules.repetition:  # which state a move leads to depends on the moves that there are at its end
        made += edges * sample.moves / FASTER
    once, often = made + ranked + walked, sweeps(sample)
    return {"states": once, "sweep": often * (UNDECIDED * once + entered), "statistics": once}


def sweeps(sample: Sample) -> int:
    """How often the sweep backend is taken to go through the game."""
    return sample.plies or SWEEPS
