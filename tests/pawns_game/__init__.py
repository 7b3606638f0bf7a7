"""Hexapawn, for tests: a game with sides, in which the key tells whose turn it is."""
