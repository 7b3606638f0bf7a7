"""The commands: their output on stdout and stderr, and their exit codes."""

import json
import re
import subprocess
import sys
from collections import Counter
from importlib.metadata import distribution

import pytest
from commanding import ask, run
from installing import python_path, register
from runs import KIND
from tiny_databases import edit
from walking_game.naive import NaiveSolution
from walking_game.plugin import retro_game
from walking_game.stored import store

from retro.game.loading import load
from retro.storage.database import Database
from retro.storage.location import database_path

GAME = retro_game()
SEED = 30


@pytest.fixture(autouse=True)
def walking(data, tmp_path, monkeypatch):
    """The walking game and a broken plugin are installed."""
    site = tmp_path / "site"
    register(site, "walking", {"walking": "walking_game.plugin", "broken": "broken_plugin"})
    (site / "broken_plugin.py").write_text("raise RuntimeError('it is not ready')")
    monkeypatch.syspath_prepend(str(site))


@pytest.fixture(scope="module")
def naive():
    """The solution of a walk by definition."""
    return NaiveSolution(load(GAME, {"seed": SEED}))


@pytest.fixture
def solved(data, naive):
    """The walking game is solved naively."""
    rules = load(GAME, {"seed": SEED})
    store(database_path(data, GAME, rules.options), rules, naive)
    return naive


SETTING = ("--set", f"seed={SEED}")


def test_games_lists_all_and_names_broken_plugins():
    lines = {line.split()[0]: line for line in ask("games").splitlines() if line.strip()}
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


def test_solve_prints_everything_as_json(data, naive):
    answer = json.loads(ask("solve", "walking", *SETTING, "--json", "--threads", 1))
    names = "game options positions states values start other_starts longest_dtm seconds peak_rss_bytes database"
    assert list(answer) == names.split()
    counts = naive.statistics.states
    outcomes = Counter(dict.fromkeys(("win", "loss", "draw"), 0))
    for value, states in counts.items():
        outcomes[KIND.outcome(value)] += states
    assert (answer["game"], answer["options"], answer["positions"]) == ("walking", {"seed": SEED}, 8)
    assert answer["states"] == sum(counts.values()) and answer["values"] == outcomes
    with Database(data / f"walking,seed={SEED}") as opened:
        assert answer["start"]["value"] == json.loads(ask("query", "walking", "n0", *SETTING, "--json"))["value"]
        assert answer["database"] == {"path": str(opened.path), "bytes": opened.disk_bytes}
    assert answer["seconds"] > 0 and answer["peak_rss_bytes"] > 10 << 20


def test_solving_again_replaces_the_database_with_a_remark(data):
    assert "longest DTM" in ask("solve", "walking", "--set", "seed=0")  # the default
    before = (data / "walking" / "manifest.json").stat().st_ino
    code, output, errors = run("solve", "walking", "--json")
    assert code == 0 and json.loads(output)
    assert "solved already; solving it again and replacing it" in errors
    assert (data / "walking" / "manifest.json").stat().st_ino != before


@pytest.mark.parametrize(("what", "source"), [("memory", "available_memory"), ("disk", "free_disk")])
def test_as_much_as_is_missing_is_enough(data, reported, what, source):
    """Of memory the message names what is enough in any later process."""
    reported(held_memory=0)
    missing = re.compile(rf"([\d,]+) bytes of {what} are missing \(([\d,]+) needed, ([\d,]+) (?:available|free)\)")
    reported(**{source: 100})
    short, needed, found = (
        int(each.replace(",", "")) for each in missing.search(ask("solve", "walking", code=4)).groups()
    )
    assert found == 100 and short in (needed - found, needed - found + 1)
    assert not data.exists()
    if what == "disk":
        reported(free_disk=needed - 1)
        assert "1 bytes of disk are missing" in ask("solve", "walking", code=4)
    reported(**{source: needed})
    ask("solve", "walking")


def test_a_dry_run_prints_the_plan_and_writes_nothing(data, reported):
    reported(available_memory=1 << 40, free_disk=999)
    answer = json.loads(ask("solve", "walking", "--dry-run", "--json"))
    assert 10 << 20 < answer["memory_bytes"] < 1 << 40 <= answer["memory_available_bytes"]  # and what it holds
    assert answer["disk_bytes"] == answer["database_bytes"] + answer["checkpoints_bytes"] > answer["disk_free_bytes"]
    assert answer["disk_free_bytes"] == 999 and answer["seconds"] < 60 and answer["fits"] is False
    assert f"{answer['disk_bytes'] - 999:,} bytes of disk are missing" in ask("solve", "walking", "--dry-run")
    assert not data.exists()


def test_info_of_an_unsolved_game():
    shown = ask("info", "walking")
    assert all(words in shown for words in ("seed", "which random graph", "not solved yet", "retro solve walking"))


def test_info_of_a_solved_game(solved, data):
    shown = ask("info", "walking", *SETTING)
    assert "not solved" not in shown and "backend naive" in shown
    edit(data / f"walking,seed={SEED}" / "manifest.json", digest="0")
    assert "solved by other rules" in ask("info", "walking", *SETTING)


@pytest.mark.parametrize("command", [("stats", "walking"), ("query", "walking", "n0")])
def test_an_unsolved_game_names_the_command_that_solves_it(command):
    line = ask(*command, "--set", "seed=4", code=5)
    assert "not solved yet" in line
    assert "retro solve walking --set seed=4" in line


WRONG = [
    ("{} wlaking", "installed games: "),
    ("{} broken", "it is not ready"),
    ("{} walking --set size=3", "no option 'size'"),
    ("{} walking --set seed=-1", "cannot be '-1'"),
    ("{} walking --set seed", "KEY=VALUE"),
    ("{} walking --set seed=1 --set seed=2", "twice"),
    *((line, "--help") for line in ("fly", "solve", "solve walking --backend magic")),
    *((line, "--help") for line in ("solve walking --threads 0", "stats walking --nonsense")),
    *(
        (line, "^(?!.*mean)")
        for line in ("fly", "stats xyzzy", "stats walking --set q=1", "stats walking --set seed=100")
    ),
]
SIMILAR = {
    "solv walking": "solve",
    "stats walkin": "walking",
    "stats Walking": "walking",
    "stats walking --set sead=1": "seed",
    "stats ostle --set rule8=exakt": "exact",
    "stats walking --jsn": "--json",
    "solve walking --backend queu": "queue",
    "plot walking --only dmt": "dtm",
    "heuristic british_square gredy": "greedy",
    "puzzles lgame --only neutrel": "neutral",
    "--vrsion": "--version",
}


@pytest.mark.parametrize(
    ("line", "message"),
    [*WRONG, *((line, rf"(?i)(did you mean|possible options:) '?{meant}\b") for line, meant in SIMILAR.items())],
)
def test_a_wrong_line_is_explained_and_a_similar_name_suggested(line, message):
    for command in ("info", "stats", "solve") if "{}" in line else ("",):
        assert re.search(message, ask(*line.format(command).split(), code=2))


@pytest.mark.parametrize("text", ["- / -", "-x", "--.//"])
def test_a_position_that_begins_with_a_dash_stands_after_two(text):
    assert "; write -- before a position that begins with - (see" in ask("query", "walking", text, code=2)
    assert "not solved yet" in ask("query", "walking", "--", text, code=5)
    assert "write --" not in ask("stats", "walking", text, code=2)


def test_the_option_wins_over_the_environment(tmp_path, data):
    ask("solve", "walking", "--data", tmp_path / "other")
    assert (tmp_path / "other" / "walking" / "manifest.json").exists()
    assert not data.exists()


# A game of the package


@pytest.mark.compiled
def test_the_l_game_is_solved_and_has_its_published_numbers(data):
    """The 40 rows are numbers of positions and states by value and DTM, and published mates and moves."""
    answer = json.loads(ask("solve", "lgame", "--json"))
    assert (answer["start"], answer["longest_dtm"]) == ({"value": "draw", "dtm": None}, 9)
    assert ask("reproduce", "lgame").endswith("lgame: 40 of 40 rows are as published\n")
