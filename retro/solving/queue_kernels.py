"""Kernels of the queue backend: the updates that each level sends to predecessors.

``expand`` computes and posts them; ``apply`` in ``apply_kernels`` brings them to the records.
"""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import (
    BEST_SHIFT,
    BOUNDS,
    CODES,
    COUNT_MASK,
    GAIN_BIAS,
    GROUP,
    LOOKAHEAD,
    MAX_UNMOVES,
    MOVE_SHIFT,
    NO_GAIN,
    NO_MOVE,
    PAYLOAD_BITS,
    PLY_BITS,
    REPETITION,
    REQUESTS,
    SECOND_SHIFT,
    TIERED,
    TOP,
    TRANSPOSED,
    VALUE_MASK,
    image,
    image_code,
    note,
    rank,
    raw_unmoves,
    restorable,
    unmoves,
    unrank,
)
from retro.compiling.faults import UNMOVES
from retro.compiling.roles import inner, kernel
from retro.game import NONE, SLACK, loss
from retro.game.bits import POSITIVE
from retro.game.values import UNDECIDED
from retro.solving.apply_kernels import apply
from retro.solving.counting_kernels import (
    COUNTERS,
    DECIDED,
    DRAWN,
    EDGES,
    ENDED,
    EXPANDED,
    FORBIDDING,
    IMPOSSIBLE,
    LOST,
    RECORDS,
    UNENTERED,
    mixed,
)
from retro.solving.final_kernels import PLIES, value_all, without_bounds
from retro.solving.first_kernels import ROWS, initialise
from retro.solving.lists_kernels import list_at, list_bound, read_list
from retro.solving.outbox_kernels import BLOCK_UPDATES, CHUNK_BITS, has_space, post
from retro.solving.symmetry_kernels import first_image
from retro.solving.update_kernels import best_is_set, checkmate, collect, mark, next_level, record, second_is_set
from retro.solving.value_kernels import FIRST, TURNS, same_player

__all__ = [
    "BLOCK_UPDATES",
    "COUNTERS",
    "PLIES",
    "PLY_BITS",
    "REQUESTS",
    "TOP",
    "apply",
    "initialise",
    "value_all",
]
"""What shards (`retro.solving.shard`) and `retro.solving.loop` use of these kernels besides those below."""

CHUNK = 1 << CHUNK_BITS
"""Records looked at together, if ``pending`` says that one of them has a value of the level."""

BATCH_POSITIONS = 1024
"""Updates of at least so many positions are sent together, and of the others of the last chunk."""

MAX_POSITIONS = BATCH_POSITIONS + CHUNK
"""The largest number of such positions."""

MAX_UPDATES = MAX_POSITIONS * GROUP * MAX_UNMOVES
"""The largest number of their updates, if the game defines ``unmoves``."""

BATCH = 512
"""Updates collected before they are posted."""


@inner
def add_once(updates, first, count, update):
    """Appends an update unless it is one of first..count-1. Returns the new count."""
    for i in range(first, count):
        if updates[i] == update:
            return count
    updates[count] = update
    return count + 1


@inner
def add_images(updates, first, count, predecessor, g, index, code, won):
    """Appends the updates of a predecessor that is its own image: every image of the move leads to the same class.

    Returns the new count.
    """
    canonical = image(predecessor, g)
    for h in range(GROUP):
        if image(canonical, h) == canonical:
            count = add_once(updates, first, count, index << PAYLOAD_BITS | image_code(code, h) << 1 | won)
    return count


@inner
def send_updates(records, base, below, positions, n_positions, level, lists, places, outbox, counters):
    """Sends the values of ``level`` of positions ``base + positions[:n_positions]`` to their predecessors in the tier.

    It is one function with one loop, because passing arrays to a call costs more than most of the work. Predecessor
    ``lists`` (TRANSPOSED, see `retro.solving.transposed`), which are at ``places``, have edges from canonical position
    to canonical position, each once. Otherwise edges come from ``unmoves``, and the kernel takes symmetry into account.
    """
    edges = np.empty((max(MAX_UNMOVES, lists.longest) + SLACK, 3), np.int64)
    updates = np.empty(BATCH + GROUP * MAX_UNMOVES, np.int64)
    seen = np.zeros(CODES + 1, np.int64)
    collected = 0
    for number in range(n_positions):
        old = np.int64(records[positions[number]])
        index = base + positions[number]
        best, candidates = old >> BEST_SHIFT, old & COUNT_MASK
        best_now = (best >> 1) - 1 == level and best_is_set(best, candidates)
        if best_now:
            counters[EXPANDED + (best & 1)] += 1
            counters[EXPANDED + 2] += mixed(best)
        wins_at_once = old == checkmate()
        if LOOKAHEAD and wins_at_once:
            continue
        second, only_move = (old >> SECOND_SHIFT) & VALUE_MASK, (old >> MOVE_SHIFT) & NO_MOVE
        key = unrank(below.first + index)
        if key < 0 or best > VALUE_MASK or (only_move >= CODES and only_move != NO_MOVE):
            counters[DECIDED] -= IMPOSSIBLE  # an impossible record: the functions of the game must not see it
            continue
        second_now = (second >> 1) - 1 == level and second_is_set(best, second, candidates)
        if REPETITION and not best_now and not restorable(key, only_move):
            continue
        fixed = False
        if GROUP > 1 and not TRANSPOSED:
            _, _, fixed = rank(key)
        count = read_list(lists, places[number], edges) if TRANSPOSED else raw_unmoves(key, edges)
        first = collected
        entered, only_forbidden, states = 0, 0, 0
        for i in range(count):
            value, now = best, best_now
            undone = np.uint64(np.int64(edges[i, 2] if REPETITION else NONE)) + np.uint64(1)
            wrong = TURNS and (edges[i, 2] + GAIN_BIAS) & NO_GAIN != 0
            if not TRANSPOSED and (np.uint64(edges[i, 1]) >= np.uint64(CODES)) | (undone > np.uint64(CODES)) | wrong:
                note(UNMOVES, key, count)
                break
            if REPETITION:
                forbidden = edges[i, 2]
                if forbidden == only_move:
                    value, now = second, second_now
                    only_forbidden = 1
                elif fixed and forbidden >= 0:
                    forbidden = first_image(forbidden, key)
                entered |= forbidden < 0
                code_index = (forbidden + 1) & POSITIVE
                states += seen[code_index] != number + 1
                seen[code_index] = number + 1
            before = unrank(below.first + edges[i, 0]) if TRANSPOSED and FIRST else edges[i, 0]
            won = (value ^ same_player(before, key, edges[i, 2])) & 1
            if now and TRANSPOSED:
                if collected == BATCH:
                    post(outbox, updates, collected)
                    counters[EDGES] += collected
                    collected = first = 0
                updates[collected] = edges[i, 0] << PAYLOAD_BITS | won
                collected += 1
            elif now:
                predecessor = edges[i, 0]
                target, g, target_fixed = rank(predecessor)
                if TIERED:
                    target -= below.first
                    if np.uint64(np.int64(target)) >= np.uint64(below.slots):
                        continue
                code = image_code(edges[i, 1], g)
                if target_fixed:
                    collected = add_images(updates, first, collected, predecessor, g, target, code, won)
                elif fixed:
                    collected = add_once(updates, first, collected, target << PAYLOAD_BITS | code << 1 | won)
                else:
                    updates[collected] = target << PAYLOAD_BITS | code << 1 | won
                    collected += 1
        if REPETITION and not wins_at_once:
            if best_now:
                counters[LOST + (best & 1)] += states - only_forbidden
                counters[FORBIDDING] += states - only_forbidden - entered
                counters[UNENTERED] += 1 - entered
            if second_now:
                counters[LOST + (second & 1)] += only_forbidden
                counters[FORBIDDING] += only_forbidden
            if best_now and only_move != NO_MOVE and not only_forbidden:
                records[positions[number]] = record(best, best, NO_MOVE, 0)  # no edge forbids the only move
        if collected >= BATCH:
            post(outbox, updates, collected)
            counters[EDGES] += collected
            collected = 0
    post(outbox, updates, collected)
    counters[EDGES] += collected


@kernel
def expand(records, base, level, pending, later, below, lists, outbox, counters):
    """Sends the values of all states of ``level`` to their predecessors in the tier.

    ``records`` begin with record ``base``, and are of one tier. ``later`` has for each chunk the next level of which a
    record has a value, if it is not flagged in ``pending``. ``lists`` are the predecessor lists of these slots, if the
    game does not define ``unmoves`` (TRANSPOSED).
    Returns whether all is done: False if the outbox is full, or the shard was halted; the remaining chunks are still
    pending.
    """
    marks = np.zeros(CHUNK, np.bool_)
    positions = np.empty(MAX_POSITIONS, np.int64)
    places = np.empty(MAX_POSITIONS, np.int64)
    n_positions, begun, size = 0, 0, len(records)
    for chunk in range(0, size, CHUNK):
        if pending[level & (ROWS - 1), (base + chunk) >> CHUNK_BITS] or (
            BOUNDS and later[(base + chunk) >> CHUNK_BITS] == level
        ):
            length = min(CHUNK, size - chunk)
            mark(records[chunk : chunk + length], level, marks)
            marks[length:] = False
            n_positions += collect(marks, chunk, positions[n_positions:])
        if n_positions >= BATCH_POSITIONS or chunk + CHUNK >= size:
            max_updates = MAX_UPDATES
            if TRANSPOSED:
                max_updates, last, place = 0, -1, 0
                for i in range(n_positions):
                    place = list_at(lists, base + positions[i], last, place)
                    last, places[i] = base + positions[i], place
                    max_updates += list_bound(lists, place)
            if not has_space(outbox, max_updates):
                return False
            send_updates(records, base, below, positions, n_positions, level, lists, places, outbox, counters)
            sent = slice((base + begun) >> CHUNK_BITS, ((base + chunk) >> CHUNK_BITS) + 1)
            pending[level & (ROWS - 1), sent] = False
            if BOUNDS:
                for each in range(begun, chunk + 1, CHUNK):
                    if later[(base + each) >> CHUNK_BITS] == level:
                        later[(base + each) >> CHUNK_BITS] = next_level(records[each : each + CHUNK], level)
            n_positions, begun = 0, chunk + CHUNK
    return True


@kernel
def expand_small(records, base, level, pending, later, below, lists, outbox, states, counters):
    """Sends and applies the values of all levels from ``level`` on, as long as ``states`` and records have space.

    The tier is one page, so ``base`` is 0. Other arguments are as for `expand`; the states of these levels are counted
    in ``states``, by value, and not in ``counters``.
    """
    end = min(len(states) // 2 - 1, VALUE_MASK >> 1) - 1
    while level < end:
        ended = False
        while not ended:
            ended = expand(records, base, level, pending, later, below, lists, outbox, counters)
            blocks = outbox.taken[0]
            outbox.counts[blocks - 1] = outbox.heads[0] - (blocks - 1) * BLOCK_UPDATES
            row = pending[(level + 1) & (ROWS - 1)]
            apply(records, outbox, np.arange(blocks), level, row, later, counters)
            outbox.heads[0], outbox.taken[0], outbox.halted[0] = 0, 1, False
        for won in range(2):
            states[loss(level) + won] += counters[LOST + won]
            counters[LOST + won] = 0
        following = np.int64(later.min())
        for near in range(level + ROWS, level, -1):
            if near < following and pending[near & (ROWS - 1)].any():
                following = near
        level = following


@kernel
def count_draws(records, base, below, counters):
    """Counts the drawn states of a game with a repetition rule, clears bounds and only moves that no edge forbids.

    ``records`` begin with record ``base``, and are of one tier.
    """
    edges = np.empty((MAX_UNMOVES + SLACK, 3), np.int64)
    seen = np.zeros(CODES + 1, np.int64)
    for index in range(base, base + len(records)):
        old = np.int64(records[index - base])
        if (old >> BEST_SHIFT) > VALUE_MASK:
            counters[DECIDED] -= IMPOSSIBLE
            continue
        old = records[index - base] = without_bounds(old)
        counters[RECORDS] += 1
        if (old >> BEST_SHIFT) != UNDECIDED:
            counters[ENDED] += 1
            counters[ENDED + 1] += mixed(old >> BEST_SHIFT)
            if ((old >> SECOND_SHIFT) & VALUE_MASK) == 0:
                # The only winning move is forbidden in one state, and the others do not decide it.
                counters[DRAWN] += 1
                counters[FORBIDDING] += 1
            continue
        key = unrank(below.first + index)
        if key < 0:
            continue
        second = (old >> SECOND_SHIFT) & VALUE_MASK
        only_move = (old >> MOVE_SHIFT) & NO_MOVE
        fixed = False
        if GROUP > 1:
            _, _, fixed = rank(key)
        only_forbidden = entered = False
        for i in range(unmoves(key, edges)):
            forbidden = edges[i, 2]
            decided = second != 0 and forbidden == only_move
            if fixed and forbidden >= 0:
                forbidden = first_image(forbidden, key)
            if seen[forbidden + 1] != index + 1 and not decided:
                counters[DRAWN] += 1
                counters[FORBIDDING] += forbidden >= 0
            seen[forbidden + 1] = index + 1
            only_forbidden |= decided
            entered |= forbidden < 0
        counters[UNENTERED] += not entered
        if second == 0 or not only_forbidden:
            records[index - base] = record(0, 0, NO_MOVE, 0)
