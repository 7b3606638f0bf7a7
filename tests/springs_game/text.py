"""Positions as the places of the mover and of the opponent."""

from .options import LENGTH


def format(key):
    return f"{key // LENGTH}:{key % LENGTH}"


def parse(text):
    mine, theirs = map(int, text.split(":"))
    if not 0 <= mine < LENGTH - 1 or not 0 <= theirs < LENGTH - 1 or mine == theirs:
        raise ValueError(f"two different places from 0 to {LENGTH - 2}, as in 0:4, not {text[:40]!a}")
    return LENGTH * mine + theirs
