"""The sweep backend, as commands use it: `test_backends` and others compare its records with those of the others."""

import json

import pytest
from commanding import ask
from runs import rules_of
from scanned_game import BOARD
from small_games import lacking
from walking_game.plugin import retro_game as walking

from retro.solving import plans, solve
from retro.system.errors import GameError
from retro.system.progress import Silent

OSTLE = ["ostle", *BOARD]
PLENTY = 1 << 40


def test_a_dry_run_has_a_row_for_each_backend_where_there_is_a_choice():
    def rows(*arguments):
        answer = json.loads(ask("solve", *arguments, "--dry-run", "--json"))
        return [(each["backend"], each["store"]) for each in answer["stores"]]

    in_stores = [("queue", store) for store in ("plain", "packed", "files")]
    assert rows(*OSTLE) == [*in_stores, ("sweep", "plain")]
    assert rows(*OSTLE, "--backend", "queue") == in_stores
    assert rows(*OSTLE, "--backend", "sweep") == rows(*OSTLE, "--store", "plain")[1:] == [("sweep", "plain")]
    assert rows(*OSTLE, "--store", "files") == in_stores[2:]
    assert rows("british_square", "--set", "size=3") == [("queue", "plain")]


def test_where_records_do_not_fit_a_dry_run_says_so():
    answer = json.loads(ask("solve", "ostle", "--backend", "sweep", "--memory", "4GiB", "--dry-run", "--json"))
    assert not answer["fits"] and answer["memory_bytes"] > 10 << 30


def test_games_whose_repetition_rule_has_no_unmoves_are_swept():
    rules = lacking(rules_of(walking(), seed=54), "unmoves")
    (planned,) = plans(rules, "auto", 2, PLENTY)
    assert planned.backend == "sweep" and "no unmoves" in planned.why
    with pytest.raises(GameError, match=r"cannot be solved by the backend queue: it has a repetition rule, .* sweep"):
        solve(rules, "queue", 1, Silent())


@pytest.mark.parametrize(
    ("option", "message"),
    [
        (["--store", "packed"], "ostle needs all of its records in memory, for the backend sweep: --store plain"),
        (["--engine", "ray"], "--engine ray is for the backend queue, not sweep"),
    ],
)
def test_records_of_a_sweep_are_in_the_memory_of_one_process(option, message):
    assert message in ask("solve", *OSTLE, "--backend", "sweep", *option, code=2)
