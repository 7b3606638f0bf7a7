"""A game for tests with as many symmetries as its heaps have orders."""
