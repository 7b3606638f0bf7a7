"""A game for tests of enumerated positions: numbers up to any size."""
