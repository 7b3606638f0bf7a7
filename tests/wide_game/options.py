"""The number of positions in thousands."""

THOUSANDS = 10
