"""A game for tests of tiers: a token in a building, whose floors are the tiers."""
