"""Positions as text: the number of the node."""


def format(key):
    return f"n{key}"


def parse(text):
    return int(text.removeprefix("n"))
