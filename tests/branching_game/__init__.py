"""A game for tests whose games are far too many to play: a countdown, with more than one way to take each step."""
