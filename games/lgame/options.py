"""The L-game has no options."""
