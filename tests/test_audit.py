"""Memory errors during a run: it stops, or verification reports the database, or the result is unchanged."""

from collections import Counter
from contextlib import nullcontext, suppress

import numpy as np
import pytest
from runs import files_of, rules_of

from retro.app.commands.solve import manifest_of
from retro.lookup import table as tables
from retro.solving import audit, solve
from retro.solving.counting_kernels import APPLIED, COUNTERS, EDGES, ENDED, EXPANDED, RECORDS, mixed
from retro.solving.record import Layout
from retro.storage import Damaged, writer
from retro.storage.database import Database
from retro.storage.run import Run
from retro.system import checkpointing
from retro.system.errors import WentWrong
from retro.system.progress import Silent
from retro.verify import verify

pytestmark = pytest.mark.compiled

RULES = rules_of("ostle", size=3, left=0)
LAYOUT = Layout.of(RULES)


class Change(checkpointing.Checkpoint):
    """Changes the records after a task."""

    def __init__(self, when, change):
        self.calls, self.when, self.change = 0, when, change

    def due(self):
        self.calls += 1
        return self.calls == self.when

    def save(self, name, where, arrays):
        with arrays["records"].opened(0, RULES.slots) as records:
            self.change(records)


def solved_with(when, change):
    return solve(RULES, "queue", 1, Silent(), Change(when, change))


def flip(index, bit):
    def change(records):
        records[index] ^= records.dtype.type(1 << bit)

    return change


@pytest.fixture(scope="module")
def sound():
    counting = Change(-2, None)
    return solve(RULES, "queue", 1, Silent(), counting), counting.calls


def written(path, solution):
    with writer.alone(path):
        run = Run.now("queue", 1, 0.0, {})
        writer.write(path, solution, manifest_of(RULES, solution), lambda: run, 1, lambda slots: None)
    return files_of(path)


@pytest.mark.parametrize("times", [15, pytest.param(150, marks=pytest.mark.soak)])
def test_no_flipped_bit_passes(sound, tmp_path, times):
    expected = written(tmp_path / "sound", sound[0])
    chance, counts = np.random.default_rng(1), Counter(stopped=0, harmless=0, verified=0)
    for number in range(times):
        when = int(chance.integers(1, sound[1] + 1))
        try:
            solution = solved_with(when, flip(int(chance.integers(RULES.slots)), int(chance.integers(32))))
        except WentWrong as error:
            assert "solving has gone wrong" in str(error) and "\n" not in str(error)
            counts["stopped"] += 1
            continue
        path = tmp_path / str(number)
        changed = written(path, solution) != expected
        counts["verified" if changed else "harmless"] += 1
        with suppress(Damaged) if changed else nullcontext():  # a record with a move that there is not
            with Database(path) as database:
                table = tables.load(RULES, database, Silent())
                assert verify.verify(table, database.manifest, 1, 1, Silent()).sound != changed
    assert min(counts.values()) > times // 30, counts


def undecided(records):
    """A position that no level has reached."""
    return int(np.flatnonzero((records >> LAYOUT.best_shift) == 0)[0])


WRONG = {
    "a value out of nothing": lambda records: flip(undecided(records), LAYOUT.best_shift + 2)(records),
    "a value too large": lambda records: records.__setitem__(3, records.dtype.type(0xFFFFFFFF)),
    "a value that is gone": lambda records: records.__setitem__(
        int(np.flatnonzero((records >> LAYOUT.best_shift) == 6)[0]), records.dtype.type(0)
    ),
    "updates of more moves than there are": lambda records: np.bitwise_and(
        records, records.dtype.type(~((1 << LAYOUT.count_bits) - 1) & 0xFFFFFFFF), out=records
    ),
    "a position where there is none": lambda records: records.__setitem__(
        next(index for index in range(RULES.slots) if RULES.unrank(index) < 0),
        records[int(np.flatnonzero(records >> LAYOUT.best_shift)[0])],
    ),
}


@pytest.mark.parametrize("how", WRONG)
def test_impossible_records_stop_the_run(how):
    with pytest.raises(WentWrong):
        solved_with(2, WRONG[how])


def test_counts_that_differ_stop_the_run():
    total = np.zeros(COUNTERS, np.int64)
    audit.after_level(total, 0, 0, False)
    total[EDGES] = 1
    with pytest.raises(WentWrong, match="in level 4 1 edges were sent and 0 applied"):
        audit.after_level(total, 4, 0, False)
    total[APPLIED] = 1
    with pytest.raises(WentWrong, match="up to level 4 3 positions were decided, and 0 are"):
        audit.after_level(total, 4, 3, False)
    total[RECORDS] = RULES.slots
    audit.in_the_end(total, RULES.slots)
    total[EXPANDED] = 2
    with pytest.raises(WentWrong, match="2 positions were expanded, and 0 have a value in the end"):
        audit.in_the_end(total, RULES.slots)
    total[ENDED] = 2
    total[ENDED + 1] = mixed(8) + mixed(9)
    total[EXPANDED + 2] = mixed(9) + mixed(8)
    audit.in_the_end(total, RULES.slots)
    total[EXPANDED + 2] = mixed(8) + mixed(8)
    with pytest.raises(WentWrong, match="values in the end are not those with which positions were expanded"):
        audit.in_the_end(total, RULES.slots)
