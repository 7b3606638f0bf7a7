"""The plan of a run: memory, disk and time that solving a game takes, before anything is computed.

Memory is the sum of a backend's arrays and of what the process takes besides (`process_memory`). For
transposed edges the sum is an estimate from a sample of positions. Disk is estimated from a
few games, rather too large than too small. `retro.solving.cost` estimates the time.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import ModuleType

from retro.game.rules import IndexedRules, Rules, Tier
from retro.indexing.tiers import tiers_of
from retro.solving import cost, edge_memory, state_bits
from retro.solving.backends import BACKENDS, chosen
from retro.solving.below import finished_bytes, one_pass, takes_back
from retro.solving.process_memory import BUFFER_BYTES, process_bytes
from retro.solving.sample import Sample, sampled
from retro.solving.tiles import FILES, IN_MEMORY, KINDS, PLAIN, Tiles
from retro.system.errors import GameError

STORED_BYTES = {True: 1.0, False: 0.5}
"""Bytes per position in a database, by whether the game has a repetition rule; Ostle takes 0.54 to 0.87."""
STORED_SCORE_BYTES = 1.6
"""Bytes per position if values are scores with distances; awari takes 1.35 to 1.46."""
EMPTY_BYTES = 0.25
"""Bytes of a slot without a position, in a database or a checkpoint. Measured: 0.03 to 0.08 if one slot of 14 or of 50
has a position; at most 0.125 wherever the empty slots are."""
STORED_KEY_BYTES = 3
"""Bytes of a key of an enumerated position in a database; those of British Square take less."""
CHECKPOINT_SHARE = {"reference": 0.0, "queue": 0.35, "sweep": 0.35}
"""Compressed size of the arrays that a backend saves, as a share of their size, in the last checkpoint, which is the
largest. Measured: all of Ostle 0.31 (1.24 bytes per slot), Ostle with at most eight pieces 0.19, British Square
0.12."""
VALUE_BYTES = 2
"""Bytes of a slot of a tier that is settled in one pass."""
PLAIN_BYTES = 350
"""Bytes of a position or an edge in Python's dictionaries; each image of a position is one, too."""
PLAIN_PYTHON, SWEPT, DISTANCES = 300.0, 20.0, 6.0
"""How many times as long a run takes in plain Python, by the backend sweep, and if values are scores with distances."""
WHY_SWEPT = f"it has a repetition rule and no unmoves, so each level values all: about {SWEPT:.0f} times the time"
FINISHED_DIVISOR, MIN_FINISHED = 4, 32 << 20
"""Values of finished tiers that do not fit into memory get the available memory divided by this, or the minimum."""
SMALL_FILES = 1 << 20
"""Bytes that even the smallest database or checkpoint takes, rather too many than too few."""


@dataclass(frozen=True)
class Plan:
    """Requirements of a backend; ``why`` is the reason for this backend, if there was a choice.

    memory_bytes      memory of the whole process, with what it has allocated already
    database_bytes    size of the database
    finished_bytes    size of the file of finished tiers, 0 if the game is one tier
    checkpoint_bytes  largest size of a checkpoint, 0 if the backend saves none
    seconds           approximate time
    tiles             store of the queue backend's records
    scratch_bytes     size of the files of tiles, if they are in files
    network_bytes     bytes that workers send each other, if there are some
    freed_bytes       memory of these that is free again once all records are computed
    """

    backend: str
    why: str
    memory_bytes: int
    database_bytes: int
    checkpoint_bytes: int
    seconds: float
    tiles: Tiles = IN_MEMORY
    scratch_bytes: int = 0
    network_bytes: int = 0
    finished_bytes: int = 0
    freed_bytes: int = 0


def plans(rules: IndexedRules, backend: str, threads: int, available: int, store: str = "auto") -> list[Plan]:
    """Returns the plan of solving ``rules`` with ``backend`` and every possible store, the fastest first.

    The backend ``auto`` is that of `retro.solving.backends.chosen`. Updates get the memory that records leave of
    ``available`` bytes, which include what this process has allocated already. Raises GameError if the game cannot have
    the ``store``, or a function of the game is wrong in one of a few positions.
    """
    sample, name = sampled(rules), chosen(rules, backend)
    kinds = KINDS if name == "queue" and not one_pass(rules) else (PLAIN,)
    planned = [_best_plan(rules, sample, name, threads, available, kind) for kind in kinds]
    if store == "auto":
        return planned
    wanted = [each for each in planned if each.tiles.kind == store]
    if not wanted:
        why = "because every move lowers the tier" if one_pass(rules) else f"for the backend {planned[0].backend}"
        raise GameError(f"{rules.game.name} needs all of its records in memory, {why}: --store {PLAIN}")
    return wanted


def min_bytes(rules: Rules, backend: str, positions: int) -> tuple[int, int]:
    """Returns the least memory and disk, in bytes, for solving a game with at least so many ``positions``.

    ``positions`` is the number that enumeration has found so far.
    """
    name = chosen(rules, backend)
    some = IndexedRules(**vars(rules) | {"slots": positions, "sections": (), "tiers": (Tier(0, 0, positions),)})
    # records, and the predecessor lists of a game without ``unmoves``, can be in files
    if name != "queue":
        arrays = _arrays(some, name, positions, positions - 1)[0]
    elif rules.defines("tier"):  # a tier may have any number of positions
        arrays = positions
    else:
        arrays = Tiles(FILES, 0).memory_bytes(some, 1)
    return arrays + STORED_KEY_BYTES * positions, _disk(rules, positions, positions)


def _why(rules: IndexedRules, sample: Sample) -> str:
    """Returns why one pass over each tier solves the game, "" if it does not."""
    if rules.always_ends:
        return "values are scores"
    if sample.size == rules.slots:
        return "every move lowers the tier, so one pass over each tier is enough"
    return f"in {sample.size:,} positions every move lowers the tier, so one pass over each tier should be enough"


def _best_plan(rules: IndexedRules, sample: Sample, backend: str, threads: int, available: int, kind: str) -> Plan:
    """Returns the plan with values of finished tiers in memory, or else in pages, if it takes more than available."""
    in_memory = _plan(rules, sample, backend, threads, available, kind)
    values = finished_bytes(rules) if backend != "reference" else 0
    pages = max(MIN_FINISHED, available // FINISHED_DIVISOR)
    if in_memory.memory_bytes <= available or values <= pages:
        return in_memory
    return _plan(rules, sample, backend, threads, available, kind, pages)


def _plan(
    rules: IndexedRules,
    sample: Sample,
    backend: str,
    threads: int,
    available: int,
    kind: str = PLAIN,
    finished: int | None = None,
) -> Plan:
    """Returns the plan with so many bytes for pages of ``finished`` tiers; None if their values are in memory."""
    arrays, saved = _arrays(rules, backend, sample.max_positions, sample.edges)
    kernels, tiles, largest = _kernels(rules, backend), Tiles(budget=0), _largest(rules, kind)
    transposes, why, scratch, edges = backend == "queue" and not takes_back(rules), "", 0, sample.edges
    if backend != "reference" and one_pass(rules):
        transposes, why = False, _why(rules, sample)
        saved = VALUE_BYTES * largest.slots
        arrays = saved + finished_bytes(rules, finished)
        tiles = Tiles(budget=0, finished=finished)
    elif backend != "reference":
        slots, lists = largest.slots, 0
        edges = edges * slots // rules.slots
        if backend == "sweep":
            lists, why = state_bits.memory_bytes(rules), WHY_SWEPT if chosen(rules, "auto") == backend else ""
        if transposes:
            lists = edge_memory.lists_bytes(largest, edges)
            if kind == FILES:
                lists = edge_memory.open_lists_bytes(lists, slots, edge_memory.page_bits(slots), threads)
        lists += finished_bytes(rules, finished)
        rest = process_bytes(rules, backend, kernels, lists + rules.slots, threads) - rules.slots
        left = available - rest - BUFFER_BYTES  # allocated memory grows a little before solving begins
        updates, sending = (sample.walked, kernels) if backend == "queue" else (0, None)
        tiles = replace(Tiles.within(rules, kind, threads, left, updates, sending), finished=finished)
        arrays = lists + tiles.memory_bytes(rules, threads)
        scratch = tiles.scratch_bytes(rules)
    if transposes:
        limit = edge_memory.round_limit(tiles)
        peak = edge_memory.peak_bytes(largest, edges, threads, limit, kind == FILES)
        arrays = max(arrays, peak + finished_bytes(rules, finished))
        scratch = edge_memory.scratch_bytes(largest, edges, limit, scratch) if kind == FILES else 0
        why = why_transposed(sample.edges, kind == FILES)
    passing = tiles.budget if tiles.kind == PLAIN else 0
    final = arrays
    if backend != "reference":  # records of finished tiers are in a file
        final = tiles.final_bytes(rules) if len(tiers_of(rules)) == 1 and not one_pass(rules) else 0
    code = "one pass" if backend != "reference" and one_pass(rules) else backend
    memory = process_bytes(rules, code, kernels, arrays - passing, threads, passing)
    return Plan(
        backend,
        f"{why}: {memory / (1 << 20):,.0f} MiB in all" if transposes else why,
        memory,
        _disk(rules, rules.slots, sample.max_positions),
        _checkpoint(backend, saved, largest.slots - largest.slots * sample.max_positions // rules.slots),
        _seconds(rules, sample, backend, threads, kind),
        tiles,
        scratch,
        finished_bytes=_records(rules, rules.slots, sample.max_positions) if finished_bytes(rules) else 0,
        freed_bytes=arrays - final,
    )


def _seconds(rules: IndexedRules, sample: Sample, backend: str, threads: int, kind: str) -> float:
    if backend == "reference":
        return PLAIN_PYTHON * rules.group * cost.seconds(sample.positions, sample.walked, 1, PLAIN)
    slower = DISTANCES if rules.kind.with_distances else 1.0
    if backend == "sweep" and not one_pass(rules):
        slower *= SWEPT
    return slower * cost.seconds(sample.positions, sample.walked, threads, kind)


def _largest(rules: IndexedRules, kind: str) -> IndexedRules:
    """Returns the rules for a game that has only the slots which are solved at the same time in such a store."""
    slots = Tiles(kind).slots(rules)
    return replace(rules, slots=slots, sections=(), tiers=(Tier(0, 0, slots),))


def why_transposed(edges: int, in_files: bool) -> str:
    """Returns, in words, that so many edges are transposed, and where."""
    return f"it cannot take moves back, so about {edges:,} edges transposed in {'files' if in_files else 'memory'}"


def _disk(rules: Rules, slots: int, positions: int) -> int:
    return _records(rules, slots, positions) + (STORED_KEY_BYTES * positions if rules.enumerated else 0) + SMALL_FILES


def _records(rules: Rules, slots: int, positions: int) -> int:
    stored = STORED_SCORE_BYTES if rules.kind.with_distances else STORED_BYTES[rules.repetition]
    return int(positions * stored + (slots - positions) * EMPTY_BYTES)


def _checkpoint(backend: str, saved: int, empty: int) -> int:
    share = CHECKPOINT_SHARE[backend]
    return int(saved * share + empty * EMPTY_BYTES) + SMALL_FILES if share else 0


def _kernels(rules: IndexedRules, backend: str) -> ModuleType | None:
    """Returns the kernels that the backend compiles first, None for plain Python."""
    if backend == "reference":
        return None
    kernels: ModuleType = BACKENDS[backend].kernels(rules)
    return kernels


def _arrays(rules: IndexedRules, backend: str, positions: int, edges: int) -> tuple[int, int]:
    """Returns the bytes of all arrays, and of the part that a checkpoint has, without slots that hold no position."""
    if backend == "reference":
        return rules.group * (positions + edges) * PLAIN_BYTES, 0
    records = Tiles(budget=0).memory_bytes(rules, 1)
    return records, records * positions // rules.slots
