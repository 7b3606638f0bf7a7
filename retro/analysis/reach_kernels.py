"""Kernels of the search from the start: algorithm 9 of Takizawa (2023), with a byte for every position.

This source is compiled once per game (`retro.compile.kernels`), after ``symmetry_kernels``; the game's functions, the
constants below and the kernels of that are globals of the module it is copied to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from retro.bits import POSITIVE
from retro.compile import inner, kernel
from retro.game import NONE, ONGOING, SLACK
from retro.intrinsics import prefetch

if TYPE_CHECKING:
    from retro.kernel_names import (
        BUILT,
        CODES,
        GROUP,
        MAX_MOVES,
        MAX_UNMOVES,
        ORBITS,
        moves,
        rank,
        unmoves,
        unrank,
    )
    from retro.solving.symmetry_kernels import first_image, images

UNREACHED = 255
NOWHERE = UNREACHED + 1
"""Where states are counted to which no game comes: the distance of a state next to an unreached position."""
BATCH = 512
"""Edges collected before the distances at their other ends are looked at: their cache lines fit the nearest cache."""
CHUNK = 1024
LOOK = 3
"""How many of the edges that forbid nothing are looked at together with those that do."""


@inner
def has(distances, start, stop, level):
    """Whether some position of slots start..stop-1 has the distance ``level``; written to become vector code."""
    found = False
    for index in range(start, stop):
        found |= distances[index] == level
    return found


@inner
def enter(distances, targets, count, level):
    """Give the positions ``targets`` the distance ``level`` if they have none; whether some had none.

    Several threads may write at once: they write the same.
    """
    entered = False
    for i in range(count):
        if distances[targets[i]] == UNREACHED:
            distances[targets[i]] = level
            entered = True
    return entered


@kernel
def expand(start, stop, level, distances):
    """Give the successors of all positions of slots start..stop-1 with the distance ``level`` the next one.

    How many such positions there are, and whether a successor had no distance yet.
    """
    out = np.empty((MAX_MOVES + SLACK, 3), np.int64)
    targets = np.empty(BATCH + MAX_MOVES, np.int64)
    collected, expanded, entered = 0, 0, False
    for chunk in range(start, stop, CHUNK):
        end = min(chunk + CHUNK, stop)
        if not has(distances, chunk, end, level):
            continue
        for index in range(chunk, end):
            if distances[index] != level:
                continue
            expanded += 1
            for i in range(moves(unrank(index), out)):
                if out[i, 2] == ONGOING:
                    target = rank(out[i, 0])[0]
                    prefetch(distances, target)
                    targets[collected] = target
                    collected += 1
            if collected >= BATCH:
                entered |= enter(distances, targets, collected, level + 1)
                collected = 0
    entered |= enter(distances, targets, collected, level + 1)
    return expanded, entered


@kernel
def count_positions(start, stop, distances, histogram):
    """Count the positions of slots start..stop-1 by distance, as the game counts them."""
    for index in range(start, stop):
        distance = distances[index]
        if distance != UNREACHED:
            histogram[distance] += images(unrank(index)) if ORBITS else 1


@inner
def count_batch(distances, sources, places, others, batch, many, nearest, histogram):
    """Count the states of ``many`` positions; ``batch`` has their distances, and where their edges end.

    ``nearest`` is the least distance of a state by one more than the move forbidden in it, for one position at a time.
    """
    for i in range(many):
        least = batch[i + 1, 0]
        if least == 0:
            nearest[0] = 0  # the start
        for edge in range(batch[i, 1], batch[i + 1, 1]):
            place = places[edge] & POSITIVE
            nearest[place] = min(nearest[place], np.int64(distances[sources[edge]]) + 1)
        for edge in range(batch[i, 2], batch[i + 1, 2]):
            if nearest[0] <= least:
                break
            source = others[edge] if BUILT else rank(others[edge])[0]
            nearest[0] = min(nearest[0], np.int64(distances[source]) + 1)
        histogram[nearest[0]] += 1
        nearest[0] = NOWHERE
        for edge in range(batch[i, 1], batch[i + 1, 1]):
            place = places[edge] & POSITIVE
            histogram[nearest[place]] += 1
            nearest[place] = NOWHERE


@kernel
def count_states(start, stop, distances, histogram, turned):
    """Count the states of slots start..stop-1 by distance: one more than the nearest position before them.

    Most edges forbid nothing and lead to one and the same state of a position. As soon as one of them comes from a
    position nearer than this one, the others need not be looked at. ``turned`` are the edges turned around in memory,
    where a game does not take moves back (`retro.solving.reverse`).
    """
    first_edge, froms, undos = turned
    most = MAX_UNMOVES
    if BUILT:
        for index in range(start, stop):
            most = max(most, first_edge[index + 1] - first_edge[index])
    edges = np.empty((MAX_UNMOVES + SLACK, 3), np.int64)
    sources = np.empty(BATCH + most + SLACK, np.int64)
    places = np.empty(BATCH + most + SLACK, np.int64)
    others = np.empty(BATCH + most + SLACK, np.int64)
    batch = np.zeros((BATCH + 1, 3), np.int64)
    nearest = np.full(CODES + 1, NOWHERE, np.int64)
    many, collected, left = 0, 0, 0
    for index in range(start, stop):
        if distances[index] == UNREACHED:
            continue
        key = unrank(index)
        fixed = rank(key)[2] if GROUP > 1 else False
        free = 0
        begin = first_edge[index] if BUILT else 0
        for i in range(first_edge[index + 1] - begin if BUILT else unmoves(key, edges)):
            before = np.int64(froms[begin + i]) if BUILT else edges[i, 0]
            code = np.int64(undos[begin + i]) if BUILT else edges[i, 2]
            if code == NONE:
                free += 1
                if free > LOOK:
                    others[left] = before
                    left += 1
                    continue
            elif fixed:
                code = first_image(code, key)
            source = before if BUILT else rank(before)[0]
            prefetch(distances, source)
            sources[collected] = source
            places[collected] = code + 1
            collected += 1
        many += 1
        batch[many, 0], batch[many, 1], batch[many, 2] = distances[index], collected, left
        if collected >= BATCH or left >= BATCH or many == BATCH:
            count_batch(distances, sources, places, others, batch, many, nearest, histogram)
            many, collected, left = 0, 0, 0
    count_batch(distances, sources, places, others, batch, many, nearest, histogram)
