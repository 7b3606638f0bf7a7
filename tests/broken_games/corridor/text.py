"""A position is written as fuel and square, ``3:4``; a move as a word."""

WORDS = ("left", "right", "burn", "agree")


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


def format_move(key, code):
    return WORDS[code]


def parse_move(key, text):
    if text not in WORDS:
        raise ValueError(f"a move is one of {', '.join(WORDS)}, not {text[:20]!a}")
    return WORDS.index(text)
