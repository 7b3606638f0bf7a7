"""Hare and hounds for retro."""
