"""Puzzles that a server composes beforehand, in a process of its own."""

import shutil
import signal
import subprocess
import sys

import pytest
from workplace import awaited

from retro.query.puzzle_answers import puzzle_answer
from retro.serve import puzzle_search
from retro.serve.composing import Composer
from retro.serve.open_databases import OpenDatabases
from retro.serve.puzzle_collections import MAX_CHOSEN, Collection


@pytest.fixture
def databases(small_game, tmp_path):
    """Returns the databases of the small British Square, whose puzzles are composed quickly."""
    path = small_game("british_square").tablebase.database.path
    shutil.copytree(path, tmp_path / path.name)
    databases = OpenDatabases(tmp_path, ["british_square"])
    yield databases
    databases.close()


def collection_of(databases):
    (about,) = databases.solved("british_square")
    return databases.collections.at(about)


def test_all_puzzles_are_composed_when_the_server_starts(small_game, databases, caplog):
    with Composer(databases):
        awaited(lambda: collection_of(databases).complete)
    assert not caplog.records
    expected = dict(puzzle_search.composed(small_game("british_square").tablebase))
    collection = collection_of(databases)
    assert collection.kinds.keys() == expected.keys() == {"points"}
    answers = [puzzle_answer(each) for each in expected["points"]]
    assert answers and [collection.answer(each["position"]) for each in answers] == answers


def test_the_end_of_the_server_ends_the_process(databases):
    endless = """import time; print('["points", []]', flush=True); time.sleep(600)"""
    with Composer(databases, [sys.executable, "-c", endless]) as composer:
        awaited(lambda: collection_of(databases).kinds)
        assert composer._process.poll() is None
    assert composer._process.returncode == -signal.SIGKILL and not composer._thread.is_alive()


WAITING = """
import os, time
from retro.serve import composing

def load(name):
    idle = not hasattr(os, "SCHED_IDLE") or os.sched_getscheduler(0) == os.SCHED_IDLE
    os.write(2, b"%d %d" % (os.nice(0), idle))
    time.sleep(600)

composing.plugins.load = load
composing.main()
"""
"""The process that composes, which says its priority and finds no end of loading a game."""


def test_the_process_has_the_lowest_priority_and_ends_when_its_input_ends():
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", WAITING, "data", "game"], **pipes) as process:
        assert process.stderr.read(4) == b"19 1" and process.poll() is None
        process.stdin.close()
        assert process.wait(60) == 1


@pytest.mark.parametrize("command", [["false"], ["echo", "no JSON"], ["/nowhere/python"]])
def test_a_process_that_fails_leaves_the_server_without_puzzles(databases, caplog, command):
    with Composer(databases, command):
        awaited(lambda: collection_of(databases).complete)
    assert collection_of(databases).kinds == {}
    assert [each.message for each in caplog.records if "puzzles" in each.message]


def test_a_database_that_is_requested_is_composed_next(databases):
    (about,) = databases.solved("british_square")
    composer = Composer(databases)
    others = [about.__class__(**{**vars(about), "digest": str(number)}) for number in range(3)]
    for each in others:
        composer._want(each)
    composer._want(others[0])
    assert [composer._next().digest for _ in others] == ["0", "2", "1"]


@pytest.mark.parametrize(("tries", "without"), [(30, 30), (30, 0), (2, 30), (0, 30)])
def test_a_choice_has_tries_in_two_of_three_puzzles(tries, without):
    collection = Collection()
    some = [{"position": str(number), "tries": [0] * (number < tries)} for number in range(tries + without)]
    collection.add("short", [{**each, "theme": "win", "grade": "easy", "tags": [], "plies": 3} for each in some])
    chosen = [collection.chosen("short", seed) for seed in range(20)]
    for each in chosen:
        having = sum(puzzle["tries"] for puzzle in each)
        assert having == min(tries, MAX_CHOSEN)
        assert len(each) - having == min(without, (having or MAX_CHOSEN) // 2)
    shown = {puzzle["position"] for each in chosen for puzzle in each}
    assert len(shown) > 0.9 * (tries + without) or (tries, without) != (30, 30)
