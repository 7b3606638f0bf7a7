"""Positions as text: the tokens' steps."""

from .options import TOKENS
from .rules import STEPS


def format(key):
    return "+".join(str(key // STEPS**token % STEPS) for token in reversed(range(TOKENS)))


def parse(text):
    key = 0
    for steps in text.split("+"):
        key = STEPS * key + int(steps)
    return key
