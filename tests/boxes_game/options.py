"""Boxes in a row, rows of boxes, and whether the scene names the player to move."""

WIDE = 1
HIGH = 1
TURN = "right"
