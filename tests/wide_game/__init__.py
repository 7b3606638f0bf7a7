"""A game for tests with any number of positions, few moves and short games: its runs take memory and little else."""
