"""A game for tests with too many games to play each: a countdown with several moves for each step."""
