"""Kernels of the queue backend: what each level of the analysis finds out, and whom it tells.

This source is compiled once per game (`retro.compile.kernels`), after ``first_kernels`` and those that it needs: the
game's functions, the constants below and the kernels of those are globals of the module it is copied to. ``expand``
finds out who learns what and collects updates; ``apply`` brings them to the records.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from retro.bits import POSITIVE
from retro.compile import inner, kernel
from retro.faults import UNMOVES
from retro.game import NONE, SLACK, UNKNOWN, WIN
from retro.intrinsics import lowest, prefetch

if TYPE_CHECKING:
    from retro.kernel_names import (
        BEST_SHIFT,
        BUILT,
        CODES,
        GROUP,
        LOOKAHEAD,
        MAX_UNMOVES,
        NO_SLOT,
        ORBITS,
        REPETITION,
        SECOND_SHIFT,
        SLOT_SHIFT,
        VALUE_MASK,
        WORD,
        image,
        image_code,
        note,
        rank,
        raw_unmoves,
        restorable,
        unmoves,
        unrank,
    )
    from retro.solving.first_kernels import (
        APPLIED,
        DECIDED,
        EDGES,
        EXPANDED,
        FORBIDDING,
        LAST,
        UNENTERED,
    )
    from retro.solving.symmetry_kernels import first_image, images
    from retro.solving.update_kernels import CHUNK_BITS, IMPOSSIBLE, apply, forget_slot, record

CHUNK = 1 << CHUNK_BITS
"""Records looked at together, if ``pending`` says that one of them has a value of the level."""

FOUND = 4096
"""Positions told together."""

BATCH = 512
"""Updates collected before they are applied: their cache lines fit the nearest cache."""


@inner
def add_once(updates, first, count, index, told):
    """Append an update unless it stands in rows first..count-1 already."""
    for i in range(first, count):
        if updates[i, 0] == index and updates[i, 1] == told:
            return count
    updates[count, 0] = index
    updates[count, 1] = told
    return count + 1


@inner
def add_images(updates, first, count, predecessor, g, index, code, won):
    """The update of a predecessor that is its own image: every image of the move leads to the same class."""
    canonical = image(predecessor, g)
    for h in range(GROUP):
        if image(canonical, h) == canonical:
            count = add_once(updates, first, count, index, image_code(code, h) << 1 | won)
    return count


@inner
def mark(records, level, marks):
    """marks[i] = whether records[i] got a value at ``level``. Written so that it becomes vector code."""
    in_best = WORD(VALUE_MASK << BEST_SHIFT)
    won_best, lost_best = WORD((2 * level + 3) << BEST_SHIFT), WORD((2 * level + 2) << BEST_SHIFT)
    in_second = WORD(VALUE_MASK << SECOND_SHIFT)
    won_second, lost_second = WORD((2 * level + 3) << SECOND_SHIFT), WORD((2 * level + 2) << SECOND_SHIFT)
    for i in range(len(records)):
        word = records[i]
        found = ((word & in_best) == won_best) | ((word & in_best) == lost_best)
        if REPETITION:
            found |= ((word & in_second) == won_second) | ((word & in_second) == lost_second)
        marks[i] = found


@inner
def collect(marks, first, found):
    """Write first + i to ``found`` for every marked i; how many there are. Eight marks are looked at together."""
    eights = marks.view(np.int64)
    count = 0
    for eight in range(len(eights)):
        marked = eights[eight]
        while marked:
            found[count] = first + (eight << 3) + (lowest(marked) >> 3)
            count += 1
            marked &= marked - 1
    return count


@inner
def tell(table, found, many, level, pending, first_edge, sources, codes, undos, counters):
    """Tell the predecessors of positions ``found[:many]`` what became known at ``level``.

    One function with one loop: arrays handed to a call cost more than most of what happens here. Where edges were
    turned around in memory (BUILT, see `retro.solving.reverse`) they are read, and lead from canonical position to
    canonical position, each once; otherwise the game takes moves back, and symmetry has to be seen to.
    """
    edges = np.empty((MAX_UNMOVES + SLACK, 3), np.int64)
    updates = np.empty((BATCH + GROUP * MAX_UNMOVES, 2), np.int64)
    seen = np.zeros(CODES + 1, np.int64)
    collected, walked, forbidding, unentered = 0, 0, 0, 0
    for which in range(many):
        index = found[which]
        old = np.int64(table[index])
        best = old >> BEST_SHIFT
        if (best >> 1) - 1 == level:
            counters[EXPANDED + best] += 1
        checkmate = old == record(WIN, WIN, NO_SLOT, 0)
        if LOOKAHEAD and checkmate:
            if not REPETITION:
                counters[WIN] += images(unrank(index)) if ORBITS else 1
            continue
        second, slot = best, NO_SLOT
        if REPETITION:
            second = (old >> SECOND_SHIFT) & VALUE_MASK
            slot = (old >> SLOT_SHIFT) & NO_SLOT
        key = unrank(index)
        if key < 0 or best > VALUE_MASK or (slot >= CODES and slot != NO_SLOT):
            counters[DECIDED] -= IMPOSSIBLE  # a record that cannot be: the game must not be asked about it
            continue
        best_now = (best >> 1) - 1 == level
        second_now = (second >> 1) - 1 == level
        if REPETITION and not best_now and not restorable(key, slot):
            continue
        fixed = False
        if GROUP > 1 and (REPETITION or not BUILT):
            _, _, fixed = rank(key)
        begin = first_edge[index] if BUILT else 0
        count = first_edge[index + 1] - begin if BUILT else raw_unmoves(key, edges)
        first = collected
        entered, slot_forbidden, states = 0, 0, 0
        for i in range(count):
            value, now = best, best_now
            undone = np.uint64(edges[i, 2] if REPETITION and not BUILT else NONE) + np.uint64(1)
            if not BUILT and (np.uint64(edges[i, 1]) >= np.uint64(CODES) or undone > np.uint64(CODES)):
                note(UNMOVES, key, count)
                break
            if REPETITION:
                forbidden = np.int64(undos[begin + i]) if BUILT else edges[i, 2]
                if forbidden == slot:
                    value, now = second, second_now
                    slot_forbidden = 1
                elif fixed and forbidden >= 0:
                    forbidden = first_image(forbidden, key)
                entered |= forbidden < 0
                mark_at = (forbidden + 1) & POSITIVE
                states += seen[mark_at] != which + 1
                seen[mark_at] = which + 1
            if now and BUILT:
                if collected == BATCH:
                    counters[DECIDED] += apply(table, updates, collected, level, pending)
                    counters[APPLIED] += collected
                    walked += collected - first
                    collected = first = 0
                source = np.int64(sources[begin + i])
                prefetch(table, source)
                updates[collected, 0] = source
                updates[collected, 1] = np.int64(codes[begin + i]) << 1 | value & 1
                collected += 1
            elif now:
                predecessor = edges[i, 0]
                won = value & 1
                target, g, target_fixed = rank(predecessor)
                prefetch(table, target)
                code = image_code(edges[i, 1], g)
                if target_fixed:
                    collected = add_images(updates, first, collected, predecessor, g, target, code, won)
                elif fixed:
                    collected = add_once(updates, first, collected, target, code << 1 | won)
                else:
                    updates[collected, 0] = target
                    updates[collected, 1] = code << 1 | won
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
            if best_now and slot != NO_SLOT and not slot_forbidden:
                forget_slot(table, index)
        walked += collected - first
        if collected >= BATCH:
            counters[DECIDED] += apply(table, updates, collected, level, pending)
            counters[APPLIED] += collected
            collected = 0
    counters[DECIDED] += apply(table, updates, collected, level, pending)
    counters[APPLIED] += collected
    counters[EDGES] += walked
    counters[FORBIDDING] += forbidding
    counters[UNENTERED] += unentered


@kernel
def expand(table, start, stop, level, pending, first_edge, sources, codes, undos, counters):
    """Tell the predecessors of all states among slots start..stop-1 that got their value at ``level``."""
    marks = np.zeros(CHUNK, np.bool_)
    found = np.empty(FOUND + CHUNK, np.int64)
    many = 0
    for chunk in range(start, stop, CHUNK):
        if not pending[level & 3, chunk >> CHUNK_BITS]:
            continue
        pending[level & 3, chunk >> CHUNK_BITS] = 0
        size = min(CHUNK, stop - chunk)
        mark(table[chunk : chunk + size], level, marks)
        marks[size:] = False
        many += collect(marks, chunk, found[many:])
        if many >= FOUND:
            tell(table, found, many, level, pending, first_edge, sources, codes, undos, counters)
            many = 0
    tell(table, found, many, level, pending, first_edge, sources, codes, undos, counters)


@kernel
def finish(table, start, stop, first_edge, undos, counters):
    """Count the states that are draws, and forget slots that no move forbids."""
    edges = np.empty((MAX_UNMOVES + SLACK, 3), np.int64)
    seen = np.zeros(CODES + 1, np.int64)
    for index in range(start, stop):
        old = np.int64(table[index])
        if (old >> BEST_SHIFT) > VALUE_MASK:
            counters[DECIDED] -= IMPOSSIBLE
            continue
        counters[LAST + (old >> BEST_SHIFT)] += 1
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
        slot = (old >> SLOT_SHIFT) & NO_SLOT
        fixed = False
        if GROUP > 1:
            _, _, fixed = rank(key)
        slot_forbidden = False
        entered = False
        begin = first_edge[index] if BUILT else 0
        for i in range(first_edge[index + 1] - begin if BUILT else unmoves(key, edges)):
            forbidden = np.int64(undos[begin + i]) if BUILT else edges[i, 2]
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
            table[index] = record(0, 0, NO_SLOT, 0)
