"""How many positions, in thousands."""

THOUSANDS = 10
