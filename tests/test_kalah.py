"""The example kalah against a naive solver, which counts the stones in the stores."""

from functools import cache

import pytest
from commanding import ask

import retro

pytestmark = pytest.mark.compiled


@cache
def margin(mine, theirs, lead):
    """Returns the mover's stones minus the opponent's at the end of best play.

    ``mine`` and ``theirs`` are the stones in pits in the order of sowing, ``lead`` the mover's lead in the stores.
    """
    pits = len(mine)
    if not any(mine) or not any(theirs):
        return lead + sum(mine) - sum(theirs)
    results = []
    for pit in range(pits):
        if mine[pit]:
            board = [*mine, 0, *theirs]
            hand, board[pit], at = board[pit], 0, pit
            while hand:
                at = (at + 1) % len(board)
                board[at] += 1
                hand -= 1
            if at < pits and board[at] == 1:
                board[pits] += board[at] + board[-1 - at]
                board[at] = board[-1 - at] = 0
            own, other, more = tuple(board[:pits]), tuple(board[pits + 1 :]), board[pits]
            results.append(margin(own, other, lead + more) if at == pits else -margin(other, own, -lead - more))
    return max(results)


@pytest.mark.parametrize(
    ("pits", "stones"),
    [(1, 3), (2, 2), (3, 1), *(pytest.param(3, n, marks=pytest.mark.soak) for n in (2, 3))],
)
def test_values_are_those_of_the_naive_solver(pits, stones, examples, monkeypatch):
    """In every position: its value does not depend on what is in the stores."""
    monkeypatch.setenv("RETRO_PLAIN", "1")
    ask("solve", "kalah", f"--set=pits={pits}", f"--set=stones={stones}")
    with retro.open("kalah", examples, pits=pits, stones=stones) as table:
        assert table.rules.slots > 1 or pits == 1
        for slot in range(table.rules.slots):
            text = table.rules.text.format(table.rules.unrank(slot))
            mine, theirs = (tuple(map(int, side.split())) for side in text.split("/"))
            assert table.probe(text).value == margin(mine, theirs, 0) == margin(mine, theirs, 5) - 5


def test_best_play_ends_with_the_value_of_the_start(examples, monkeypatch):
    """The moves of the line, made one after the other by the naive rules, leave the lead that the start promises."""
    monkeypatch.setenv("RETRO_PLAIN", "1")
    ask("solve", "kalah", "--set=pits=2", "--set=stones=2")
    shown = ask("play", "kalah", "--set=pits=2", "--set=stones=2", "--first=perfect", "--second=perfect")
    by = margin((2, 2), (2, 2), 0)
    assert by and f"the {'first' if by > 0 else 'second'} player wins by {abs(by)}:" in shown
