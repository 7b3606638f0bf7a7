"""Bit operations that plugins and kernels share: plain Python functions, single instructions once compiled.

Arguments are non-negative and below 2**63. `retro.intrinsics` names the machine instructions that stand in for them
in compiled code.
"""

from __future__ import annotations


def popcount(bits: int) -> int:
    """How many bits are set."""
    return int(bits).bit_count()


def lowest(bits: int) -> int:
    """Number of the lowest set bit; ``bits`` must not be 0."""
    return (int(bits) & -int(bits)).bit_length() - 1


def pext(bits: int, mask: int) -> int:
    """The bits of ``bits`` at the places set in ``mask``, moved together."""
    gathered, place = 0, 0
    while mask:
        low = mask & -mask
        if bits & low:
            gathered |= 1 << place
        place += 1
        mask ^= low
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
