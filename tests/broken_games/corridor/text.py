"""A position is written as fuel and square, ``3:4``; a move as a word."""

from retro.game.scene import Piece, Scene, Step, grid

WORDS = ("left", "right", "burn", "agree")
BOARD = grid(9, 1)
NAMES = list(BOARD)


def format(key):
    return f"{key >> 4}:{key & 15}"


def parse(text):
    if len(text) != 3 or text[0] not in "0123" or text[1] != ":" or text[2] not in "012345678":
        raise ValueError(f"a position is fuel 0 to 3 and square 0 to 8, as in 3:4, not {text[:20]!a}")
    return 16 * int(text[0]) + int(text[2])


def squares(key):
    return {"fuel": key >> 4, **{f"s{square}": int(square == key & 15) for square in range(9)}}


def draw(key):
    return "".join("T" if square == key & 15 else "." for square in range(9))


def scene(key):
    name, outside = NAMES[key & 15], {"left": (-1, 0), "right": (9, 0)}
    return Scene(BOARD, (Piece("stone", name),), beside=outside, notes=(f"fuel {key >> 4}",))


def shown(key, code):
    points = ["left", *NAMES, "right"]
    step = (NAMES[key & 15], points[(key & 15) + 2 * code]) if code < 2 else (NAMES[key & 15],)
    return (Step("arrow" if code < 2 else "point", step),) if code < 3 else ()


def format_move(key, code):
    return WORDS[code]


def parse_move(key, text):
    if text not in WORDS:
        raise ValueError(f"a move is one of {', '.join(WORDS)}, not {text[:20]!a}")
    return WORDS.index(text)
