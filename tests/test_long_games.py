"""Games whose wins are about as long as records of a backend hold: the limit is exact, and where it is passed another
backend solves the game, or one line says why none does.

In a chain the DTM of a position is its place, so what is expected needs no solver.
"""

import numpy as np
import pytest
from chain_game.plugin import retro_game as chain
from runs import files_of

from retro import conformance
from retro.app.arguments import RunOptions
from retro.app.commands.solve import Job
from retro.game import loss, win
from retro.game.loading import load
from retro.indexing.discovery import Limits, enumerate_positions
from retro.solving import solve, sweep
from retro.storage.location import checkpoint_path
from retro.storage.solution import TooLong
from retro.system.errors import GameError
from retro.system.progress import Silent

BEYOND_QUEUE = "chain has wins longer than 254 plies, which the queue backend does not hold: --backend sweep"


def rules_of(length):
    return load(chain(), chain().choose({"length": str(length)}))


def check_solved(length, backend):
    rules = enumerate_positions(rules_of(length), 1, Silent(), Limits(1 << 20))
    best, second, _ = solve(rules, backend, 1, Silent()).planes(0, length + 1)
    assert best.tolist() == [win(slot) if slot % 2 else loss(slot) for slot in range(length + 1)]
    assert np.array_equal(best, second)


@pytest.mark.parametrize(("backend", "max_dtm"), [("queue", 254), ("reference", 32_766)])
def test_the_highest_dtm_that_records_hold_is_solved_and_the_next_is_refused(backend, max_dtm):
    check_solved(max_dtm, backend)
    with pytest.raises(TooLong, match=f"^chain has wins longer than {max_dtm:,} plies, which"):
        check_solved(max_dtm + 1, backend)


@pytest.mark.parametrize("max_sweeps", [254, 255])
def test_the_limit_of_sweeps_is_exact(max_sweeps, monkeypatch):
    """The real one takes as many sweeps as it has plies: a minute."""
    monkeypatch.setattr(sweep, "MAX_DTM", max_sweeps)
    check_solved(max_sweeps, "sweep")
    with pytest.raises(
        TooLong, match=f"^chain has wins longer than {max_sweeps} plies, which a database does not hold$"
    ):
        check_solved(max_sweeps + 1, "sweep")


def job(length, path, backend, lines):
    return Job(rules_of(length), path, backend, 1, Silent(), lines.append, RunOptions(checkpoint=1e-9))


def test_a_longer_win_is_found_by_the_backend_that_holds_it(tmp_path):
    lines = []
    about, run = job(255, tmp_path / "auto", "auto", lines).solve()
    assert run.backend == "sweep" and f"{BEYOND_QUEUE} begins anew" in lines
    assert about.start == win(255)
    job(255, tmp_path / "plain", "reference", []).solve()
    assert files_of(tmp_path / "auto") == files_of(tmp_path / "plain")
    assert not checkpoint_path(tmp_path / "auto").exists()


def test_an_explicit_queue_backend_names_the_other_and_leaves_no_checkpoint(tmp_path):
    with pytest.raises(GameError) as error:
        job(255, tmp_path / "there", "queue", []).solve()
    assert str(error.value) == BEYOND_QUEUE
    assert not (tmp_path / "there").exists() and not checkpoint_path(tmp_path / "there").exists()


def test_a_plugin_with_long_wins_breaks_no_rule():
    """Its rules read a table of 70,001 numbers."""
    report = conformance.check(rules_of(255), 0.1, Silent())
    values = next(result for result in report.results if result.rule == "values")
    assert (values.status, values.message) == ("passed", "all positions: sweep backend and reference agree")
    assert report.passed
