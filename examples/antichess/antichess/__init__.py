"""Antichess endings of two men, for retro."""
