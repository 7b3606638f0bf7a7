"""A game for tests with wins as long as an option says, in which the last move may forbid one."""
