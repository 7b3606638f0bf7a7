"""Boards, moves and options of the three games as people write them, and the errors for anything else."""

from __future__ import annotations

import importlib
import re
from functools import cache

import naive_british_square
import naive_lgame
import naive_ostle
import pytest
from british_square_solved import positions
from hypothesis import assume, given
from hypothesis import strategies as st
from ostle_boards import boards
from runs import rules_of as loaded

from retro.game import plugins
from retro.system.errors import OptionError

START = "22222-00000-00300-00000-11111"
EMPTY = "00000-00000-00000-00000-00000"
LGAME = "x**./.#*./.#*./.##x"
TWINS = {
    "ostle": (boards(), naive_ostle.text, naive_ostle.moves),
    "british_square": (positions(), naive_british_square.text, naive_british_square.moves),
    "lgame": (st.sampled_from(naive_lgame.boards()), naive_lgame.text, None),
}
"""Positions, and the texts of a position and of its moves."""


rules_of = cache(loaded)


def complaint(call, *arguments) -> str:
    """The message of the ValueError that a call raises: one short line."""
    with pytest.raises(ValueError) as raised:
        call(*arguments)
    message = str(raised.value)
    assert "\n" not in message and message.isascii() and message.isprintable() and len(message) < 200
    return message


@pytest.mark.parametrize("name", TWINS)
@given(data=st.data())
def test_positions_are_read_as_written_and_as_drawn(name, data):
    """With any separator of rows, and after a drawing was pasted in any way."""
    text, (drawn, written, _) = rules_of(name).text, TWINS[name]
    line = written(data.draw(drawn))
    key = text.parse(line)
    assert text.format(key) == line
    for separator in ("", " ", "\n", "/", "-"):
        assert text.parse(line.replace("/" if name == "lgame" else "-", separator)) == key
    rows = text.draw(key).splitlines()
    for separator in ("\n", "\r\n", " "):
        assert text.parse(separator.join(rows)) == key
    for wrong in (rows[1:], [rows[0], *rows]):  # a row is missing, or comes twice
        complaint(text.parse, "\n".join(wrong))


@pytest.mark.parametrize("name", ["ostle", "british_square"])
@given(data=st.data())
def test_exactly_the_moves_of_the_twin_can_be_written(name, data):
    rules, (drawn, written, moves) = rules_of(name), TWINS[name]
    position = data.draw(drawn)
    key, legal = rules.text.parse(written(position)), moves(position)
    for code in range(rules.codes):
        move = rules.text.format_move(key, code)
        if move in legal:
            assert rules.text.parse_move(key, f" {move.swapcase()} ") == rules.text.parse_move(key, move) == code
        else:
            complaint(rules.text.parse_move, key, move)


BAD_POSITIONS = [
    ("ostle", "", "25 squares, 5 in a row; this text has 0"),
    ("ostle", START.replace("3", "0"), "one hole, written 3; this one has none"),
    ("ostle", START.replace("3", "3-3")[:-1], "this one has 2"),
    ("ostle", START.replace("3", "\u0663"), "'\\u0663'"),
    ("ostle", START.replace("1", "0"), "the player to move (1) must have 4 to 5 pieces, not 0"),
    ("british_square", EMPTY + "0", "this text has 26"),
    ("british_square", EMPTY[:-1] + "\u0661", "character 29 is '\\u0661'"),
    ("british_square", EMPTY + " turn 0", "the first turn is turn 1"),
    ("british_square", EMPTY + " turn 2", "would have passed, but had squares"),
    ("british_square", EMPTY + " turn 9999", "both players would have passed"),
    ("british_square", "1" + EMPTY[1:] + " turn 1", "at turn 1 the first player can have put 0 pieces at most, not 1"),
    ("british_square", "2" + EMPTY[1:], "0 and 1 pieces, so one of them has passed; write the turn"),
    ("british_square", "12" + EMPTY[2:], "stand next to each other, on a5 and b5"),
    ("british_square", "00001-20000-00000-00000-00000 turn 4", "would have passed, but had squares"),
    ("british_square", "00000-00000-00100-00000-00000", "the first player may not begin on c3"),
    ("lgame", "#.xx/#.../##.*", "four rows of four"),
    ("lgame", "#.xx/#.../##.*/.**x", "squares marked * do not form an L"),
    ("lgame", "*.../***./##.x/##.x # to move", "squares marked # do not form an L"),
    ("lgame", "#.x./#.../##.*/.***", "two neutral pieces x, not 1"),
    ("lgame", "# to move #.xx/#.../##.*/.*** * to move", "more than once"),
]


@pytest.mark.parametrize(("name", "written", "part"), BAD_POSITIONS)
def test_bad_positions(name, written, part):
    assert part in complaint(rules_of(name).text.parse, written)


BAD_MOVES = [
    ("ostle", START, "a1UU", "'a1UU' is not"),
    ("ostle", START, "a5D", "a piece of the opponent on a5"),
    ("ostle", START, "b3D", "nothing on b3"),
    ("ostle", "22222-00000-30000-10000-01111", "a3L", "the hole cannot make the move a3L"),
    ("british_square", EMPTY, "f1", "'f1' is not"),
    ("british_square", EMPTY, "a\uff11", "'a\\uff11' is not"),
    ("british_square", EMPTY, "pass", "passes only if no square is left"),
    ("british_square", EMPTY, "c3", "the first player may not begin on c3"),
    ("british_square", "00000-00000-00000-00000-10000", "a1", "a1 is occupied"),
    ("british_square", "00000-00000-00000-00000-10000", "b1", "b1 is next to a piece of the opponent"),
    ("lgame", LGAME, "a1a2a3b3", "not a legal move"),
    ("lgame", LGAME, "z" * 999, "is written as"),
]


@pytest.mark.parametrize(("name", "position", "written", "part"), BAD_MOVES)
def test_bad_moves(name, position, written, part):
    text = rules_of(name).text
    assert part in complaint(text.parse_move, text.parse(position), written)


BAD_OPTIONS = [
    ("ostle", {"pieces": "7"}, "pieces=7 must be 8 to 10 with men=5 and left=3"),
    ("ostle", {"size": "3", "men": "4"}, "men=4 does not fit size=3"),
    ("ostle", {"size": "4", "left": "2"}, "left=2 must be less than men=2"),
    ("ostle", {"rule8": "strict"}, "choose from paper, exact"),
    ("ostle", {"board": "5"}, "no option 'board'"),
    ("british_square", {"size": "6"}, "choose from 3, 4, 5"),
    ("british_square", {"bias": "-1"}, "0, 1, 2"),
]


@pytest.mark.parametrize(("name", "chosen", "part"), BAD_OPTIONS)
def test_options_that_make_no_sense(name, chosen, part):
    with pytest.raises(OptionError, match=part):
        plugins.load(name).choose(chosen)


@pytest.mark.parametrize(
    ("chosen", "completed"),
    [
        ({"men": "4"}, (5, 4, 3, 8, "paper")),
        ({"size": "3"}, (3, 2, 1, 4, "paper")),
        ({"size": "4", "men": "3", "left": "1", "rule8": "exact"}, (4, 3, 1, 6, "exact")),
    ],
)
def test_options_of_ostle_are_completed(chosen, completed):
    assert tuple(plugins.load("ostle").choose(chosen).values()) == completed


@pytest.mark.parametrize("name", ["ostle", "british_square"])
def test_default_options_are_those_of_the_real_game(name):
    options = vars(importlib.import_module(f"retro_{name}.options"))
    assert plugins.load(name).choose({}) == {each.lower(): value for each, value in options.items() if each.isupper()}


@given(TWINS["lgame"][0], st.data())
def test_moves_of_the_lgame_say_where_the_pieces_go(board, data):
    rules = rules_of("lgame")
    key = rules.text.parse(naive_lgame.text(board))
    assume(rules.moves(key))
    move = data.draw(st.sampled_from(rules.moves(key)))
    written = rules.text.format_move(key, move.code)
    for loose in (written, f" {written.upper()} ".replace(",", "  ")):
        assert rules.text.parse_move(key, loose) == move.code
    squares = ["abcd".index(x) + 4 * "4321".index(y) for x, y in re.findall(r"(\w)(\d)", written)]
    neutrals = board[2] - {*squares[4:5]} | {*squares[5:]}
    assert naive_lgame.board_of(rules.text.format(move.successor)) == (board[1], frozenset(squares[:4]), neutrals)


def test_the_l_of_either_player_may_be_the_movers():
    text = rules_of("lgame").text
    key = text.parse(LGAME)
    swapped = LGAME.translate(str.maketrans("*#", "#*"))
    assert text.format(text.swapped(key)) == swapped
    for written in (f"{swapped} # to move", f"Player # to move:\n{swapped}", f"# to move {swapped}"):
        assert text.parse(written) == text.parse(f"{LGAME} * to move") == key
    assert text.parse(f"# to move\n{text.draw(text.swapped(key))}") == key
    with pytest.raises(ValueError, match="no move with code 623"):
        text.format_move(key, 623)
