"""The options and their defaults: boxes in a row, and rows of boxes."""

WIDE = 3
HIGH = 3
