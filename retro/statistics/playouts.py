"""The number of different games, by who wins: all sequences of moves from the starts to an end.

For games in which every move lowers the tier; they need not be solved. One pass over the tiers, the lowest first,
counts the games from each position as the sum over its moves. Symmetry saves work and does not change the numbers: each
image of a position has as many games as the position, so one of them is computed, with all of its moves.

Games are counted by who wins. If moves gain points, that does not follow from a position alone. Then games are counted
by the points that are still to be gained, with a count for each possible number of points.

Counts of any size are exact. The first pass counts modulo 2**62 and determines the number of bits. If there are more,
further passes count modulo other coprime numbers, and the Chinese remainder theorem gives the result.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import gcd
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from retro.compiling.kernels import kernels_of
from retro.game import turns
from retro.game.rules import IndexedRules, Rules, Tier
from retro.indexing.discovery import Limits, enumerate_positions, with_few_positions
from retro.indexing.tiers import tiers_of
from retro.lookup.table import ENUMERATED_BYTES, check_memory
from retro.statistics import playouts_kernels
from retro.system.checkpointing import in_order
from retro.system.errors import GameError
from retro.system.progress import Progress
from retro.system.ranges import ranges
from retro.system.sizes import PRODUCTION

COUNT_BYTES = 8
BITS_BYTES = 4
"""Memory per position of a count, and of a logarithm."""
ORDER_BYTES = 28
"""Memory per position of sorting by tiers: the tier twice, slot and place, and what sorting takes."""
OUTCOMES = 3
"""Counts per position, unless moves gain points."""
MODULUS_BITS = 62
"""Two remainders of so many bits can be added in a signed 64-bit integer."""


@dataclass(frozen=True)
class Playouts:
    """Exact numbers of games from all starts by who wins; images of a game are different games."""

    first: int
    second: int
    draws: int

    @property
    def games(self) -> int:
        return self.first + self.second + self.draws


def count(rules: Rules, threads: int, progress: Progress) -> Playouts:
    """Count the games from all starts, with one pass per 62 bits of the result.

    Takes 28 bytes of memory per slot, 28 more if the slots of a tier are not neighbours and, if moves gain points, 16
    more for each point that can be won but the first.
    GameError if the game has no start, or if some move does not lower the tier; ResourceError if there is not enough
    memory.
    """
    name = rules.game.name
    if not rules.starts:
        raise GameError(f"with these options {name} has no start, so it has no games to count")
    if rules.repetition or not rules.defines("tier"):
        why = "it has a repetition rule" if rules.repetition else "its rules.py defines no tier"
        raise GameError(f"{name}: games can be counted only where every move lowers the tier; {why}")
    with ThreadPoolExecutor(threads) as pool:
        try:
            return _counted(_indexed(rules, threads, progress), pool, progress)
        finally:
            progress.close()


def _indexed(rules: Rules, threads: int, progress: Progress) -> IndexedRules:
    """Returns the rules with an index that kernels can use."""
    rules = with_few_positions(rules)
    if isinstance(rules, IndexedRules):
        check_memory(rules, rules.slots * _bytes(OUTCOMES))
        return rules
    each = ENUMERATED_BYTES + _bytes(OUTCOMES)
    return enumerate_positions(rules, threads, progress, Limits(check_memory(rules, each) // each))


def _bytes(columns: int) -> int:
    return columns * COUNT_BYTES + BITS_BYTES


def _in_order(
    rules: IndexedRules, pool: ThreadPoolExecutor
) -> tuple[ModuleType, tuple[Tier, ...], NDArray[np.int64], NDArray[np.int64]]:
    """All positions in order of their tiers: the kernels that count in this order; the places of each tier, the lowest
    first; the slot of each place, and the place of each slot, both empty if places are slots.

    It is the order of the index if that has tiers. Elsewhere the positions are sorted: keys and tiers may have too many
    bits for an enumerated index by tiers, and an index of the game's own may be in another order.
    """
    tiers, none = tiers_of(rules), np.empty(0, np.int64)
    module = kernels_of(rules, playouts_kernels, {"TIERED": len(tiers) > 1})
    if len(tiers) > 1:
        return module, tiers, none, none
    check_memory(rules, rules.slots * (_bytes(OUTCOMES) + ORDER_BYTES))
    numbers = np.empty(rules.slots, np.int32)
    list(pool.map(lambda task: module.write_tiers(*task, numbers), ranges(0, rules.slots, PRODUCTION.task_slots)))
    slots = np.argsort(numbers, kind="stable")
    place = np.empty_like(slots)
    place[slots] = np.arange(rules.slots)
    each, first = np.unique(numbers[slots], return_index=True)
    starts = first.tolist()
    return module, tuple(map(Tier, each.tolist(), starts, [*starts[1:], rules.slots])), slots, place


def _counted(rules: IndexedRules, pool: ThreadPoolExecutor, progress: Progress) -> Playouts:
    module, tiers, slots, place = _in_order(rules, pool)
    homes = place[rules.homes].tolist() if len(place) else rules.homes
    bits, columns, adding = np.zeros(rules.slots, np.float32), OUTCOMES, False
    counts = np.zeros((rules.slots, columns), np.int64)

    def passed(phase: str, kernel: Callable[..., int], *arguments: object) -> bool:
        """Calls a kernel for all places, the lowest tier first; returns False as soon as some move gains points."""
        progress.phase(phase, rules.slots, None)
        for _, first, end in tiers:
            lower = (0, first) if tiers[0].start == 0 else (end, rules.slots)
            tasks = ranges(first, end, PRODUCTION.task_slots)

            def of_task(task: tuple[int, int], lower: tuple[int, int] = lower) -> int:
                return kernel(*task, *lower, slots, place, *arguments)

            for (start, stop), result in in_order(pool, len(tasks), of_task, tasks):
                if result == module.GAINS:
                    return False
                if result != module.DONE:
                    raise _not_lower(rules, rules.unrank(int(slots[result]) if len(slots) else result))
                progress.advance(stop - start, 0)
        return True

    def remainders(phase: str, modulus: int, bits: NDArray[np.float32]) -> list[int] | None:
        done = passed(phase, module.count_games, modulus, adding, counts, bits)
        return [int(each) for each in counts[homes].ravel()] if done else None

    numbers_of_games, product = remainders("games", 1 << MODULUS_BITS, bits), 1 << MODULUS_BITS
    if numbers_of_games is None:
        most = np.zeros(rules.slots, np.int16)
        passed("points", module.largest_points, most)
        columns, adding = 1 + 2 * int(most.max()), True
        check_memory(rules, rules.slots * _bytes(columns))
        counts = np.zeros((rules.slots, columns), np.int64)
        numbers_of_games = remainders("games", product, bits)
    assert numbers_of_games is not None
    most_bits = float(bits[homes].max())
    rounding = 1 + most_bits * len(tiers) * 2.0**-23  # of a logarithm in 32 bits, one for each ply
    passes = int(most_bits + rounding) // (MODULUS_BITS - 1) + 1
    for number, modulus in enumerate(_moduli(passes), 2):
        inverse = pow(product, -1, modulus)
        more = remainders(f"games, pass {number} of {passes}", modulus, bits[:0])
        assert more is not None
        numbers_of_games = [
            number + product * ((remainder - number) * inverse % modulus)
            for number, remainder in zip(numbers_of_games, more, strict=True)
        ]
        product *= modulus
    first = drawn = second = 0
    for number, key in enumerate(rules.starts):
        ends = numbers_of_games[columns * number : columns * (number + 1)]
        lost, won = sum(ends[: columns // 2]), sum(ends[columns // 2 + 1 :])
        if turns.player(rules, key) == 1:
            won, lost = lost, won
        first, drawn, second = first + won, drawn + ends[columns // 2], second + lost
    return Playouts(first, second, drawn)


def _not_lower(rules: IndexedRules, key: int) -> GameError:
    """Returns the error that names a move of a position that does not lower the tier."""
    ongoing = [move for move in rules.moves(key) if move.goes_on]
    if any(not 0 <= rules.rank(move.successor)[0] < rules.slots for move in ongoing):
        return rules.wrong("moves", "leads to a position that is not in the index", key)
    problem = "is not the same for all images of a position"
    wrong = [move for move in ongoing if rules.tier(move.successor) >= rules.tier(key)]
    if wrong:
        problem = f"does not fall by the move {rules.text.format_move(key, wrong[0].code)}"
    return rules.wrong("tier", f"{problem}, and its games cannot be counted", key)


def _moduli(passes: int) -> list[int]:
    """Returns the moduli of all passes but the first: coprime odd numbers below 2**62."""
    moduli: list[int] = []
    candidate = 1 << MODULUS_BITS
    while len(moduli) < passes - 1:
        candidate -= 1
        if candidate % 2 and all(gcd(candidate, each) == 1 for each in moduli):
            moduli.append(candidate)
    return moduli
