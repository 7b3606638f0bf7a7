"""The L-game: the plugin against published numbers and against a naive twin that shares no code with it."""

from collections import Counter
from itertools import pairwise

import naive_lgame
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from retro.compiling.compile import jit
from retro.game import NONE, ONGOING, dtm, loss, win
from retro.game.loading import load
from retro.game.values import Value
from retro.solving import queue
from retro.system.progress import Silent
from retro.verify import published
from retro_lgame import rules, text
from retro_lgame.plugin import retro_game

pytestmark = pytest.mark.compiled

ENTRIES = {each.title: each for each in published.load(retro_game())}
NUMBERS = ENTRIES["Positions and states"].rows
FUNCTIONS = ("moves", "unmoves", "rank", "unrank", "image", "image_code")
OUT = np.zeros((rules.MAX_MOVES, 3), np.int64)
SLOTS = st.integers(0, rules.SLOTS - 1)
ELEMENTS = st.integers(0, rules.GROUP - 1)


def moves(key, function=rules.moves):
    return OUT[: function(key, OUT)].tolist()


@pytest.fixture(scope="module")
def keys():
    """Every position, in the order of the naive twin's boards."""
    return [text.parse(naive_lgame.text(board)) for board in naive_lgame.graph()[0]]


@pytest.fixture(scope="module")
def compiled():
    """The rules' functions as machine code."""
    cache = {}
    return {name: jit(getattr(rules, name), cache) for name in FUNCTIONS}


@pytest.fixture(scope="module")
def graph(keys, compiled):
    """Every move of every position."""
    return {key: moves(key, compiled["moves"]) for key in keys}


def positions(slots=SLOTS):
    return st.builds(lambda slot, g: int(rules.image(rules.unrank(slot), g)), slots, ELEMENTS)


def test_published_counts(keys):
    assert len(set(keys)) == NUMBERS["positions"]
    assert rules.SLOTS == 2_296
    assert len(rules.SQUARES) == 48


@settings(deadline=None)
@given(positions(), ELEMENTS)
def test_plain_and_compiled_functions_agree(compiled, key, g):
    for name in ("moves", "unmoves"):
        assert moves(key, compiled[name]) == moves(key, getattr(rules, name))
    slot, _, _ = compiled["rank"](key)
    assert compiled["rank"](key) == rules.rank(key)
    assert compiled["unrank"](slot) == rules.unrank(slot)
    assert compiled["image"](key, g) == rules.image(key, g)
    code = slot % rules.CODES
    assert compiled["image_code"](code, g) == rules.image_code(code, g)


def test_moves_of_every_position_as_the_twin_finds_them(graph, keys):
    for key, ends in zip(keys, naive_lgame.graph()[1], strict=True):
        assert sorted(successor for successor, _, _ in graph[key]) == sorted(keys[end] for end in ends)


def test_codes_and_bounds(graph, compiled):
    for edges in graph.values():
        codes = [code for _, code, _ in edges]
        assert len(set(codes)) == len(codes)
        assert all(0 <= code < rules.CODES for code in codes)
        assert {outcome for _, _, outcome in edges} <= {ONGOING}
    assert max(map(len, graph.values())) == rules.MAX_MOVES
    assert max(compiled["unmoves"](key, OUT) for key in graph) == rules.MAX_UNMOVES


def test_mates(graph):
    """120 arrangements in which the mover cannot move: 240 states, as either player may be the mover."""
    assert 2 * sum(not edges for edges in graph.values()) == NUMBERS["final positions"] == 240


def test_published_mates_are_all_and_all_different(graph):
    boards = ENTRIES["The final positions up to symmetry"].rows
    listed = {rules.rank(text.parse(board))[0] for board in boards}
    assert len(listed) == len(boards) == 15
    assert listed == {rules.rank(key)[0] for key, edges in graph.items() if not edges}


def rows(edges):
    return np.array(list(edges), np.int64).reshape(-1, 3)


def in_order(edges):
    joined = np.concatenate(edges)
    return joined[np.lexsort(joined.T)]


def test_unmoves_are_exactly_the_moves_backwards(graph, compiled):
    forwards, backwards = [], []  # arrays: as tuples, all of them would take half a gigabyte
    for key, listed in graph.items():
        forwards.append(rows((key, code, successor) for successor, code, _ in listed))
        edges = moves(key, compiled["unmoves"])
        assert all(undo == NONE for _, _, undo in edges)
        backwards.append(rows((predecessor, code, key) for predecessor, code, _ in edges))
    assert np.array_equal(in_order(forwards), in_order(backwards))


def test_rank_is_a_bijection_between_classes_and_slots(keys):
    for slot in range(rules.SLOTS):
        canonical = rules.unrank(slot)
        assert rules.rank(canonical) == (slot, 0, False)
    assert Counter(rules.rank(key)[0] for key in keys) == Counter(dict.fromkeys(range(rules.SLOTS), 8))


def test_rank_is_the_same_for_all_images_and_leads_to_the_canonical_one(keys, apart):
    for key in keys[:: apart(5)]:
        slot, g, fixed = rules.rank(key)
        assert rules.image(key, g) == rules.unrank(slot)
        images = [rules.image(key, h) for h in range(rules.GROUP)]
        assert images[0] == key
        assert all(rules.rank(other)[0] == slot for other in images)
        assert len(set(images)) == 8 and not fixed


def test_image_is_a_group_action():
    """On all squares: the composition of two elements is an element, and each element has an inverse."""
    corners = [[int(rules.image_mask(1 << square, g)) for square in range(16)] for g in range(rules.GROUP)]
    for first in corners:
        products = [[second[square.bit_length() - 1] for square in first] for second in corners]
        assert all(product in corners for product in products)
        assert corners[0] in products
    neighbours = [(s, s + 1) for s in range(16) if s % 4 < 3] + [(s, s + 4) for s in range(12)]
    adjacent = {frozenset((1 << a, 1 << b)) for a, b in neighbours}
    for images in corners:
        assert {frozenset((images[a], images[b])) for a, b in neighbours} == adjacent


@settings(deadline=None)
@given(positions())
def test_positions_as_text(key):
    line = text.format(key)
    assert "\n" not in line and text.parse(line) == key
    rows = line.split("/")
    for written in ("\n".join(rows), " ".join(rows), "-".join(rows), "".join(rows), f"{line} * to move"):
        assert text.parse(written) == key
    swapped = line.translate(str.maketrans("*#", "#*"))
    for written in (f"{swapped} # to move", f"Player # to move:\n{swapped}", f"# to move {swapped}"):
        assert text.parse(written) == key
    drawn = text.draw(key).splitlines()
    assert [row[2:].replace(" ", "") for row in drawn[:4]] == rows
    assert text.parse(text.draw(key)) == text.parse(f"{text.draw(key)}\n* to move") == key
    assert text.parse(f"# to move\n{text.draw(text.swapped(key))}") == key
    assert text.format(text.swapped(key)) == swapped


@settings(deadline=None)
@given(positions(), st.data())
def test_moves_as_text(key, data):
    edges = moves(key)
    assume(edges)
    successor, code, _ = data.draw(st.sampled_from(edges))
    written = text.format_move(key, code)
    assert text.parse_move(key, written) == code
    goes_to = {"abcd".index(x) + 4 * "4321".index(y) for x, y in zip(written[:8:2], written[1:8:2], strict=True)}
    assert goes_to == naive_lgame.board_of(text.format(successor))[1]
    neutrals = written[9:].split("-") if "," in written else []
    taken, put = ({"abcd".index(n[0]) + 4 * "4321".index(n[1])} for n in neutrals) if neutrals else (set(), set())
    before, after = (naive_lgame.board_of(text.format(position))[2] for position in (key, successor))
    assert before - taken | put == after


def test_moves_may_be_written_loosely():
    code = text.parse_move(rules.INITIAL, "b4c4d3d4,a4-a3")
    assert text.parse_move(rules.INITIAL, " D4 d3 c4 b4  A4-a3 ") == code
    assert text.format_move(rules.INITIAL, code) == "b4c4d3d4,a4-a3"


@pytest.mark.parametrize(
    ("written", "complaint"),
    [
        ("", "four rows of four"),
        ("#.xx/#.../##.*", "four rows of four"),
        ("#.xx/#.../##.*/.**o", "four rows of four"),
        ("#.xx/#.../##.*/.**x", r"squares marked \* do not form an L"),
        ("*.../***./##.x/##.x # to move", r"squares marked # do not form an L"),
        ("..xx/####/*.../***.", "squares marked # do not form an L"),
        ("#.x./#.../##.*/.***", "two neutral pieces x, not 1"),
        ("# to move #.xx/#.../##.*/.*** * to move", "more than once"),
        ("?" * 1000, "four rows of four"),
    ],
)
def test_bad_positions(written, complaint):
    with pytest.raises(ValueError, match=complaint) as error:
        text.parse(written)
    assert len(str(error.value)) < 200 and "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("written", "complaint"),
    [("", "is written as"), ("a1b1", "is written as"), ("a1a2a3b3", "not a legal move"), ("z" * 999, "is written as")],
)
def test_bad_moves(written, complaint):
    with pytest.raises(ValueError, match=complaint) as error:
        text.parse_move(rules.INITIAL, written)
    assert len(str(error.value)) < 200


def test_code_that_is_no_move():
    with pytest.raises(ValueError, match="no move with code 623"):
        text.format_move(rules.INITIAL, rules.CODES - 1)


def test_start_is_the_published_one():
    assert text.format(rules.INITIAL) == "x**./.#*./.#*./.##x"
    assert naive_lgame.values()[text.format(rules.INITIAL)] == 0


def test_twin_reproduces_the_published_totals():
    """Decided states ("winning for one of the players") are published, and not how many of them are won."""
    values = naive_lgame.values().values()
    won, lost = (2 * sum(value > 1 and value % 2 == odd for value in values) for odd in (1, 0))
    assert 2 * len(values) == NUMBERS["states"]
    assert won + lost == NUMBERS["states won or lost"]
    assert (won, lost) == (16_096, 464)
    assert max(values) == win(NUMBERS["longest game, plies"])
    assert 2 * sum(value == loss(0) for value in values) == NUMBERS["final positions"]


@pytest.mark.parametrize("example", ["1", "2", "3"])
def test_published_move_tables(example):
    entry = ENTRIES[f"Example {example}: moves by value"]
    key, values = text.parse(entry.position), naive_lgame.values()
    ends = [values[text.format(end)] for end, _, _ in moves(key)]
    counts = Counter("draw" if end == 0 else str(Value.of((loss if end % 2 else win)(dtm(end) + 1))) for end in ends)
    assert counts == entry.rows
    assert str(Value.of(values[text.format(key)])) == ENTRIES["Examples: who wins"].rows[entry.position]


def test_orbits_of_the_placements_are_free():
    assert np.bincount(rules.ORBIT).tolist() == [8] * 6
    assert all(a < b for a, b in pairwise(rules.CANONICAL))


def test_queue_agrees_with_the_twin_on_every_position():
    game = retro_game()
    loaded = load(game, game.choose({}))
    solution = queue.solve(loaded, 2, Silent())
    best, second, only_move = solution.planes(0, loaded.slots)
    assert np.array_equal(best, second) and set(only_move.tolist()) == {NONE}
    expected = naive_lgame.values()
    assert {written: best[loaded.rank(loaded.text.parse(written))[0]] for written in expected} == expected
    counted = Counter(expected.values())
    assert solution.statistics.states == {value: 2 * count for value, count in counted.items()}
    assert solution.statistics.positions == 18_368
