"""British Square's rules against the naive British Square: every position of the smallest board, random ones of the
real one."""

from __future__ import annotations

import importlib
from functools import cache
from itertools import product

import naive_british_square as naive
import pytest
from british_square_solved import ALLOWED, positions
from hypothesis import given
from runs import rules_of

from retro.game import ONGOING
from retro.game.rules import Rules


@cache
def rules(size: int = 5, **options: str) -> Rules:
    return rules_of("british_square", size=size, **options)


def key_of(position: naive.Position) -> int:
    options = {} if position.forbidden else ALLOWED
    return rules(position.size, **options).text.parse(naive.text(position))


def check_position(game: Rules, position: naive.Position) -> None:
    """Compares moves, texts, images, tiers, final scores and the heuristic with those of the twin."""
    key = game.text.parse(naive.text(position))
    heuristics = importlib.import_module(f"{game.module.__package__}.heuristics")
    assert game.text.format(key) == naive.text(position)
    assert game.first_to_move(key) == (position.turn % 2 == 1)
    images = [game.text.format(game.image(key, g)) for g in range(game.group)]
    assert sorted(images) == sorted(map(naive.text, naive.images(position))) and images[0] == naive.text(position)
    moves = game.moves(key)
    assert [game.text.format_move(key, move.code) for move in moves] == naive.moves(position)
    for code, outcome, successor, *_ in moves:
        move = game.text.format_move(key, code)
        assert outcome == ONGOING and successor > key
        assert game.text.format(successor) == naive.text(naive.play(position, move))
        assert game.tier(successor) == game.tier(key) - 1
        assert heuristics.greedy(key, code, successor) == naive.claimed(position, move)
    if not moves:
        assert game.counted_value(key, game.no_moves(key)) == naive.points(position)
        with pytest.raises(ValueError, match="the game is over"):
            game.text.parse_move(key, "pass")


@pytest.mark.parametrize("options", [{}, ALLOWED])
def test_every_position_of_the_smallest_board(options):
    game = rules(3, **options)
    every = naive.reachable(3, options != ALLOWED)
    for position in every:
        check_position(game, position)
    classes = {min(game.image(key_of(position), g) for g in range(game.group)) for position in every}
    assert len(classes) == len(naive.classes(3, options != ALLOWED)) == (76 if options else 74)


@given(positions(), positions(forbidden=False))
def test_random_positions_of_the_real_board(position, allowed):
    check_position(rules(), position)
    check_position(rules(**ALLOWED), allowed)


@pytest.mark.parametrize("options", [{}, ALLOWED])
def test_exactly_the_positions_of_games_can_be_written(options):
    """Boards of nine squares at every turn, and every position of games."""
    text = rules(3, **options).text
    legal = {naive.text(position) for position in naive.reachable(3, options != ALLOWED)}
    boards = ["-".join("".join(row) for row in rows) for rows in product(list(product("012", repeat=3)), repeat=3)]
    for written in {f"{board} turn {turn}" for board in boards[::40] for turn in range(12)} | legal:
        if written in legal:
            assert text.format(text.parse(written)) == written
        else:
            with pytest.raises(ValueError):
                text.parse(written)


@given(positions())
def test_the_turn_may_be_left_out_before_a_player_passes(position):
    text = rules().text
    board, _, turn = naive.text(position).partition(" turn ")
    assert text.parse(f"{board} Turn{turn}\n") == key_of(position)
    if position.turn == len(position.first) + len(position.second) + 1:
        assert text.parse(board) == key_of(position)
