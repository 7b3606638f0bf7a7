"""A game for tests whose symmetries permute the bits of the key."""
