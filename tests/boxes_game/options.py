"""Boxes in a row, rows of boxes, and what the scene says of the turn."""

WIDE = 1
HIGH = 1
TURN = "right"
