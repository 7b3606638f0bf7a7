"""The option and its default."""

SIZE = 8
