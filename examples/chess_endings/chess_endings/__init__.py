"""Chess endings of three and four men, for retro."""
