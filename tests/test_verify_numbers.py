"""`retro verify`: numbers of the manifest, positions that are enumerated, and rules that contradict themselves."""

from __future__ import annotations

import random
from collections import defaultdict
from dataclasses import replace
from types import FunctionType

import pytest
from planted_errors import ALL, content_of, opened, verified
from runs import win_in

from retro.game import NONE, ONGOING
from retro.game.loading import hashed
from retro.game.rules import Rules
from retro.storage import Damaged
from retro.system.progress import Silent
from retro.verify import record_check
from retro.verify.verify import verify

# Numbers


@pytest.mark.parametrize("name", ["walking", "british_square"])
def test_every_number_of_the_manifest_is_counted_again(tmp_path, name):
    content = content_of(name)
    table, about = opened(content.rules, content.copy().store(tmp_path / "sound"))
    stored = about.statistics
    wrong = {(field, ""): {field: getattr(stored, field) + 1} for field in ("positions", "checkmates", "stored")}
    wrong |= {(field, ""): {field: getattr(stored, field) + 1} for field in ("forbidding", "unentered")}
    for name, field in (("states", "states"), ("final", "final"), ("tiers", "sections")):
        counts = getattr(stored, field)
        for by, count in counts.items():
            wrong[name, by] = {field: counts | {by: count + 1}}
        nowhere = "nowhere" if name == "tiers" else win_in(117)
        wrong[name, nowhere] = {field: counts | {nowhere: 1}}
    for what, change in wrong.items():
        result = verify(table, replace(about, statistics=replace(stored, **change)), ALL, 1, Silent())
        differences = {each.what: each for each in result.differences}
        if what == ("tiers", "nowhere"):
            assert what in differences
        else:
            assert list(differences) == [what] and not result.faults
            assert differences[what].stored == (differences[what].counted or 0) + 1
        assert not result.sound
    (difference,) = verify(table, replace(about, starts=(win_in(9),)), ALL, 1, Silent()).differences
    assert (difference.what, difference.stored, difference.counted) == (("start", ""), win_in(9), about.start)
    counts = dict(stored.states)
    by, count = counts.popitem()
    lacking = replace(about, statistics=replace(stored, states=counts))
    (difference,) = verify(table, lacking, ALL, 1, Silent()).differences
    assert (difference.what, difference.stored, difference.counted) == (("states", by), None, count)


# Positions that are enumerated


def test_a_missing_position_is_found(tmp_path):
    content = content_of("british_square")
    table, _ = opened(content.rules, content.copy().store(tmp_path / "sound"))
    start, before_all = table.rules.rank(table.rules.initial)[0], defaultdict(set)
    for other in content.keys:
        for move in content.rules.moves(other):
            if move.outcome == ONGOING:
                before_all[table.rules.rank(move.successor)[0]].add(other)
    for index in random.Random(2).sample(range(len(content.records)), 3):
        if index == start:
            continue
        before = before_all[index]
        planted = content.copy()
        del planted.records[index], planted.keys[index]
        result = verified(planted, tmp_path)
        faults = {each.key: each.kind for each in result.faults}
        for other in before - {each for each, kind in faults.items() if kind == record_check.UNREACHABLE}:
            assert faults[other] == record_check.OUTSIDE
        assert before and not result.sound


def test_a_missing_start_is_found(tmp_path):
    content = content_of("british_square").copy()
    table, _ = opened(content.rules, content.copy().store(tmp_path / "sound"))
    index = table.rules.rank(table.rules.initial)[0]
    del content.records[index], content.keys[index]
    result = verified(content, tmp_path)
    assert {each.kind for each in result.faults} == {record_check.UNREACHABLE}
    assert result.wrong == len(content.records)
    assert ("start", "") in {each.what for each in result.differences}


def test_an_unreachable_position_is_found(tmp_path):
    content = content_of("british_square").copy()
    content.keys.insert(0, 0)
    content.records.insert(0, (content.records[0][0], content.records[0][0], NONE))
    faults = {each.slot: each.kind for each in verified(content, tmp_path).faults}
    assert faults == {0: record_check.UNREACHABLE}


def test_positions_out_of_order_are_damage(tmp_path):
    content = content_of("british_square").copy()
    content.keys[3:5] = content.keys[4], content.keys[3]
    with pytest.raises(Damaged, match=r"keys\.zst is damaged"):
        verified(content, tmp_path)


# Rules that contradict themselves


def altered(rules: Rules, name: str, function: FunctionType) -> Rules:
    """Returns the rules with another function, which calls the right one by the name ``original``."""
    bound = FunctionType(function.__code__, {**function.__globals__, "original": rules.functions[name]}, name)
    return replace(rules, functions=rules.functions | {name: bound}, digest=hashed([rules.digest, function.__name__]))


def forbids_nothing(key, out):
    n = original(key, out)  # noqa: F821
    for i in range(n):
        out[i, 2] = -1
    return n


def goes_astray(key):
    index, g, fixed = original(key)  # noqa: F821
    return (index ^ 1, g, fixed) if g == 1 else (index, g, fixed)


@pytest.mark.parametrize(("name", "function"), [("unmoves", forbids_nothing), ("rank", goes_astray)])
def test_unmoves_and_ranks_have_to_match_moves(tmp_path, name, function):
    content = content_of("walking").copy()
    content.rules = altered(content.rules, name, function)
    content.about = replace(content.about, digest=content.rules.digest)
    result = verified(content, tmp_path)
    assert not result.same_edges and not result.sound
