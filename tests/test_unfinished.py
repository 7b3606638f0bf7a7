"""A game that is being solved tier by tier answers for its finished tiers, from the files of the run."""

import json
import math
from contextlib import suppress

import pytest
from commanding import ask, run
from random_files import checkpoint_file
from runs import rules_of
from scanned_game import keys_of

import retro
from retro import solving
from retro.app import interruption
from retro.storage.location import checkpoint_path, database_path, growing_path
from retro.storage.unfinished import UnfinishedDatabase
from retro.system.errors import Damaged, DatabaseError, NotSolved
from retro.system.progress import Silent

SPEEDS = "13"


@pytest.fixture
def rules(examples):
    return rules_of("squadro", speeds=SPEEDS)


class Begun(Silent):
    """The share of the game that was finished when the tiers in progress were begun."""

    share = 0.0

    def tier(self, name, share):
        self.share = share


def interrupted(rules, path, share):
    """Solves the game until about such a ``share`` of it is finished."""
    begun = Begun()
    identity = interruption.identity("solve", rules, "queue")
    path.parent.mkdir(parents=True, exist_ok=True)
    checkpoint = checkpoint_file(checkpoint_path(path), lambda: begun.share >= share, identity, interval=math.inf)
    with pytest.raises(KeyboardInterrupt):
        solving.solve(rules, "queue", 1, begun, checkpoint)


@pytest.mark.parametrize("share", [0.1, 0.7])
def test_records_of_finished_tiers_are_final(rules, tmp_path, share):
    """A record is that of the solution, or NotSolved is raised; then the run goes on and ends as usual."""
    path = database_path(tmp_path, rules.game, rules.options)
    interrupted(rules, path, share)
    solution = solving.solve(rules, "queue", 1, Silent())
    final, answered = solution.planes(0, rules.slots), 0
    with UnfinishedDatabase(path, rules) as database:
        for slot in range(rules.slots):
            try:
                record = database.record(slot)
            except NotSolved as error:
                assert "tiers are finished" in str(error)
            else:
                assert record == tuple(int(plane[slot]) for plane in final)
                answered += rules.unrank(slot) >= 0
        statistics = database.manifest.statistics
        assert statistics.positions == answered == sum(statistics.states.values())
    assert 0 < answered < solution.statistics.positions
    with pytest.raises(DatabaseError, match="closed"):
        database.record(0)


def test_play_from_a_finished_tier_is_answered_before_the_game_is_solved(rules, tmp_path):
    path = database_path(tmp_path, rules.game, rules.options)
    interrupted(rules, path, 0.7)
    where = ("squadro", "--set", f"speeds={SPEEDS}", "--data", tmp_path)
    assert "another tier" in ask("query", *where, "start", code=5)
    with retro.open("squadro", tmp_path, unfinished=True, speeds=SPEEDS) as table:
        values = {}
        for key in keys_of(rules):
            with suppress(NotSolved):
                values[rules.text.format(key)] = str(table.probe(key))
        finished, about = table.database.finished, table.database.manifest
        assert table.unfinished
    with pytest.raises(NotSolved):
        retro.open("squadro", tmp_path, speeds=SPEEDS)
    some = sorted(values)[:: max(1, len(values) // 5)]
    begun = [ask("line", *where, position) for position in some]
    counted = json.loads(ask("stats", *where, "--json"))
    assert counted["positions"] == len(values) == sum(counted["values"].values()) and counted["tiers"] == []
    assert counted["longest_dtm"] == about.longest_dtm
    for command in ("stats", "info"):
        shown = ask(command, *where)
        assert f"{len(values):,}" in shown and f"{finished}, after" in shown and "section " not in shown
    ask("solve", *where)
    assert not growing_path(checkpoint_path(path)).exists()
    with retro.open("squadro", tmp_path, unfinished=True, speeds=SPEEDS) as table:
        assert not table.unfinished
        assert {position: str(table.probe(position)) for position in values} == values
    assert [ask("line", *where, position) for position in some] == begun


def test_files_of_the_run_that_are_damaged_are_refused(rules, tmp_path):
    path = database_path(tmp_path, rules.game, rules.options)
    with pytest.raises(NotSolved, match="no database"):
        UnfinishedDatabase(path, rules)
    interrupted(rules, path, 0.7)
    growing_path(checkpoint_path(path)).write_bytes(b"")
    where = ("squadro", "--set", f"speeds={SPEEDS}", "--data", tmp_path)
    for command in (("query", *where, "start"), ("solve", *where)):
        code, output, errors = run(*command)
        assert (code, output) == (Damaged.exit_code, "") and "is damaged: it is empty" in errors
    ask("solve", *where, "--restart")
