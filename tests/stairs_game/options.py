"""The number of tokens, and whether one move goes up again."""

TOKENS = 2
SLY = 0
