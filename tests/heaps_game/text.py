"""Positions as text: the counters in each heap."""

from .options import HEAPS


def format(key):
    return "".join(str(key >> 2 * heap & 3) for heap in range(HEAPS))


def parse(text):
    return sum(int(counters) << 2 * heap for heap, counters in enumerate(text))
