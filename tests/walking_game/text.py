"""Positions are ``n0`` to ``n15``, moves ``e0`` to ``e9``."""

from .rules import CODES, NODES


def _number(text, letter, end):
    if text[:1] != letter or not text[1:].isascii() or not text[1:].isdecimal() or int(text[1:]) >= end:
        raise ValueError(f"{text[:20]!r} is none of {letter}0 to {letter}{end - 1}")
    return int(text[1:])


def parse(text):
    return _number(text, "n", NODES)


def format(key):
    return f"n{key}"


def draw(key):
    return "[" + "".join("x" if node == key else "." for node in range(NODES)) + "]"


def parse_move(key, text):
    return _number(text, "e", CODES)


def format_move(key, code):
    return f"e{code}"
