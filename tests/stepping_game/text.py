"""Positions as boards of x for the mover, o for the opponent."""


def format(key):
    men = ("x" if key >> square & 1 else "o" if key >> square + 16 & 1 else "." for square in range(16))
    return "".join(men)


def parse(text):
    return sum(1 << square + 16 * (man == "o") for square, man in enumerate(text) if man != ".")
