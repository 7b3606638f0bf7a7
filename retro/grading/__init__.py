"""Draws graded by the tier in which play stays for ever: `retro solve --draws graded`."""
