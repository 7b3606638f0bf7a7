"""Awari of `examples/`: scores with cycles, by tiers, against a twin that shares no code."""

from __future__ import annotations

import random

import pytest
from runs import rules_of

from retro.game import gain
from retro.game.endless import plies, points_of
from retro.solving import queue
from retro.system.progress import Silent
from retro.verify.record_check import follows

pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module", autouse=True)
def installed(examples):
    """The examples are installed."""


def sown(board, pit):
    """The board after a move, from the view of the other player, and the number of captured stones."""
    board, stones, at, captured = list(board), board[pit], pit, 0
    board[pit] = 0
    while stones:
        at = (at + 1) % 12
        if at != pit:
            board[at] += 1
            stones -= 1
    while at > 5 and board[at] in (2, 3):
        captured += board[at]
        board[at] = 0
        at -= 1
    return tuple(board[6:] + board[:6]), captured


def naive_moves(board):
    """By pit, the board after the move and the captured stones."""
    every = {pit: sown(board, pit) for pit in range(6) if board[pit]}
    giving = {pit: after for pit, after in every.items() if any(after[0][:6])}
    return giving or every


def boards(stones, pits=12):
    if pits == 1:
        return [(stones,)]
    return [(first, *rest) for first in range(stones + 1) for rest in boards(stones - first, pits - 1)]


def naive_values(stones):
    """The points of all boards with at most so many stones.

    They are what one of the players can force in finite time, or nothing.
    """
    values = {}
    for count in range(stones + 1):
        every = boards(count)
        for threshold in range(1, count + 1):
            forced = set()  # boards whose mover, or other player, forces at least so many points in finite time
            while True:
                new = set(forced)
                for board in every:
                    moves = naive_moves(board)
                    if not moves:
                        new |= {(board, -1)} if count >= threshold else set()
                        continue
                    for who, chosen in ((1, any), (-1, all)):
                        if chosen(
                            who * (captured - values[to]) >= threshold if captured else (to, -who) in forced
                            for to, captured in moves.values()
                        ):
                            new.add((board, who))
                if new == forced:
                    break
                forced = new
            values |= {board: who * threshold for board, who in forced}
        for board in every:
            values.setdefault(board, 0)
    return values


def key_of(rules, board):
    return rules.text.parse(" ".join(map(str, board)))


def test_moves_are_those_of_the_twin():
    rules, chance = rules_of("awari", stones=31), random.Random(1)
    for _ in range(300):
        pits = [0] * 12
        for _ in range(chance.randrange(32)):
            pits[chance.choice((chance.randrange(12), 3))] += 1
        listed = {move.code: (move.successor, move.outcome) for move in rules.moves(key_of(rules, pits))}
        expected = {pit: (key_of(rules, to), gain(captured)) for pit, (to, captured) in naive_moves(pits).items()}
        assert listed == expected


@pytest.mark.parametrize("stones", [3, pytest.param(5, marks=pytest.mark.soak)])
def test_values_are_those_of_the_twin_and_distances_make_progress(stones, monkeypatch):
    """Kernels in plain Python."""
    monkeypatch.setenv("RETRO_PLAIN", "1")
    rules = rules_of("awari", stones=stones)
    planes, _, _ = queue.solve(rules, 1, Silent()).planes(0, rules.slots)
    values = planes.tolist()
    naive = naive_values(stones)
    assert len(naive) == rules.slots
    for board, points in naive.items():
        key = key_of(rules, board)
        slot = rules.rank(key)[0]
        assert points_of(values[slot]) == points, board
        record = follows(rules, lambda index: (values[index], values[index], -1), key, rules.moves(key))
        assert record[0] == values[slot]
        assert (plies(values[slot], "mover") is None) == (points == 0)
