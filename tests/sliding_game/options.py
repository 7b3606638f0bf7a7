"""Squares along a side."""

SIZE = 4
