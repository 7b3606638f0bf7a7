"""The option and its default."""

POINTS = 6
