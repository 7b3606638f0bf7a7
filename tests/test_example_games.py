"""Games of `examples/` against naive twins: all values of small variants, and moves of random positions of large ones.

`test_examples` compares the published numbers and checks the contract: symmetry, index, moves taken back, tiers.
"""

from __future__ import annotations

import random
import re

import naive_chess
import naive_examples as naive
import naive_morris
import numpy as np
import pytest
from commanding import ask
from naive_squadro import Board
from naive_squadro import solve as squadro
from runs import rules_of

import retro

MORRIS = "nine_mens_morris"


def soak(*case):
    return pytest.param(*case, marks=[pytest.mark.soak, pytest.mark.compiled])


@pytest.fixture(scope="module", autouse=True)
def installed(examples):
    """The examples are installed."""


TWINS = [
    ("antichess", "size=5", lambda texts: naive_chess.antichess(5)),
    ("awari", "stones=3", lambda texts: naive.awari(3)),
    soak("awari", "stones=5", lambda texts: naive.awari(5)),
    ("chess_endings", "material=KPvK size=4", lambda texts: naive_chess.chess(4, ("KkP", "KkQ", "KkR"))),
    soak("chess_endings", "material=KQvKR size=4", lambda texts: naive_chess.chess(4, ("KkQr", "KkQ", "Kkr"))),
    ("draughts_endings", "", lambda texts: naive.draughts()),
    ("kalah", "pits=2 stones=2", lambda texts: naive.kalah(2, 2)),
    ("kalah", "pits=3 stones=1", lambda texts: naive.kalah(3, 1)),
    soak("kalah", "pits=3 stones=3", lambda texts: naive.kalah(3, 3)),
    soak(MORRIS, "men=3", naive_morris.with_three_men),
    soak("reversi4", "", lambda texts: naive.reversi()),
    ("sim", "points=4", lambda texts: naive.sim(4)),
    *(soak("sim", f"points={points}", lambda texts, points=points: naive.sim(points)) for points in (5, 6)),
    ("squadro", "speeds=13", lambda texts: squadro(Board("13"))),
    soak("squadro", "speeds=132", lambda texts: squadro(Board("132"))),
]
"""Variants, and the values of all positions by text, or by key: points, or as `naive_plies` has them."""
SIZES = {
    "draughts_endings": (992 + 2 * 868 + 760,) * 2,
    f"{MORRIS} men=3": (201_403, 201_403),
    "sim points=4": (247, 18),
    "sim points=5": (11_793, 136),
    "sim points=6": (1_350_022, 2_250),
    "squadro speeds=13": (1_286, 1_286),
    "squadro speeds=132": (247_882, 247_882),
}
"""Positions, and classes of them."""


@pytest.mark.parametrize(("name", "options", "twin"), TWINS, ids=lambda each: each if isinstance(each, str) else "")
def test_all_values_are_those_of_the_naive_twin(name, options, twin, examples):
    ask("solve", name, *(f"--set={each}" for each in options.split()))
    with retro.open(name, examples, **dict(each.split("=") for each in options.split())) as table:
        rules = table.rules
        slots = {slot: key for slot, key in enumerate(map(rules.unrank, range(rules.slots))) if key >= 0}
        expected = twin(map(rules.text.format, slots.values()))
        keys = [each if isinstance(each, int) else rules.text.parse(each) for each in expected]
        found = table.probe_many(np.array(keys))
        assert {rules.rank(key)[0] for key in keys} == {*slots}
    assert (len(keys), len(slots)) == SIZES.get(f"{name} {options}".strip(), (len(keys), len(slots)))
    values = found.value if rules.scores else found.value * (found.dtm + 1)
    assert values.tolist() == list(expected.values())


# Moves


def after(rules, text):
    """The moves of a position: text, position afterwards ("" at the end of the game), and points that they gain."""
    key = rules.text.parse(text)
    assert rules.text.format(key) == text
    return [
        (rules.text.format_move(key, each.code), rules.text.format(each.successor) * each.goes_on, each.gained)
        for each in rules.moves(key)
    ]


def test_moves_of_awari_are_those_of_the_twin():
    rules, chance = rules_of("awari", stones=31), random.Random(1)
    for _ in range(300):
        pits = [0] * 12
        for _ in range(chance.randrange(32)):
            pits[chance.choice((chance.randrange(12), 3))] += 1
        expected = [("abcdef"[pit], " ".join(map(str, to)), n) for pit, (to, n) in naive.awari_moves(pits).items()]
        assert after(rules, " ".join(map(str, pits))) == expected


def test_moves_of_morris_are_those_of_the_twin():
    """In each section, positions at random. Each has one slot with its images, and slots are in order of tiers."""
    rules, chance, tiers = rules_of(MORRIS), random.Random(3), []
    for name, first, end in rules.sections:
        numbers, _, hand = name.partition(" hand ")
        mover, opponent, hand = (*map(int, numbers.split("-")), int(hand or 0))
        for _ in range(3):
            men = chance.sample(naive_morris.POINTS, mover + opponent)
            position = frozenset(men[:mover]), frozenset(men[mover:]), hand
            expected = [(move, naive_morris.text(to) if to else "", 0) for move, to in naive_morris.moves(position)]
            assert sorted(after(rules, naive_morris.text(position))) == sorted(expected)
            key = rules.text.parse(naive_morris.text(position))
            slot, g, _ = rules.rank(key)
            assert first <= slot < end and rules.unrank(slot) == rules.image(key, g)
            assert {rules.rank(rules.image(key, h))[0] for h in range(rules.group)} == {slot}
            tiers.append(rules.tier(key))
    assert tiers == sorted(tiers)


@pytest.mark.parametrize("speeds", ["13231", "1321"])
def test_moves_of_squadro_are_those_of_the_twin(speeds):
    """In random games."""
    rules, board, chance = rules_of("squadro", speeds=speeds), Board(speeds), random.Random(speeds)
    for _ in range(20):
        position, following = board.start(chance.random() < 0.5), True
        while following:
            following = board.successors(position)
            assert [each for _, each, _ in after(rules, board.text(position))] == list(map(board.text, following))
            key = rules.text.parse(board.text(position))
            assert rules.unrank(rules.rank(key)[0]) == key
            position = chance.choice(following or [position])


# Texts, play


DRAUGHTS = " | W:WK18 | B:WK18:BK9 | W:WK0:BK9 | W:WK18:BK33 | W:W4:BK9 | W:WK1:B32 | W:W9:B9"
NO_POSITIONS = {
    "antichess": ("two men on 8 x 8 in FEN", " | 9/8 | {0}K7 | {0}kq6 | {0}Kk6 ep | p7{0}K7".format("8/" * 7)),
    "draughts_endings": ("a position is a piece of White, who is to move, and one of Black", DRAUGHTS),
    MORRIS: ("man on a1|no point|twice|has 2 men", "a1 d2 / a1 b4 | a1 d4 / b2 | a1 a1 / b2 | a1 d2 / b2 b4"),
}
"""What the error says, and texts."""


@pytest.mark.parametrize("name", NO_POSITIONS)
def test_texts_that_are_no_positions(name):
    message, texts = NO_POSITIONS[name]
    for text in texts.split(" | "):
        with pytest.raises(ValueError, match=message):
            rules_of(name).text.parse(text)


def test_values_of_play_without_end_have_no_dtm(examples):
    ask("solve", "hare_and_hounds")
    with retro.open("hare_and_hounds", examples) as table:
        values = table.probe_many([table.rules.text.parse(each) for each in ("hounds 1-6-9 2", "hounds 1-4-9 8")])
    assert (values.value.tolist(), values.dtm.tolist()) == ([-1, 1], [-1, 23])
    assert "win in 27" in ask("extremes", "hare_and_hounds")
    assert "first wins" in ask("report", "hare_and_hounds", "--games=10")


@pytest.mark.soak
def test_games_of_reversi_are_those_of_the_naive_solver():
    score, won, drawn, lost = naive.reversi_played(naive.START, naive.BLACK)
    assert (score, won + drawn + lost) == (-8, 60_060)
    shown = ask("playouts", "reversi4").replace(",", "")
    assert [int(each) for each in re.findall(r"(\d+)$", shown, re.MULTILINE)] == [60_060, won, lost, drawn]
