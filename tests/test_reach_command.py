"""Distances from the start, and shortest games, on the command line and in Python."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from commanding import ask, run
from installing import register
from small_games import without_unmoves
from state_distances import classes, histogram, walk_rules, walks
from walking_game.stored import solved as solved_walk

from retro.game import NONE, ONGOING
from retro.query import api
from retro.query.state_answers import from_start
from retro.storage import NotSolved
from retro.system.errors import GameError, ResourceError


def has_everything(seed: int) -> bool:
    """Whether some positions are unreachable, and nothing is forbidden in some reachable state besides the start."""
    plies = walks(walk_rules(seed), obeyed=True)
    free = sum(code == NONE for _, code in plies)
    return free > 1 and 4 < len({min(key, 15 - key) for key, _ in plies}) < 8


SEED = next(seed for seed in range(1, 100) if has_everything(seed))
SETTING = ("--set", f"seed={SEED}")


@pytest.fixture
def solved(site, data):
    """The walking game is installed and solved; its rules and the directory of its database."""
    register(site, "walking", {"walking": "walking_game.plugin"})
    return solved_walk(data, SEED)


@pytest.fixture
def searched(solved):
    """It is searched from the start, too; also the plies to every state by legal moves, by definition."""
    ask("reach", "walking", *SETTING)
    return *solved, classes(solved[0], walks(solved[0], obeyed=True))


def answer(*arguments) -> dict:
    return json.loads(ask(*arguments, "--json"))


def test_reach_as_json_and_for_people(solved):
    rules, path = solved
    reply = answer("reach", "walking", *SETTING)
    fields = "game options histogram states positions unreached deepest seconds peak_rss_bytes"
    assert list(reply) == fields.split()
    plies_of = classes(rules, walks(rules, obeyed=False))
    counts = histogram(level for (key, _), level in plies_of.items() if key < rules.slots)
    assert reply["histogram"] == [{"distance": plies, "states": states} for plies, states in enumerate(counts)]
    assert (reply["states"], reply["deepest"]) == (sum(counts), len(counts) - 1)
    assert reply["positions"] == len({key for key, _ in plies_of}) // 2
    assert reply["positions"] + reply["unreached"] == rules.slots and reply["unreached"] > 0
    code, output, _ = run("reach", "walking", *SETTING)
    assert code == 0
    rows = [line.split() for line in output.splitlines() if line.strip()]
    for plies, states in enumerate(counts):
        assert [str(plies), str(states)] in rows
    new = {"distances.zst", "reach-run.json", "reach.json"}
    assert {each.name for each in path.iterdir()} == {"manifest.json", "run.json", "values.zst"} | new


def test_query_prints_the_distance_once_it_is_computed(solved, request):
    assert answer("query", "walking", "n0", *SETTING)["from_start"] is None
    assert "from the start" not in ask("query", "walking", "n0", *SETTING)
    rules, _, plies_of = request.getfixturevalue("searched")
    for move in rules.moves(rules.initial):
        if move.outcome == ONGOING:
            undo = rules.undo(rules.initial, move.code, move.successor)
            shown = answer("query", "walking", f"n{move.successor}", *SETTING, "--previous", "n0")
            assert shown["from_start"] == plies_of[move.successor, undo]
    assert "from the start  0 plies" in ask("query", "walking", "n0", *SETTING)


def test_line_from_the_start(solved, request):
    assert "retro reach walking --set seed=" in ask("line", "walking", "n0", *SETTING, "--from-start", code=5)
    rules, _, plies_of = request.getfixturevalue("searched")
    unreached = 0
    for key in range(0, rules.module.NODES, 3):
        for move in rules.moves(key):
            command = ("line", "walking", f"n{key}", *SETTING, "--forbid", f"e{move.code}", "--from-start")
            if (key, move.code) not in plies_of:
                assert f"no game reaches n{key} with e{move.code} forbidden" in ask(*command, code=2)
                unreached += 1
                continue
            reply, output = answer(*command), ask(*command)
            assert list(reply) == "game options position value dtm forbidden begins plies endless moves".split()
            assert (reply["position"], reply["forbidden"], reply["begins"]) == (f"n{key}", f"e{move.code}", "n0")
            assert reply["plies"] == len(reply["moves"]) == plies_of[key, move.code]
            assert reply["moves"][-1]["after"] in (f"n{key}", f"n{15 - key}")
            assert ("an image of" in output) == (reply["moves"][-1]["after"] != f"n{key}")
            rows = [line.split() for line in output.splitlines()]
            for number, each in enumerate(reply["moves"], 1):
                assert any(row[:2] == [str(number), each["move"]] and row[-1] == each["after"] for row in rows)
    assert unreached
    ask("line", "walking", "n0", *SETTING, "--from-start", "--previous", "n1", "--forbid", "e1", code=2)


def test_errors_of_reach_name_the_remedy(searched, reported):
    (searched[1] / "distances.zst").write_bytes(b"")
    ask("reach", "walking", *SETTING)
    assert answer("query", "walking", "n0", *SETTING)["from_start"] == 0
    assert "retro solve walking" in ask("reach", "walking", "--set", "seed=99", code=5)
    reported(free_disk=3)
    assert "3 bytes of disk are missing (6 needed, 3 free)" in ask("reach", "walking", *SETTING, code=4)
    reported(available_memory=0)
    assert "bytes of memory are missing" in ask("reach", "walking", *SETTING, code=4)


def test_python(solved, request):
    rules, path = solved
    with api.open_at(path, rules) as table:
        for ask in (table.distance, table.from_start):
            with pytest.raises(NotSolved, match="retro reach walking"):
                ask("n0")
    _, _, plies_of = request.getfixturevalue("searched")
    with api.open_at(path, rules) as table:
        for key in range(rules.module.NODES):
            levels = [level for (node, _), level in plies_of.items() if node == key]
            assert table.distance(key) == min(levels, default=None)
            assert table.distance(f"n{key}", NONE) == plies_of.get((key, NONE))
            for move in rules.moves(key):
                assert table.distance(key, f"e{move.code}") == plies_of.get((key, move.code))
            if not levels:
                with pytest.raises(GameError, match=f"^no game reaches n{key}$"):
                    table.from_start(key)
                continue
            game, at = table.from_start(key), rules.initial
            assert len(game) == min(levels)
            for each in game:
                assert each in [replace(move, forbidden=False) for move in table.moves(at)]
                at = rules.text.parse(each.after)
        with pytest.raises(GameError, match="no move of n0"):
            table.distance("n0", "e9")


def test_a_query_omits_a_distance_that_needs_too_much_memory(searched, reported):
    rules, path, _ = searched
    with api.open_at(path, replace(without_unmoves(rules), digest=rules.digest)) as table:
        reported(available_memory=0)
        with pytest.raises(ResourceError, match="bytes of memory are missing"):
            table.distance("start", NONE)
        assert from_start(table, rules.initial, NONE) is None
        assert from_start(table, rules.initial, None) == 0
