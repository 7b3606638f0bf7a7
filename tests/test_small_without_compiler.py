"""Small games are solved, verified and looked up in plain Python: the compiler is not even imported."""

import hashlib
import subprocess
import sys
from dataclasses import replace

import pytest
from broken_games.corridor.plugin import retro_game as corridor

from retro.game.loading import load
from retro.game.rules import FEW_MOVES, IndexedRules
from retro.indexing.discovery import with_few_positions
from retro.solving.backends import chosen
from retro_british_square.plugin import retro_game as british_square
from retro_lgame.plugin import retro_game as lgame

GAME = "british_square --set size=3"
PROGRAM = """
import sys, retrograde
try:
    retrograde.main()
finally:
    print("compiler", "numba" in sys.modules)
"""


@pytest.fixture
def without_choice(monkeypatch, data, tmp_path):
    """What users have: RETRO_PLAIN is not set, and the cache is empty."""
    monkeypatch.delenv("RETRO_PLAIN", raising=False)
    monkeypatch.setenv("RETRO_CACHE", str(tmp_path / "cache"))
    return data


def output(line):
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *line.split()], capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_commands_about_a_small_game_do_not_import_the_compiler(without_choice):
    solved = output(f"solve {GAME}")
    assert "backend reference" in solved
    line = "query", "verify", "reach", "report", "play --first random --second perfect", "playouts", "puzzles"
    for command in line:
        name, *options = command.split()
        position = ["start"] if name == "query" else []
        assert output(" ".join([name, GAME, *position, *options])).endswith("compiler False\n"), command
    assert solved.endswith("compiler False\n")


@pytest.mark.compiled
def test_both_ways_write_the_same_bytes(without_choice, monkeypatch):
    digests = []
    for environment in ("", "0"):
        monkeypatch.setenv("RETRO_PLAIN", environment)
        output(f"solve {GAME}")
        (values,) = without_choice.glob("*/values.zst")
        digests.append(hashlib.sha256(values.read_bytes()).hexdigest())
    assert digests[0] == digests[1]


def test_a_game_is_small_by_its_positions_images_and_moves(monkeypatch):
    rules = load(corridor(), {"fuel": 3})
    assert isinstance(rules, IndexedRules)
    assert rules.plain
    assert rules.few_positions == FEW_MOVES // rules.group // rules.max_moves
    assert not load(lgame(), {}).plain
    monkeypatch.delenv("RETRO_PLAIN")
    assert chosen(rules, "auto") == "reference"
    assert chosen(replace(rules, plain=False), "auto") == "queue"


def test_positions_are_counted_while_they_are_enumerated(without_choice):
    small, large = (load(british_square(), british_square().choose({"size": size})) for size in ("3", "5"))
    found = with_few_positions(small)
    assert isinstance(found, IndexedRules)
    assert found.plain
    assert with_few_positions(large) is large
