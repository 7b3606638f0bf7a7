"""The number of heaps, and whether one symmetry is wrong."""

HEAPS = 6
WRONG = 0
