"""A game for tests with cycles, in which a player may move again."""
