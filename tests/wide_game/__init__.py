"""A game for tests: as many positions as wanted, few moves, short games, so that little but memory is needed."""
