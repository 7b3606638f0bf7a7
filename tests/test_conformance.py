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
from installing import register
from walking_game.plugin import retro_game as walking_game

from retro.compiling.compile_errors import Uncompilable
from retro.conformance import PROTECTING, RULES, CheckReport, agreement, check, quick, sample, text
from retro.conformance.report import Failed
from retro.conformance.subject import Subject
from retro.game import Game
from retro.game.loading import load
from retro.game.rules import FUNCTIONS
from retro.indexing.discovery import Limits, enumerate_positions
from retro.system.progress import Silent
from retro_british_square.plugin import retro_game as british_square
from retro_lgame.plugin import retro_game as lgame
from retro_ostle.plugin import retro_game as ostle

pytestmark = pytest.mark.compiled

NAMES = [rule.name for rule in RULES]


def report_of(game: Game, seconds: float = 2.0, **options: str) -> CheckReport:
    return check(load(game, game.choose(options)), seconds, Silent())


def messages(report: CheckReport) -> dict[str, str]:
    return {result.rule: result.message for result in report.results}


def with_status(report: CheckReport, status: str) -> set[str]:
    return {result.rule for result in report.results if result.status == status}


@pytest.mark.soak
@pytest.mark.parametrize("name", MISTAKES)
def test_a_rule_reports_each_mistake(site, name):
    mistake = MISTAKES[name]
    report = report_of(write(site, name, mistake), 10.0)
    assert not report.passed
    assert mistake.rule in with_status(report, "failed")
    message = messages(report)[mistake.rule]
    for expected in mistake.messages:
        assert expected in message
    assert len(message.splitlines()) == 1


def test_enumerated_positions_are_no_index_to_test():
    rules = enumerate_positions(load(british_square(), british_square().choose({"size": "3"})), 1, Silent(), Limits(99))
    report = quick(rules, Silent())
    assert report.passed and "index" in with_status(report, "skipped")


def test_the_sound_corridor_game_passes():
    report = report_of(corridor())
    assert report.passed
    assert with_status(report, "passed") == set(NAMES) - {
        "endless"
    }  # with a repetition rule, play without end is a draw
    assert {result.rule: result.checked for result in report.results}["moves"] == 36
    assert report.missing == {}


def test_disabled_compilation_is_an_error_of_the_environment(monkeypatch):
    monkeypatch.setattr(numba.config, "DISABLE_JIT", 1)
    with pytest.raises(Uncompilable, match="NUMBA_DISABLE_JIT is set, and retro needs compiled code: unset it"):
        report_of(corridor())


def test_quick_runs_the_rules_that_a_solution_depends_on(site):
    sound, wrong = quick(load(corridor(), {"fuel": 3}), Silent()), write(site, "held", MISTAKES["predecessor_not_held"])
    assert [result.rule for result in sound.results] == [rule.name for rule in PROTECTING]
    assert set(NAMES) - {rule.name for rule in PROTECTING} == {"text", "scene", "turns", "tags", "published", "values"}
    assert sound.passed and sound.missing == {} and sound.timings == []
    report = quick(load(wrong, {"fuel": 3}), Silent())
    assert with_status(report, "failed") == {"unmoves"}


def test_a_format_without_return_is_reported_as_format_even_if_draw_calls_it():
    rules = load(corridor(), {"fuel": 3})
    nothing = lambda key: None  # noqa: E731
    subject = Subject(replace(rules, text=rules.text._replace(draw=nothing, format=nothing)), 1, Silent())
    subject.begin("text")
    subject.sample = [52]
    with pytest.raises(Failed, match="format returned the NoneType None, not a text"):
        text.text(subject)


def test_a_skipped_rule_names_the_rule_that_failed(site):
    report = report_of(write(site, "exception", MISTAKES["exception"]))
    assert with_status(report, "failed") == {"moves"}
    assert messages(report)["undo"] == "cannot be checked before moves passes"
    assert messages(report)["values"] == "cannot be checked before moves passes"


WALKING = pytest.param(walking_game, id="walking", marks=pytest.mark.soak)


@pytest.mark.parametrize("game", [WALKING, pytest.param(lambda: replace(ostle(), small={}), id="ostle")])
def test_sound_games_pass(game):
    options = {"size": "3", "left": "0"} if game().name == "ostle" else {"seed": "54"}
    report = report_of(game(), **options)
    assert report.passed
    assert {"symmetry", "index", "unmoves", "undo", "values"} <= with_status(report, "passed")


def test_the_lgame_passes(monkeypatch):
    """All rules but `values`, for which the game would be solved; `test_lgame` compares its values."""
    monkeypatch.setattr("retro.conformance.RULES", RULES[:-1])
    report = report_of(lgame(), 20.0)
    assert report.passed
    assert {"symmetry", "index", "unmoves", "text"} <= with_status(report, "passed")
    timed = {timing.function for timing in report.timings}
    assert timed == {"moves", "unmoves", "rank", "unrank", "image", "image_code"}
    assert all(timing.nanoseconds > 0 for timing in report.timings)
    assert report.slowest.each_position == max(timing.each_position for timing in report.timings)


def test_british_square_passes():
    """A game with scores, without index and unmoves; the values of its small variant are compared."""
    report = report_of(british_square(), 20.0)
    assert report.passed
    assert messages(report)["tier"].startswith("every move lowers it")
    assert messages(report)["values"].startswith("all positions with size=3: ")
    assert list(report.missing) == ["rank, unrank"]


def test_the_small_variant_retains_chosen_options():
    assert agreement._small_options(load(ostle(), ostle().choose({"rule8": "exact"})))["rule8"] == "exact"


def test_a_mistake_in_the_small_variant_fails_the_rule_values(site, monkeypatch):
    mistake = Mistake("values", (), "range(2):\n        predecessor", "range(2 * (FUEL > 1)):\n        predecessor")
    monkeypatch.setattr(agreement, "MAX_SOLVED", 30)
    report = report_of(write(site, "small", mistake))
    assert with_status(report, "failed") == {"values"}
    message = messages(report)["values"]
    assert "by the queue backend" in message
    assert "by the reference; in " in message
    assert message.endswith("(all positions with fuel=1)")


def test_an_impossible_record_fails_only_the_rule_values(site, monkeypatch):
    mistake = Mistake("values", (), "rows, count - rows, codes", "rows, (count - rows) * (FUEL > 1), codes")
    monkeypatch.setattr(agreement, "MAX_SOLVED", 30)
    report = report_of(write(site, "uncounted", mistake))
    assert with_status(report, "failed") == {"values"}
    assert "there was an impossible record" in messages(report)["values"]


@pytest.mark.soak
def test_a_subset_of_a_game_with_scores_is_compared(monkeypatch):
    monkeypatch.setattr(agreement, "MAX_SOLVED", 1)
    report = report_of(replace(british_square(), small={}), size="3")
    message = messages(report)["values"]
    assert message.endswith("positions, where a move to any other scores 0: queue backend and reference agree")


def without_small(monkeypatch) -> Subject:
    """The corridor with sixty slots, treated as a large game, of which a subset has twelve positions."""
    monkeypatch.setattr(agreement, "MAX_SOLVED", 1)
    monkeypatch.setattr(agreement, "MAX_SUBSET", 24)
    subject = Subject(load(replace(corridor(), small={}), {"fuel": 11}), 2.0, Silent())
    sample.take_sample(subject)
    return subject


def test_without_a_small_variant_a_subset_of_the_game_is_compared(monkeypatch):
    subject = without_small(monkeypatch)
    remark = agreement.check(subject)
    assert subject.checked == 12
    assert remark == "12 positions, where a move to any other loses: queue backend and reference agree"


def test_a_mistake_shows_in_the_values_of_a_subset(monkeypatch):
    subject = without_small(monkeypatch)
    functions = subject.rules.functions | {"unmoves": lambda key, out: 0}
    subject.rules = replace(subject.rules, functions=functions, digest=subject.rules.digest + "wrong")
    with pytest.raises(Failed, match=r"by the queue backend, .* by the reference; in .*\(12 positions, where"):
        agreement.check(subject)


MINIMAL = {
    "__init__": "",
    "rules": """
from retro.game import ONGOING
INITIAL = 20
def moves(key, out):
    n = 0
    for taken in range(1, 4):
        if taken <= key:
            out[n, 0], out[n, 1], out[n, 2] = key - taken, taken, ONGOING
            n += 1
    return n
""",
    "text": """
def draw(key):
    return "|" * key or "nothing"
""",
}


def test_a_minimal_plugin_passes_with_remarks_on_missing_functions(site):
    (site / "minimal").mkdir()
    for name, source in MINIMAL.items():
        (site / "minimal" / f"{name}.py").write_text(source, encoding="utf-8")
    report = report_of(Game("minimal", "Minimal", "minimal"))
    assert report.passed, messages(report)
    assert "values" in with_status(report, "passed")
    missing = report.missing
    assert list(missing) == ["image, GROUP", "tier", "rank, unrank", "unmoves", "format, parse", "format_move", "scene"]
    edges = sum(min(3, heap) for heap in range(21)) / 21
    assert f"{edges:.1f} edges of 2.5 bytes" in missing["unmoves"]
    assert missing["rank, unrank"].startswith("about 3 bytes a position for the keys")


def run(site, game, *arguments):
    register(site, game.package, {"corridor": f"{game.package}.plugin"})
    return commanding.run("check", *arguments)


def test_the_command_ends_with_0_if_every_rule_passes(site):
    code, output, errors = run(site, corridor(), "corridor", "--seconds", "20")
    assert code == 0, errors
    lines = output.splitlines()
    timed = [name for name in FUNCTIONS if name not in ("first_to_move", "endless")]
    wanted = [[name, "skipped" if name == "endless" else "passed"] for name in NAMES] + [
        [name, "timed"] for name in timed
    ]
    assert [line.split()[:2] for line in lines[:-2]] == wanted
    assert re.fullmatch(r"seconds +[\d.]+, and [\d.]+ for compiling", lines[-2])
    assert sum("the most time for each position" in line for line in lines) == 1
    assert re.search(r"^moves +timed +[\d,]+ ns a call, [\d,]+ ns a move", output, re.MULTILINE)
    assert lines[-1] == "corridor passes"


def test_times_are_in_the_json(site):
    answer = json.loads(run(site, corridor(), "corridor", "--seconds", "10", "--json").output)
    assert {timing["function"] for timing in answer["timings"]} == set(FUNCTIONS) - {"first_to_move", "endless"}
    keys = {"function", "nanoseconds", "nanoseconds_each_move", "calls_each_position"}
    assert all(set(timing) == keys for timing in answer["timings"])
    assert answer["slowest"] in FUNCTIONS


def test_the_command_ends_with_1_if_a_rule_is_broken(site):
    code, output, _ = run(site, write(site, "wins", MISTAKES["wins"]), "corridor", "--json")
    assert code == 1
    answer = json.loads(output)
    assert (answer["game"], answer["options"], answer["passed"]) == ("corridor", {"fuel": 3}, False)
    assert [rule["rule"] for rule in answer["rules"]] == NAMES
    assert all(set(rule) == {"rule", "status", "checked", "message"} for rule in answer["rules"])
    assert {rule["rule"] for rule in answer["rules"] if rule["status"] == "failed"} == {"symmetry", "wins"}
    assert answer["missing"] == []
    assert (answer["timings"], answer["slowest"]) == ([], None)


@pytest.mark.parametrize("name", ["missing", "corridor"])
def test_the_command_ends_with_2_if_there_is_nothing_to_check(site, name):
    broken = Mistake("", (), "def rank(key):", "def rank_of(key):")
    code, output, errors = run(site, write(site, "rankless", broken), name)
    assert (code, output, errors.count("\n")) == (2, "", 1)
    assert ("missing" if name == "missing" else "an index needs SLOTS, rank and unrank") in errors
