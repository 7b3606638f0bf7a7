"""A game for tests of hash tables: numbers up to any size, whose positions are enumerated."""
