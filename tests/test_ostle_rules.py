"""Ostle's rules, run as plain Python, against the naive Ostle: every 3 x 3 board, random boards of the real
size, and those in which the two readings of rule 8 differ."""

from __future__ import annotations

import naive_ostle as naive
import numpy as np
import pytest
from hypothesis import given, settings
from ostle_boards import FOUR, START, TABLE_1, boards, read, rules

from retro.game import LOSS, NONE, ONGOING, WIN
from retro.game.rules import Rules

pytestmark = pytest.mark.compiled

OUTCOMES = {"ongoing": ONGOING, "win": WIN, "loss": LOSS}
READINGS = ("paper", "exact")


def key_of(ostle: Rules, position: naive.Board) -> int:
    return ostle.text.parse(naive.text(position))


def board_of(ostle: Rules, key: int) -> naive.Board:
    return naive.board(ostle.text.format(key))


def unmoves(ostle: Rules, key: int) -> list[tuple[int, int, int]]:
    out = np.zeros((ostle.max_unmoves, 3), np.int64)
    return [(int(p), int(code), int(undo)) for p, code, undo in out[: ostle.functions["unmoves"](key, out)]]


def check_moves(ostle: Rules, position: naive.Board) -> None:
    left, rule8 = int(ostle.options["left"]), str(ostle.options["rule8"])
    key = key_of(ostle, position)
    moves = ostle.moves(key)
    assert ostle.functions["wins"](key) == naive.is_checkmate(position, left)
    assert [ostle.text.format_move(key, move.code) for move in moves] == list(naive.moves(position))
    for code, outcome, successor in moves:
        move = ostle.text.format_move(key, code)
        assert ostle.text.parse_move(key, move) == code
        after = naive.apply(position, move)
        result = naive.outcome(position, move, left)
        if result != "ongoing":
            assert outcome == OUTCOMES[result]
            continue
        assert outcome == ONGOING
        assert board_of(ostle, successor) == after
        undo = ostle.undo(key, code, successor)
        barred = None if undo == NONE else ostle.text.format_move(successor, undo)
        assert barred == naive.forbidden(position, move, rule8)


def check_unmoves(ostle: Rules, position: naive.Board) -> None:
    """Every edge that `unmoves` names exists; that none is missing is checked from the other end."""
    rule8, left = str(ostle.options["rule8"]), int(ostle.options["left"])
    key = key_of(ostle, position)
    edges = unmoves(ostle, key)
    assert len({(predecessor, code) for predecessor, code, _ in edges}) == len(edges)
    for predecessor, code, undo in edges:
        before, move = board_of(ostle, predecessor), ostle.text.format_move(predecessor, code)
        assert key_of(ostle, before) == predecessor
        assert move in naive.moves(before)
        assert naive.apply(before, move) == position
        barred = None if undo == NONE else ostle.text.format_move(key, undo)
        assert barred == naive.forbidden(before, move, rule8)
        assert undo == NONE or ostle.functions["restorable"](key, undo)
        assert naive.outcome(before, move, left) == "ongoing"


def check_edges_are_found_backwards(ostle: Rules, position: naive.Board) -> None:
    key = key_of(ostle, position)
    for code, outcome, successor in ostle.moves(key):
        if outcome not in (WIN, LOSS):
            assert (key, code) in {(predecessor, move) for predecessor, move, _ in unmoves(ostle, successor)}


@pytest.mark.parametrize("rule8", READINGS)
def test_every_small_board(rule8, apart):
    """All edges are counted; those of some boards are compared one by one."""
    ostle = rules(size="3", men="2", left="0", rule8=rule8)
    step = 3 * apart(10)
    edges_forward = edges_backward = 0
    for number, position in enumerate(naive.boards(3, 2, 0, 4)):
        if number % step == 0:
            check_moves(ostle, position)
            check_unmoves(ostle, position)
        edges_forward += sum(naive.outcome(position, move, 0) == "ongoing" for move in naive.moves(position))
        edges_backward += len(unmoves(ostle, key_of(ostle, position)))
    assert edges_forward == edges_backward


@pytest.mark.parametrize("rule8", READINGS)
@settings(max_examples=60, deadline=None)
@given(position=boards())
def test_random_boards(rule8, position):
    ostle = rules(rule8=rule8)
    check_moves(ostle, position)
    check_unmoves(ostle, position)
    check_edges_are_found_backwards(ostle, position)


@pytest.mark.parametrize("rule8", READINGS)
def test_where_the_two_readings_differ(rule8, apart):
    """Boards for every kind of symmetry that brings a move back to the class of the board before."""
    ostle = rules(rule8=rule8)
    for row in read("ostle_two_readings.csv")[:: apart(3)]:
        position = naive.board(row["position"])
        assert (naive.forbidden(position, row["move"], rule8) or "") == row[rule8]
        assert row["paper"] != row["exact"]
        check_moves(ostle, position)
        check_unmoves(ostle, naive.apply(position, row["move"]))


@pytest.mark.parametrize("pieces", ["8", "9"])
@settings(max_examples=20, deadline=None)
@given(position=boards())
def test_fewer_pieces_bound_the_predecessors(pieces, position):
    ostle = rules(pieces=pieces)
    if len(position) - position.count("0") - 1 > int(pieces):
        with pytest.raises(ValueError, match="together must have at most"):
            key_of(ostle, position)
        return
    check_unmoves(ostle, position)
    check_edges_are_found_backwards(ostle, position)


@settings(max_examples=40, deadline=None)
@given(position=boards())
def test_symmetry(position):
    ostle = rules()
    key = key_of(ostle, position)
    assert ostle.image(key, 0) == key
    images = [ostle.image(key, g) for g in range(ostle.group)]
    assert sorted(board_of(ostle, image) for image in images) == sorted(naive.images(position))
    codes = {move.code for move in ostle.moves(key)}
    for g, image in enumerate(images):
        successors = {move.code: move.successor for move in ostle.moves(image)}
        assert {ostle.image_code(code, g) for code in codes} == set(successors)
        for move in ostle.moves(key):
            assert successors[ostle.image_code(move.code, g)] == ostle.image(move.successor, g)
    canonical = {ostle.image(image, ostle.rank(image)[1]) for image in images}
    assert canonical == {ostle.unrank(ostle.rank(key)[0])}
    assert ostle.rank(key)[2] == (len(set(naive.images(position))) < 8)


def test_small_index_is_the_classes():
    ostle = rules(size="3", men="2", left="0")
    every = naive.boards(3, 2, 0, 4)
    slots = {ostle.rank(key_of(ostle, position))[0]: naive.canonical(position) for position in every}
    assert len(slots) == len({naive.canonical(position) for position in every})
    assert len(set(slots.values())) == len(slots)
    for slot in range(ostle.slots):
        key = ostle.unrank(slot)
        assert (key != -1) == (slot in slots)
        if key != -1:
            assert naive.canonical(board_of(ostle, key)) == slots[slot]
            assert ostle.rank(key)[0] == slot


def test_the_index_has_the_blocks_of_table_1():
    ostle = rules()
    assert ostle.initial == key_of(ostle, START)
    assert ostle.slots == 2_749_150_869
    sizes = {tuple(name.split()): stop - start for name, start, stop in ostle.sections}
    assert len(sizes) == len(TABLE_1) == 24
    assert sum(sizes.values()) == ostle.slots
    for name, positions in TABLE_1.items():
        assert positions <= sizes[tuple(name.split())] <= 1.05 * positions
    four = rules(men="4")
    assert four.slots == rules(pieces="8").slots >= FOUR["positions"]


def perft(ostle: Rules, key: int, barred: int, depth: int) -> int:
    legal = [move for move in ostle.moves(key) if move.code != barred]
    if depth == 1:
        return len(legal)
    return sum(
        perft(ostle, successor, ostle.undo(key, code, successor), depth - 1)
        for code, outcome, successor in legal
        if outcome not in (WIN, LOSS)
    )


def soaked(row):
    """Returns a case; the longest ones of the other reading are marked soak."""
    marks = [pytest.mark.soak] if (row["rule8"], row["depth"]) == ("exact", "4") else []
    return pytest.param(row, marks=marks, id="{position} {rule8} {depth}".format(**row))


@pytest.mark.parametrize("row", [soaked(row) for row in read("ostle_perft.csv")])
def test_perft(row):
    ostle = rules(rule8=row["rule8"])
    key = ostle.text.parse(row["position"])
    assert perft(ostle, key, NONE, int(row["depth"])) == int(row["count"])
