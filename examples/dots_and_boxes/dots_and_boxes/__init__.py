"""Dots and boxes, a game for retro."""
