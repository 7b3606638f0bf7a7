"""Nine men's morris of `examples/`: published numbers of positions, counting formulas, and a naive twin."""

import itertools
import math
import random
from dataclasses import replace

import naive_morris as naive
import numpy as np
import pytest
from commanding import ask
from runs import contents, rules_of

import retro
from retro import solving
from retro.game import NONE, ONGOING, WIN
from retro.solving import bundles, queue
from retro.solving.settled import SettlingRun
from retro.solving.tiles import Tiles
from retro.system.progress import Silent
from retro.system.sizes import PRODUCTION

pytestmark = pytest.mark.compiled

NAME = "nine_mens_morris"


@pytest.fixture(scope="module", autouse=True)
def installed(examples):
    """The examples are installed."""


@pytest.fixture(scope="module")
def whole(installed):
    return rules_of(NAME)


def text(position):
    mover, opponent, hand = position
    sides = [" ".join(sorted(map(naive.name, men))) or "-" for men in (mover, opponent)]
    return " / ".join(sides) + (f" hand {hand}" if hand else "")


def position(written):
    """The position of the twin with this text."""
    named = {naive.name(point): point for point in naive.POINTS}
    board, _, hand = written.partition(" hand ")
    mover, opponent = (frozenset(named[name] for name in side.split() if name != "-") for side in board.split(" / "))
    return mover, opponent, int(hand or 0)


def moves(rules, key):
    """Each move as text, and the position after it as text; None if it has won."""
    out = np.zeros((rules.max_moves + 8, 3), np.int64)
    rows = out[: rules.functions["moves"](key, out)].tolist()
    assert {outcome for _, _, outcome in rows} <= {ONGOING, WIN}
    return sorted(
        (rules.text.format_move(key, code), rules.text.format(successor) if outcome == ONGOING else "")
        for successor, code, outcome in rows
    )


def some_positions(rules, count):
    """For each section, keys of positions at random, and the positions of the twin."""
    choices = random.Random(count)
    for name, *_ in rules.sections:
        numbers, _, hand = name.partition(" hand ")
        mover, opponent = map(int, numbers.split("-"))
        for _ in range(count):
            men = choices.sample(naive.POINTS, mover + opponent)
            position = frozenset(men[:mover]), frozenset(men[mover:]), int(hand or 0)
            yield rules.text.parse(text(position)), position


def test_moves_are_those_of_the_twin(whole):
    for key, position in some_positions(whole, 3):
        assert whole.text.format(key) == text(position)
        assert moves(whole, key) == sorted(
            (move, text(after) if after else "") for move, after in naive.moves(position)
        )


def edges(rules, name, key):
    out = np.zeros((max(rules.max_moves, rules.max_unmoves) + 8, 3), np.int64)
    return out[: rules.functions[name](key, out)].tolist()


def test_moves_taken_back_are_the_moves_within_a_tier():
    rules = rules_of(NAME, phase="moving")
    tier = rules.functions["tier"]
    for key, _ in some_positions(rules, 5):
        inside = [(after, code) for after, code, _ in edges(rules, "moves", key) if tier(after) == tier(key)]
        for after, code in inside:
            assert [each for each, other, _ in edges(rules, "unmoves", after) if other == code] == [key]
        for before, code, undo in edges(rules, "unmoves", key):
            assert [key, code, ONGOING] in edges(rules, "moves", before) and undo == NONE


def test_moves_of_images_are_the_images_of_moves(whole):
    for key, _ in some_positions(whole, 1):
        for g in range(16):
            turned = [
                [whole.image(after, g), whole.functions["image_code"](code, g), outcome]
                for after, code, outcome in edges(whole, "moves", key)
                if outcome == ONGOING
            ]
            found = [each for each in edges(whole, "moves", whole.image(key, g)) if each[2] == ONGOING]
            assert sorted(turned) == sorted(found)


def test_games_of_three_plies(whole):
    """From the start, and from a position in which mills are about to be closed."""

    def perft(key, plies):
        if plies == 0:
            return 1
        out = np.zeros((whole.max_moves + 8, 3), np.int64)
        rows = out[: whole.functions["moves"](key, out)].tolist()
        return sum(perft(after, plies - 1) if outcome == ONGOING else plies == 1 for after, _, outcome in rows)

    assert [perft(whole.initial, plies) for plies in range(1, 4)] == [24, 24 * 23, 24 * 23 * 22]
    men = [frozenset(point for point in naive.POINTS if naive.name(point) in names) for names in ("a1a4b4", "g1g4f4g7")]
    position = (*men, 3)
    assert perft(whole.text.parse(text(position)), 3) == naive.perft(position, 3)


def cycles(symmetry):
    """The lengths of the cycles of a permutation of points."""
    left = set(naive.POINTS)
    while left:
        point, length = left.pop(), 1
        while (point := symmetry(point)) in left:
            left.remove(point)
            length += 1
        yield length


def classes(mover, opponent, rings):
    """How many positions there are up to symmetry, by Burnside's lemma; ``rings`` are the permutations of rings."""
    total = 0
    squares = [lambda p, a=a, b=b, c=c: (p[c] * a, p[1 - c] * b) for a in (1, -1) for b in (1, -1) for c in (0, 1)]
    for square, ring in itertools.product(squares, rings):

        def symmetry(point, square=square, ring=ring):
            x, y = square(point)
            size = max(abs(x), abs(y))
            return x // size * ring[size - 1] if x % size == 0 else 0, y // size * ring[size - 1]

        ways = np.zeros((mover + 1, opponent + 1), dtype=object)
        ways[0, 0] = 1
        for length in cycles(symmetry):
            grown = ways.copy()
            grown[length:, :] += ways[: max(0, mover + 1 - length), :]
            grown[:, length:] += ways[:, : max(0, opponent + 1 - length)]
            ways = grown
        total += ways[mover, opponent]
    return total // (8 * len(rings))


TWO_RINGS = [(1, 2, 3), (3, 2, 1)]


def test_numbers_of_positions_are_those_of_gasser():
    """In his number for 3-3, where all men fly, any exchange of rings is a symmetry."""
    assert classes(4, 3, TWO_RINGS) + classes(3, 4, TWO_RINGS) == 1_520_796
    assert classes(4, 4, TWO_RINGS) == 3_225_597
    assert classes(3, 3, list(itertools.permutations((1, 2, 3)))) == 56_922
    assert classes(3, 3, TWO_RINGS) == 169_626
    assert sum(classes(*numbers, TWO_RINGS) for numbers in itertools.product(range(3, 10), repeat=2)) == 8_904_593_601


def test_slots_are_as_many_as_those_of_gasser():
    assert rules_of(NAME, phase="moving").slots == 9_074_932_579


def test_images_have_the_same_slot(whole):
    for key, _ in some_positions(whole, 2):
        slot, g, _ = whole.rank(key)
        canonical = whole.unrank(slot)
        assert whole.image(key, g) == canonical and whole.rank(canonical)[:2] == (slot, 0)
        assert {whole.rank(whole.image(key, h))[0] for h in range(16)} == {slot}


def test_every_position_has_a_slot_of_its_own():
    """With at most two men a side: the classes of all slots together are as many as the positions."""
    rules = rules_of(NAME, men=3)
    for name, first, end in rules.sections[2:]:
        keys = [(slot, key) for slot in range(first, end) if (key := rules.unrank(slot)) >= 0]
        images = [{rules.image(key, g) for g in range(16)} for _, key in keys]
        assert all(rules.rank(key)[:2] == (slot, 0) for slot, key in keys)
        mover, opponent = int(name[0]), int(name[2])
        assert sum(map(len, images)) == math.comb(24, mover) * math.comb(24 - mover, opponent)
        assert len(keys) == classes(mover, opponent, TWO_RINGS)


def test_tiers_are_contiguous_and_in_order(whole):
    tiers = []
    for _, first, end in whole.sections:
        keys = [whole.unrank(slot) for slot in range(first, end, -(-(end - first) // 50))]
        tiers += {whole.functions["tier"](key) for key in keys if key >= 0}
    assert len(tiers) == len(whole.sections)
    assert tiers == sorted(tiers)


def test_fewer_men_of_one_player_need_the_moving_phase():
    message = "fewer=5 needs --set phase=moving: in the whole game both players have 9 men"
    assert message in ask("solve", NAME, "--set=fewer=5", code=2)


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("a1 d2 g7", "a position is written as in 'a1 d2 g7 / b2 b4 c3', not 'a1 d2 g7'"),
        ("a1 d2 g7 / a1 b4 c3", "both players have a man on a1"),
        ("a1 d4 g7 / b2 b4 c3", "'d4' is no point of the board"),
        ("a1 a1 g7 / b2 b4 c3", "a1 is written twice"),
        ("a1 d2 / b2 b4 c3", "no position of the game has 2 men of the mover's and 3 of the opponent's on the board, "),
        ("- / - hand 19", "no position of the game has 0 men of the mover's and 0 of the opponent's on the board, and"),
    ],
)
def test_texts_that_are_no_positions(whole, written, message):
    with pytest.raises(ValueError, match=message):
        whole.text.parse(written)


@pytest.mark.soak
def test_every_value_with_three_men_agrees_with_the_twin():
    ask("solve", NAME, "--set=men=3")
    with retro.open(NAME, men=3) as table:
        keys = [key for key in map(table.rules.unrank, range(table.rules.slots)) if key >= 0]
        found = table.probe_many(keys)
        texts = list(map(table.rules.text.format, keys))
    assert found.dtm.tolist() == naive.with_three_men(map(position, texts))
    assert np.array_equal(found.value, np.where(found.dtm < 0, 0, np.where(found.dtm % 2 == 1, 1, -1)))
    assert (len(keys), *(int(np.sum(found.value == value)) for value in (1, 0, -1))) == (201_403, 163_581, 487, 37_335)


def test_tiers_of_the_placing_phase_are_solved_in_one_pass(monkeypatch):
    """Their moves leave them; records and numbers are those that levels give."""
    rules, settled = rules_of(NAME, men=3), []

    class Counted(SettlingRun):
        def run(self, *arguments):
            settled.extend(below.number for below in self.bundle.tiers)
            return super().run(*arguments)

    monkeypatch.setattr(queue, "SettlingRun", Counted)
    monkeypatch.setattr(bundles, "MAX_SLOTS", 1)
    by_levels = solving.solve(rules, "queue", 2, Silent())
    assert not settled
    tiles = Tiles(sizes=replace(PRODUCTION, min_drawn=1))
    solution = solving.solve(rules, "queue", 2, Silent(), tiles=tiles)
    tiers = {rules.tier(rules.text.parse(text)) for text in ("- / - hand 6", "- / a1 hand 5", "a1 a4 / b2 b4 hand 2")}
    assert len(tiers) == 3 and tiers <= set(settled)
    assert rules.tier(rules.text.parse("a1 a4 a7 / b2 b4 b6")) not in settled
    assert contents(solution, rules.slots)[:2] == contents(by_levels, rules.slots)[:2]
