"""British Square's rules and text, run as plain Python, against the naive British Square: every position of the small
boards, and those of random games on the real one."""

from __future__ import annotations

import importlib
from functools import cache
from itertools import product

import naive_british_square as naive
import numpy as np
import pytest
from british_square_solved import ALLOWED, positions
from hypothesis import example, given, settings
from hypothesis import strategies as st

from retro.compiling.compile import jit
from retro.game import ONGOING, points
from retro.game.loading import load
from retro.game.rules import Rules
from retro.system.errors import OptionError
from retro_british_square.plugin import retro_game

pytestmark = pytest.mark.compiled

EMPTY = "00000-00000-00000-00000-00000"


@cache
def rules(size: int = 5, **options: str) -> Rules:
    game = retro_game()
    return load(game, game.choose({"size": str(size), **options}))


@cache
def compiled(size: int = 5, **options: str):
    """The rules' functions as machine code."""
    cache = {}
    game = rules(size, **options)
    names = ("moves", "no_moves", "tier", "first_to_move", "image")
    return {name: jit(game.functions[name], cache) for name in names}


@cache
def heuristics(size: int = 5):
    return importlib.import_module(f"{rules(size).module.__package__}.heuristics")


def start(size: int, options: dict[str, str]) -> naive.Position:
    return naive.start(size, options != ALLOWED)


def key_of(position: naive.Position) -> int:
    options = {} if position.forbidden else ALLOWED
    return rules(position.size, **options).text.parse(naive.text(position))


def check_position(game: Rules, position: naive.Position) -> None:
    key = key_of(position)
    assert game.text.format(key) == naive.text(position)
    assert game.first_to_move(key) == (position.turn % 2 == 1)
    moves = game.moves(key)
    assert [game.text.format_move(key, move.code) for move in moves] == naive.moves(position)
    for code, outcome, successor in moves:
        move = game.text.format_move(key, code)
        assert outcome == ONGOING
        assert game.text.format(successor) == naive.text(naive.play(position, move))
        assert game.text.parse_move(key, f" {move.upper()} ") == code
        assert game.tier(successor) == game.tier(key) - 1
        assert successor > key
        assert heuristics(position.size).greedy(key, code, successor) == naive.claimed(position, move)
    if not moves:
        assert points(game.no_moves(key)) == naive.points(position)


@pytest.mark.parametrize("options", [{}, ALLOWED])
def test_every_position_of_the_smallest_board(options):
    game = rules(3, **options)
    every = naive.reachable(3, options != ALLOWED)
    for position in every:
        check_position(game, position)
    classes = {min(game.image(key_of(position), g) for g in range(game.group)) for position in every}
    assert len(classes) == len(naive.classes(3, options != ALLOWED))


@given(positions())
def test_random_positions_of_the_real_board(position):
    check_position(rules(), position)


@settings(max_examples=50)
@given(positions(forbidden=False))
def test_random_positions_with_the_centre_allowed(position):
    check_position(rules(**ALLOWED), position)


@pytest.mark.parametrize(
    ("size", "options", "classes"),
    [
        *((3, {}, 74), (3, ALLOWED, 76)),
        *(pytest.param(4, each, 10_206, marks=pytest.mark.soak) for each in ({}, ALLOWED)),
    ],
)
def test_the_moves_lead_to_every_position_that_the_twin_finds(size, options, classes):
    game, functions = rules(size, **options), compiled(size, **options)
    out = np.zeros((game.max_moves, 3), np.int64)
    visited, new, max_count = set(), {game.initial}, 0
    while new:
        visited |= new
        after = set()
        for key in new:
            count = functions["moves"](key, out)
            max_count = max(max_count, count)
            after.update(out[:count, 0].tolist())
        new = after - visited
    forbidden = options != ALLOWED or size % 2 == 0
    assert visited == {key_of(position) for position in naive.reachable(size, forbidden)}
    assert min(map(game.tier, visited)) == 0
    assert game.max_moves >= max_count == len(naive.moves(start(size, options)))
    assert len({min(functions["image"](key, g) for g in range(game.group)) for key in visited}) == classes


@given(positions())
def test_symmetry(position):
    game = rules()
    key = key_of(position)
    images = [game.image(key, g) for g in range(game.group)]
    assert images[0] == key
    assert sorted(map(game.text.format, images)) == sorted(map(naive.text, naive.images(position)))
    for g, image in enumerate(images):
        after = sorted(move.successor for move in game.moves(image))
        assert after == sorted(game.image(move.successor, g) for move in game.moves(key))


@given(positions())
def test_plain_and_compiled_functions_agree(position):
    game, functions = rules(), compiled()
    key = key_of(position)
    plain, machine = (np.zeros((game.max_moves, 3), np.int64) for _ in range(2))
    count = game.functions["moves"](key, plain)
    assert functions["moves"](key, machine) == count
    assert np.array_equal(plain, machine)
    for name in ("no_moves", "tier", "first_to_move"):
        assert functions[name](key) == game.functions[name](key)
    assert [functions["image"](key, g) for g in range(8)] == [game.image(key, g) for g in range(8)]


def perft(game: Rules, key: int, plies: int) -> int:
    after = game.moves(key)
    return len(after) if plies == 1 else sum(perft(game, move.successor, plies - 1) for move in after)


@pytest.mark.parametrize(
    ("size", "options", "plies"), [(3, {}, 8), (3, ALLOWED, 8), (4, {}, 4), (5, {}, 3), (5, ALLOWED, 2)]
)
def test_perft(size, options, plies):
    game = rules(size, **options)
    assert perft(game, game.initial, plies) == naive.perft(start(size, options), plies)


@pytest.mark.parametrize("bias", ["1", "2"])
def test_bias_is_taken_from_the_score(bias):
    plain, biased = rules(3), rules(3, bias=bias)
    ends = [key_of(position) for position in naive.reachable(3) if not naive.moves(position)]
    assert ends
    for key in ends:
        assert biased.no_moves(key) == plain.no_moves(key) - int(bias)
    assert biased.moves(biased.initial) == plain.moves(plain.initial)


def clear(error: ValueError) -> str:
    message = str(error)
    assert "\n" not in message and message.isascii() and message.isprintable() and len(message) < 160
    return message


def complaint(call, *arguments) -> str:
    with pytest.raises(ValueError) as raised:
        call(*arguments)
    return clear(raised.value)


def accepted(game: Rules, written: str) -> bool:
    try:
        key = game.text.parse(written)
    except ValueError as error:
        clear(error)
        return False
    assert game.text.format(key) == written
    return True


@pytest.mark.parametrize("options", [{}, ALLOWED])
def test_exactly_the_positions_of_games_can_be_written(options, soaking):
    """Boards of nine squares at every turn, and every position of games."""
    game = rules(3, **options)
    legal = {naive.text(position) for position in naive.reachable(3, options != ALLOWED)}
    boards = ["-".join("".join(row) for row in rows) for rows in product(list(product("012", repeat=3)), repeat=3)]
    every = [f"{board} turn {turn}" for board in boards[:: 10 // soaking(10)] for turn in range(12)]
    every += sorted(legal)
    assert {written for written in every if accepted(game, written)} == legal


@given(positions(size=4), st.integers(-6, 6), st.booleans())
def test_positions_of_no_game(position, shift, swap):
    """Positions of games at some other turn, and with the players exchanged."""
    first, second = (position.second, position.first) if swap else (position.first, position.second)
    other = position._replace(first=first, second=second, turn=max(0, position.turn + shift))
    assert accepted(rules(4), naive.text(other)) == (other in naive.reachable(4))


@given(positions())
def test_moves_and_positions_in_loose_notation(position):
    text = rules().text
    key = key_of(position)
    board, _, turn = naive.text(position).partition(" turn ")
    for separator in ("", " ", "\n", "/", " - "):
        assert text.parse(f"{board.replace('-', separator)} Turn{turn}\n") == key
    if position.turn == len(position.first) + len(position.second) + 1:
        assert text.parse(board) == key
    else:
        assert text.parse(f"{board} turn {turn}") == key


@pytest.mark.parametrize(
    ("written", "part"),
    [
        ("", "25 squares, 5 in a row; this text has 0"),
        (EMPTY[:-1], "this text has 24"),
        (EMPTY + "0", "this text has 26"),
        ("0" * 100_000, "100000 characters"),
        (EMPTY[:-1] + "3", "character 29 is '3'"),
        (EMPTY[:-1] + "\u0661", "character 29 is '\\u0661'"),
        (EMPTY[:-1] + "\x00", "character 29 is '\\x00'"),
        (EMPTY + " turn", "character 31 is 't'"),
        (EMPTY + " turn -1", "character 31 is 't'"),
        (EMPTY + " turn 12345", "character 31 is 't'"),
        (EMPTY + " turn \uff11", "character 31 is 't'"),
        (EMPTY + " turn 0", "the first turn is turn 1"),
        (EMPTY + " turn 2", "would have passed, but had squares"),
        (EMPTY + " turn 9999", "both players would have passed"),
        ("1" + EMPTY[1:] + " turn 1", "at turn 1 the first player can have put 0 pieces at most, not 1"),
        ("2" + EMPTY[1:] + " turn 2", "at turn 2 the second player can have put 0 pieces at most, not 1"),
        ("2" + EMPTY[1:], "the players have 0 and 1 pieces, so one of them has passed; write the turn"),
        ("101" + EMPTY[3:], "the players have 2 and 0 pieces, so one of them has passed; write the turn"),
        ("12" + EMPTY[2:], "stand next to each other, on a5 and b5"),
        ("00001-20000-00000-00000-00000 turn 4", "would have passed, but had squares"),
        ("00000-01000-02000-00000-00000", "stand next to each other, on b4 and b3"),
        ("00000-00000-00100-00000-00000", "the first player may not begin on c3"),
    ],
)
def test_bad_positions(written, part):
    assert part in complaint(rules().text.parse, written)


@given(st.text())
@example("\ud800")
def test_any_text_is_a_position_or_a_clear_error(written):
    text = rules().text
    try:
        key = text.parse(written)
    except ValueError as error:
        clear(error)
    else:
        assert text.parse(text.format(key)) == key


@settings(max_examples=50)
@given(positions())
def test_there_are_no_other_moves(position):
    game = rules()
    key = key_of(position)
    for code in range(game.codes):
        move = game.text.format_move(key, code)
        if move not in naive.moves(position):
            complaint(game.text.parse_move, key, move)


@pytest.mark.parametrize(
    ("board", "written", "part"),
    [
        (EMPTY, "", "a move is a square, such as a1, or pass; '' is not"),
        (EMPTY, "a6", "'a6' is not"),
        (EMPTY, "f1", "'f1' is not"),
        (EMPTY, "a1a1", "'a1a1' is not"),
        (EMPTY, "a\uff11", "'a\\uff11' is not"),
        (EMPTY, "\u017f" * 50, "is not"),
        (EMPTY, "a1" * 10_000, "is not"),
        (EMPTY, "pass", "passes only if no square is left"),
        (EMPTY, "c3", "the first player may not begin on c3"),
        ("00000-00000-00000-00000-10000", "a1", "a1 is occupied"),
        ("00000-00000-00000-00000-10000", "b1", "b1 is next to a piece of the opponent"),
    ],
)
def test_bad_moves(board, written, part):
    text = rules().text
    assert part in complaint(text.parse_move, text.parse(board), written)


def test_no_moves_after_the_end():
    game = rules(3)
    for position in naive.reachable(3):
        if not naive.moves(position):
            assert "the game is over" in complaint(game.text.parse_move, key_of(position), "pass")


def test_the_start():
    game = rules()
    assert game.text.format(game.initial) == f"{EMPTY} turn 1"
    assert game.text.parse(EMPTY) == game.initial
    assert len(game.moves(game.initial)) == 24
    allowed = rules(**ALLOWED)
    assert "c3" in {allowed.text.format_move(allowed.initial, move.code) for move in allowed.moves(allowed.initial)}


def test_a_drawing_can_be_pasted_back():
    text = rules(3).text
    for position in naive.reachable(3):
        drawn = text.draw(key_of(position))
        assert text.parse(drawn) == text.parse(" ".join(drawn.splitlines())) == key_of(position)


def test_drawing():
    text = rules().text
    assert text.draw(text.parse("00000-00020-01000-00000-10000")).splitlines() == [
        "5  . . . . .",
        "4  . . . O .",
        "3  . X . . .",
        "2  . . . . .",
        "1  X . . . .",
        "   a b c d e",
        "turn 4: O to move; X first player, O second",
    ]


def test_default_options_are_those_of_the_real_game():
    from retro_british_square import options

    chosen = retro_game().choose({})
    assert chosen == {name.lower(): value for name, value in vars(options).items() if name.isupper()}


@pytest.mark.parametrize(
    ("chosen", "part"),
    [({"size": "6"}, "choose from 3, 4, 5"), ({"centre": "maybe"}, "forbidden, allowed"), ({"bias": "-1"}, "0, 1, 2")],
)
def test_options_that_do_not_exist(chosen, part):
    with pytest.raises(OptionError, match=part):
        retro_game().choose(chosen)
