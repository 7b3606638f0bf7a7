"""How many different games there are, and who wins them: every sequence of moves from the start to an end, counted.

For games in which every move lowers the tier. Nothing has to be solved: one pass over the positions, the lowest tier
first, counts the games from each as the sum over its moves. Symmetry saves work and changes nothing: a position stands
for its images, from which there are as many games, but each of its moves is counted.

Counts of any size are exact. A pass counts modulo 2**62 and finds out how many bits there are. If they are more,
further passes count modulo other numbers without a common divisor, and the remainders together give the number.
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
"""Of a position: three counts, a logarithm, and its tier."""
MODULUS_BITS = 62


@dataclass(frozen=True)
class Playouts:
    """Games from the start, without symmetry, by who wins them; exact."""

    first: int
    second: int
    draws: int

    @property
    def games(self) -> int:
        """All of them."""
        return self.first + self.second + self.draws


def count(rules: Rules, threads: int, progress: Progress) -> Playouts:
    """Count the games from the start, in a pass for every 62 bits of their number; memory is 29 bytes per slot.

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
    """The rules with an index that compiled code can use."""
    if isinstance(rules, IndexedRules):
        check_memory(rules, rules.slots * COUNT_BYTES)
        return rules
    from retro.indexing.discovery import enumerate_positions

    each = ENUMERATED_BYTES + COUNT_BYTES
    return enumerate_positions(rules, threads, progress, check_memory(rules, each) // each)


def _counted(rules: IndexedRules, pool: ThreadPoolExecutor, progress: Progress) -> Playouts:
    module = compiled_kernels(rules, playouts_kernels)
    numbers = np.zeros(rules.slots, np.uint8)
    counts, bits = np.zeros((rules.slots, 3), np.int64), np.zeros(rules.slots, np.float32)
    by_tier = tiers.tasks_by_tier(rules, numbers, pool, progress)
    total = sum(stop - start for tasks in by_tier.values() for start, stop in tasks)

    def remainders(modulus: int, bits: NDArray[np.float32]) -> list[int]:
        for number, tasks in by_tier.items():

            def one(task: Range, number: int = number) -> None:
                wrong = module.count_games(*task, numbers, number, modulus, counts, bits)
                if wrong != module.DONE:
                    raise tiers.not_lower(rules, rules.unrank(wrong), "its games cannot be counted")

            for (start, stop), _ in zip(tasks, pool.map(one, tasks), strict=True):
                progress.advance(stop - start, 0)
        return [int(each) for each in counts[rules.home]]

    progress.phase("games", total, None)
    found, product = remainders(1 << MODULUS_BITS, bits), 1 << MODULUS_BITS
    # logarithms of 254 plies, each as exact as 32 bits, are together wrong by less than one
    passes = int(bits[rules.home] + 1) // (MODULUS_BITS - 1) + 1
    for number, modulus in enumerate(_moduli(passes), 2):
        progress.phase(f"games, pass {number} of {passes}", total, None)
        inverse = pow(product, -1, modulus)
        more = remainders(modulus, bits[:0])
        found = [
            known + product * ((remainder - known) * inverse % modulus)
            for known, remainder in zip(found, more, strict=True)
        ]
        product *= modulus
    return Playouts(*found)


def _moduli(passes: int) -> list[int]:
    """The moduli of all passes but the first: odd numbers below 2**62 without a common divisor."""
    found: list[int] = []
    candidate = 1 << MODULUS_BITS
    while len(found) < passes - 1:
        candidate -= 1
        if candidate % 2 and all(gcd(candidate, each) == 1 for each in found):
            found.append(candidate)
    return found
