"""Tic-tac-toe for tests: no index, no symmetry, only the tier."""
