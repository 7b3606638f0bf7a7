"""A game of draws for tests: a ship can stay out or choose a harbour, in which one of the players may slip and lose."""
