"""The time of `retro check`: every rule ends when its time is over, also inside a position.

The clock counts calls of the plugin's functions, so that the results do not depend on the machine.
"""

from __future__ import annotations

import itertools
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from functools import wraps

import pytest
from broken_games.corridor.plugin import retro_game as corridor
from heaps_game.plugin import retro_game as heaps
from installing import install
from runs import rules_of

from retro.conformance import RULES, costs, sample
from retro.conformance.report import Skipped, TimeOver
from retro.conformance.subject import Subject
from retro.indexing import image_tables
from retro.system.progress import Silent

IN_PLAIN_PYTHON = [rule for rule in RULES if rule.name not in ("declarations", "compiled", "values")]
"""Rules that need no compiled code, of those that call the plugin's functions."""
MANY = 1_600
RULES_OF_MANY = f"""
from retro.game import ONGOING

INITIAL, CODES = {MANY}, {MANY}


def moves(key, out):
    for after in range(key):
        out[after, 0], out[after, 1], out[after, 2] = after, after, ONGOING
    return key
"""
TEXT_OF_MANY = """
def draw(key):
    return f"heap {key}"


def format_move(key, code):
    return f"to {code}"
"""


def counted(rules):
    """The rules, with functions that count how often they are called, and the counter."""
    calls = Counter()

    def counting(name, function):
        @wraps(function)
        def call(*arguments):
            calls[name] += 1
            return function(*arguments)

        return call

    functions = {name: counting(name, each) if rules.defines(name) else each for name, each in rules.functions.items()}
    words = {name: counting(name, word) for name, word in rules.text._asdict().items() if callable(word)}
    return replace(rules, functions=functions, text=rules.text._replace(**words)), calls


@pytest.fixture
def large(site):
    """Returns a game by its name: each has positions with many moves, or images, or defines most functions."""
    install(site, "many_moves", RULES_OF_MANY, text=TEXT_OF_MANY)
    games = {
        "many moves": lambda: rules_of("many_moves"),
        "many images": lambda: rules_of(heaps(), heaps=6, wrong=0),
        "all functions": lambda: rules_of(corridor(), fuel=3),
    }
    return lambda name: games[name]()


@pytest.mark.parametrize("game", ["many moves", "many images", "all functions"])
@pytest.mark.parametrize("rule", IN_PLAIN_PYTHON, ids=lambda rule: rule.name)
@pytest.mark.parametrize("limit", [1, 30, 700])
def test_a_rule_ends_inside_a_position(large, plain_checks, game, rule, limit):
    rules, calls = counted(large(game))
    subject = Subject(rules, limit, Silent(), calls.total)
    subject.first = [rules.initial]
    if rule.name != "moves":
        subject.sample = subject.first
    if rule.function and rule.function not in subject.functions:
        return
    image_tables.learned(rules)  # once for all that is done with a game, from at most 16,000 images
    calls.clear()
    subject.begin(rule.name)
    with suppress(TimeOver, Skipped):
        rule.check(subject)
    assert calls.total() <= limit + 30


def test_what_was_checked_of_a_position_is_said(large):
    rules, calls = counted(large("many moves"))
    subject = Subject(rules, 1_000, Silent(), lambda: calls["format_move"])
    subject.sample = [3, MANY]
    text = next(rule for rule in RULES if rule.name == "text")
    subject.begin("text")
    with suppress(TimeOver):
        text.check(subject)
    assert subject.checked == 1
    assert subject.unfinished[0].startswith("time over after 1 of 2 positions and ")
    assert subject.unfinished[0].endswith(" of 1,600 moves of the next")


def test_a_game_without_a_start_may_show_no_position_in_time():
    subject = Subject(rules_of("ostle", men=6, left=5), 1, Silent(), itertools.count().__next__)
    subject.begin("moves", 1)
    sample.take_sample(subject)
    assert subject.sample == []


def test_rules_share_the_time_that_is_left(large):
    now = [0.0]
    subject = Subject(large("all functions"), 12.0, Silent(), lambda: now[0])
    subject.begin("one", 4)
    assert subject.seconds == 3.0
    now[0] = 4.0  # a call took longer
    subject.begin("two", 2)
    assert subject.seconds == 4.0
    now[0] = 20.0
    subject.begin("three", 1)
    assert subject.seconds == 0.0


def test_slow_functions_are_timed_with_few_calls(large, monkeypatch):
    subject, now = Subject(large("all functions"), 10.0, Silent()), [0.0]

    def loop(function, given, out, times):
        now[0] += len(given) * times  # a second for each call

    for name, replacement in (("_compiled", lambda *given: loop), ("_pointer", lambda *given: None)):
        monkeypatch.setattr(costs, name, replacement)  # compiled code and a clock of which each call takes a second
    monkeypatch.setattr(costs.time, "perf_counter", lambda: now[0])  # as above
    assert costs._nanoseconds(subject, "rank", None, [[0]] * 3_000) == 1e9
    assert now == [costs.RUNS]
