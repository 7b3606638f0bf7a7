"""A game for tests with an index, in which every move lowers the tier; with the option sly one move does not."""
