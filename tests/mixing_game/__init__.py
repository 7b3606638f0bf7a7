"""A game over numbers, of any size, whose positions have to be found: for look-ups by hash tables."""
