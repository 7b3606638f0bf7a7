"""The conformance suite: sound games pass, and the right rule reports each mistake."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import commanding
import numba
import pytest
from broken_games import MISTAKES, Mistake, write
from broken_games.corridor.plugin import retro_game as corridor
from installing import install, register
from runs import rules_of
from walking_game.plugin import retro_game as walking_game

from retro.compiling.compile_errors import Uncompilable
from retro.conformance import PROTECTING, RULES, CheckReport, agreement, check, quick, sample, text
from retro.conformance.report import Failed
from retro.conformance.subject import Subject
from retro.game import Game, plugins
from retro.game.functions import FUNCTIONS
from retro.game.loading import load
from retro.game.rules import Rules
from retro.indexing.discovery import Limits, enumerate_positions
from retro.system.progress import Silent
from retro_british_square.plugin import retro_game as british_square
from retro_lgame.plugin import retro_game as lgame
from retro_ostle.plugin import retro_game as ostle

NAMES = [rule.name for rule in RULES]


def report_of(game: Game, seconds: float = 2.0, **options: str) -> CheckReport:
    return check(load(game, game.choose(options)), seconds, Silent())


def messages(report: CheckReport) -> dict[str, str]:
    return {result.rule: result.message for result in report.results}


def with_status(report: CheckReport, status: str) -> set[str]:
    return {result.rule for result in report.results if result.status == status}


def check_mistake(site, name):
    mistake = MISTAKES[name]
    report = report_of(write(site, name, mistake), 10.0)
    assert mistake.rule in with_status(report, "failed")
    message = messages(report)[mistake.rule]
    assert all(part in message for part in mistake.message.split(" ... ")) and len(message.splitlines()) == 1


COMPILED = [name for name, mistake in MISTAKES.items() if mistake.rule == "compiled" or name == "tags_float"]
"""Mistakes that are found as the functions are compiled, or as compiled code is compared with plain Python."""


@pytest.mark.parametrize("name", [name for name in MISTAKES if name not in COMPILED])
def test_a_rule_reports_each_mistake(site, plain_checks, name):
    check_mistake(site, name)


@pytest.mark.compiled
@pytest.mark.parametrize("name", [COMPILED[0], *(pytest.param(name, marks=pytest.mark.soak) for name in COMPILED[1:])])
def test_compiling_reports_each_mistake(site, name):
    check_mistake(site, name)


def test_enumerated_positions_are_no_index_to_test(plain_checks):
    report = quick(enumerate_positions(rules_of("british_square", size=3), 1, Silent(), Limits(99)), Silent())
    assert report.passed and "index" in with_status(report, "skipped")


def test_disabled_compilation_is_an_error_of_the_environment(monkeypatch):
    monkeypatch.setattr(numba.config, "DISABLE_JIT", 1)  # what NUMBA_DISABLE_JIT sets as numba is imported
    with pytest.raises(Uncompilable, match="NUMBA_DISABLE_JIT is set, and retro needs compiled code: unset it"):
        report_of(corridor())


def test_quick_runs_the_rules_that_a_solution_depends_on(site, plain_checks):
    sound, wrong = (
        quick(load(game, {"fuel": 3}), Silent())
        for game in (corridor(), write(site, "held", MISTAKES["predecessor_not_held"]))
    )
    assert [result.rule for result in sound.results] == [rule.name for rule in PROTECTING]
    assert set(NAMES) - {rule.name for rule in PROTECTING} == {"text", "scene", "turns", "tags", "published", "values"}
    assert sound.passed and sound.missing == {} and sound.timings == []
    assert with_status(wrong, "failed") == {"unmoves"}


def test_a_format_without_return_is_reported_as_format_even_if_draw_calls_it():
    rules = load(corridor(), {"fuel": 3})
    nothing = lambda key: None  # noqa: E731
    subject = Subject(replace(rules, text=rules.text._replace(draw=nothing, format=nothing)), 1, Silent())
    subject.begin("text")
    subject.sample = [52]
    with pytest.raises(Failed, match="format returned the NoneType None, not a text"):
        text.text(subject)


def test_a_skipped_rule_names_the_rule_that_failed(site, plain_checks):
    report = report_of(write(site, "exception", MISTAKES["exception"]))
    assert with_status(report, "failed") == {"moves"}
    assert messages(report)["undo"] == messages(report)["values"] == "cannot be checked before moves passes"


INDEXED = {"symmetry", "index", "unmoves"}


@pytest.mark.parametrize(
    ("game", "options", "passed"),
    [
        (walking_game, {"seed": "54"}, INDEXED | {"undo", "values"}),
        (ostle, {"size": "3", "left": "0"}, INDEXED | {"undo"}),
        (lgame, {}, INDEXED | {"text"}),
        (british_square, {}, {"tier", "values"}),
    ],
)
def test_sound_games_pass(plain_checks, game, options, passed):
    """Two without the rule `values`: the L-game would be solved (see `test_lgame`), Ostle is compared below.

    The rule has time of its own, because another board is solved.
    """
    rules = load(game(), game().choose(options))
    report = check(rules, 2.0, Silent(), RULES[:-1])
    assert report.passed and passed - {"values"} <= with_status(report, "passed")
    if "values" in passed:
        compared = check(rules, 20.0, Silent(), RULES[-1:])
        assert with_status(compared, "passed") == {"values"}
    if game is british_square:
        assert list(report.missing) == ["rank, unrank"]
        assert messages(report)["tier"].startswith("every move lowers it")
        assert messages(compared)["values"].startswith("all positions with size=3: ")


def test_the_small_variant_retains_chosen_options():
    assert agreement._small_options(load(ostle(), ostle().choose({"rule8": "exact"})))["rule8"] == "exact"


def sixty_slots() -> Rules:
    """A larger corridor."""
    return load(replace(corridor(), small={}), {"fuel": 11})


BOTH = "queue backend and reference agree"


def large(rules: Rules, most: int = 1) -> Subject:
    """A game that is treated as a large one, so that the small variant is solved, or a subset of 24 with images."""
    subject = Subject(rules, 2.0, Silent())
    subject.max_solved, subject.max_subset = most, 24
    sample.take_sample(subject)
    return subject


def test_a_mistake_in_the_small_variant_fails_the_rule_values(site):
    old = "range(2):\n        predecessor"
    game = write(site, "small", Mistake("values", "", old, old.replace("2", "2 * (FUEL > 1)")))
    with pytest.raises(Failed, match=r"by the queue backend, .* by the reference; in .*\(all positions with fuel=1\)"):
        agreement.check(large(load(game, {"fuel": 3}), 30))


@pytest.mark.parametrize(
    ("rules", "remark"),
    [
        (
            lambda: rules_of(replace(british_square(), small={}), size=3),
            "positions, where a move to any other scores 0",
        ),
        (sixty_slots, "12 positions, where a move to any other loses"),
        (lambda: rules_of(replace(ostle(), small={}), size=3, left=0), "positions, where a move to any other loses"),
    ],
)
def test_without_a_small_variant_a_subset_of_the_game_is_compared(rules, remark):
    subject = large(rules())
    assert agreement.check(subject).endswith(f"{remark}: {BOTH}") and subject.checked >= 10


def test_a_mistake_shows_in_the_values_of_a_subset():
    subject = large(sixty_slots())
    functions = subject.rules.functions | {"unmoves": lambda key, out: 0}
    subject.rules = replace(subject.rules, functions=functions, digest=subject.rules.digest + "wrong")
    with pytest.raises(Failed, match=r"by the queue backend, .* by the reference; in .*\(12 positions, where"):
        agreement.check(subject)


MINIMAL = """
from retro.game import ONGOING
INITIAL = 20
def moves(key, out):
    n = 0
    for taken in range(1, 4):
        if taken <= key:
            out[n, 0], out[n, 1], out[n, 2] = key - taken, taken, ONGOING
            n += 1
    return n
"""


def test_a_minimal_plugin_passes_with_remarks_on_missing_functions(site, plain_checks):
    install(site, "minimal", MINIMAL)
    report = report_of(plugins.load("minimal"))
    assert report.passed, messages(report)
    assert "values" in with_status(report, "passed")
    missing = report.missing
    assert list(missing) == ["image, GROUP", "tier", "rank, unrank", "unmoves", "format, parse", "format_move", "scene"]
    edges = sum(min(3, heap) for heap in range(21)) / 21
    assert f"{edges:.1f} edges of 2.5 bytes" in missing["unmoves"]
    assert missing["rank, unrank"].startswith("about 3 bytes a position for the keys")


TIMED = [name for name in FUNCTIONS if name not in ("first_to_move", "endless")]


def run(site, game, *arguments):
    register(site, game.package, {"corridor": f"{game.package}.plugin"})
    return commanding.run("check", *arguments)


@pytest.mark.compiled
def test_the_command_ends_with_0_if_every_rule_passes(site):
    """With a repetition rule, play without end is a draw."""
    code, output, errors = run(site, corridor(), "corridor", "--seconds", "10")
    assert code == 0, errors
    lines = output.splitlines()
    ruled = [[name, "skipped" if name == "endless" else "passed"] for name in NAMES]
    assert [line.split()[:2] for line in lines[:-2]] == ruled + [[name, "timed"] for name in TIMED]
    assert re.fullmatch(r"seconds +[\d.]+, and [\d.]+ for compiling", lines[-2])
    assert sum("the most time for each position" in line for line in lines) == 1
    assert re.search(r"^moves +timed +[\d,]+ ns a call, [\d,]+ ns a move", output, re.MULTILINE)
    assert lines[-1] == "corridor passes"
    answer = json.loads(run(site, corridor(), "corridor", "--seconds", "10", "--json").output)
    assert {rule["rule"]: rule["checked"] for rule in answer["rules"]}["moves"] == 36 and answer["missing"] == []
    timings = answer["timings"]
    assert [timing["function"] for timing in timings] == TIMED and all(timing["nanoseconds"] > 0 for timing in timings)
    assert all(set(timing) == TIMING for timing in timings)
    slowest = max(timings, key=lambda timing: timing["nanoseconds"] * timing["calls_each_position"])
    assert answer["slowest"] == slowest["function"]


TIMING = {"function", "nanoseconds", "nanoseconds_each_move", "calls_each_position"}


def test_the_command_ends_with_1_if_a_rule_is_broken(site, plain_checks):
    code, output, _ = run(site, write(site, "wins", MISTAKES["wins"]), "corridor", "--json")
    answer = json.loads(output)
    assert (code, answer["game"], answer["options"], answer["passed"]) == (1, "corridor", {"fuel": 3}, False)
    assert [rule["rule"] for rule in answer["rules"]] == NAMES
    assert all(set(rule) == {"rule", "status", "checked", "message"} for rule in answer["rules"])
    assert {rule["rule"] for rule in answer["rules"] if rule["status"] == "failed"} == {"symmetry", "wins"}
    assert (answer["missing"], answer["timings"], answer["slowest"]) == ([], [], None)


@pytest.mark.parametrize("name", ["missing", "corridor"])
def test_the_command_ends_with_2_if_there_is_nothing_to_check(site, name):
    broken = Mistake("", "", "def rank(key):", "def rank_of(key):")
    code, output, errors = run(site, write(site, "rankless", broken), name)
    assert (code, output, errors.count("\n")) == (2, "", 1)
    assert ("missing" if name == "missing" else "an index needs SLOTS, rank and unrank") in errors
