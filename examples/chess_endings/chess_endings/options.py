"""The options and their defaults."""

MATERIAL = "KQvKR"
SIZE = 8
