"""Images by tables: learned where `image` permutes bits, equal to its images, and not used where they differ."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from math import comb
from types import FunctionType

import numpy as np
import pytest
from heaps_game.plugin import retro_game as heaps
from hypothesis import given, settings
from hypothesis import strategies as st
from runs import rules_of
from small_games import lacking
from stepping_game.plugin import retro_game as stepping

from retro.app.arguments import RunOptions
from retro.app.commands.solve import Job
from retro.compiling.compile import jit
from retro.conformance import symmetry
from retro.conformance.sample import take_sample
from retro.conformance.subject import Subject
from retro.game.fingerprint import FINGERPRINTS
from retro.game.loading import hashed
from retro.indexing import image_tables
from retro.indexing.discovery import Limits, enumerate_positions
from retro.indexing.enumerated import canonical_of
from retro.indexing.image_tables import fastest_canonical, learned
from retro.solving import solve
from retro.system.checkpointing import NO_CHECKPOINT
from retro.system.errors import GameError
from retro.system.progress import Silent
from retro.system.sizes import TINY
from retro_ostle.plugin import retro_game as ostle

PLENTY = 1 << 20


def enumerated(rules):
    return enumerate_positions(rules, 2, Silent(), Limits(PLENTY))


def with_functions(rules, **functions):
    """The rules with other functions, as another game."""
    digest = hashed([rules.digest, *map(FINGERPRINTS.of, functions.values())])
    return replace(rules, functions=rules.functions | functions, digest=digest)


# A group that hypothesis chooses, and its game: a move changes one bit.
PLACES, BITS = np.zeros(1, np.int64), 1


def permuted(key, g):
    turned = 0
    for place in range(BITS):
        turned |= (key >> place & 1) << int(PLACES[g * BITS + place])
    return turned


def flips(key, out):
    for place in range(BITS):
        out[place, 0], out[place, 1], out[place, 2] = key ^ 1 << place, place, 0
    return BITS


def generated(generators):
    """The group that permutations generate; None if it has more than 50 elements."""
    elements = [tuple(range(len(generators[0])))]
    for element in elements:
        for each in generators:
            product = tuple(element[place] for place in each)
            if product not in elements:
                elements.append(product)
        if len(elements) > 50:
            return None
    return elements


def reading(function, **names):
    """A copy of a function of this module that reads these values."""
    return FunctionType(function.__code__, globals() | names, function.__name__)


def game_of(elements):
    """A game with these symmetries."""
    bits = len(elements[0])
    image, moves = reading(permuted, PLACES=np.array(elements).ravel(), BITS=bits), reading(flips, BITS=bits)
    rules = with_functions(rules_of(stepping()), image=image, moves=moves)
    return replace(rules, group=len(elements), max_moves=bits, codes=bits)


def swaps(bits, pairs):
    places = list(range(bits))
    for one, other in pairs:
        places[one], places[other] = places[other], places[one]
    return tuple(places)


@settings(max_examples=10)
@given(st.integers(2, 55), st.data())
def test_canonical_positions_by_tables_are_those_by_image(bits, data):
    """Also of keys with bits that no sampled position has."""
    pairs = st.lists(st.tuples(*[st.integers(0, bits - 1)] * 2), min_size=1, max_size=30)
    elements = generated([swaps(bits, each) for each in data.draw(st.lists(pairs, min_size=1, max_size=3))])
    if elements is None:
        return
    rules = game_of(elements)
    tables = learned(rules)
    assert (tables is None) == (len(elements) == 1)
    if tables:
        own = canonical_of(rules)
        for key in data.draw(st.lists(st.integers(0, 2**63 - 1), min_size=5, max_size=20)):
            for each in (key & (1 << bits) - 1, key):
                assert own(each) == tables.canonical(each)
        g = data.draw(st.integers(0, len(elements) - 1))
        assert all(tables.image(1 << place, g) == 1 << elements[g][place] for place in range(bits))


@pytest.mark.compiled
def test_compiled_tables_say_the_same():
    game = game_of(generated([swaps(59, each) for each in ([(0, 58), (1, 2)], [(1, 3)])]))
    tables, own, random = learned(game), canonical_of(game), np.random.default_rng(59)
    compiled, image = jit(tables.canonical, {}), jit(tables.image, {})
    for key in [0, 2**63 - 1, *random.integers(0, 1 << 59, 300).tolist(), *random.integers(0, 2**63 - 1, 300).tolist()]:
        assert compiled(key) == tables.canonical(key) == own(key)
        assert image(key, 3) == tables.image(key, 3)


def test_elements_beyond_63_bits_leave_image_as_it_is():
    """62 bits of a key leave room for two elements, not for four."""
    assert learned(game_of(generated([swaps(62, [(0, 61)])])))
    assert learned(game_of(generated([swaps(62, [(0, 61)]), swaps(62, [(1, 60)])]))) is None


@cache
def solved():
    rules = enumerated(rules_of(stepping()))
    return rules, solve(rules, "queue", 1, Silent())


def best_of(rules, solution):
    return next(iter(solution.planes(0, rules.slots))).tolist()


TURNED_KEYS = (0,)

# Images that are wrong, or otherwise, in one position that is not in the sample.
RARE, AWAY, CLASS = 0, 0, (0,)
_image = image_tables.image


def image_but_one(key, g):
    """Another image of one position."""
    return _image(key, g) ^ AWAY if key == RARE and g else _image(key, g)


def image_but_one_class(key, g):
    """Elements exchange no images of one position: still the action of a group."""
    return key if key in CLASS else _image(key, g)


def changed(function, **names):
    """The stepping game with this function as `image`."""
    rules = rules_of(stepping())
    return with_functions(rules, image=reading(function, _image=rules.functions["image"], **names))


def rare_key(rules):
    """A position that is not an image of a sampled one, with eight images, in the middle of the index."""
    known = {rules.rank(key)[0] for key in image_tables._sampled(rules)}
    slots = (slot for slot in range(rules.slots // 2, rules.slots) if slot not in known)
    return next(key for key in map(rules.unrank, slots) if not rules.rank(key)[2])


def test_a_wrong_image_of_one_position_ends_the_enumeration():
    key = rare_key(solved()[0])
    rules = changed(image_but_one, RARE=key, AWAY=1 << 40)
    assert learned(rules)
    with pytest.raises(GameError, match=rf"^plugin stepping: image under .* \((position {key}|position \d+), in "):
        enumerated(rules)


def test_check_finds_a_wrong_image_of_one_position():
    subject = Subject(rules_of(stepping()), 1.0, Silent())
    take_sample(subject)
    known = {solved()[0].rank(key)[0] for key in image_tables._sampled(subject.rules)}
    key = next(key for key in reversed(subject.sample) if solved()[0].rank(key)[0] not in known)
    assert symmetry.check(subject) == "image permutes the bits of keys: tables replace it"
    wrong = Subject(changed(image_but_one, RARE=key, AWAY=1 << 40), 1000.0, Silent())
    wrong.sample = subject.sample
    with pytest.raises(GameError, match=r"image under element .* the elements are no group"):
        symmetry._compare_tables(wrong, learned(wrong.rules))


@cache
def with_other_images():
    """The stepping game with other images of one class: its rules, and these with its positions."""
    rules, key = rules_of(stepping()), rare_key(solved()[0])
    rules = changed(image_but_one_class, CLASS=tuple(rules.image(key, g) for g in range(rules.group)))
    assert learned(rules)
    return rules, enumerated(rules)


def test_other_images_of_one_class_are_left_as_they_are():
    """Positions of a class of eight that stand for themselves: the same values, and images by the plugin."""
    (rules, solution), (_, others) = solved(), with_other_images()
    assert rules.slots <= others.slots <= rules.slots + 7
    assert fastest_canonical(rules).__globals__["TABLE"].nbytes < 1 << 19
    assert "TABLE" not in fastest_canonical(others).__globals__
    values, expected = best_of(others, solve(others, "queue", 1, Silent())), best_of(rules, solution)
    assert all(values[slot] == expected[rules.rank(others.unrank(slot))[0]] for slot in range(others.slots))


def test_an_enumeration_that_begins_again_may_continue_in_files_again(tmp_path):
    """Without tables it begins with no positions and no files; its directory of files belongs to this process."""
    (rules, expected), remarks = with_other_images(), []
    little = RunOptions(memory="1", checkpoint=0)
    job = Job(tmp_path / "stepping", 2, Silent(), remarks.append, little, sizes=TINY, rules=rules, backend="auto")
    job._find(NO_CHECKPOINT)
    assert [f"in files of {tmp_path}" in each for each in remarks] == [True, True]
    assert np.array_equal(job.rules.index[:], expected.index[:]) and not list(tmp_path.iterdir())


def half_turn(key, g):
    """Shifts and tables, without a loop."""
    return TURNED_KEYS[key & 255] if g else key


def test_games_that_need_no_tables_have_none():
    """An image without a loop remains, as quick as it is."""
    game = rules_of(ostle(), size=3, left=0)
    assert learned(game) is learned(lacking(game, "rank", "unrank")) is None
    assert learned(replace(rules_of(stepping()), group=1)) is None
    table = tuple(int(f"{key:08b}"[::-1], 2) for key in range(256))
    image, moves = reading(half_turn, TURNED_KEYS=table), reading(flips, BITS=8)
    rules = replace(with_functions(rules_of(stepping()), image=image, moves=moves), group=2, max_moves=8, codes=8)
    assert learned(rules) is None
    assert learned(game_of(generated([tuple(range(7, -1, -1))])))


def test_120_elements():
    """Heaps without order are multisets: 56 of five with up to three counters each."""
    rules = enumerated(rules_of(heaps(), heaps=5))
    assert "TABLE" in fastest_canonical(rules).__globals__ and rules.slots == comb(8, 3)
