"""Boards, moves and options of Ostle as people write them, and the errors for anything else."""

from __future__ import annotations

import naive_ostle as naive
import pytest
from hypothesis import given
from hypothesis import strategies as st
from ostle_boards import boards, rules

from retro.game import NONE, ONGOING, WIN, notation
from retro.system.errors import GameError, OptionError
from retro_ostle import text
from retro_ostle.plugin import retro_game

pytestmark = pytest.mark.compiled

START = "22222-00000-00300-00000-11111"


def complaint(call, *arguments) -> str:
    with pytest.raises(ValueError) as raised:
        call(*arguments)
    message = str(raised.value)
    assert "\n" not in message and message.isascii() and message.isprintable() and len(message) < 160
    return message


def test_the_key_of_the_start():
    key = text.parse(START)
    mover = sum(1 << square for square in (0, 5, 10, 15, 20))
    assert key == mover | mover << 4 << 25 | 12 << 50
    assert text.format(key) == START


@given(boards())
def test_boards_survive_the_round_trip(position):
    key = text.parse(naive.text(position))
    assert 0 <= key < 1 << 55
    assert text.format(key) == naive.text(position)


@given(boards(), st.sampled_from(["", " ", "\n", "/", " - "]))
def test_any_separator_between_rows_is_accepted(position, separator):
    digits = naive.text(position)
    assert text.parse(digits.replace("-", separator)) == text.parse(digits)


@pytest.mark.parametrize(
    ("written", "part"),
    [
        ("", "25 squares, 5 in a row; this text has 0"),
        (START[:-1], "has 24"),
        (START + "0", "has 26"),
        ("0" * 100_000, "100000 characters"),
        (START.replace("3", "0"), "one hole, written 3; this one has none"),
        (START.replace("3", "3-3")[:-1], "this one has 2"),
        (START.replace("3", "x"), "character 15 is 'x'"),
        (START.replace("3", "\x00"), "character 15 is '\\x00'"),
        (START.replace("1", "\uff11"), "character 25 is '\\uff11'"),
        (START.replace("3", "\u0663"), "'\\u0663'"),
        (START.replace("3", "\U0001f600"), "'\\U0001f600'"),
        (START.replace("3", "\ud800"), "'\\ud800'"),
        (START.replace("1", "0"), "the player to move (1) must have 4 to 5 pieces, not 0"),
        (START.replace("00000-1", "10000-1", 1), "the player to move (1) must have 4 to 5 pieces, not 6"),
        (START.replace("222-", "000-"), "the opponent (2) must have 4 to 5 pieces, not 2"),
    ],
)
def test_bad_boards(written, part):
    assert part in complaint(text.parse, written)


@given(st.text())
def test_any_text_is_a_board_or_a_clear_error(written):
    try:
        key = text.parse(written)
    except ValueError:
        complaint(text.parse, written)
    else:
        assert text.parse(text.format(key)) == key


def test_pieces_bound_what_may_be_written():
    assert "at most 9 pieces, not 10" in complaint(rules(pieces="9").text.parse, START)
    assert rules(pieces="9").text.parse("02222-00000-00300-00000-11111")


def test_small_boards():
    small = rules(size="3").text
    key = small.parse("022-030-110")
    assert key == (1 << 0 | 1 << 3) | (1 << 5 | 1 << 8) << 9 | 4 << 18
    assert small.format(key) == "022-030-110"
    assert "9 squares" in complaint(small.parse, START)
    assert "is not" in complaint(small.parse_move, key, "d1U")
    assert small.draw(key).splitlines()[:4] == ["3  . O O", "2  . # .", "1  X X .", "   a b c"]


def test_drawing():
    assert text.draw(text.parse("22222-00030-00000-00000-01111")).splitlines() == [
        "5  O O O O O",
        "4  . . . # .",
        "3  . . . . .",
        "2  . . . . .",
        "1  . X X X X",
        "   a b c d e",
        "X to move, O opponent, # hole",
    ]


@given(boards(), st.sampled_from(["\n", "\r\n", " "]))
def test_a_drawing_can_be_pasted_back(position, separator):
    key = text.parse(naive.text(position))
    assert text.parse(separator.join(text.draw(key).splitlines())) == key
    rows = text.draw(key).splitlines()
    complaint(text.parse, "\n".join(rows[1:]))  # a row is missing
    complaint(text.parse, "\n".join([rows[0], *rows]))


@given(boards())
def test_the_other_player_sees_the_same_board(position):
    written = naive.text(position)
    assert text.format(text.swapped(text.parse(written))) == written.translate(str.maketrans("12", "21"))


def test_a_move_that_ends_the_game_is_not_followed_by_a_position():
    small = rules(size="3")
    ends = ((key, move) for key in map(small.unrank, range(small.slots)) if key >= 0 for move in small.moves(key))
    key, move = next((key, move) for key, move in ends if move.outcome == WIN)
    with pytest.raises(GameError, match="ends the game in"):
        notation.play(small, key, NONE, [small.text.format_move(key, move.code)])


@given(boards(), st.data())
def test_moves_survive_the_round_trip(position, data):
    key = text.parse(naive.text(position))
    move = data.draw(st.sampled_from(naive.moves(position)))
    code = text.parse_move(key, move)
    assert text.format_move(key, code) == move
    assert text.parse_move(key, f" {move.lower()} ") == code


@given(boards())
def test_there_are_no_other_moves(position):
    key = text.parse(naive.text(position))
    for code in range(100):
        move = text.format_move(key, code)
        if move not in naive.moves(position):
            complaint(text.parse_move, key, move)


@pytest.mark.parametrize(
    ("written", "part"),
    [
        ("", "is not"),
        ("a1", "is not"),
        ("a1UU", "'a1UU' is not"),
        ("f1U", "is not"),
        ("a\uff11U", "'a\\uff11U' is not"),
        ("a1\x00", "is not"),
        ("a1U" * 10_000, "is not"),
        ("\U0001f600" * 50, "is not"),
        ("a5D", "a piece of the opponent on a5"),
        ("b3D", "nothing on b3"),
    ],
)
def test_bad_moves(written, part):
    assert part in complaint(text.parse_move, text.parse(START), written)


def test_hole_moves_to_empty_squares_only():
    key = text.parse("22222-00000-30000-10000-01111")
    assert "the hole cannot make the move a3L" in complaint(text.parse_move, key, "a3L")
    assert "a3D" in complaint(text.parse_move, key, "a3D")
    assert text.format_move(key, text.parse_move(key, "a3R")) == "a3R"


@pytest.mark.parametrize(
    ("given_options", "expected"),
    [
        ({}, (5, 5, 3, 10, "paper")),
        ({"pieces": "8"}, (5, 5, 3, 8, "paper")),
        ({"men": "4"}, (5, 4, 3, 8, "paper")),
        ({"size": "3"}, (3, 2, 1, 4, "paper")),
        ({"size": "3", "men": "1"}, (3, 1, 0, 2, "paper")),
        ({"size": "4", "men": "3", "left": "1", "rule8": "exact"}, (4, 3, 1, 6, "exact")),
    ],
)
def test_options_are_completed(given_options, expected):
    assert tuple(retro_game().choose(given_options).values()) == expected


@pytest.mark.parametrize(
    ("given_options", "part"),
    [
        ({"pieces": "7"}, "pieces=7 must be 8 to 10 with men=5 and left=3"),
        ({"men": "4", "pieces": "9"}, "pieces=9 must be 8 to 8"),
        ({"size": "3", "men": "4"}, "men=4 does not fit size=3"),
        ({"size": "4", "men": "6"}, "men=6 does not fit size=4"),
        ({"size": "4", "left": "2"}, "left=2 must be less than men=2"),
        ({"size": "6"}, "choose from 3, 4, 5"),
        ({"rule8": "strict"}, "choose from paper, exact"),
        ({"board": "5"}, "no option 'board'"),
    ],
)
def test_options_that_make_no_sense(given_options, part):
    with pytest.raises(OptionError, match=part):
        retro_game().choose(given_options)


def test_default_options_are_those_of_the_real_game():
    from retro_ostle import options

    chosen = retro_game().choose({})
    assert chosen == {name.lower(): value for name, value in vars(options).items() if name.isupper()}


@pytest.mark.parametrize("rule8", ["paper", "exact"])
def test_why_a_move_is_forbidden_is_true_of_every_state(rule8):
    """Every edge of a small board that forbids a move: the end of that move is compared with the start of the edge."""
    loaded = rules(size="3", left="0", rule8=rule8)
    reasons = set()
    for slot in range(loaded.slots):
        key = loaded.unrank(slot)
        for move in loaded.moves(key) if key >= 0 else ():
            code = loaded.undo(key, move.code, move.successor) if move.outcome == ONGOING else NONE
            if code == NONE:
                continue
            back = next(each.successor for each in loaded.moves(move.successor) if each.code == code)
            why = loaded.text.why_forbidden(move.successor, code)
            reasons.add(why)
            if why != text.LEADS_BACK:
                assert (back == key) == (why == text.TAKES_BACK)
            assert back in [loaded.image(key, g) for g in range(loaded.group)]
    whys = {text.TAKES_BACK, text.TURNS_BACK, text.LEADS_BACK}
    assert reasons == ({text.TAKES_BACK} if rule8 == "exact" else whys)


def test_a_forbidden_move_that_does_not_take_the_last_one_back():
    """c3U leads to an image of the board before c2U; c3D, which takes c2U back, is legal."""
    loaded = rules()
    before = loaded.text.parse("20002-00000-11011-00300-20002")
    after, forbidden, *_ = notation.play(loaded, before, NONE, ["c2U"])
    assert loaded.text.format_move(after, forbidden) == "c3U"
    back = {loaded.text.format_move(after, move.code): move.successor for move in loaded.moves(after)}
    assert back["c3D"] == before != back["c3U"]
    assert loaded.text.why_forbidden(after, forbidden) == text.LEADS_BACK
    with pytest.raises(GameError, match=text.LEADS_BACK):
        notation.play(loaded, before, NONE, ["c2U", "c3U"])
