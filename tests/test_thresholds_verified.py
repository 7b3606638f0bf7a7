"""Verification of values that depend on play without end: every wrong record is noticed, and so are circles of them."""

from __future__ import annotations

import random

import pytest
from commanding import ask
from planted_errors import opened, table_of
from runs import rules_of

from retro.system.progress import Silent
from retro.verify.verify import verify

GAMES = {"hare_and_hounds": {}, "awari": {"stones": 3}}


@pytest.fixture(scope="module", params=GAMES)
def solved(request, examples):
    """A table, its manifest and its records."""
    options = GAMES[request.param]
    ask("solve", request.param, *(f"--set={name}={value}" for name, value in options.items()))
    rules = rules_of(request.param, **options)
    folder = request.param + "".join(f",{name}={value}" for name, value in options.items())
    table, about = opened(rules, examples / folder)
    return table, about, [table.record(slot) for slot in range(rules.slots)]


def wrong(solved, records):
    """The number of wrong records."""
    table, about, _ = solved
    return verify(table_of(table, records), about, 1, 1, Silent()).wrong


def test_the_records_are_sound(solved):
    table, about, records = solved
    assert verify(table, about, 1, 1, Silent()).sound and wrong(solved, records) == 0


def test_a_wrong_record_is_noticed(solved):
    _, _, records = solved
    chance, values = random.Random(1), sorted({best for best, _, _ in records})
    for slot in chance.sample(range(len(records)), 8):
        other = chance.choice([value for value in values if value != records[slot][0]])
        assert wrong(solved, [*records[:slot], (other, other, -1), *records[slot + 1 :]])


def test_players_cannot_lie_in_a_circle(solved):
    """All positions from which play goes on for ever claim that the other player wins by it, or that it has points."""
    table, _, records = solved
    point = 1 << table.rules.kind.bits
    lies = {0: point} if table.rules.scores else {point: -point, -point: point}
    lying = [(lies.get(best, best),) * 2 + (-1,) for best, _, _ in records]
    assert wrong(solved, lying) >= sum(best in lies for best, _, _ in records)
