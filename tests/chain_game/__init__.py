"""A game for tests with wins as long as an option says, whose rules read a long table."""
