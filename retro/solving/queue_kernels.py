"""Kernels of the queue backend: the updates that each level sends to predecessors.

``expand`` computes and posts them; ``apply`` in ``apply_kernels`` brings them to the records.
"""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import (
    BEST_SHIFT,
    CODES,
    GROUP,
    LOOKAHEAD,
    MAX_UNMOVES,
    MOVE_SHIFT,
    NO_MOVE,
    ORBITS,
    PAYLOAD_BITS,
    REPETITION,
    REQUESTS,
    SECOND_SHIFT,
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
from retro.game import NONE, SLACK, UNKNOWN, WIN
from retro.game.bits import POSITIVE
from retro.solving.apply_kernels import apply
from retro.solving.first_kernels import COUNTERS, EXPANDED_VALUES, FINAL, FIRST_VALUES, LAST_VALUES, initialise
from retro.solving.outbox_kernels import BLOCK_UPDATES, CHUNK_BITS, has_space, post
from retro.solving.symmetry_kernels import first_image, images
from retro.solving.update_kernels import (
    APPLIED,
    BEYOND,
    CHECKMATES,
    DECIDED,
    EDGES,
    FORBIDDING,
    IMPOSSIBLE,
    POSITIONS,
    STATES,
    STORED,
    UNENTERED,
    collect,
    mark,
    record,
)

__all__ = [
    "APPLIED",
    "BEYOND",
    "BLOCK_UPDATES",
    "CHECKMATES",
    "COUNTERS",
    "FINAL",
    "FIRST_VALUES",
    "POSITIONS",
    "REQUESTS",
    "STATES",
    "STORED",
    "apply",
    "initialise",
]
"""What shards (`retro.solving.shard`) and `retro.solving.queue` use of these kernels besides those below."""

CHUNK = 1 << CHUNK_BITS
"""Records looked at together, if ``pending`` says that one of them has a value of the level."""

BATCH_POSITIONS = 1024
"""So many positions are told together, and those that were found with the last of them."""

MAX_POSITIONS = BATCH_POSITIONS + CHUNK
"""The most that there may be."""

MAX_UPDATES = MAX_POSITIONS * GROUP * MAX_UNMOVES
"""Updates that they give rise to at most."""

BATCH = 512
"""Updates collected before they are posted."""


@inner
def add_once(updates, first, count, update):
    """Append an update unless it is among first..count-1 already."""
    for i in range(first, count):
        if updates[i] == update:
            return count
    updates[count] = update
    return count + 1


@inner
def add_images(updates, first, count, predecessor, g, index, code, won):
    """The update of a predecessor that is its own image: every image of the move leads to the same class."""
    canonical = image(predecessor, g)
    for h in range(GROUP):
        if image(canonical, h) == canonical:
            count = add_once(updates, first, count, index << PAYLOAD_BITS | image_code(code, h) << 1 | won)
    return count


@inner
def send_updates(records, base, found, many, level, transposed, outbox, counters):
    """Tell the predecessors of positions ``base + found[:many]`` what became known at ``level``.

    One function with one loop: arrays handed to a call cost more than most of what happens here. Where edges were
    transposed in memory (TRANSPOSED, see `retro.solving.transposed`) they are read, and lead from canonical position to
    canonical position, each once; otherwise the game takes moves back, and symmetry has to be seen to.
    """
    edges = np.empty((MAX_UNMOVES + SLACK, 3), np.int64)
    updates = np.empty(BATCH + GROUP * MAX_UNMOVES, np.int64)
    seen = np.zeros(CODES + 1, np.int64)
    collected, walked, forbidding, unentered = 0, 0, 0, 0
    for which in range(many):
        old = np.int64(records[found[which]])
        index = base + found[which]
        best = old >> BEST_SHIFT
        if (best >> 1) - 1 == level:
            counters[EXPANDED_VALUES + best] += 1
        checkmate = old == record(WIN, WIN, NO_MOVE, 0)
        if LOOKAHEAD and checkmate:
            if not REPETITION:
                counters[WIN] += images(unrank(index)) if ORBITS else 1
            continue
        second, slot = best, NO_MOVE
        if REPETITION:
            second = (old >> SECOND_SHIFT) & VALUE_MASK
            slot = (old >> MOVE_SHIFT) & NO_MOVE
        key = unrank(index)
        if key < 0 or best > VALUE_MASK or (slot >= CODES and slot != NO_MOVE):
            counters[DECIDED] -= IMPOSSIBLE  # a record that cannot be: the game must not be asked about it
            continue
        best_now = (best >> 1) - 1 == level
        second_now = (second >> 1) - 1 == level
        if REPETITION and not best_now and not restorable(key, slot):
            continue
        fixed = False
        if GROUP > 1 and (REPETITION or not TRANSPOSED):
            _, _, fixed = rank(key)
        begin = transposed.first[index] if TRANSPOSED else 0
        count = transposed.first[index + 1] - begin if TRANSPOSED else raw_unmoves(key, edges)
        first = collected
        entered, slot_forbidden, states = 0, 0, 0
        for i in range(count):
            value, now = best, best_now
            undone = np.uint64(np.int64(edges[i, 2] if REPETITION and not TRANSPOSED else NONE)) + np.uint64(1)
            if not TRANSPOSED and (np.uint64(edges[i, 1]) >= np.uint64(CODES)) | (undone > np.uint64(CODES)):
                note(UNMOVES, key, count)
                break
            if REPETITION:
                forbidden = np.int64(transposed.undos[begin + i]) if TRANSPOSED else edges[i, 2]
                if forbidden == slot:
                    value, now = second, second_now
                    slot_forbidden = 1
                elif fixed and forbidden >= 0:
                    forbidden = first_image(forbidden, key)
                entered |= forbidden < 0
                mark_at = (forbidden + 1) & POSITIVE
                states += seen[mark_at] != which + 1
                seen[mark_at] = which + 1
            if now and TRANSPOSED:
                if collected == BATCH:
                    post(outbox, updates, collected)
                    walked += collected
                    collected = first = 0
                source = np.int64(transposed.sources[begin + i])
                updates[collected] = source << PAYLOAD_BITS | np.int64(transposed.codes[begin + i]) << 1 | value & 1
                collected += 1
            elif now:
                predecessor = edges[i, 0]
                won = value & 1
                target, g, target_fixed = rank(predecessor)
                code = image_code(edges[i, 1], g)
                if target_fixed:
                    collected = add_images(updates, first, collected, predecessor, g, target, code, won)
                elif fixed:
                    collected = add_once(updates, first, collected, target << PAYLOAD_BITS | code << 1 | won)
                else:
                    updates[collected] = target << PAYLOAD_BITS | code << 1 | won
                    collected += 1
        if not REPETITION:
            counters[best] += images(key) if ORBITS else 1
        elif not checkmate:
            if best_now:
                counters[best] += states - slot_forbidden
                forbidding += states - slot_forbidden - entered
                unentered += 1 - entered
            if second_now:
                counters[second] += slot_forbidden
                forbidding += slot_forbidden
            if best_now and slot != NO_MOVE and not slot_forbidden:
                records[found[which]] = record(best, best, NO_MOVE, 0)  # no move forbids the slot
        if collected >= BATCH:
            post(outbox, updates, collected)
            walked += collected
            collected = 0
    post(outbox, updates, collected)
    walked += collected
    counters[EDGES] += walked
    counters[FORBIDDING] += forbidding
    counters[UNENTERED] += unentered


@kernel
def expand(records, base, level, pending, transposed, outbox, counters):
    """Tell the predecessors of all states that got their value at ``level``; ``records`` are those from slot base on.

    Returns whether all is done. False if there is no room in the outbox for more, or if some other thread has found so
    or was asked to halt; what is left is pending still.
    """
    marks = np.zeros(CHUNK, np.bool_)
    found = np.empty(MAX_POSITIONS, np.int64)
    many, begun, size = 0, 0, len(records)
    for chunk in range(0, size, CHUNK):
        if pending[level & 3, (base + chunk) >> CHUNK_BITS]:
            part = min(CHUNK, size - chunk)
            mark(records[chunk : chunk + part], level, marks)
            marks[part:] = False
            many += collect(marks, chunk, found[many:])
        if many >= BATCH_POSITIONS or chunk + CHUNK >= size:
            most = MAX_UPDATES
            if TRANSPOSED:
                most = 0
                for i in range(many):
                    slot = base + found[i]
                    most += transposed.first[slot + 1] - transposed.first[slot]
            if not has_space(outbox, most):
                return False
            send_updates(records, base, found, many, level, transposed, outbox, counters)
            pending[level & 3, (base + begun) >> CHUNK_BITS : ((base + chunk) >> CHUNK_BITS) + 1] = False
            many, begun = 0, chunk + CHUNK
    return True


@kernel
def finish(records, base, transposed, counters):
    """Count the states that are draws, and forget slots that no move forbids; ``records`` begin with slot ``base``."""
    edges = np.empty((MAX_UNMOVES + SLACK, 3), np.int64)
    seen = np.zeros(CODES + 1, np.int64)
    for index in range(base, base + len(records)):
        old = np.int64(records[index - base])
        if (old >> BEST_SHIFT) > VALUE_MASK:
            counters[DECIDED] -= IMPOSSIBLE
            continue
        counters[LAST_VALUES + (old >> BEST_SHIFT)] += 1
        if (old >> BEST_SHIFT) != UNKNOWN:
            if REPETITION and ((old >> SECOND_SHIFT) & VALUE_MASK) == 0:
                # The only winning move is forbidden in one state, and the others do not decide it.
                counters[UNKNOWN] += 1
                counters[FORBIDDING] += 1
            continue
        key = unrank(index)
        if key < 0:
            continue
        if not REPETITION:
            counters[UNKNOWN] += images(key) if ORBITS else 1
            continue
        second = (old >> SECOND_SHIFT) & VALUE_MASK
        slot = (old >> MOVE_SHIFT) & NO_MOVE
        fixed = False
        if GROUP > 1:
            _, _, fixed = rank(key)
        slot_forbidden = False
        entered = False
        begin = transposed.first[index] if TRANSPOSED else 0
        for i in range(transposed.first[index + 1] - begin if TRANSPOSED else unmoves(key, edges)):
            forbidden = np.int64(transposed.undos[begin + i]) if TRANSPOSED else edges[i, 2]
            decided = second != 0 and forbidden == slot
            if decided:
                slot_forbidden = True
            if fixed and forbidden >= 0:
                forbidden = first_image(forbidden, key)
            if forbidden < 0:
                entered = True
            if seen[forbidden + 1] != index + 1:
                seen[forbidden + 1] = index + 1
                if not decided:
                    counters[UNKNOWN] += 1
                    if forbidden >= 0:
                        counters[FORBIDDING] += 1
        if not entered:
            counters[UNENTERED] += 1
        if second == 0 or not slot_forbidden:
            records[index - base] = record(0, 0, NO_MOVE, 0)
