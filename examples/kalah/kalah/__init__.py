"""Kalah, a game for retro."""
