"""Indices with symmetry made from images alone: one slot for each class, found again from every image."""

import pytest
from board_symmetries import turned

from retro.compiling.compile import jit
from retro.indexing import dense, folding
from retro.indexing.folding import folded, legal_index
from retro.system.errors import GameError

SIZE, SQUARES, FIRST = 4, 16, 1000
TABLE = tuple(turned(SIZE, square, g) for g in range(8) for square in range(SQUARES))
KEYS = range(FIRST, FIRST + SQUARES**3)


def key_of(number):
    """Three pieces, each on a square."""
    return FIRST + number


def number(key):
    return key - FIRST


def piece(key, n):
    return (key - FIRST) // SQUARES**n % SQUARES


def image(key, g):
    return FIRST + sum_of(
        TABLE[SQUARES * g + piece(key, 0)], TABLE[SQUARES * g + piece(key, 1)], TABLE[SQUARES * g + piece(key, 2)]
    )


def sum_of(one, two, three):
    return one + SQUARES * (two + SQUARES * three)


def legal(key):
    """Returns whether all squares differ, and the first two pieces have different files and ranks."""
    one, two, three = piece(key, 0), piece(key, 1), piece(key, 2)
    return one % SIZE != two % SIZE and one // SIZE != two // SIZE and three not in (one, two)


def legal_key(number):
    return key_of(number) if legal(key_of(number)) else -1


def check(slots, rank, unrank, group):
    """Checks all slots one by one; returns those with a position."""
    held, seen = [], set()
    for slot in range(slots):
        key = unrank(slot)
        if key < 0:
            continue
        held.append(slot)
        images = [image(key, g) for g in range(group)]
        assert legal(key) and rank(key)[:2] == (slot, 0) and key == min(images)
        for each in images:
            result, g, fixed = rank(each)
            assert result == slot and image(each, g) == key
            assert fixed == (images.count(key) > 1)
        assert not seen.intersection(images)
        seen.update(images)
    assert seen == {key for key in KEYS if legal(key)}
    return held


def test_images_of_three_pieces():
    made = legal_index(KEYS, legal, image, 8)
    assert len(check(*made, 8)) == made.slots
    for key in (0, FIRST - 1, FIRST, FIRST + SQUARES**3, -1, 1 << 62):
        assert made.rank(key) == (-1, 0, False)
    loose = folded(len(KEYS), number, legal_key, image, 8)
    assert loose.slots == len(KEYS) and len(check(*loose, 8)) == made.slots


def test_without_symmetry():
    made = legal_index(KEYS, legal)
    assert [made.unrank(slot) for slot in range(made.slots)] == [key for key in KEYS if legal(key)]
    assert all(made.rank(made.unrank(slot)) == (slot, 0, False) for slot in range(made.slots))


def legal_among_more(key):
    return FIRST <= key < FIRST + SQUARES**3 and legal(key)


@pytest.mark.compiled
def test_machine_code_finds_the_same():
    """Of so many keys that `legal` is compiled, most of them illegal."""
    plain = legal_index(KEYS, legal, image, 8)
    made = legal_index(range(folding.PLAIN + 1), legal_among_more, image, 8)
    rank, unrank = jit(made.rank, {}), jit(made.unrank, {})
    assert made.slots == plain.slots
    assert all(unrank(slot) == plain.unrank(slot) for slot in range(made.slots))
    assert all(rank(key) == plain.rank(key) for key in KEYS)


@pytest.mark.compiled
def test_functions_that_cannot_be_compiled_are_named():
    with pytest.raises(GameError, match="legal_index cannot compile legal and image: "):
        legal_index(range(folding.PLAIN + 1), lambda key: {}[key], image, 8)


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        (range(dense.MAX_NUMBERS + 1), f"can have {dense.MAX_NUMBERS:,} keys, .*; folded, .* leave out rank"),
        *((keys, "wants a range of keys") for keys in (range(0, 10, 2), range(-1, 10), range(10, 0, -1))),
    ],
)
def test_other_keys_are_refused_at_once(keys, message):
    with pytest.raises((ValueError, GameError), match=message):
        legal_index(keys, legal)
