"""Sim, a game for retro."""
