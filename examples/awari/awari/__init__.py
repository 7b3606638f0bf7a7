"""Awari, a game for retro."""
