"""A game for tests with an index of its own whose every move lowers the tier, but for one move if it is sly."""
