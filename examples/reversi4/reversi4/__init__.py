"""Reversi on 4 x 4, a game for retro."""
