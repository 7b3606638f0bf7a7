"""The seed of the random graph."""

SEED = 0
