"""Games without optional functions: positions are enumerated, edges transposed; `test_contract_pairs` has values."""

import sys
from dataclasses import replace

import pytest
from installing import write_package
from small_games import (
    PLENTY,
    SOLVE,
    assert_same,
    lacking,
    lgame_rules,
    without_index,
    without_unmoves,
)

from retro import conformance
from retro.game import Game
from retro.game.loading import load
from retro.indexing.discovery import Limits, enumerate_positions
from retro.solving import plans
from retro.solving.backends import chosen
from retro.system.errors import ResourceError
from retro.system.progress import Silent


def test_too_many_positions_are_refused_before_the_search():
    with pytest.raises(ResourceError, match="lgame has more than 100 positions"):
        enumerate_positions(lacking(lgame_rules(), "rank", "unrank"), 1, Silent(), Limits(100))


def test_the_plan_names_the_backend_and_the_reason(monkeypatch):
    # whatever this process did before, and whatever is compiled already
    planning = sys.modules["retro.solving.plan"]
    monkeypatch.setattr(planning, "process_bytes", lambda *given: (1 << 27) + sum(given[3::2]))
    rules = lgame_rules()
    stripped = without_unmoves(rules)
    assert (plans(rules, "auto", 2, PLENTY)[0].backend, plans(rules, "auto", 2, PLENTY)[0].why) == ("queue", "")
    in_memory, packed, in_files = plans(stripped, "auto", 2, 1 << 40)
    assert {each.backend for each in (in_memory, packed, in_files)} == {"queue"}
    assert "edges transposed in memory" in in_memory.why and "edges transposed in files" in in_files.why
    assert in_files.scratch_bytes > packed.scratch_bytes == 0
    tiered = replace(rules, scores="mover", functions=rules.functions | {"tier": lambda key: 0})
    assert [each.why for each in plans(tiered, "queue", 2, PLENTY)] == ["values are scores"]


STONES = """
from retro.game import NONE, ONGOING, WIN
INITIAL = 9
CODES = MAX_MOVES = MAX_UNMOVES = 3
def moves(key, out):
    for i in range(min(key, 3)):
        out[i, 0], out[i, 1], out[i, 2] = key - i - 1, i, WIN if key == i + 1 else ONGOING
    return min(key, 3)
def unmoves(key, out):  # of 7 stones and more, also from more stones than there are at the start
    for i in range(3):
        out[i, 0], out[i, 1], out[i, 2] = key + i + 1, i, NONE
    return 3 if key else 0
"""


def test_unmoves_without_an_index_may_list_predecessors_that_no_game_reaches(site, plain_checks):
    write_package(site, "stones", rules=STONES, text="def draw(key): return str(key)\n")
    game = load(Game("stones", "Stones", "stones"), {})
    results = {result.rule: result.status for result in conformance.quick(game, Silent()).results}
    assert results["unmoves"] == "passed"
    rules = without_index(game)
    assert rules.slots == 9 and max(edge[0] for edge in rules.unmoves(8)) <= 9
    solution = SOLVE[chosen(rules, "auto")](rules)
    assert_same(rules, SOLVE["reference"](rules), solution)
    assert_same(rules, SOLVE["queue"](without_unmoves(rules)), solution)
