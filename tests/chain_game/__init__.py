"""A game for tests with wins as long as an option says, and with a table as long as that."""
