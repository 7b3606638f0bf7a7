"""The options and their defaults: pits on each side, and stones in each pit at the start."""

PITS = 4
STONES = 3
