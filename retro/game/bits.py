"""Bit operations that plugins and kernels share: plain Python functions, single instructions once compiled.

Arguments are non-negative and below 2**63. `retro.compiling.intrinsics` names the machine instructions that stand in
for them in compiled code.
"""

from __future__ import annotations

POSITIVE = (1 << 30) - 1
"""A mask for table entries below 2**30. It changes nothing, but tells the compiler that an index made of them is not
negative, which spares the check that Python's negative indices ask for: a fifth of the time where little else is done.
"""


def popcount(bits: int) -> int:
    """How many bits are set."""
    return int(bits).bit_count()


def lowest(bits: int) -> int:
    """Number of the lowest set bit; ``bits`` must not be 0."""
    return (int(bits) & -int(bits)).bit_length() - 1


def pext(bits: int, mask: int) -> int:
    """The bits of ``bits`` at the places set in ``mask``, moved together."""
    gathered = 0
    bits &= mask
    while bits:
        low = bits & -bits
        gathered |= 1 << popcount(mask & (low - 1))
        bits ^= low
    return gathered


def pdep(bits: int, mask: int) -> int:
    """The low bits of ``bits``, spread to the places set in ``mask``."""
    spread = 0
    while mask:
        low = mask & -mask
        if bits & 1:
            spread |= low
        bits >>= 1
        mask ^= low
    return spread


def low_product(one: int, other: int) -> int:
    """The lowest 63 bits of a product, however large it is: the one product that may leave 64 bits."""
    return (int(one) * int(other)) & 0x7FFFFFFFFFFFFFFF
