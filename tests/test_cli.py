"""The commands: their output on stdout and stderr, and their exit codes."""

import json
import re
import subprocess
import sys
from collections import Counter
from importlib.metadata import distribution
from types import SimpleNamespace

import pytest
from commanding import ask, run
from installing import python_path, register
from tiny_databases import edit
from walking_game.naive import NaiveSolution
from walking_game.plugin import retro_game
from walking_game.stored import store

from retro import solving
from retro.app import self_check
from retro.game import outcome_name
from retro.game.loading import load
from retro.solving.process_memory import again_bytes
from retro.solving.tiles import Tiles
from retro.storage.database import Database
from retro.storage.location import database_path
from retro.system import machine

pytestmark = pytest.mark.compiled

GAME = retro_game()
SEED = 30


@pytest.fixture(autouse=True)
def walking(data, tmp_path, monkeypatch):
    """The walking game and a broken plugin are installed."""
    site = tmp_path / "site"
    register(site, "walking", {"walking": "walking_game.plugin", "broken": "broken_plugin"})
    (site / "broken_plugin.py").write_text("raise RuntimeError('it is not ready')")
    monkeypatch.syspath_prepend(str(site))


@pytest.fixture
def solved(data):
    """The walking game is solved."""
    rules = load(GAME, {"seed": SEED})
    solution = NaiveSolution(rules)
    store(database_path(data, GAME, rules.options), rules, solution)
    return solution


@pytest.fixture
def backend(monkeypatch):
    """A backend with a fixed plan, which a test may change."""
    needs = {"memory_bytes": 1000, "database_bytes": 900, "checkpoint_bytes": 50}
    plan = SimpleNamespace(
        backend="queue",
        why="",
        tiles=Tiles(),
        scratch_bytes=0,
        network_bytes=0,
        finished_bytes=0,
        freed_bytes=0,
        seconds=1.0,
        **needs,
    )

    def solve(rules, backend, threads, progress, checkpoint, tiles):
        progress.phase("level", 10, 1)
        progress.advance(10, 5)
        progress.close()
        return NaiveSolution(rules)

    monkeypatch.setattr(solving, "plans", lambda rules, backend, threads, available, store: [plan])
    monkeypatch.setattr(solving, "solve", solve)
    monkeypatch.setattr(self_check, "memory_bytes", lambda rules, plan, threads, available: plan.memory_bytes)
    monkeypatch.setattr(machine, "held_memory", lambda: 0)
    return plan


SETTING = ("--set", f"seed={SEED}")


def test_games_lists_all_and_names_broken_plugins():
    code, output, errors = run("games")
    assert (code, errors) == (0, "")
    lines = {line.split()[0]: line for line in output.splitlines() if line.strip()}
    assert "Walk" in lines["walking"]
    assert "cannot be used: plugin broken: RuntimeError: it is not ready" in lines["broken"]


def test_games_and_info_start_no_compiler():
    code = """
import sys
from retro.app.cli import app
try:
    app(sys.argv[1:])
finally:
    assert not {"numba", "llvmlite"} & set(sys.modules)
"""
    for arguments in (["games"], ["info", "walking"], ["--version"], ["--help"]):
        subprocess.run([sys.executable, "-c", code, *arguments], env=python_path(), check=True, capture_output=True)


def test_the_version_is_one_line():
    assert run("--version") == (0, f"retro {distribution('retrograde').version}\n", "")


def test_solve_prints_everything_as_json(data, backend):
    code, output, _ = run("solve", "walking", *SETTING, "--json", "--threads", 1)
    assert code == 0
    answer = json.loads(output)
    assert list(answer) == [
        "game",
        "options",
        "positions",
        "states",
        "values",
        "start",
        "other_starts",
        "longest_dtm",
        "seconds",
        "peak_rss_bytes",
        "database",
    ]
    rules = load(GAME, {"seed": SEED})
    statistics = NaiveSolution(rules).statistics
    assert answer["game"] == "walking"
    assert answer["options"] == {"seed": SEED}
    assert answer["positions"] == 8
    assert answer["states"] == sum(answer["values"].values()) == sum(statistics.states.values())
    assert answer["values"]["win"] == sum(
        count for value, count in statistics.states.items() if value in range(3, 99, 2)
    )
    assert answer["values"]["loss"] == sum(
        count for value, count in statistics.states.items() if value in range(2, 99, 2)
    )
    with Database(data / f"walking,seed={SEED}") as opened:
        assert answer["start"]["value"] == json.loads(run("query", "walking", "n0", *SETTING, "--json")[1])["value"]
        assert answer["database"] == {"path": str(opened.path), "bytes": opened.disk_bytes}
    assert answer["seconds"] > 0
    assert answer["peak_rss_bytes"] > 10 << 20


def test_solve_for_people(backend):
    code, output, errors = run("solve", "walking")
    assert (code, errors) == (0, "")
    assert "longest DTM" in output


def test_solving_again_replaces_the_database_with_a_remark(data, backend):
    run("solve", "walking")
    before = (data / "walking" / "manifest.json").stat().st_ino
    code, output, errors = run("solve", "walking", "--json")
    assert code == 0
    assert "solved already; solving it again and replacing it" in errors
    assert json.loads(output)
    assert (data / "walking" / "manifest.json").stat().st_ino != before


def test_options_at_their_defaults_are_the_same_database(data, backend):
    run("solve", "walking", "--set", "seed=0")
    assert (data / "walking").is_dir()
    assert "solved already" in run("solve", "walking")[2]


def test_too_little_memory_is_refused_to_the_byte(data, backend, monkeypatch):
    """The message names what is enough in any later process."""
    monkeypatch.setattr(machine, "available_memory", lambda: 999)
    line, again = ask("solve", "walking", code=4), again_bytes(load(GAME, {"seed": 0}))
    assert f"{again + 1:,} bytes of memory are missing ({again + 1000:,} needed, 999 available)" in line
    assert not data.exists()
    monkeypatch.setattr(machine, "available_memory", lambda: 1000)
    ask("solve", "walking")


def test_too_little_disk_is_refused_to_the_byte(data, backend, monkeypatch):
    monkeypatch.setattr(machine, "free_disk", lambda path: 1)
    assert "999 bytes of disk are missing" in ask("solve", "walking", code=4)
    assert not data.exists()


def test_a_dry_run_prints_the_plan_and_writes_nothing(data, backend, monkeypatch):
    monkeypatch.setattr(machine, "available_memory", lambda: 1 << 40)
    monkeypatch.setattr(machine, "peak_memory", lambda: 0)
    monkeypatch.setattr(machine, "free_disk", lambda path: 999)
    monkeypatch.setattr(self_check, "memory_bytes", lambda rules, plan, threads, available: plan.memory_bytes + 24)
    code, output, _ = run("solve", "walking", "--dry-run", "--json")
    assert code == 0
    answer = json.loads(output)
    assert (answer["memory_bytes"], answer["memory_available_bytes"]) == (1024, 1 << 40)
    assert (answer["disk_bytes"], answer["disk_free_bytes"]) == (1000, 999)
    assert (answer["database_bytes"], answer["checkpoints_bytes"]) == (900, 100)
    assert (answer["seconds"], answer["fits"]) == (1.0, False)
    code, output, _ = run("solve", "walking", "--dry-run")
    assert code == 0
    assert "1 bytes of disk are missing" in output
    assert not data.exists()


@pytest.mark.parametrize(
    ("error", "code"), [(MemoryError, 4), (OSError(28, "No space left on device"), 4), (KeyboardInterrupt, 130)]
)
def test_a_run_without_memory_or_disk_or_interrupted_leaves_nothing(data, backend, monkeypatch, error, code):
    def solve(*arguments):
        raise error

    monkeypatch.setattr(solving, "solve", solve)
    assert ("interrupted" in ask("solve", "walking", code=code)) == (code == 130)
    assert [path.name for path in data.iterdir()] == [".walking.lock"]


def test_info_of_an_unsolved_game():
    code, output, errors = run("info", "walking")
    assert (code, errors) == (0, "")
    assert "seed" in output
    assert "which random graph" in output
    assert "not solved yet" in output
    assert "retro solve walking" in output


def test_info_of_a_solved_game(solved):
    code, output, _ = run("info", "walking", *SETTING)
    assert code == 0
    assert "not solved" not in output
    assert "backend naive" in output


def test_info_of_a_database_of_other_rules(solved, data):
    edit(data / f"walking,seed={SEED}" / "manifest.json", digest="0")
    code, output, _ = run("info", "walking", *SETTING)
    assert code == 0
    assert "solved by other rules" in output


def test_stats(solved):
    code, output, _ = run("stats", "walking", *SETTING, "--json")
    assert code == 0
    answer = json.loads(output)
    values = Counter(outcome_name(int(value)) for value in solved.planes(0, 8)[0])
    expected = {outcome: values[outcome] for outcome in ("win", "loss", "draw")}
    assert answer["tiers"] == [{"name": "all", "positions": 8, "values": expected}]
    assert (
        sum(each["states"] for each in answer["histogram"])
        == answer["states"]
        == sum(solved.statistics.states.values())
    )
    for each in answer["histogram"]:
        value = {"draw": 0, "win": 1, "loss": 2}[each["value"]] + 2 * (each["dtm"] or 0)
        assert solved.statistics.states[value] == each["states"]
        assert (each["dtm"] is None) == (each["value"] == "draw")
    assert answer["forbidding"] == solved.statistics.forbidding
    assert {"checkmates", "unentered"} <= set(answer)
    code, output, _ = run("stats", "walking", *SETTING)
    assert code == 0
    assert ["all", "8", *(str(values[outcome]) for outcome in ("win", "draw", "loss"))] in map(
        str.split, output.splitlines()
    )
    for name, words in (("checkmates", "positions in which"), ("forbidding", "states in"), ("unentered", "other")):
        assert re.search(rf"^{name} +{answer[name]:,} {words} \w+", output, re.MULTILINE)
    for each in answer["histogram"]:
        assert [each["value"], "" if each["dtm"] is None else str(each["dtm"]), str(each["states"])] in [
            [row.split()[0], row.split()[1] if len(row.split()) == 3 else "", row.split()[-1]]
            for row in output.splitlines()
            if row.strip()
        ]


@pytest.mark.parametrize("command", [("stats", "walking"), ("query", "walking", "n0")])
def test_an_unsolved_game_names_the_command_that_solves_it(command):
    line = ask(*command, "--set", "seed=4", code=5)
    assert "not solved yet" in line
    assert "retro solve walking --set seed=4" in line


@pytest.mark.parametrize("command", ["info", "stats", "solve"])
def test_bad_games_and_options(command):
    assert "installed games: " in ask(command, "wlaking", code=2)
    assert "it is not ready" in ask(command, "broken", code=2)
    assert "no option 'size'" in ask(command, "walking", "--set", "size=3", code=2)
    assert "cannot be '-1'" in ask(command, "walking", "--set", "seed=-1", code=2)
    assert "KEY=VALUE" in ask(command, "walking", "--set", "seed", code=2)
    assert "twice" in ask(command, "walking", "--set", "seed=1", "--set", "seed=2", code=2)


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        ("solv walking", "solve"),
        ("stats walkin", "walking"),
        ("stats Walking", "walking"),
        ("stats walking --set sead=1", "seed"),
        ("stats ostle --set rule8=exakt", "exact"),
        ("stats walking --jsn", "--json"),
        ("solve walking --backend queu", "queue"),
        ("plot walking --only dmt", "dtm"),
        ("heuristic british_square gredy", "greedy"),
        ("puzzles lgame --only neutrel", "neutral"),
        ("--vrsion", "--version"),
    ],
)
def test_a_similar_name_is_suggested(arguments, meant):
    line = ask(*arguments.split(), code=2)
    assert re.search(rf"(did you mean|possible options:) '?{meant}\b", line, re.IGNORECASE), line


@pytest.mark.parametrize("arguments", ["fly", "stats xyzzy", "stats walking --set q=1", "stats walking --set seed=100"])
def test_no_name_is_suggested_if_none_is_similar(arguments):
    assert "mean" not in ask(*arguments.split(), code=2)


@pytest.mark.parametrize("text", ["- / -", "-x", "--.//"])
def test_a_position_that_begins_with_a_dash_stands_after_two(text):
    assert "; write -- before a position that begins with - (see" in ask("query", "walking", text, code=2)
    assert "not solved yet" in ask("query", "walking", "--", text, code=5)
    assert "write --" not in ask("stats", "walking", text, code=2)


@pytest.mark.parametrize(
    "arguments",
    [
        ["fly"],
        ["solve"],
        ["solve", "walking", "--backend", "magic"],
        ["solve", "walking", "--threads", "0"],
        ["solve", "walking", "--threads", "x"],
        ["stats", "walking", "--nonsense"],
    ],
)
def test_bad_usage(arguments):
    assert "--help" in ask(*arguments, code=2)


def test_the_option_wins_over_the_environment(tmp_path, data, backend):
    run("solve", "walking", "--data", tmp_path / "other")
    assert (tmp_path / "other" / "walking" / "manifest.json").exists()
    assert not data.exists()


# A game of the package


def test_the_l_game_is_solved_and_has_its_published_numbers(data):
    """The 40 rows are numbers of positions and states by value and DTM, and published mates and moves."""
    answer = json.loads(ask("solve", "lgame", "--json"))
    assert (answer["start"], answer["longest_dtm"]) == ({"value": "draw", "dtm": None}, 9)
    assert ask("reproduce", "lgame").endswith("lgame: 40 of 40 rows are as published\n")
