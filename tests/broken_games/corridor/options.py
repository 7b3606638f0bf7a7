"""How much fuel there is at the start."""

FUEL = 3
