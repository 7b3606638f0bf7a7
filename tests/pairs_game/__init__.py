"""A game with three starts for tests: a move takes two or four counters; who cannot move has lost."""
