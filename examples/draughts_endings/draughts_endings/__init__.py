"""Endings of English draughts with two pieces, for retro."""
