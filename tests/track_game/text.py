"""Positions as text: the token's place."""


def format(key):
    return str(key)


def parse(text):
    return int(text)
