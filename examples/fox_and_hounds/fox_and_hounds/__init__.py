"""Fox and hounds, a game for retro."""
