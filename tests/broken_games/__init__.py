"""Plugins with one mistake each: the sound plugin `corridor` with one change.

Each mistake says which rule of `retro check` must name it, and how.
"""

from dataclasses import dataclass, replace
from pathlib import Path
from shutil import copytree, ignore_patterns

from retro.game import Game

from .corridor.plugin import retro_game as corridor

SOUND = Path(__file__).parent / "corridor"
MODULES = {"text": "text.py", "scene": "text.py", "tags": "tags.py", "published": "published.toml"}
"""The file with the mistakes that a rule names; rules.py for all others."""


@dataclass(frozen=True)
class Mistake:
    """Replaces ``old`` with ``new``. Then ``rule`` fails, and its message has each part of ``message``."""

    rule: str
    message: str
    old: str
    new: str


def write(folder: Path, name: str, mistake: Mistake) -> Game:
    """The game with this mistake, as a package in ``folder``, from which Python must import."""
    package = f"broken_{name}"
    copytree(SOUND, folder / package, ignore=ignore_patterns("__pycache__"))
    path = folder / package / MODULES.get(mistake.rule, "rules.py")
    source = path.read_text(encoding="utf-8")
    assert source.count(mistake.old) == 1, f"{name}: {mistake.old!r} stands {source.count(mistake.old)} times"
    path.write_text(source.replace(mistake.old, mistake.new), encoding="utf-8")
    return replace(corridor(), package=package)


TIER = "return key >> 4"
KEY_OF = """


def key_of(key):
    key *= 0x1e3779b97f4a7c15
    return key * 0x71de83e19937733d & 63
"""
WRAPS = """


def wraps():
    return numpy.full(1, 200, numpy.uint8)[0] + 250 > 255


import numpy
"""


LARGE, RATES = "LARGE = numpy.zeros(250_000, numpy.int64)", "RATES = (numpy.zeros(64),)"
MASKS = "tables = types.ModuleType('tables')\ntables.MASKS = numpy.zeros(64, numpy.uint64)"


def reading(table: str, made: str) -> tuple[str, str]:
    """Returns what is replaced, and by what, so that `stuck` reads a table, which is made before."""
    start = "def stuck(key):\n    return"
    return start, f"import types\nimport numpy\n\n{made}\n\n\n{start} {table}[key] > 0 or"


ROWS = {
    "moves": [
        (
            "exception",
            "moves of plugin corridor raised ZeroDivisionError",
            "0\n    n",
            "0\n    assert 9 // fuel\n    n",
        ),
        ("code_clash", "code clash ... move left (code 0)", "(key, code), code, ONGOING", "(key, code), 0, ONGOING"),
        ("code_out_of_range", "code of 9 ... 0..3 ... (key 4)", "AGREE = 0, 1, 2, 3", "AGREE = 0, 1, 2, 9"),
        ("key_overflow", "key overflow ... move burn (code 2) ... position 3:4", "key - 16", "(1 << 63) + key"),
        ("negative_key", "negative ... move burn (code 2)", "= key - 16, BURN", "= key - 64, BURN"),
        ("too_many_moves", "returned 3 ... MAX_MOVES is 2 ... position 3:4 (key 52)", "MAX_MOVES = 3", "MAX_MOVES = 2"),
        ("writes_far", "rows beyond MAX_MOVES + SLACK = 11", "0\n    n", "0\n    out[20, 0] = 0\n    n"),
        (
            "no_return_from_moves",
            "returned the NoneType None, not a whole",
            "n\n\n\ndef unm",
            "n if key < 0 else None\n\n\ndef unm",
        ),
        ("unwritten", "no outcome in row 2", "out[n, 2] = key - 16, BURN, ONGOING", "out[n, 1] = key - 16, BURN, BURN"),
        ("no_outcome", "outcome 7", "NONE, AGREE, DRAW", "NONE, AGREE, 7"),
        ("float_key", "the float 36.0 as successor", "= key - 16, BURN", "= key - 32 / 2, BURN"),
    ],
    "compiled": [
        ("float_inside", "tier in rules.py computes with floats ... float64 in line", TIER, "return int(key / 16)"),
        (
            "wraps",
            "tier (rules.py, line ... 52 * 3458764513820540928 leaves signed",
            TIER,
            "return key * (3 << 60) >> 62",
        ),
        (
            "wraps_and_agrees",
            "tier( ... key_of (rules.py, line ... leaves signed 64 bits",
            TIER,
            "return key_of(key) >> 4" + KEY_OF,
        ),
        (
            "shifts_too_far",
            "wins( ... 1 << 64 shifts by 64 bits or more",
            "& 15 == 0",
            "< 0 or 1 << (key & 15) * 8 & 0) or (False",
        ),
        ("differs", "tier( ... compiled and ... as plain Python", TIER, "return (key >> 4) + wraps()" + WRAPS),
        (
            "no_return",
            "tier in rules.py returns an integer or None, not",
            "return key >",
            "if key >= 0:\n        return key >",
        ),
    ],
    "symmetry": [
        ("no_group", "not a group ... element 1 and then 1", "+ LENGTH - 1 - (key & 15)", "+ (key + 1 & 15) % LENGTH"),
        ("no_identity", "element 0 ... identity", "(key & 15) if g == 1 else key", "(key & 15) if g == 0 else key"),
        (
            "changes_values",
            "the image has no such move ... under element 1",
            "- (key & 15) + LENGTH - 1 - (key & 15)",
            "^ 16",
        ),
        ("image_code", "code 0", "return 1 - code if g == 1 and code < 2 else code", "return code"),
    ],
    "index": [
        ("rank_out_of_range", "rank is out of range: 26 ... 0..19 ... (key 53)", "- 1 - square", "+ 7 - square"),
        ("no_bijection", "rank returned slot ... comes from slot", "5 * fuel + square,", "5 * fuel + min(square, 1),"),
        ("wrong_element", "the image under element 0", "LENGTH - 1 - square, 1,", "LENGTH - 1 - square, 0,"),
        ("fixed", "fixed = False, but some element", "0, square == MIDDLE", "0, False"),
        ("parts", "SECTIONS ... must begin at 5", '("fuelled", 5, SLOTS)', '("fuelled", 6, SLOTS)'),
        ("unrank", "unrank returned -16 ... slot 0", "// 5) + index % 5", "// 5) + index % 5 - 16 * (index == 0)"),
        ("group_of_one", "rank says fixed = True, but no element maps the position", "GROUP = 2", "GROUP = 1"),
    ],
    "unmoves": [
        ("wrong_unmove", "unmoves lists predecessor ... with code 0 ... leads to", "= step(key, 1 - ", "= step(key, "),
        ("missing_unmove", "unmoves of its successor ... does not list it ... move burn", "FUEL:", "FUEL - 1:"),
        ("unmove_twice", ", 2 times", "if fuel < FUEL:", "for _ in range((fuel < FUEL) * (1 + (key == 16))):"),
        ("unmove_code", "does not list it; codes it lists for this predecessor: [3]", ", BURN, NONE", ", AGREE, NONE"),
        ("too_many_unmoves", "MAX_UNMOVES is 2", "MAX_UNMOVES = 3", "MAX_UNMOVES = 2"),
        ("undo_column", "says that it forbids -1, but it forbids 1, as undo", "undo(predecessor, code, key)", "NONE"),
        ("no_repetition", "it forbids 1, but it forbids -1, without REPETITION", "= True", "= False"),
        ("predecessor_not_held", "unmoves lists predecessor ... which the index does not hold ... rank", ") <", ") <="),
        ("dead_predecessor", "gives no such code", " and not stuck(predecessor):", ":"),
    ],
    "undo": [
        ("wrong_undo", "undo is ... not back", "stuck(successor) else 1 - code", "stuck(successor) else code"),
        ("undo_of_nothing", "undo is 1 ... is no move ... (key 2)", "== BURN or stuck(successor) else", "== BURN else"),
        ("restorable", "as restorable says", "return code < 2", "return code < 1"),
    ],
    "wins": [
        ("wins", "wins returned False ... (code 1)", "(key & 15 == 0 or key & 15 == LENGTH - 1)", "key & 15 == 0"),
    ],
    "tier": [
        ("raised_tier", "raises the tier ... move burn (code 2)", "return key >> 4", "return 3 - (key >> 4)"),
        ("tier_range", "tier returned 2147483648; tiers are 0 to", TIER, "return (key >> 4) + 2**31 - 3"),
    ],
    "no_moves": [
        ("no_moves", "no_moves returned 7 ... (key 2)", "(key):\n    return DRAW", "(key):\n    return 7"),
    ],
    "text": [
        ("round_trip", "parse(format(key))", "* int(text[0]) + int(text[2])", "* int(text[0]) + min(int(text[2]), 7)"),
        ("two_lines", "not one printable line", 'return f"{key >> 4}:{key & 15}"', 'return f"{key >> 4}\\n{key & 15}"'),
        ("same_text", "the same text 'left'", '"left", "right"', '"left", "left"'),
        ("junk", "parse('' ... IndexError ... not a ValueError", "if len(text) != 3 or text[0]", "if text[0]"),
        ("drawing", "draw returned the NoneType None", 'return "".join(', "str().join("),
        ("drawing_misread", "parse(draw(key)) is 0, neither", ") !=", ") == 9:\n        return 0\n    if len(text) !="),
        ("not_swapped_back", "swapped again", "draw(key):", "swapped(key):\n    return key & 15\n\n\ndef draw(key):"),
        ("square_full", "squares puts 200 on fuel, not a number from 0", '"fuel": key >> 4', '"fuel": 200'),
        ("square_unnamed", "squares names a square 'value', which cannot be the name", 'fuel": key >> 4', 'value": 1'),
        ("squares_elsewhere", "squares names other squares than elsewhere", '"fuel": key', 'f"fuel{key >> 4}": key'),
    ],
    "tags": [
        ("tags_range", "tags returned 8, but TAGS has 3 ... (code 3)", "return 4", "return 8"),
        ("tags_asymmetric", "others for the image of the move ... (code ", "!= ONGOING", "!= ONGOING and code == 0"),
        ("tags_float", "tags in tags.py returns float64", "return 4", "return 4 / 1"),
        ("tags_raise", "tags of plugin corridor raised ", "return 4", "return 4 // (key >> 4)"),
        ("tags_wrap", "in tags (tags.py, line ... leaves signed 64 bits", "4", "(key + (1 << 62)) * 4 >> 62"),
        ("no_tags", "TAGS in tags.py is None", "TAGS = (", "NAMES = ("),
    ],
    "scene": [
        ("same_scene", "scene gives position ... the same scene", 'f"fuel {key >> 4}"', '"fuel"'),
        ("no_glyph", "scene has a glyph 'token'; choose from stone", '"stone"', '"token"'),
        ("no_point", "shown has a step 'arrow' at ('a1', 'left')", '{"left": (-1, 0), "right"', '{"right"'),
        ("no_steps", "move right ... the move of code 0 has no steps either; define shown", "< 3 else (", "< 0 else ("),
    ],
    "published": [
        ("published_part", "published.toml, Positions: no section of the game is called 'wet'", "{dry = 5", "{wet = 5"),
        ("published_move", "published.toml, Moves of a corner: no move of 0:0 ... agree", "{left", "{agree"),
        ("published_position", "published.toml, Moves of a corner: '0:9' is no position", ":0", ":9"),
        ("published_malformed", "published.toml: entry 1: it needs a title", 'title = "Positions"', ""),
    ],
    "declarations": [
        ("parameters", "tier in rules.py cannot be called as tier(key)", "def tier(key):", "def tier(key, out):"),
        ("more_moves_than_codes", "MAX_MOVES is 5, but there are only 4 CODES", "MAX_MOVES = 3", "MAX_MOVES = 5"),
        ("large_table", "the table LARGE, read by stuck (rules.py), has 2,000,000 bytes", *reading("LARGE", LARGE)),
        (
            "table_of_floats",
            "the table RATES, read by stuck ... holds float64, not integers",
            *reading("RATES[0]", RATES),
        ),
        (
            "table_of_uint64",
            "the table tables.MASKS ... holds uint64 ... choose int64",
            *reading("tables.MASKS", MASKS),
        ),
    ],
}
"""By rule: name of the mistake, parts of the message between dots, what is replaced, and by what."""
MISTAKES = {name: Mistake(rule, *rest) for rule, rows in ROWS.items() for name, *rest in rows}
