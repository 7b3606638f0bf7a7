"""Which of the random graphs."""

SEED = 0
