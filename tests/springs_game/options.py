"""The option and its default."""

LENGTH = 40
