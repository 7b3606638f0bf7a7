"""Hexapawn, for tests: a game with sides, in which the key contains the side to move."""
