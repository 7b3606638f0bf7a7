"""How long solving takes, and searching from the start: an estimate from how long the game's functions take on a sample
of its positions.

They are timed in plain Python, and compiled code is taken to be as many times faster as with the games measured here.
What the engine itself does with an edge or a slot takes constants, in seconds of one thread, from runs on one machine.
`benchmarks/predict.py` compares what is predicted with what runs take.
"""

from __future__ import annotations

import math
from types import ModuleType

from retro import machine
from retro.rules import IndexedRules
from retro.solving.footprint import cached, code_bytes
from retro.solving.sample import Sample
from retro.solving.tiers import TASK_SLOTS
from retro.solving.tiles import FILES, PACKED, PACKED_MEAN, PLAIN, Tiles

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
"""And those that turn edges around."""
COMPILED_BYTE = 0.4e-3
"""And for every byte of Python's own code of the rules."""
LOADED = 0.5
"""Seconds until the program has started and kernels in the cache are ready."""
READ, PACK, WRITE = 3e-9, 6e-9, 2e-9
"""Of a byte of records that is unpacked, of one that is packed, and of one that is written to a file: packed, in 4 GiB,
all of Ostle takes an hour more."""
UPDATE_BYTES = 2.6
"""Of an update on its way, of most games, as most of them wait packed (`retro.solving.stowage`)."""
TOLD_BYTES, ASKED_BYTES = 4.0, 4.0
"""Where distances are searched for: of a position, which is told about once, and of an edge when states ask."""
PLIES = {"queue": 100, "search": 30}
"""Levels, in each of which tiles are unpacked to be told something, and to tell something: those of the longest win, or
of the farthest position, which nobody knows before."""
LIVE = {"queue": 0.15, "search": 1.0}
"""Part of the records that is unpacked then, in the mean of all levels (`retro.solving.packed`)."""
SMALL = 1 << 20
"""Slots times most moves of a game so small that its functions are not timed."""


def seconds(rules: IndexedRules, sample: Sample, backend: str, threads: int, kernels: ModuleType | None) -> float:
    """About how long ``backend`` takes in ``threads`` threads until the database is written."""
    written = rules.slots * (STORED_SLOT + (STORED_KEY if rules.enumerated else 0))
    if kernels is None:
        work = sample.positions * (2 * sample.moves + PLAIN_POSITION) + sample.walked * PLAIN_EDGE
        return work * rules.group + written
    turned = backend == "queue" and not rules.defines("unmoves")
    begun = LOADED
    if not cached(kernels):
        begun += COMPILED[backend] + COMPILED_EDGES * turned + COMPILED_BYTE * code_bytes(rules)
    if rules.slots * rules.max_moves * (SWEEPS if backend == "sweep" else 1) < SMALL:
        return begun
    return begun + (written + _work(rules, sample, backend, turned)) / min(threads, machine.cores())


def packing(rules: IndexedRules, sample: Sample, backend: str, tiles: Tiles, threads: int) -> float:
    """About how long it takes to pack tiles and unpack them, in every level, and whenever updates need room."""
    if tiles.kind == PLAIN:
        return 0.0
    records = rules.slots * tiles.record(rules).itemsize
    packed = PACKED_MEAN * records
    room = tiles.budget - (packed if tiles.kind == PACKED else 0)
    visits = reads = PLIES[backend] * LIVE[backend]
    if backend == "search":
        visits += sample.positions * TOLD_BYTES / max(1.0, room)
        reads += visits + rules.repetition * sample.walked * ASKED_BYTES / max(1.0, room)
    else:
        visits += sample.walked * UPDATE_BYTES / max(1.0, room)
        reads += visits
    written = visits * packed * WRITE if tiles.kind == FILES else 0.0
    return records * (reads * READ + visits * PACK) / min(threads, machine.cores()) + written


def assumed(sample: Sample, backend: str, tiles: Tiles) -> str:
    """What nobody knows before, and what it is taken to be."""
    if backend == "sweep":
        return f"{sweeps(sample)} sweeps do"
    if tiles.kind == PLAIN:
        return ""
    many = PLIES[backend]
    return f"no position is farther than {many} plies" if backend == "search" else f"wins take about {many} plies"


def _work(rules: IndexedRules, sample: Sample, backend: str, turned: bool) -> float:
    """Of one thread, besides writing."""
    positions, edges = sample.positions * (1 - sample.won), sample.walked
    if backend == "search":  # nobody is asked who has won
        positions, edges = sample.positions, sample.edges
    made = positions * sample.moves / FASTER
    ranked = edges * sample.rank / FASTER
    if rules.enumerated:
        ranked += edges * math.log2(rules.slots + 1) * (HALVED_TOGETHER if backend == "acyclic" else HALVED)
    walked = edges * EDGE[backend]
    if backend == "search":
        # about half of all edges are asked for
        counted = positions * sample.unmoves / FASTER + (ranked + walked) / 2 if rules.repetition else 0.0
        return made + ranked + walked + counted + rules.slots * SLOT
    if turned:
        return 3 * made + 2 * ranked + walked + edges * TURNED_EDGE + rules.slots * SLOT
    if backend == "queue":
        return made + positions * sample.unmoves / FASTER + ranked + walked + rules.slots * SLOT
    if backend == "acyclic":
        return made + ranked + walked + rules.slots * (SLOT + TIER * sample.tiers_among(TASK_SLOTS))
    if rules.repetition:  # which state a move leads to depends on the moves that there are at its end
        made += edges * sample.moves / FASTER
    often = sweeps(sample)
    return (2 + often * UNDECIDED) * (made + ranked + walked) + often * rules.slots * SLOT


def sweeps(sample: Sample) -> int:
    """How often the sweep backend is taken to go through the game."""
    return sample.plies or SWEEPS
