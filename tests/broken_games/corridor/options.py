"""The fuel at the start."""

FUEL = 3
