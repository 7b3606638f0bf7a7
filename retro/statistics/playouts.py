"""The number of different games, by who wins: all sequences of moves from the start to an end.

For games in which every move lowers the tier; they need not be solved. One pass over the positions, the lowest tier
first, counts the games from each position as the sum over its moves. Symmetry saves work and does not change the
numbers: each image of a position has as many games as the position, so one of them is computed, with all of its moves.

Counts of any size are exact. The first pass counts modulo 2**62 and determines the number of bits. If there are more,
further passes count modulo other coprime numbers, and the Chinese remainder theorem gives the result.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import gcd

import numpy as np
from numpy.typing import NDArray

from retro.compiling.compile import explained
from retro.compiling.kernels import compiled_kernels
from retro.game.rules import IndexedRules, Rules
from retro.lookup.table import ENUMERATED_BYTES, check_memory
from retro.solving import tiers
from retro.statistics import playouts_kernels
from retro.system.errors import GameError
from retro.system.progress import Progress
from retro.system.ranges import Range

COUNT_BYTES = 29
"""Memory per position: three counts, a logarithm, and the tier."""
MODULUS_BITS = 62
"""Two remainders of so many bits can be added in a signed 64-bit integer."""


@dataclass(frozen=True)
class Playouts:
    """Exact numbers of games from the start by who wins; images of a game are different games."""

    first: int
    second: int
    draws: int

    @property
    def games(self) -> int:
        return self.first + self.second + self.draws


def count(rules: Rules, threads: int, progress: Progress) -> Playouts:
    """Count the games from the start, with one pass per 62 bits of the result and 29 bytes of memory per slot.

    GameError if the game has no start or if some move does not lower the tier; ResourceError if there is not enough
    memory.
    """
    name = rules.game.name
    if rules.initial < 0:
        raise GameError(f"with these options {name} has no start, so it has no games to count")
    if rules.repetition or not rules.defines("tier"):
        why = "it has a repetition rule" if rules.repetition else "its rules.py defines no tier"
        raise GameError(f"{name}: games can be counted only where every move lowers the tier; {why}")
    with explained(rules), ThreadPoolExecutor(threads) as pool:
        try:
            return _counted(_indexed(rules, threads, progress), pool, progress)
        finally:
            progress.close()


def _indexed(rules: Rules, threads: int, progress: Progress) -> IndexedRules:
    """Returns the rules with an index that compiled code can use."""
    if isinstance(rules, IndexedRules):
        check_memory(rules, rules.slots * COUNT_BYTES)
        return rules
    from retro.indexing.discovery import Limits, enumerate_positions

    each = ENUMERATED_BYTES + COUNT_BYTES
    return enumerate_positions(rules, threads, progress, Limits(check_memory(rules, each) // each))


def _counted(rules: IndexedRules, pool: ThreadPoolExecutor, progress: Progress) -> Playouts:
    module = compiled_kernels(rules, playouts_kernels)
    numbers = np.zeros(rules.slots, np.uint8)
    counts, bits = np.zeros((rules.slots, 3), np.int64), np.zeros(rules.slots, np.float32)
    by_tier = tiers.tasks_by_tier(rules, numbers, pool, progress)
    total = sum(stop - start for tasks in by_tier.values() for start, stop in tasks)

    def remainders(modulus: int, bits: NDArray[np.float32]) -> list[int]:
        for number, tasks in by_tier.items():

            def work(task: Range, number: int = number) -> None:
                wrong = module.count_games(*task, numbers, number, modulus, counts, bits)
                if wrong != module.DONE:
                    raise tiers.not_lower(rules, rules.unrank(wrong), "its games cannot be counted")

            for (start, stop), _ in zip(tasks, pool.map(work, tasks), strict=True):
                progress.advance(stop - start, 0)
        return [int(each) for each in counts[rules.home]]

    progress.phase("games", total, None)
    numbers_of_games, product = remainders(1 << MODULUS_BITS, bits), 1 << MODULUS_BITS
    # the rounding errors of 254 plies of logarithms in 32 bits add up to less than one bit
    passes = int(bits[rules.home] + 1) // (MODULUS_BITS - 1) + 1
    for number, modulus in enumerate(_moduli(passes), 2):
        progress.phase(f"games, pass {number} of {passes}", total, None)
        inverse = pow(product, -1, modulus)
        more = remainders(modulus, bits[:0])
        numbers_of_games = [
            number + product * ((remainder - number) * inverse % modulus)
            for number, remainder in zip(numbers_of_games, more, strict=True)
        ]
        product *= modulus
    return Playouts(*numbers_of_games)


def _moduli(passes: int) -> list[int]:
    """Returns the moduli of all passes but the first: coprime odd numbers below 2**62."""
    moduli: list[int] = []
    candidate = 1 << MODULUS_BITS
    while len(moduli) < passes - 1:
        candidate -= 1
        if candidate % 2 and all(gcd(candidate, each) == 1 for each in moduli):
            moduli.append(candidate)
    return moduli
