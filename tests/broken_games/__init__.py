"""Plugins with one mistake each: the sound plugin `corridor` with one changed line.

Each mistake says which rule of `retro check` must name it, and how.
"""

from dataclasses import dataclass, replace
from pathlib import Path
from shutil import copytree, ignore_patterns

from retro.game import Game

from .corridor.plugin import retro_game as corridor

SOUND = Path(__file__).parent / "corridor"


@dataclass(frozen=True)
class Mistake:
    """Replaces ``old`` with ``new`` in a file. Then ``rule`` fails, and its message contains each of ``messages``."""

    rule: str
    messages: tuple[str, ...]
    old: str
    new: str
    module: str = "rules"


def write(folder: Path, name: str, mistake: Mistake) -> Game:
    """The game with this mistake, as a package in ``folder``, from which Python must import."""
    package = f"broken_{name}"
    copytree(SOUND, folder / package, ignore=ignore_patterns("__pycache__"))
    path = folder / package / (mistake.module if "." in mistake.module else f"{mistake.module}.py")
    source = path.read_text(encoding="utf-8")
    assert source.count(mistake.old) == 1, f"{name}: {mistake.old!r} stands {source.count(mistake.old)} times"
    path.write_text(source.replace(mistake.old, mistake.new), encoding="utf-8")
    return replace(corridor(), package=package)


POSITION = "position 3:4 (key 52)"

MISTAKES = {
    # moves
    "exception": Mistake(
        "moves",
        ("moves of plugin corridor raised ZeroDivisionError", "(key 4"),
        "    fuel, square = key >> 4, key & 15\n    if stuck(key):",
        "    fuel, square = key >> 4, key & 15\n    assert 9 // (key >> 4)\n    if stuck(key):",
    ),
    "code_clash": Mistake(
        "moves", ("code clash", "move left (code 0)"), "step(key, code), code, ONGOING", "step(key, code), 0, ONGOING"
    ),
    "code_out_of_range": Mistake("moves", ("code of 9", "0..3", "(key 4)"), "AGREE = 0, 1, 2, 3", "AGREE = 0, 1, 2, 9"),
    "key_overflow": Mistake(
        "moves",
        ("key overflow", "move burn (code 2)", POSITION),
        "out[n, 0], out[n, 1], out[n, 2] = key - 16, BURN",
        "out[n, 0], out[n, 1], out[n, 2] = (1 << 63) + key, BURN",
    ),
    "negative_key": Mistake("moves", ("negative", "move burn (code 2)"), "= key - 16, BURN", "= key - 64, BURN"),
    "too_many_moves": Mistake("moves", ("returned 3", "MAX_MOVES is 2", POSITION), "MAX_MOVES = 3", "MAX_MOVES = 2"),
    "writes_far": Mistake(
        "moves",
        ("rows beyond MAX_MOVES + SLACK = 11",),
        "    n = 0\n    for code in range(2):\n        out[n, 0]",
        "    out[20, 0] = 0\n    n = 0\n    for code in range(2):\n        out[n, 0]",
    ),
    "no_return_from_moves": Mistake(
        "moves",
        (", out) returned the NoneType None, not a whole number; some path ends without return",),
        "        out[n, 0], out[n, 1], out[n, 2] = NONE, AGREE, DRAW\n        n += 1\n    return n",
        "        out[n, 0], out[n, 1], out[n, 2] = NONE, AGREE, DRAW\n        n += 1\n        return n",
    ),
    "unwritten": Mistake(
        "moves", ("no outcome in row 2",), "out[n, 2] = key - 16, BURN, ONGOING", "out[n, 1] = key - 16, BURN, BURN"
    ),
    "no_outcome": Mistake("moves", ("outcome 7",), "NONE, AGREE, DRAW", "NONE, AGREE, 7"),
    "float_key": Mistake("moves", ("the float 36.0 as successor",), "= key - 16, BURN", "= key - 32 / 2, BURN"),
    # compiled
    "float_inside": Mistake(
        "compiled",
        ("tier in rules.py computes with floats", "float64 in line"),
        "    return key >> 4\n\n\ndef wins",
        "    return int(key / 16)\n\n\ndef wins",
    ),
    "not_compiled": Mistake(
        "compiled",
        ("wins in rules.py does not compile:", "bit_count", "line"),
        "    return (key & 15 == 0",
        "    return key.bit_count() >= 0 and (key & 15 == 0",
    ),
    "wraps": Mistake(
        "compiled",
        ("tier(", "tier (rules.py, line", "52 * 3458764513820540928 leaves signed 64 bits", "undefined once compiled"),
        "    return key >> 4\n\n\ndef wins",
        "    return key * (3 << 60) >> 62\n\n\ndef wins",
    ),
    "wraps_and_agrees": Mistake(
        "compiled",
        ("tier(", "key_of (rules.py, line", "leaves signed 64 bits"),
        "    return key >> 4\n\n\ndef wins",
        "    return key_of(key) >> 4\n\n\ndef key_of(key):\n    key *= 0x1e3779b97f4a7c15\n"
        "    return key * 0x71de83e19937733d & 63\n\n\ndef wins",
    ),
    "shifts_too_far": Mistake(
        "compiled",
        ("wins(", "1 << 64 shifts by 64 bits or more"),
        "return (key & 15 == 0",
        "return (key < 0 or 1 << (key & 15) * 8 & 0) or (key & 15 == 0",
    ),
    "differs": Mistake(
        "compiled",
        ("tier(", "compiled and", "as plain Python"),
        "    return key >> 4\n\n\ndef wins",
        "    made_here = numpy.full(1, 200, numpy.uint8)\n    return (key >> 4) + (made_here[0] + 250 > 255)\n\n\n"
        "import numpy\n\n\ndef wins",
    ),
    "no_return": Mistake(
        "compiled",
        ("tier in rules.py returns an integer or None, not a whole number; some path ends without return",),
        "    return key >> 4\n\n\ndef wins",
        "    if key >= 0:\n        return key >> 4\n\n\ndef wins",
    ),
    # symmetry
    "no_group": Mistake(
        "symmetry",
        ("not a group", "element 1 and then 1"),
        "return key - (key & 15) + LENGTH - 1 - (key & 15) if g == 1 else key",
        "return key - (key & 15) + (key + 1 & 15) % LENGTH if g == 1 else key",
    ),
    "no_identity": Mistake(
        "symmetry", ("element 0", "identity"), "(key & 15) if g == 1 else key", "(key & 15) if g == 0 else key"
    ),
    "changes_values": Mistake(
        "symmetry",
        ("the image has no such move", "move left (code 0)", "under element 1"),
        "return key - (key & 15) + LENGTH - 1 - (key & 15) if g == 1 else key",
        "return key ^ 16 if g == 1 else key",
    ),
    "image_code": Mistake("symmetry", ("code 0",), "return 1 - code if g == 1 and code < 2 else code", "return code"),
    # index
    "rank_out_of_range": Mistake(
        "index",
        ("rank is out of range: 26", "0..19", "(key 53)"),
        "return 5 * fuel + LENGTH - 1",
        "return 5 * fuel + LENGTH + 7",
    ),
    "no_bijection": Mistake(
        "index",
        ("rank returned slot", "comes from slot"),
        "    return 5 * fuel + square, 0, square == MIDDLE",
        "    return 5 * fuel + min(square, 1), 0, square == MIDDLE",
    ),
    "wrong_element": Mistake(
        "index", ("the image under element 0",), "LENGTH - 1 - square, 1, False", "LENGTH - 1 - square, 0, False"
    ),
    "fixed": Mistake("index", ("fixed = False, but some element",), "0, square == MIDDLE", "0, False"),
    "parts": Mistake("index", ("SECTIONS", "must begin at 5"), '("fuelled", 5, SLOTS)', '("fuelled", 6, SLOTS)'),
    "unrank": Mistake(
        "index",
        ("unrank returned -16", "slot 0"),
        "return 16 * (index // 5) + index % 5",
        "return 16 * (index // 5) + index % 5 - 16 * (index == 0)",
    ),
    # unmoves
    "wrong_unmove": Mistake(
        "unmoves",
        ("unmoves lists predecessor", "with code 0", "leads to"),
        "predecessor = step(key, 1 - code)",
        "predecessor = step(key, code)",
    ),
    "missing_unmove": Mistake(
        "unmoves",
        ("unmoves of its successor", "does not list it", "move burn (code 2)"),
        "if fuel < FUEL:",
        "if fuel < FUEL - 1:",
    ),
    "unmove_twice": Mistake(
        "unmoves", (", 2 times",), "if fuel < FUEL:", "for _ in range((fuel < FUEL) * (1 + (key == 16))):"
    ),
    "unmove_code": Mistake(
        "unmoves",
        ("does not list it; codes it lists for this predecessor: [3]",),
        "= key + 16, BURN, NONE",
        "= key + 16, AGREE, NONE",
    ),
    "too_many_unmoves": Mistake("unmoves", ("MAX_UNMOVES is 2",), "MAX_UNMOVES = 3", "MAX_UNMOVES = 2"),
    # undo
    "wrong_undo": Mistake(
        "undo", ("undo is", "not back"), "stuck(successor) else 1 - code", "stuck(successor) else code"
    ),
    "undo_of_nothing": Mistake(
        "undo",
        ("undo is 1", "is no move", "(key 2)"),
        "NONE if code == BURN or stuck(successor) else",
        "NONE if code == BURN else",
    ),
    "undo_column": Mistake(
        "unmoves",
        ("says that it forbids -1, but it forbids 1, as undo says",),
        "predecessor, code, undo(predecessor, code, key)",
        "predecessor, code, NONE",
    ),
    "restorable": Mistake("undo", ("as restorable says",), "    return code < 2", "    return code < 1"),
    # the others
    "wins": Mistake(
        "wins",
        ("wins returned False", "(code 1)"),
        "(key & 15 == 0 or key & 15 == LENGTH - 1) and",
        "key & 15 == 0 and",
    ),
    "raised_tier": Mistake(
        "tier",
        ("raises the tier", "move burn (code 2)"),
        "    return key >> 4\n\n\ndef wins",
        "    return 3 - (key >> 4)\n\n\ndef wins",
    ),
    "tier_range": Mistake(
        "tier",
        ("tier returned 2147483648; tiers are 0 to 2147483647",),
        "    return key >> 4\n\n\ndef wins",
        "    return (key >> 4) + 2**31 - 3\n\n\ndef wins",
    ),
    "no_moves": Mistake(
        "no_moves",
        ("no_moves returned 7", "(key 2)"),
        "def no_moves(key):\n    return DRAW",
        "def no_moves(key):\n    return 7",
    ),
    "round_trip": Mistake(
        "text",
        ("parse(format(key))",),
        "return 16 * int(text[0]) + int(text[2])",
        "return 16 * int(text[0]) + min(int(text[2]), 7)",
        "text",
    ),
    "two_lines": Mistake(
        "text",
        ("not one printable line",),
        'return f"{key >> 4}:{key & 15}"',
        'return f"{key >> 4}\\n{key & 15}"',
        "text",
    ),
    "same_text": Mistake("text", ("the same text 'left'",), '"left", "right"', '"left", "left"', "text"),
    "junk": Mistake(
        "text", ("parse(''", "IndexError", "not a ValueError"), "if len(text) != 3 or text[0]", "if text[0]", "text"
    ),
    "drawing": Mistake("text", ("draw returned the NoneType None",), '    return "".join(', "    str().join(", "text"),
    "drawing_misread": Mistake(
        "text",
        ("parse(draw(key)) is 0, neither",),
        "    if len(text) != 3 or text[0]",
        "    if len(text) == 9:\n        return 0\n    if len(text) != 3 or text[0]",
        "text",
    ),
    "not_swapped_back": Mistake(
        "text",
        ("swapped again",),
        "def draw(key):\n",
        "def swapped(key):\n    return key & 15\n\n\ndef draw(key):\n",
        "text",
    ),
    "tags_range": Mistake(
        "tags", ("tags returned 8, but TAGS has 3", "(code 3)"), "        return 4", "        return 8", "tags"
    ),
    "tags_asymmetric": Mistake(
        "tags",
        ("others for the image of the move", "(code "),
        "if outcome != ONGOING",
        "if outcome != ONGOING and code == 0",
        "tags",
    ),
    "tags_float": Mistake("tags", ("tags in tags.py returns float64",), "return 4", "return 4 / 1", "tags"),
    "tags_raise": Mistake("tags", ("tags of plugin corridor raised ",), "return 4", "return 4 // (key >> 4)", "tags"),
    "tags_wrap": Mistake(
        "tags",
        ("in tags (tags.py, line", "4611686018427387908 * 4 leaves signed 64 bits"),
        "        return 4",
        "        return (key + (1 << 62)) * 4 >> 62",
        "tags",
    ),
    # scene
    "same_scene": Mistake("scene", ("scene gives position", "the same scene"), 'f"fuel {key >> 4}"', '"fuel"', "text"),
    "no_glyph": Mistake("scene", ("scene has a glyph 'token'; choose from stone",), '"stone"', '"token"', "text"),
    "no_point": Mistake(
        "scene", ("shown has a step 'arrow' at ('a1', 'left')",), '{"left": (-1, 0), "right"', '{"right"', "text"
    ),
    "no_steps": Mistake(
        "scene",
        ("move right", "the move of code 0 has no steps either; define shown"),
        "if code < 3 else ()",
        "if code < 0 else ()",
        "text",
    ),
    # published
    "published_part": Mistake(
        "published",
        ("published.toml, Positions: no section of the game is called 'wet'",),
        "{dry = 5",
        "{wet = 5",
        "published.toml",
    ),
    "published_move": Mistake(
        "published", ("published.toml, Moves of a corner: no move of 0:0", "agree"), "{left", "{agree", "published.toml"
    ),
    "published_position": Mistake(
        "published",
        ("published.toml, Moves of a corner: '0:9' is no position: a position is fuel",),
        '"0:0"',
        '"0:9"',
        "published.toml",
    ),
    "published_malformed": Mistake(
        "published", ("published.toml: entry 1: it needs a title",), 'title = "Positions"', "", "published.toml"
    ),
    "no_tags": Mistake("tags", ("TAGS in tags.py is None",), "TAGS = (", "NAMES = (", "tags"),
    # squares
    "square_full": Mistake(
        "text", ("squares puts 200 on fuel, not a number from 0",), '"fuel": key >> 4', '"fuel": 200', "text"
    ),
    "square_unnamed": Mistake(
        "text", ("squares names a square 'value', which cannot be the name",), '"fuel": key >> 4', '"value": 1', "text"
    ),
    "squares_elsewhere": Mistake(
        "text", ("squares names other squares than elsewhere",), '"fuel": key', 'f"fuel{key >> 4}": key', "text"
    ),
    # declarations
    "parameters": Mistake(
        "declarations", ("tier in rules.py cannot be called as tier(key)",), "def tier(key):", "def tier(key, out):"
    ),
    "group_of_one": Mistake(
        "index", ("rank says fixed = True, but no element maps the position to itself",), "GROUP = 2", "GROUP = 1"
    ),
    "no_repetition": Mistake(
        "unmoves", ("it forbids 1, but it forbids -1, without REPETITION",), "REPETITION = True", "REPETITION = False"
    ),
    "more_moves_than_codes": Mistake(
        "declarations", ("MAX_MOVES is 5, but there are only 4 CODES",), "MAX_MOVES = 3", "MAX_MOVES = 5"
    ),
    "large_table": Mistake(
        "declarations",
        ("the table LARGE, read by stuck (rules.py), has 2,000,000 bytes; a table has 2**20 at most",),
        "def stuck(key):\n    return",
        "import numpy\n\nLARGE = numpy.zeros(250_000, numpy.int64)\n\n\ndef stuck(key):\n    return LARGE[key] or",
    ),
    "table_of_floats": Mistake(
        "declarations",
        ("the table RATES, read by stuck (rules.py), holds float64, not integers",),
        "def stuck(key):\n    return",
        "import numpy\n\nRATES = (numpy.zeros(64),)\n\n\ndef stuck(key):\n    return RATES[0][key] > 0 or",
    ),
    "table_of_uint64": Mistake(
        "declarations",
        ("the table numpy_tables.MASKS, read by stuck (rules.py), holds uint64", "choose int64"),
        "def stuck(key):\n    return",
        "import types\n\nimport numpy\n\nnumpy_tables = types.ModuleType('tables')\n"
        "numpy_tables.MASKS = numpy.zeros(64, numpy.uint64)\n\n\n"
        "def stuck(key):\n    return numpy_tables.MASKS[key] > 0 or",
    ),
    "predecessor_not_held": Mistake(
        "unmoves",
        ("unmoves lists predecessor", "which the index does not hold", "rank"),
        "if 0 <= (predecessor & 15) < LENGTH and",
        "if 0 <= (predecessor & 15) <= LENGTH and",
    ),
    "dead_predecessor": Mistake("unmoves", ("gives no such code",), " and not stuck(predecessor):", ":"),
}
