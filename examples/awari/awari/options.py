"""The option and its default."""

STONES = 12
