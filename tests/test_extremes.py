"""Extremes of a solved game, compared with those computed from all its states."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from commanding import ask
from scanned_game import BOARD, Scanned, ScannedState

from retro.game import NONE
from retro.puzzles.extremes import Extremes, find, value
from retro.puzzles.search import MatchingStates
from retro.system.progress import Silent

ALL = 10**9


@pytest.fixture(scope="module", params=["ostle", "british_square", pytest.param("lgame", marks=pytest.mark.compiled)])
def game(request, small_game) -> Scanned:
    return small_game(request.param)


@pytest.fixture(scope="module")
def extremes_found(game) -> Extremes:
    return find(game.table, ALL, 2, Silent())


def length(state: ScannedState) -> int:
    """DTM, or the points of either player."""
    _, dtm, points = state.value
    return dtm if points is None else abs(points)


def compare(game: Scanned, longest: MatchingStates, states: list[ScannedState], outcome: str) -> None:
    states = [state for state in states if state.value[0] == outcome]
    if not states:
        assert longest == MatchingStates({}, 0, [])
        return
    most = max(map(length, states))
    states = [state for state in states if length(state) == most]
    dtm = None if game.rules.scores else most
    expected_value = outcome if not game.rules.scores else most if outcome == "win" else -most
    assert value(game.rules, outcome, longest) == (expected_value, dtm)
    assert longest.count == sum(game.weight(state.key) for state in states)
    expected = [(state.key, state.forbidden) for state in states]
    assert [(each.key, each.forbidden) for each in longest.samples] == expected


@pytest.mark.parametrize("outcome", ["win", "loss"])
def test_the_longest_of_all_and_of_every_section(game, extremes_found, outcome):
    sections = {"": game.states}
    for state in game.states if len(game.about.statistics.sections) > 1 else []:
        sections.setdefault(game.tier(state), []).append(state)
    assert set(extremes_found.longest) >= set(sections)
    for name, longest in extremes_found.longest.items():
        compare(game, longest[outcome], sections.get(name, []), outcome)


def test_one_move_of_many(game, extremes_found):
    states = [
        state
        for state in game.states
        if state.code is None and state.value[0] == "win" and len(state.choices) > 1 and len(state.winning) == 1
    ]
    if not states:
        assert extremes_found.single == MatchingStates({}, 0, [])
        return
    most = max(len(state.choices) for state in states)
    states = [state for state in states if len(state.choices) == most]
    assert extremes_found.single.highest == most
    assert extremes_found.single.count == sum(game.weight(state.key) for state in states)
    assert [each.key for each in extremes_found.single.samples] == [state.key for state in states]


def test_values_that_a_forbidden_move_changes(game, extremes_found):
    changed: dict[tuple[str, str], list[tuple[ScannedState, ScannedState]]] = {}
    for state in game.states:
        if state.code is not None:
            free = ScannedState(game, state.slot, state.key, NONE)
            if state.value != free.value:
                changed.setdefault((free.value[0], state.value[0]), []).append((state, free))
    counts = {outcomes: len(states) for outcomes, states in changed.items()}
    assert {each.outcomes: each.states for each in extremes_found.changes} == counts
    for each in extremes_found.changes:
        best = max(striking(state, free) for state, free in changed[each.outcomes])
        state, free = next(pair for pair in changed[each.outcomes] if striking(*pair) == best)
        assert (each.sample.key, each.sample.forbidden) == (state.key, state.forbidden)
        assert game.rules.kind.words(each.sample.value) == state.value[:2]
        assert game.rules.kind.words(each.before) == free.value[:2]


def striking(state: ScannedState, free: ScannedState) -> int:
    """Returns the difference of DTM or points if the outcome stays; otherwise the negative sum of both DTM."""
    (before, plies_before, _), (after, plies_after, _) = free.value, state.value
    if before == after:
        return abs(plies_after - plies_before)
    return -(plies_before or 0) - (plies_after or 0)


def test_fewer_samples_are_the_first_ones(game, extremes_found):
    some = find(game.table, 1, 1, Silent())
    for outcome, longest in some.longest[""].items():
        whole = extremes_found.longest[""][outcome]
        assert longest == replace(whole, samples=whole.samples[:1])
    assert some.single == replace(extremes_found.single, samples=extremes_found.single.samples[:1])
    assert some.changes == extremes_found.changes


def test_the_command(stored):
    extremes_found = find(stored.table, 2, 1, Silent())
    answer = json.loads(ask("extremes", "ostle", *BOARD, "--limit", "2", "--json"))
    win, longest = answer["longest_win"], extremes_found.longest[""]["win"]
    assert win["dtm"] == stored.rules.kind.dtm(*longest.states) == stored.about.longest_dtm
    assert win["states"] == longest.count
    assert len(answer["parts"]) == len(stored.rules.sections)
    single = answer["single_winning_move"]
    assert single["moves"] == extremes_found.single.highest and len(single["samples"][0]["winning"]) == 1
    changes = [(each["without"], each["with"], each["states"]) for each in answer["forbidden_changes"]]
    assert changes == [(*each.outcomes, each.states) for each in extremes_found.changes]
    shown = ask("extremes", "ostle", *BOARD)
    assert f"longest win: win in {win['dtm']}" in shown
    assert f"one of {extremes_found.single.highest} moves wins" in shown
    assert "states with another value because a move is forbidden" in shown
    assert "retro solve ostle" in ask("extremes", "ostle", "--set", "size=4", code=5)
