"""Enumerated positions are sorted by tier and then by key."""

from __future__ import annotations

import pytest
from floors_game.plugin import retro_game as floors
from noughts_game.plugin import retro_game as noughts
from page_reader import READER
from runs import rules_of
from small_games import PLENTY, lacking, without_index

from retro.app.commands.solve import Job
from retro.compiling.compile import jit
from retro.game import ONGOING
from retro.game.rules import Tier
from retro.indexing.discovery import Limits, enumerate_positions
from retro.indexing.enumerated import Positions, bind, canonical_of
from retro.indexing.tiers import sections_of, tiers_of
from retro.lookup.table import load as load_table
from retro.query.api import Tablebase
from retro.storage.database import Database
from retro.system.progress import Silent
from retro.verify.verify import verify

GAMES = {
    "floors": (floors(), {"step": 5}),
    "long keys": (floors(), {"bits": 40}),
    "noughts": (noughts(), {}),
    "british_square": ("british_square", {"size": 3}),
}


def reached(rules):
    """The canonical positions that can be reached, in plain Python."""
    canonical = canonical_of(rules)
    found, waiting = set(), [canonical(rules.initial)[0]]
    while waiting:
        key = waiting.pop()
        if key not in found:
            found.add(key)
            waiting += [canonical(move.successor)[0] for move in rules.moves(key) if move.outcome == ONGOING]
    return found


@pytest.fixture(params=GAMES)
def enumerated(request):
    game, options = GAMES[request.param]
    rules = rules_of(game, **options)
    return rules, without_index(rules)


def test_positions_are_sorted_by_tier_and_key(enumerated):
    rules, found = enumerated
    expected = sorted((rules.tier(key), key) for key in reached(rules))
    keys = [found.unrank(slot) for slot in range(found.slots)]
    if found.index.key_bits:
        assert keys == [key for _, key in expected]
    else:
        assert keys == sorted(key for _, key in expected)
    assert [found.rank(key)[0] for key in keys] == list(range(found.slots))
    numbers = [rules.tier(key) for key in keys]
    assert numbers in (sorted(numbers), sorted(numbers, reverse=True))
    tiers = {number: (numbers.index(number), len(numbers) - numbers[::-1].index(number)) for number in numbers}
    assert found.tiers == tuple(Tier(number, *tiers[number]) for number in sorted(tiers))
    assert found.sections == tuple((f"tier {number}", *tiers[number]) for number in sorted(tiers))
    again = bind(rules, found.index)
    assert (again.tiers, again.sections) == (found.tiers, found.sections)


@pytest.mark.compiled
def test_numbers_that_are_no_positions_are_not_found():
    """Though the bits of their tier and those of the key may be those of another word; also by compiled code."""
    rules = rules_of(floors())
    found = without_index(rules)
    rank, unrank, stored = (jit(each, {}) for each in map(found.functions.get, ("rank", "unrank", "stored")))
    words, key_bits = found.index[:].tolist(), found.index.key_bits
    assert key_bits == 6 and words[-1] >> key_bits == 6
    for key in range(1 << key_bits + 4):
        slot = words.index(rules.tier(key) << key_bits | key) if key < 56 else -1
        assert found.rank(key)[0] == rank(key)[0] == slot
        assert slot < 0 or (unrank(slot), stored(key)) == (key, words[slot])


@pytest.mark.parametrize(("step", "fit"), [(15_000, True), (30_000, False)])
def test_tiers_and_keys_of_more_than_63_bits_are_one_tier(step, fit):
    rules = rules_of(floors(), bits=40, step=step)
    found, keys = without_index(rules), reached(rules)
    assert max(keys).bit_length() + rules.tier(rules.initial).bit_length() == (63 if fit else 64)
    if fit:
        assert [number for number, _, _ in found.tiers] == [step * floor for floor in range(7)]
        assert [found.unrank(slot) for slot in range(56)] == sorted(keys, key=lambda key: (rules.tier(key), key))
    else:
        assert (found.tiers, found.sections) == ((Tier(0, 0, 56),), (("all", 0, 56),))
        assert found.index[:].tolist() == sorted(keys)


@pytest.mark.soak
@pytest.mark.compiled
def test_59_049_tiers_are_enumerated():
    rules = rules_of(floors(), floors=59_049)
    found = enumerate_positions(rules, 2, Silent(), Limits(PLENTY))
    assert found.tiers == tuple(Tier(number, 8 * number, 8 * number + 8) for number in range(59_049))
    assert found.sections == (("all", 0, found.slots),)
    assert [found.unrank(slot) for slot in range(8, 16)] == [room * 59_049 + 1 for room in range(8)]
    assert tiers_of(bind(rules, found.index)) == found.tiers


@pytest.fixture(scope="module")
def databases(tmp_path_factory):
    """Databases of a game with tiers and of the same game without, with their rules. Both have 56 positions."""
    path, with_tiers = tmp_path_factory.mktemp("floors"), rules_of(floors())
    solved = {}
    for name, rules in (("tiers", with_tiers), ("one", lacking(with_tiers, "tier"))):
        Job(path / name, 2, Silent(), lambda line: None, rules=rules, backend="auto").solve()
        solved[name] = rules, path / name
    return solved


def test_a_database_with_words_has_the_same_values(databases):
    key_bits, values = [], []
    for rules, path in databases.values():
        with Tablebase(rules, Database(path, rules.digest)) as table:
            values.append([table.probe(key).value for key in range(56)])
        with Database(path, rules.digest) as database:
            about = database.manifest
            assert verify(load_table(rules, database, Silent()), about, 1, 2, Silent()).sound
            key_bits.append(about.key_bits)
            in_file, in_memory = database.indexed(rules), database.indexed(rules, in_memory=True)
            assert isinstance(in_memory.index, Positions) and tiers_of(in_file) == in_memory.tiers
            assert sections_of(in_file) == in_memory.sections
            reader = READER.Database(path)
            reader.check()
            assert reader.key_block(0).tolist() == [in_file.unrank(slot) for slot in range(56)]
            for key in range(70):
                slot = in_file.rank(key)[0]
                assert slot == in_memory.rank(key)[0] and (key >= 60 or slot == reader.find(key, rules.tier(key)))
                assert slot < 0 or in_file.unrank(slot) == in_memory.unrank(slot) == key
    assert key_bits == [6, 0] and values[0] == values[1] and {"win", "loss"} <= {*values[0]}
