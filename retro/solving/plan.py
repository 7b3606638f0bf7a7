"""What solving a game takes: memory, disk and time, known before anything is computed.

Memory is counted, not guessed: the arrays of a backend and what the process needs besides (`footprint`). Of the sweep
backend it is the most that there can be, and of edges transposed in memory an estimate from a sample. Disk is an
estimate from a few games, rather more than less; `cost` estimates the time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from types import ModuleType

import numpy as np

from retro.compiling.compile import explained
from retro.game.rules import IndexedRules, Rules
from retro.solving import cost, transposed
from retro.solving.backends import BACKENDS
from retro.solving.process_memory import BUFFER_BYTES, process_bytes
from retro.solving.sample import Sample, sampled
from retro.solving.tiles import FILES, IN_MEMORY, PACKED, PLAIN, Tiles
from retro.system.errors import GameError
from retro.system.progress import Forecast

STORED_BYTES = {True: 1.0, False: 0.5}
"""Bytes per position in a database, by whether the game has a repetition rule; Ostle takes 0.54 to 0.87."""
EMPTY_BYTES = 0.25
"""Bytes per slot that holds no position, in a database or a checkpoint: 0.03 to 0.08 where one slot of 14 or of 50
holds one, and no more than an eighth wherever they are."""
KEY_BYTES = 3
"""Bytes per slot for the keys of enumerated positions in a database; British Square takes less."""
CHECKPOINT_SHARE = {"reference": 0.0, "queue": 0.35, "sweep": 0.4, "acyclic": 0.25}
"""What compression leaves of the arrays that a backend saves, at the worst moment, which is the end. Of all of Ostle
0.31 (1.24 bytes per slot), with at most eight pieces 0.19, of British Square 0.12; sweeping Ostle on four by four
squares 0.29."""
PLAIN_BYTES = 350
"""Of a position or an edge in plain Python's dictionaries, images counted one by one."""
SMALL_FILES = 1 << 20
"""What a database or a checkpoint takes however small it is, rather more than less."""


@dataclass(frozen=True)
class Plan:
    """What a backend needs; ``why`` says why this backend, if there was a choice.

    memory_bytes      of the whole process, what it holds already included
    disk_bytes        of the database
    checkpoint_bytes  of one checkpoint at its largest, 0 if the backend saves none
    assumed           what nobody can know beforehand, and what ``forecast`` takes it to be
    tiles             how the queue backend keeps its records
    scratch_bytes     of the files in which they are, if they are in files
    network_bytes     that workers tell each other, if there are some
    """

    backend: str
    why: str
    memory_bytes: int
    disk_bytes: int
    checkpoint_bytes: int
    forecast: Forecast
    assumed: str = ""
    tiles: Tiles = IN_MEMORY
    scratch_bytes: int = 0
    network_bytes: int = 0

    @property
    def seconds(self) -> float:
        """About how long it takes."""
        return self.forecast.seconds


def plans(rules: IndexedRules, backend: str, threads: int, available: int, store: str = "auto") -> list[Plan]:
    """What solving ``rules`` takes with ``backend``, with every store that there may be, the fastest first.

    ``auto`` chooses a backend for which ``available`` bytes of memory do, those included which this process holds
    already. GameError if they cannot solve this game, or if its functions do wrong in one of a few positions.
    """
    _possible(rules, backend)
    sample = sampled(rules)
    if backend == "auto":
        found = [_chosen(rules, sample, threads, available)]
    else:
        found = [_plan(rules, sample, backend, threads, available)]
    if found[0].backend == "queue" and rules.defines("unmoves"):
        found += [_plan(rules, sample, "queue", threads, available, kind) for kind in (PACKED, FILES)]
    if store == "auto":
        return found
    wanted = [each for each in found if each.tiles.kind == store]
    if not wanted:
        name, solver = rules.game.name, found[0].backend
        why = "it cannot take moves back" if solver == "queue" else f"the backend {solver} solves it"
        raise GameError(f"{name} needs all of its records in memory, because {why}: --store {PLAIN}")
    return wanted


def min_bytes(rules: Rules, backend: str, found: int) -> tuple[int, int]:
    """Bytes of memory and of disk that a game takes at least which has ``found`` positions, while they are solved.

    Of a game whose positions are still being found, whatever their moves are. GameError as from `plans`.
    """
    _possible(rules, backend)
    candidates: tuple[str, ...] = (backend,)
    if backend == "auto":
        one_pass = rules.scores or (rules.defines("tier") and not rules.repetition)
        candidates = ("acyclic",) if one_pass else ("queue", "sweep")
    some = IndexedRules(**vars(rules) | {"slots": found, "sections": ()})
    # there are at least as many edges as positions but the start: each was found at the end of one
    arrays = min(_ARRAYS[name](some, found, found - 1)[0] for name in candidates)
    return arrays + np.dtype(np.int64).itemsize * found, _disk(rules, found, found)


def _possible(rules: Rules, backend: str) -> None:
    if rules.scores and backend not in ("auto", "acyclic", "reference"):
        raise GameError(f"values of {rules.game.name} are scores: choose the backend acyclic or reference")
    if backend == "acyclic" and rules.repetition:
        raise GameError(f"{rules.game.name} has a repetition rule: choose another backend than acyclic")
    if backend == "acyclic" and not rules.defines("tier"):
        raise GameError(f"rules.py of {rules.game.name} does not define tier: choose another backend than acyclic")


def _chosen(rules: IndexedRules, sample: Sample, threads: int, available: int) -> Plan:
    one_pass = _one_pass(rules, sample)
    if one_pass:
        return replace(_plan(rules, sample, "acyclic", threads, available), why=one_pass)
    if rules.defines("unmoves"):
        return _plan(rules, sample, "queue", threads, available)
    turned = f"about {sample.edges:,} edges transposed in memory"
    by_sweep = _plan(rules, sample, "sweep", threads, available)
    by_queue = _plan(
        rules, sample, "queue", threads, available
    )  # after that: what is loaded to know it is held by both
    if by_queue.memory_bytes <= available or by_queue.memory_bytes <= by_sweep.memory_bytes:
        why = f"it cannot take moves back, so {turned}: {_mebibytes(by_queue.memory_bytes)} in all"
        return replace(by_queue, why=why)
    why = (
        f"it cannot take moves back, and with {turned} would need {_mebibytes(by_queue.memory_bytes)} of memory, where "
        f"{_mebibytes(available)} are available; sweeping again and again needs {_mebibytes(by_sweep.memory_bytes)}"
    )
    return replace(by_sweep, why=why)


def _one_pass(rules: IndexedRules, sample: Sample) -> str:
    """Why one pass over the tiers solves the game, "" if it does not, as far as anybody knows."""
    if rules.scores:
        return "values are scores"
    if rules.acyclic:
        return "every move lowers the tier, so one pass will do"
    asked = rules.acyclic is None and rules.defines("tier") and not rules.repetition
    if asked and sample.lowers_tier:
        return f"in {sample.size:,} positions every move lowers the tier, so one pass should do"
    return ""


def _plan(rules: IndexedRules, sample: Sample, backend: str, threads: int, available: int, kind: str = PLAIN) -> Plan:
    arrays, saved = _ARRAYS[backend](rules, sample.most_positions, sample.edges)
    kernels, tiles = _kernels(rules, backend), Tiles(budget=0)
    if backend == "queue":
        others = arrays - tiles.memory_bytes(rules, threads)
        rest = process_bytes(rules, backend, kernels, others + rules.slots, threads) - rules.slots
        left = available - rest - BUFFER_BYTES  # what is held grows a little while this is planned
        tiles = Tiles.within(rules, kind, threads, left, sample.walked)
        arrays = others + tiles.memory_bytes(rules, threads)
    passing = tiles.budget if tiles.kind == PLAIN else 0
    return Plan(
        backend,
        "",
        process_bytes(rules, backend, kernels, arrays - passing, threads, passing),
        _disk(rules, rules.slots, sample.most_positions),
        _checkpoint(backend, saved, rules.slots - sample.most_positions),
        cost.forecast(rules, sample, backend, threads, kernels, tiles),
        cost.assumed(sample, backend, tiles),
        tiles,
        tiles.scratch_bytes(rules),
    )


def _disk(rules: Rules, slots: int, positions: int) -> int:
    stored = STORED_BYTES[rules.repetition] + (KEY_BYTES if rules.enumerated else 0)
    return int(positions * stored + (slots - positions) * EMPTY_BYTES) + SMALL_FILES


def _checkpoint(backend: str, saved: int, empty: int) -> int:
    share = CHECKPOINT_SHARE[backend]
    return int(saved * share + empty * EMPTY_BYTES) + SMALL_FILES if share else 0


def _kernels(rules: IndexedRules, backend: str) -> ModuleType | None:
    """What the backend has compiled first of all."""
    if backend == "reference":
        return None
    with explained(rules):
        kernels: ModuleType = BACKENDS[backend].kernels(rules)
        return kernels


def transposed_bytes(rules: IndexedRules, edges: int | None = None) -> int:
    """About what the edges of a game take in memory, transposed; from a sample of its positions."""
    return 8 * rules.slots + (sampled(rules).edges if edges is None else edges) * transposed.edge_bytes(rules)


def _reference(rules: IndexedRules, positions: int, edges: int) -> tuple[int, int]:
    return rules.group * (positions + edges) * PLAIN_BYTES, 0


def _sweep(rules: IndexedRules, positions: int, edges: int) -> tuple[int, int]:
    # the bitvector is there twice while it is given its ranks; every state has a value of 16 bits at most
    each = rules.max_moves + 1 if rules.repetition else 1
    bits, values = each * rules.slots * (1024 + 257) // (1024 * 8), 2 * each * positions
    return 2 * bits + values, bits + values


def _acyclic(rules: IndexedRules, positions: int, edges: int) -> tuple[int, int]:
    return 3 * rules.slots, 2 * positions


def _queue(rules: IndexedRules, positions: int, edges: int) -> tuple[int, int]:
    records = Tiles(budget=0).memory_bytes(rules, 1)
    saved = records * positions // rules.slots
    if rules.defines("unmoves"):
        return records, saved
    return records + transposed_bytes(rules, edges), saved


_ARRAYS: dict[str, Callable[[IndexedRules, int, int], tuple[int, int]]] = {
    "reference": _reference,
    "sweep": _sweep,
    "queue": _queue,
    "acyclic": _acyclic,
}
"""By rules, positions and edges: bytes of the arrays of a backend, and of what positions take in those of them that go
into a checkpoint."""


def _mebibytes(size: int) -> str:
    return f"{size / (1 << 20):,.0f} MiB"
