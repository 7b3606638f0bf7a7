"""Enumerated positions as an index for compiled code."""

import gc
import weakref

import numpy as np
import pytest
from mixing_game.plugin import retro_game

from retro.app.commands.solve import Job
from retro.compiling.compile import jit
from retro.game.loading import load
from retro.indexing import enumerated
from retro.indexing.discovery import Limits, enumerate_positions
from retro.lookup.table import load as load_table
from retro.query.api import Tablebase
from retro.solving import queue
from retro.storage.database import Database
from retro.system import machine
from retro.system.progress import Silent
from retro.verify.verify import verify

PLENTY = 1 << 20


@pytest.fixture
def rules():
    return load(retro_game(), {"size": 3000})


@pytest.fixture
def enumerated_rules(rules):
    return enumerate_positions(rules, 2, Silent(), Limits(PLENTY))


@pytest.mark.compiled
def test_keys_are_freed_with_their_last_reference(rules, enumerated_rules):
    another = enumerated.bind(rules, enumerated.Positions.of(enumerated_rules.index[:]))
    queue.kernels(another)
    index = weakref.ref(another.index)
    del another
    gc.collect()
    assert index() is None


@pytest.mark.soak
@pytest.mark.compiled
def test_22_million_positions_are_solved_and_every_record_is_verified(tmp_path):
    """Takes a minute or two and 2 GB of memory."""
    rules, threads = load(retro_game(), {"size": 22_000_000}), machine.cores()
    about, _ = Job(tmp_path / "mixing", threads, Silent(), print, rules=rules, backend="auto").solve()
    with Tablebase(rules, Database(tmp_path / "mixing", rules.digest)) as tablebase:
        assert verify(load_table(rules, tablebase.database, Silent(), threads), about, 10, threads, Silent()).sound


@pytest.mark.compiled
def test_another_binding_does_not_disturb_kernels_made_before(rules, enumerated_rules):
    """Kernels once read the table of the last binding, which may have none."""
    kernels = jit(enumerated_rules.functions["find_all"], {})
    wanted, places = enumerated_rules.index[:50], np.zeros(50, np.int64)
    others = enumerated_rules.index[::2]
    another = enumerated.bind(rules, enumerated.Positions.of(others))
    assert jit(another.functions["rank"], {})(int(others[7]))[0] == 7
    assert enumerated.bind(rules, enumerated.Positions.of(others[:3])).index.compiled("x")
    kernels(wanted, 50, places)
    assert places.tolist() == list(range(50))
