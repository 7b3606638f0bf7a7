"""Games without optional functions: positions are enumerated, edges transposed; `test_contract_pairs` has values."""

import sys
from dataclasses import replace

import pytest
from small_games import (
    PLENTY,
    lacking,
    lgame_rules,
    without_unmoves,
)

from retro.indexing.discovery import Limits, enumerate_positions
from retro.solving import plans
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
