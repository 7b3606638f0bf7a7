"""The commands: what they print where, and how they end."""

import json
import os
import random
import re
import subprocess
import sys
from collections import Counter
from importlib.metadata import distribution
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner
from walking_game.naive import NaiveSolution
from walking_game.plugin import retro_game
from walking_game.stored import store

from retro import api, machine, solving
from retro.app import cli, trust
from retro.game import NONE, ONGOING, outcome_name
from retro.loading import load
from retro.solving.tiles import Tiles
from retro.storage import sealed
from retro.storage.database import Database
from retro.storage.location import database_path

GAME = retro_game()
SEED = 30


@pytest.fixture(autouse=True)
def walking(tmp_path, monkeypatch):
    """The walking game and a broken plugin are installed."""
    site = tmp_path / "site"
    metadata = site / "walking-1.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: walking\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text("[retro.games]\nwalking = walking_game.plugin\nbroken = broken_plugin\n")
    (site / "broken_plugin.py").write_text("raise RuntimeError('it is not ready')")
    monkeypatch.syspath_prepend(str(site))


@pytest.fixture
def retro(data):
    """Runs a command; its exit code, stdout and stderr."""

    def run(*arguments):
        result = CliRunner().invoke(cli.app, [str(argument) for argument in arguments])
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result.exit_code, result.stdout, result.stderr

    return run


@pytest.fixture
def solved(data):
    """The walking game is solved."""
    rules = load(GAME, {"seed": SEED})
    solution = NaiveSolution(rules)
    store(database_path(data, GAME, rules.options), rules, solution)
    return solution


@pytest.fixture
def backend(monkeypatch):
    """A backend that needs what the test says it needs."""
    needs = {"memory_bytes": 1000, "disk_bytes": 900, "checkpoint_bytes": 50}
    plan = SimpleNamespace(
        backend="queue", why="", seconds=1.0, assumed="", tiles=Tiles(), scratch_bytes=0, network_bytes=0, **needs
    )

    def solve(rules, backend, threads, progress, saver, tiles):
        progress.phase("level", 10, 1)
        progress.advance(10, 5)
        progress.close()
        return NaiveSolution(rules)

    monkeypatch.setattr(solving, "plans", lambda rules, backend, threads, available, store: [plan])
    monkeypatch.setattr(solving, "solve", solve)
    monkeypatch.setattr(solving, "sources", lambda backend: ())
    monkeypatch.setattr(machine, "held_memory", lambda: 0)
    return plan


def refused(answer, code):
    """The one line with which a command refused."""
    found, output, errors = answer
    assert found == code, errors
    assert output == ""
    assert errors.startswith("error: ") and errors.count("\n") == 1 and errors.isprintable() is False
    assert errors.rstrip("\n").isprintable()
    assert len(errors) < 1000
    return errors


SETTING = ("--set", f"seed={SEED}")


def test_games_lists_all_and_says_what_is_broken(retro):
    code, output, errors = retro("games")
    assert (code, errors) == (0, "")
    lines = {line.split()[0]: line for line in output.splitlines() if line.strip()}
    assert "Walk" in lines["walking"]
    assert "cannot be used: plugin broken: RuntimeError: it is not ready" in lines["broken"]


def test_games_and_info_start_no_compiler(retro):
    code = """
import sys
from retro.app.cli import app
try:
    app(sys.argv[1:])
finally:
    assert not {"numba", "llvmlite"} & set(sys.modules)
"""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    for arguments in (["games"], ["info", "walking"], ["--version"], ["--help"]):
        subprocess.run([sys.executable, "-c", code, *arguments], env=environment, check=True, capture_output=True)


def test_the_version_is_one_line(retro):
    assert retro("--version") == (0, f"retro {distribution('retrograde').version}\n", "")


def test_solve_tells_everything_in_json(retro, data, backend):
    code, output, _ = retro("solve", "walking", *SETTING, "--json", "--threads", 1)
    assert code == 0
    answer = json.loads(output)
    assert list(answer) == [
        "game",
        "options",
        "positions",
        "states",
        "values",
        "start",
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
        assert answer["start"]["value"] == json.loads(retro("query", "walking", "n0", *SETTING, "--json")[1])["value"]
        assert answer["database"] == {"path": str(opened.path), "bytes": opened.disk_bytes}
    assert answer["seconds"] > 0
    assert answer["peak_rss_bytes"] > 10 << 20


def test_solve_for_people(retro, backend):
    code, output, errors = retro("solve", "walking")
    assert (code, errors) == (0, "")
    assert "longest DTM" in output


def test_solving_again_says_so_and_replaces(retro, data, backend):
    retro("solve", "walking")
    before = (data / "walking" / "manifest.json").stat().st_ino
    code, output, errors = retro("solve", "walking", "--json")
    assert code == 0
    assert "solved already; solving it again and replacing it" in errors
    assert json.loads(output)
    assert (data / "walking" / "manifest.json").stat().st_ino != before


def test_options_at_their_defaults_are_the_same_database(retro, data, backend):
    retro("solve", "walking", "--set", "seed=0")
    assert (data / "walking").is_dir()
    assert "solved already" in retro("solve", "walking")[2]


def test_too_little_memory_is_refused_to_the_byte(retro, data, backend, monkeypatch):
    monkeypatch.setattr(machine, "available_memory", lambda: 998)
    line = refused(retro("solve", "walking"), 4)
    assert "2 bytes of memory are missing (1,000 needed, 998 available)" in line
    assert not data.exists()


def test_too_little_disk_is_refused_to_the_byte(retro, data, backend, monkeypatch):
    monkeypatch.setattr(machine, "free_disk", lambda path: 1)
    assert "999 bytes of disk are missing" in refused(retro("solve", "walking"), 4)
    assert not data.exists()


def test_a_dry_run_tells_and_does_nothing(retro, data, backend, monkeypatch):
    monkeypatch.setattr(machine, "available_memory", lambda: 1 << 40)
    monkeypatch.setattr(machine, "peak_memory", lambda: 0)
    monkeypatch.setattr(machine, "free_disk", lambda path: 999)
    monkeypatch.setattr(trust, "seconds", lambda rules, solving: 7 * solving)
    code, output, _ = retro("solve", "walking", "--dry-run", "--json")
    assert code == 0
    answer = json.loads(output)
    assert (answer["memory_bytes"], answer["memory_available_bytes"]) == (1000, 1 << 40)
    assert (answer["disk_bytes"], answer["disk_free_bytes"]) == (1000, 999)
    assert (answer["database_bytes"], answer["checkpoints_bytes"]) == (900, 100)
    assert (answer["seconds"], answer["fits"]) == (8.0, False)
    code, output, _ = retro("solve", "walking", "--dry-run")
    assert code == 0
    assert "1 bytes of disk are missing" in output
    assert not data.exists()


@pytest.mark.parametrize("error", [MemoryError, OSError(28, "No space left on device")])
def test_memory_or_disk_that_run_out_later(retro, data, backend, monkeypatch, error):
    def solve(*arguments):
        raise error

    monkeypatch.setattr(solving, "solve", solve)
    refused(retro("solve", "walking"), 4)
    assert [place.name for place in data.iterdir()] == [".walking.lock"]


def test_an_interrupted_run(retro, data, backend, monkeypatch):
    def solve(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(solving, "solve", solve)
    assert "interrupted" in refused(retro("solve", "walking"), 130)
    assert [place.name for place in data.iterdir()] == [".walking.lock"]


def test_info_of_an_unsolved_game(retro):
    code, output, errors = retro("info", "walking")
    assert (code, errors) == (0, "")
    assert "seed" in output
    assert "which random graph" in output
    assert "not solved yet" in output
    assert "retro solve walking" in output


def test_info_of_a_solved_game(retro, solved):
    code, output, _ = retro("info", "walking", *SETTING)
    assert code == 0
    assert "not solved" not in output
    assert "backend naive" in output


def test_info_of_a_database_of_other_rules(retro, solved, data):
    place = data / f"walking,seed={SEED}" / "manifest.json"
    about = json.loads(place.read_text())
    del about["checksum"]
    place.write_text(sealed.sealed(about | {"digest": "0"}))
    code, output, _ = retro("info", "walking", *SETTING)
    assert code == 0
    assert "solved by other rules" in output


def test_stats(retro, solved):
    code, output, _ = retro("stats", "walking", *SETTING, "--json")
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
    code, output, _ = retro("stats", "walking", *SETTING)
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


def test_query(retro, solved):
    code, output, _ = retro("query", "walking", "n3", *SETTING, "--json")
    assert code == 0
    answer = json.loads(output)
    assert list(answer) == ["position", "value", "dtm", "forbidden", "from_start", "moves"]
    assert (answer["position"], answer["forbidden"]) == ("n3", None)
    assert answer["moves"]
    for each in answer["moves"]:
        assert list(each) == ["move", "value", "dtm", "forbidden", "replies"]
        assert each["forbidden"] is False
    assert (answer["value"], answer["dtm"]) == (answer["moves"][0]["value"], answer["moves"][0]["dtm"])
    code, output, _ = retro("query", "walking", "n3", *SETTING)
    assert code == 0
    assert "[...x............]" in output
    counted = [each["replies"] for each in answer["moves"] if each["replies"]]
    assert counted and all(list(each) == ["holding", "legal"] for each in counted)
    assert all(f"   {each['holding']} of {each['legal']}   " in output for each in counted)
    for each in answer["moves"]:
        assert any(line.split()[:2] == [each["move"], each["value"]] for line in output.splitlines() if line.strip())


def test_a_game_that_cannot_be_drawn(retro, solved, tmp_path):
    line = refused(retro("query", "walking", "n3", *SETTING, "--svg", str(tmp_path / "board.svg")), 2)
    assert "walking cannot be drawn" in line and not list(tmp_path.glob("*.svg"))


def test_query_with_a_forbidden_move(retro, solved):
    free = json.loads(retro("query", "walking", "n3", *SETTING, "--json")[1])
    best = free["moves"][0]["move"]
    code, output, _ = retro("query", "walking", "n3", *SETTING, "--forbid", best, "--json")
    assert code == 0
    answer = json.loads(output)
    assert answer["forbidden"] == best
    assert [each["move"] for each in answer["moves"] if each["forbidden"]] == [best]
    legal = [each for each in answer["moves"] if not each["forbidden"]]
    if legal:
        assert (answer["value"], answer["dtm"]) == (legal[0]["value"], legal[0]["dtm"])
    assert "forbidden" in retro("query", "walking", "n3", *SETTING, "--forbid", best)[1]


def test_query_with_the_previous_position(retro, solved):
    rules = load(GAME, {"seed": SEED})
    tried = 0
    for key in range(16):
        for move in rules.moves(key):
            if move.outcome == 0:
                answer = retro("query", "walking", f"n{move.successor}", *SETTING, "--previous", f"n{key}", "--json")
                undo = rules.undo(key, move.code, move.successor)
                assert json.loads(answer[1])["forbidden"] == (None if undo < 0 else f"e{undo}")
                tried += undo >= 0
    assert tried > 0
    line = refused(retro("query", "walking", "n3", *SETTING, "--previous", "n3"), 2)
    assert "no move leads from n3 to n3" in line
    refused(retro("query", "walking", "n3", *SETTING, "--previous", "n2", "--forbid", "e1"), 2)


def test_query_after_moves(retro, solved):
    """Position and forbidden move are those after each prefix of a random game, from the start or from a position."""
    rules, chance, tried = load(GAME, {"seed": SEED}), random.Random(4), 0
    for begin in ("start", "n3", "3"):
        key, forbidden, played = rules.initial if begin == "start" else 3, NONE, []
        for _ in range(12):
            answer = json.loads(retro("query", "walking", begin, *SETTING, "--moves", " ".join(played), "--json")[1])
            told = None if forbidden == NONE else f"e{forbidden}"
            assert (answer["position"], answer["forbidden"]) == (f"n{key}", told)
            tried += forbidden != NONE
            open_moves = [move for move in rules.moves(key) if move.outcome == ONGOING and move.code != forbidden]
            if not open_moves:
                break
            move = chance.choice(open_moves)
            played.append(f"e{move.code}")
            key, forbidden = move.successor, rules.undo(key, move.code, move.successor)
    assert tried > 0
    assert json.loads(retro("query", "walking", *SETTING, "--json")[1])["position"] == f"n{rules.initial}"


def test_moves_that_cannot_be_played(retro, solved):
    rules = load(GAME, {"seed": SEED})
    assert "no move of" in refused(retro("line", "walking", *SETTING, "--moves", "e9999"), 2)
    first = rules.moves(rules.initial)[0].code
    line = refused(retro("query", "walking", *SETTING, "--forbid", f"e{first}", "--moves", f"e{first}"), 2)
    assert f"'e{first}' is forbidden in n{rules.initial}" in line


@pytest.mark.parametrize("position", ["", "x", "n99", "n" + "1" * 100_000, "n\x00", "n1\n", "ñ１", "\udcff", "[red]x"])
def test_query_of_no_position_is_one_line_solved_or_not(retro, solved, position):
    refused(retro("query", "walking", position, *SETTING), 2)
    refused(retro("query", "walking", position, "--set", "seed=1"), 5)
    refused(retro("query", "walking", "n0", *SETTING, "--previous", position), 2)
    refused(retro("query", "walking", "n0", *SETTING, "--forbid", position), 2)


@pytest.mark.parametrize("command", [("stats", "walking"), ("query", "walking", "n0")])
def test_what_is_not_solved_names_the_command_that_solves_it(retro, command):
    line = refused(retro(*command, "--set", "seed=4"), 5)
    assert "not solved yet" in line
    assert "retro solve walking --set seed=4" in line


def test_a_damaged_database(retro, solved, data):
    (data / f"walking,seed={SEED}" / "values.zst").write_bytes(b"")
    assert "damaged" in refused(retro("stats", "walking", *SETTING), 3)
    assert "retro solve walking" in refused(retro("query", "walking", "n0", *SETTING), 3)


@pytest.mark.parametrize("command", ["info", "stats", "solve"])
def test_bad_games_and_options(retro, command):
    assert "installed games: " in refused(retro(command, "wlaking"), 2)
    assert "it is not ready" in refused(retro(command, "broken"), 2)
    assert "no option 'size'" in refused(retro(command, "walking", "--set", "size=3"), 2)
    assert "cannot be '-1'" in refused(retro(command, "walking", "--set", "seed=-1"), 2)
    assert "KEY=VALUE" in refused(retro(command, "walking", "--set", "seed"), 2)
    assert "twice" in refused(retro(command, "walking", "--set", "seed=1", "--set", "seed=2"), 2)


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
def test_what_may_have_been_meant_is_told(retro, arguments, meant):
    line = refused(retro(*arguments.split()), 2)
    assert re.search(rf"(did you mean|possible options:) '?{meant}\b", line, re.IGNORECASE), line


@pytest.mark.parametrize("arguments", ["fly", "stats xyzzy", "stats walking --set q=1", "stats walking --set seed=100"])
def test_nothing_is_guessed_where_nothing_is_alike(retro, arguments):
    assert "mean" not in refused(retro(*arguments.split()), 2)


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
def test_bad_usage(retro, arguments):
    assert "--help" in refused(retro(*arguments), 2)


def test_a_data_directory_that_cannot_be_one(retro, tmp_path, backend):
    (tmp_path / "file").write_text("")
    code, output, errors = retro("solve", "walking", "--data", tmp_path / "file")
    assert (code in (2, 5), output) == (True, "")
    assert errors.startswith("error: ") and errors.count("\n") == 1


def test_the_option_wins_over_the_environment(retro, tmp_path, data, backend):
    retro("solve", "walking", "--data", tmp_path / "other")
    assert (tmp_path / "other" / "walking" / "manifest.json").exists()
    assert not data.exists()


# The real thing


def test_the_l_game_from_nothing_to_best_play(retro, data):
    code, output, _ = retro("solve", "lgame", "--json")
    assert code == 0
    answer = json.loads(output)
    assert (answer["positions"], answer["states"]) == (18_368, 36_736)
    assert answer["values"] == {"win": 16_096, "loss": 464, "draw": 20_176}
    assert (answer["start"], answer["longest_dtm"]) == ({"value": "draw", "dtm": None}, 9)

    code, output, _ = retro("stats", "lgame", "--json")
    assert code == 0
    answer = json.loads(output)
    assert {"value": "loss", "dtm": 0, "states": 240} in answer["histogram"]

    with api.open("lgame") as table:
        start = str(table.rules.text.format(table.rules.initial))
        longest = max(
            (table.rules.unrank(index) for index in range(table.rules.slots)), key=lambda key: table.probe(key).dtm or 0
        )
        assert len(table.line(longest)) == 9
    code, output, _ = retro("query", "lgame", start, "--json")
    assert code == 0
    answer = json.loads(output)
    assert (answer["position"], answer["value"], answer["dtm"]) == (start, "draw", None)
    assert "draw" in {each["value"] for each in answer["moves"]}

    code, output, _ = retro("reproduce", "lgame")
    assert code == 0 and output.endswith("lgame: 40 of 40 rows are as published\n")
