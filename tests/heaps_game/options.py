"""How many heaps there are, and whether one symmetry is wrong."""

HEAPS = 6
WRONG = 0
