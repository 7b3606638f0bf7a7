"""Ostle's rules against the naive Ostle: 3 x 3 boards, random ones of the real size, those where rule 8 is special."""

from __future__ import annotations

from collections import defaultdict

import naive_ostle as naive
import numpy as np
import pytest
from hypothesis import given, settings
from ostle_boards import FOUR, START, TABLE_1, boards, read, rules

from retro.game import LOSS, NONE, ONGOING, WIN, notation
from retro.game.rules import Rules
from retro.system.errors import GameError
from retro_ostle import text

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
    for code, outcome, successor, *_ in moves:
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
    for code, outcome, successor, *_ in ostle.moves(key):
        if outcome not in (WIN, LOSS):
            assert (key, code) in {(predecessor, move) for predecessor, move, _ in unmoves(ostle, successor)}


@pytest.mark.parametrize("rule8", READINGS)
def test_every_small_board(rule8):
    """All edges are counted; those of some boards are compared one by one."""
    ostle = rules(size="3", men="2", left="0", rule8=rule8)
    edges_forward = edges_backward = 0
    for number, position in enumerate(naive.boards(3, 2, 0, 4)):
        if number % 30 == 0:
            check_moves(ostle, position)
            check_unmoves(ostle, position)
        edges_forward += sum(naive.outcome(position, move, 0) == "ongoing" for move in naive.moves(position))
        edges_backward += len(unmoves(ostle, key_of(ostle, position)))
    assert edges_forward == edges_backward


@pytest.mark.parametrize("rule8", READINGS)
@settings(max_examples=60)
@given(position=boards())
def test_random_boards(rule8, position):
    ostle = rules(rule8=rule8)
    check_moves(ostle, position)
    check_unmoves(ostle, position)
    check_edges_are_found_backwards(ostle, position)


SPECIAL = {
    "22222-00000-00300-00000-11111": "the start",
    "30000-02120-01210-02020-00011": "hole in a corner, rows to push",
    "00300-11022-01022-00120-10000": "hole on the middle of an edge",
    "00000-01230-01200-12120-00100": "hole beside the edge's middle",
    "01010-00000-20302-00000-12021": "4 against 4, hole in the centre",
    "21000-12000-00300-00021-00012": "4 against 4, its own image after half a turn",
    "22220-00000-00300-00000-01111": "4 against 4, two plies from its mirror image: the two readings differ",
    "00020-01020-01023-01020-01000": "the same, upside down about a hole on the edge",
    "11111-22220-00300-00000-00000": "5 against 4, captures at once",
    "00000-00000-11113-22222-00000": "4 against 5, the hole at the end of a row",
    "12121-00003-00000-02121-00000": "full rows along the edge",
    "01000-10200-00302-00020-01210": "4 against 4, pieces on every edge",
}


@pytest.mark.parametrize("rule8", READINGS)
@pytest.mark.parametrize("board", SPECIAL)
def test_special_boards_and_those_after_a_move(board, rule8):
    ostle, position = rules(rule8=rule8), naive.board(board)
    after = (
        naive.apply(position, move) for move in naive.moves(position) if naive.outcome(position, move, 3) == "ongoing"
    )
    for each in (position, *after):
        check_moves(ostle, each)
        check_unmoves(ostle, each)


@pytest.mark.parametrize("rule8", READINGS)
def test_where_the_two_readings_differ(rule8):
    """Boards for every kind of symmetry that brings a move back to the class of the board before."""
    ostle = rules(rule8=rule8)
    for row in read("ostle_two_readings.csv")[::3]:
        position = naive.board(row["position"])
        assert (naive.forbidden(position, row["move"], rule8) or "") == row[rule8]
        assert row["paper"] != row["exact"]
        check_moves(ostle, position)
        check_unmoves(ostle, naive.apply(position, row["move"]))


@pytest.mark.parametrize("pieces", ["8", "9"])
@given(position=boards())
def test_fewer_pieces_bound_the_predecessors(pieces, position):
    ostle = rules(pieces=pieces)
    if len(position) - position.count("0") - 1 > int(pieces):
        with pytest.raises(ValueError, match=f"together must have at most {pieces} pieces, not"):
            key_of(ostle, position)
        return
    check_unmoves(ostle, position)
    check_edges_are_found_backwards(ostle, position)


@settings(max_examples=40)
@given(position=boards())
def test_images_and_slots_are_those_of_the_naive_ones(position):
    """The conformance of a small board has the images of moves."""
    ostle = rules()
    key = key_of(ostle, position)
    images = [ostle.image(key, g) for g in range(ostle.group)]
    assert sorted(board_of(ostle, image) for image in images) == sorted(naive.images(position))
    canonical = {ostle.image(image, ostle.rank(image)[1]) for image in images}
    assert canonical == {ostle.unrank(ostle.rank(key)[0])}
    assert ostle.rank(key)[2] == (len(set(naive.images(position))) < 8)
    assert board_of(ostle, ostle.text.swapped(key)) == naive.swap(position)


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


# Forbidden moves


TWO_MOVES = [row["position"] for row in read("ostle_two_moves_one_class.csv")]


@pytest.mark.parametrize("position", TWO_MOVES)
def test_two_moves_lead_back_to_one_class(position):
    """A count of states must not merge them."""
    most = {}
    for rule8 in READINGS:
        ostle, classes = rules(pieces="8", rule8=rule8), defaultdict(set)
        key = ostle.text.parse(position)
        assert not ostle.rank(key)[2]
        for predecessor, _, forbidden in unmoves(ostle, key):
            if forbidden != NONE:
                classes[ostle.rank(predecessor)[0]].add(forbidden)
        most[rule8] = max(map(len, classes.values()))
    assert most == {"exact": 2, "paper": 1}


@pytest.mark.parametrize("rule8", READINGS)
def test_why_a_move_is_forbidden_is_true_of_every_state(rule8):
    """Every edge of a small board that forbids a move: the end of that move is compared with the start of the edge."""
    ostle, reasons = rules(size="3", left="0", rule8=rule8), set()
    for key in (key for key in map(ostle.unrank, range(ostle.slots)) if key >= 0):
        for code, outcome, after, *_ in ostle.moves(key):
            undo = ostle.undo(key, code, after) if outcome == ONGOING else NONE
            if undo != NONE:
                back = next(each.successor for each in ostle.moves(after) if each.code == undo)
                why = ostle.text.why_forbidden(after, undo)
                reasons.add(why)
                assert why == text.LEADS_BACK or (back == key) == (why == text.TAKES_BACK)
                assert back in [ostle.image(key, g) for g in range(ostle.group)]
    assert reasons == ({text.TAKES_BACK} if rule8 == "exact" else {text.TAKES_BACK, text.TURNS_BACK, text.LEADS_BACK})


def test_a_forbidden_move_that_does_not_take_the_last_one_back():
    """c3U leads to an image of the board before c2U; c3D, which takes c2U back, is legal."""
    ostle = rules()
    before = ostle.text.parse("20002-00000-11011-00300-20002")
    after, forbidden, *_ = notation.play(ostle, before, NONE, ["c2U"])
    assert ostle.text.format_move(after, forbidden) == "c3U"
    back = {ostle.text.format_move(after, move.code): move.successor for move in ostle.moves(after)}
    assert back["c3D"] == before != back["c3U"]
    with pytest.raises(GameError, match=text.LEADS_BACK):
        notation.play(ostle, before, NONE, ["c2U", "c3U"])


def test_a_move_that_ends_the_game_is_not_followed_by_a_position():
    ostle = rules(size="3")
    ends = ((key, move) for key in map(ostle.unrank, range(ostle.slots)) if key >= 0 for move in ostle.moves(key))
    key, move = next((key, move) for key, move in ends if move.outcome == WIN)
    with pytest.raises(GameError, match="ends the game in"):
        notation.play(ostle, key, NONE, [ostle.text.format_move(key, move.code)])
