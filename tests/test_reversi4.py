"""The example Reversi on 4 x 4 against a naive solver with colours and passes."""

import re
from functools import cache
from itertools import pairwise
from random import Random

import pytest
from commanding import ask

import retro

BLACK, WHITE = "b", "w"
OTHER = {BLACK: WHITE, WHITE: BLACK}
STEPS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
START = frozenset({((1, 2), BLACK), ((2, 1), BLACK), ((1, 1), WHITE), ((2, 2), WHITE)})


@cache
def after(board, colour):
    """Returns the boards after each move of a colour, by the square of the new disc: column and row from the top."""
    discs, result = dict(board), {}
    for column in range(4):
        for row in range(4):
            turned = []
            for x, y in STEPS if (column, row) not in discs else ():
                line, place = [], (column + x, row + y)
                while discs.get(place) == OTHER[colour]:
                    line.append(place)
                    place = place[0] + x, place[1] + y
                turned += line if discs.get(place) == colour else []
            if turned:
                made = discs | dict.fromkeys([*turned, (column, row)], colour)
                result[column, row] = frozenset(made.items())
    return result


@cache
def played(board, colour, passed=False):
    """Returns the score of a colour that is to move, and the games from there that it wins, draws and loses."""
    moves = after(board, colour)
    if not moves and passed:
        score = sum(1 if each == colour else -1 for _, each in board)
        return score, score > 0, score == 0, score < 0
    results = [played(each, OTHER[colour]) for each in moves.values()] or [played(board, OTHER[colour], True)]
    best = max(-score for score, *_ in results)
    return best, *(sum(each[index] for each in results) for index in (3, 2, 1))


@pytest.fixture(scope="module", autouse=True)
def solved(examples):
    """The folder of the database."""
    ask("solve", "reversi4")
    return examples


def written(board, mover):
    """Returns a board as the example writes it, from the view of a colour."""
    marks = {mover: "x", OTHER[mover]: "o"}
    discs = dict(board)
    return "/".join("".join(marks.get(discs.get((x, y)), ".") for x in range(4)) for y in range(4))


def test_values_are_those_of_the_naive_solver(solved):
    """In positions in which the mover can move, or neither player; only the naive solver has passes."""
    seen = {(START, BLACK)}
    waiting = list(seen)
    for board, colour in waiting:
        new = {(each, OTHER[colour]) for each in after(board, colour).values()}
        new |= {(board, OTHER[colour])} if not after(board, colour) and after(board, OTHER[colour]) else set()
        waiting += new - seen
        seen |= new
    lasting = [(board, colour) for board, colour in waiting if after(board, colour) or not after(board, OTHER[colour])]
    with retro.open("reversi4", solved) as table:
        assert len({written(*each) for each in lasting}) > 2 * table.rules.slots
        lasting.sort(key=lambda each: (written(*each), each[1]))
        for board, colour in Random(1).sample(lasting, 2000):
            assert table.probe(written(board, colour)).value == played(board, colour)[0]


def test_the_second_player_wins_by_eight_and_games_are_those_of_the_naive_solver(solved):
    score, won, drawn, lost = played(START, BLACK)
    assert (score, won + drawn + lost) == (-8, 60_060)
    shown = ask("playouts", "reversi4").replace(",", "")
    assert [int(each) for each in re.findall(r"(\d+)$", shown, re.MULTILINE)] == [60_060, won, lost, drawn]


def test_players_are_named_by_who_has_moved(solved):
    """In a game in which a player moves twice, each disc belongs to the colour whose turn it is."""
    board, colour, moves, players = START, BLACK, [], []
    while after(board, colour) or after(board, OTHER[colour]):
        if not after(board, colour):
            colour = OTHER[colour]
        options = after(board, colour)
        # the move that leaves the opponent the fewest
        column, row = min(options, key=lambda each: (len(after(options[each], OTHER[colour])), each))
        moves.append(f"{'abcd'[column]}{4 - row}")
        players.append("first" if colour == BLACK else "second")
        board, colour = options[column, row], OTHER[colour]
    assert any(one == other for one, other in pairwise(players))
    typed = "".join(f"{move}\n" for move in moves)
    shown = ask("play", "reversi4", "--first", "human", "--second", "human", typed=typed)
    assert re.findall(r"^\d+\. the (\w+) player moves (\w+)", shown, re.MULTILINE) == list(
        zip(players, moves, strict=True)
    )
    score = sum(1 if each == BLACK else -1 for _, each in board)
    assert f"the {'first' if score > 0 else 'second'} player wins by {abs(score)}: no move is left" in shown
