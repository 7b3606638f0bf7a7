"""Graded draws on the command line, in Python and in files; the grades of the game are worked out by hand."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import harbour_game as harbour_package
import pytest
from commanding import ask, played, run
from harbour_game.plugin import retro_game as harbour
from installing import forget, write_package
from runs import rules_of
from small_games import lacking

import retro
from retro.game import loading, plugins
from retro.grading import grading
from retro.play.players import PerfectPlayer
from retro.play.states import States
from retro.storage import Damaged, NotSolved, Unusable, checksums, grades
from retro.storage.grades import GradeFile
from retro.system.errors import GameError
from retro.system.progress import Silent

pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered")

GRADES = {
    "sea0": 0,  # who enters the bay lets the other one choose the harbour
    "sea1": 0,
    "adrift0": -333,
    "bay0": 333,
    "bay1": 333,
    "east0": -333,  # one of three positions is lost for player 0
    "east1": 333,
    "west0": 333,
    "west1": -333,
}


@pytest.fixture
def game(data, monkeypatch):
    """The game is installed; the directory of databases. Kernels run in plain Python."""
    monkeypatch.setenv("RETRO_PLAIN", "1")
    monkeypatch.setattr(plugins, "load", lambda name: harbour())
    return data


@pytest.fixture
def graded(game):
    """The game is solved, and its draws are graded; the directory of its database."""
    ask("solve", "harbour", "--draws", "graded")
    return game / "harbour"


def test_every_position_has_its_grade(graded):
    with retro.open("harbour") as table:
        assert {name: table.grade(name) for name in GRADES} == GRADES
        assert table.grade("slipped0") is None
        moves = {each.move: each.grade for each in table.moves("bay0")}
        assert moves == {"west": 333, "wait": -333, "east": -333}
        assert [each.move for each in table.moves("sea0")] == ["wait", "enter"]
        assert {each.move: each.grade for each in table.moves("east0")} == {"wait": -333, "slip": None}


def test_best_play_of_a_draw_ends_where_play_stays(graded):
    with retro.open("harbour") as table:
        assert [each.move for each in table.line("adrift0")] == ["enter", "east"]
        assert table.line("sea0") == [] and table.line("west0") == []
        assert [each.move for each in table.line("east0")] == []


def test_query_shows_grades(graded):
    shown = ask("query", "harbour", "adrift0")
    assert "grade     -333\n" in shown
    assert any(line.split()[:3] == ["enter", "draw", "-333"] for line in shown.splitlines())
    answer = json.loads(ask("query", "harbour", "bay1", "--json"))
    assert answer["grade"] == 333 and [each["grade"] for each in answer["moves"]] == [333, -333, -333]


def test_the_perfect_player_prefers_the_better_draw(graded):
    moves = played(ask("play", "harbour", "adrift0", "--first", "perfect", "--second", "perfect", "--plies", "6"))
    assert moves == ["enter", "east", "wait", "wait", "wait", "wait"]
    with retro.open("harbour") as table:
        states = States(table.rules, table.database.record, grades=table.grades)
        player = PerfectPlayer(random.Random(0))
        chosen = {name: player.choose(states.at(table.rules.text.parse(name))).move.code for name in ("bay0", "bay1")}
    assert chosen == {"bay0": 3, "bay1": 2}


def test_a_solved_game_is_only_graded(game):
    ask("solve", "harbour")
    file = game / "harbour" / "values.zst"
    before = file.stat().st_ino
    with retro.open("harbour") as table:
        assert table.grades is None and table.grade("bay0") is None
        assert {each.grade for each in table.moves("bay0")} == {None}
    answer = json.loads(ask("solve", "harbour", "--draws", "graded", "--json"))
    assert file.stat().st_ino == before
    assert answer["drawn"] == 9
    assert answer["grades"] == [
        {"grade": 333, "positions": 4},
        {"grade": 0, "positions": 2},
        {"grade": -333, "positions": 3},
    ]
    shown = ask("solve", "harbour", "--draws", "graded")
    assert "drawn positions  9\n" in shown


def test_solving_again_removes_the_grades(graded):
    ask("solve", "harbour")
    assert not (graded / "grades.zst").exists()
    with retro.open("harbour") as table:
        assert table.grade("bay0") is None


def test_games_without_tiers_or_with_scores_are_refused(game, monkeypatch):
    rules = rules_of(harbour())
    with pytest.raises(GameError, match=r"harbour: draws can be graded only where rules.py defines a tier"):
        grading.check(lacking(rules, "tier"))
    monkeypatch.undo()
    assert "not scores" in ask("solve", "british_square", "--draws", "graded", code=2)
    assert "defines a tier" in ask("solve", "lgame", "--draws", "graded", code=2)


@pytest.mark.soak(only=True)
def test_verification_finds_a_wrong_grade(graded, monkeypatch):
    monkeypatch.delenv("RETRO_PLAIN")
    assert json.loads(ask("verify", "harbour", "--json"))["wrong_grades"] == 0
    digest = rules_of(harbour()).digest
    file = GradeFile(graded, 11, digest)
    rows, about = file.rows().copy(), file.about
    rows[rows[:, 0] == 333, 0] = 334
    grades.write(graded, digest, rows, 2, about.counts, 1, lambda slots: None)
    done = run("verify", "harbour", "--json")
    assert done.code == 1 and json.loads(done.output)["wrong_grades"] > 0


# A plugin that says what staying is worth

DRAWS = """
from .rules import NAMES
NUMBERS = {"east0": -700, "east1": 700, "slipped1": 700, "west0": 250, "west1": -250, "slipped0": 250}
TABLE = tuple(NUMBERS.get(name, 0) for name in NAMES)
def staying(key):
    return TABLE[key]
"""


@pytest.fixture
def telling(site, game, monkeypatch):
    """Returns a function that installs the game with a source of draws.py."""
    sources = {
        name: Path(harbour_package.__path__[0], f"{name}.py").read_text(encoding="utf-8") for name in ("rules", "text")
    }

    def install(source: str) -> None:
        forget(site)
        write_package(site, "telling_harbour", draws=source, **sources)
        monkeypatch.setattr(plugins, "load", lambda name: replace(harbour(), package="telling_harbour"))

    return install


def test_the_plugin_may_give_the_numbers(telling, game):
    telling(DRAWS)
    ask("solve", "harbour", "--draws", "graded")
    with retro.open("harbour") as table:
        assert {name: table.grade(name) for name in ("sea0", "adrift0", "bay0", "bay1", "east0", "west0")} == {
            "sea0": 0,
            "adrift0": -700,
            "bay0": 250,
            "bay1": 700,
            "east0": -700,
            "west0": 250,
        }
    telling(DRAWS.replace("700", "600"))
    line = run("query", "harbour", "bay0").errors
    assert "grades.json was made by another staying; grade the draws again" in line and line.count("\n") == 1
    ask("solve", "harbour", "--draws", "graded")
    assert json.loads(ask("query", "harbour", "bay1", "--json"))["grade"] == 600


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("return TABLE[key]", "return 2000"), "staying returned 2000, not a number from -1000 to 1000 (position"),
        (("return TABLE[key]", "return 1"), "staying does not just change its sign with the player to move, in a tier"),
        (("def staying", "def stays"), "draws.py does not define a function staying"),
        (("NUMBERS = {", "NUMBERS = {1 // 0: 0, "), "draws.py cannot be imported: ZeroDivisionError"),
    ],
)
def test_mistakes_of_the_plugin_are_named(telling, change, message):
    telling(DRAWS.replace(*change))
    ask("solve", "harbour")
    done = run("solve", "harbour", "--draws", "graded")
    assert done.code == 2 and done.output == ""
    assert done.errors.splitlines()[-1].startswith(f"error: plugin harbour: {message}")


# Files


def test_check_file_covers_the_grades(graded):
    digest = rules_of(harbour()).digest
    names = {each.path.name for each in checksums.check(graded, digest, 1, Silent())}
    assert {"grades.json", "grades.zst"} <= names
    file = graded / "grades.zst"
    sound = file.read_bytes()
    file.write_bytes(sound[:20] + bytes([sound[20] ^ 255]) + sound[21:])
    assert [each.path.name for each in checksums.check(graded, digest, 1, Silent()) if each.problem] == ["grades.zst"]
    file.write_bytes(sound)
    (graded / "grades.json").unlink()
    assert [each.path.name for each in checksums.check(graded, digest, 1, Silent()) if each.problem] == ["grades.json"]


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"digest": "0" * 64}, Unusable),
        ({"columns": 3}, Damaged),
        ({"columns": 5}, Damaged),
        ({"counts": {"a": 1}}, Damaged),
        ({"counts": {"1": -1}}, Damaged),
        ({"file": {"bytes": 1, "sha256": "", "table_sha256": ""}}, Damaged),
    ],
)
def test_a_changed_description_is_refused(graded, change, error):
    from tiny_databases import edit

    edit(graded / "grades.json", **change)
    with pytest.raises(error, match=r"grade the draws again") as raised:
        GradeFile(graded, 11, rules_of(harbour()).digest)
    assert "\n" not in str(raised.value)


def test_damaged_grades_are_named_and_can_be_made_again(graded):
    (graded / "grades.zst").write_bytes(b"nothing")
    line = run("query", "harbour", "bay0").errors
    assert "grades.zst is missing or damaged; grade the draws again (retro solve harbour --draws graded)" in line
    ask("solve", "harbour", "--draws", "graded")
    assert json.loads(ask("query", "harbour", "bay0", "--json"))["grade"] == 333


def test_without_a_file_there_are_no_grades(game):
    ask("solve", "harbour")
    with pytest.raises(NotSolved, match="draws are not graded yet"):
        grades.read(game / "harbour", loading.load(harbour(), {}).digest)
