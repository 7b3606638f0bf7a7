"""`retro check` and `retro solve` say which optional functions would help, in the same words."""

from __future__ import annotations

from dataclasses import replace

import pytest
from commanding import run
from installing import install
from mixing_game.plugin import retro_game as mixing
from noughts_game.plugin import retro_game as noughts
from runs import rules_of
from small_games import lacking, lgame_rules, ostle_rules, without_index
from subtraction_game import RULES

from retro import conformance
from retro.solving import advice
from retro.solving.sample import sampled
from retro.system.progress import Silent
from retro.system.sizes import PRODUCTION

WITHOUT_TIER = RULES[: RULES.index("def tier")]


@pytest.fixture
def stones(site, data):
    """A game of three functions: rules, installed."""
    install(site, "stones", WITHOUT_TIER)
    return rules_of("stones")


def functions(rules, **facts):
    given = {"edges": 3.0, "into_wins": 0.0, "cycles": False, "falling": False} | facts
    return [each.function for each in advice.advice(rules, **given)]


def test_what_is_defined_is_not_advised(stones):
    assert functions(stones) == ["image, GROUP", "tier", "rank, unrank", "unmoves"]
    assert functions(stones, cycles=True) == ["image, GROUP", "rank, unrank", "unmoves", "tier"]
    assert functions(stones, falling=True) == ["image, GROUP", "tier", "rank, unrank"]
    assert functions(ostle_rules(3, 2, 0, "paper"), cycles=True) == []
    assert functions(lacking(ostle_rules(3, 2, 0, "paper"), "unmoves"), cycles=True) == ["unmoves"]


def test_one_pass_is_not_advised_where_it_is_impossible():
    """Moves that are forbidden depend on the move before."""
    assert functions(lacking(ostle_rules(3, 2, 0, "paper"), "tier")) == []


def test_unmoves_without_an_index_is_not_said_to_save_time(stones):
    with_index, without = (
        {each.function: each for each in advice.advice(rules, 3.0, 0.0, True, False)}
        for rules in (lacking(lgame_rules(), "unmoves"), stones)
    )
    assert "of the time" in with_index["unmoves"].text
    assert "only together with rank" in without["unmoves"].text and not without["unmoves"].ratio


def test_random_games_show_whether_positions_come_again(stones):
    assert not sampled(without_index(stones)).cycles
    assert not sampled(without_index(rules_of(noughts()))).cycles
    assert sampled(without_index(rules_of(mixing(), size=3000))).cycles
    assert sampled(lgame_rules()).cycles


def test_check_says_the_same(stones, plain_checks):
    missing = conformance.check(stones, 2.0, Silent()).missing
    texts = {each.function: each.text for each in advice.advice(stones, 0.0, 0.0, False, False)}
    for function in ("image, GROUP", "tier"):
        assert missing[function] == texts[function]


@pytest.mark.parametrize("slow", [False, True])
def test_solve_says_what_would_help_before_it_begins_something_slow(stones, slow):
    sizes = replace(PRODUCTION, long_seconds=0.0) if slow else PRODUCTION
    code, _, errors = run("solve", "stones", sizes=sizes)
    lines = [line for line in errors.splitlines() if "of the time" in line]
    assert code == 0 and len(lines) == slow
    if slow:
        images = "of the time with image, GROUP if positions have eight images; "
        assert lines[0].startswith(f"stones: such games take 0.14 {images}")
        assert "0.56 of the memory with tier if every move lowers a number; " in lines[0]
        assert lines[0].endswith("; retro check stones says more") and "unmoves" not in lines[0]


def test_solve_says_nothing_where_nothing_would_help():
    assert advice.in_short(ostle_rules(3, 2, 0, "paper"), falling=False) == ""
