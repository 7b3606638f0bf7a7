"""Commands that a signal ends in any phase resume when they are run again, and end with the same files."""

import itertools
import json
import os
import signal
from contextlib import contextmanager

import pytest
from harness import LEVELS, Row, check, check_result, done, files_below, forked, rows, same
from planted_errors import DatabaseContent
from runs import rules_of
from tiny_databases import SEARCHED

from retro.app.interruption import Interrupted, Stopping
from retro.reach import reach
from retro.solving import solve_run
from retro.storage.checkpoint import CheckpointFile

STORES = "plain", "packed", "files", "auto"
SAVED = "interrupted; the state of the run is in .*.{}.checkpoint: the same command resumes it"


def signalled(place, operation, numbers, seen=frozenset()):
    """Runs a command that saves often, in a process that gets signals when it has saved in a moment not in ``seen``.

    Returns the exit code of the process, what the command returned, and that moment: name and phase of the run.
    """
    note = place.folder.parent / "moment"
    note.unlink(missing_ok=True)
    save = CheckpointFile.save

    def save_and_signal(checkpoint, name, state, arrays):
        save(checkpoint, name, state, arrays)
        moment = name, str(state.get("phase", ""))
        if moment not in seen and not note.exists():
            note.write_text(json.dumps(moment))
            for number in numbers:
                os.kill(os.getpid(), number)

    def run():
        CheckpointFile.save = save_and_signal  # in this process only, which is the one that may be killed
        return place.run(f"{operation} --checkpoint 1e-9")

    code, result = forked(run)
    return code, result, tuple(json.loads(note.read_text())) if note.exists() else None


PHASES = {
    "solve": {*solve_run.LEVELS},
    "reach": {*reach.Phase} - {reach.Phase.START, reach.Phase.SPREAD_OUT},
}
"""Phases in which a run of LEVELS saves. Two phases of a search only set flags.
`test_stopped` has all phases."""
KILLED = ((signal.SIGKILL,),)
ENDED = tuple((number,) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP))
TWICE = ((signal.SIGTERM, signal.SIGINT),)
"""The second signal ends a run at once."""


@pytest.mark.parametrize(
    ("place", "job", "numbers"),
    [
        *(
            (SEARCHED, job, numbers)
            for job, numbers in (("solve", ENDED[1]), ("reach", ENDED[2]), ("verify", ENDED[0]))
        ),
        *((game, "solve", KILLED[0]) for game in (SEARCHED, LEVELS)),
        (LEVELS, "reach", KILLED[0]),
        (SEARCHED, "solve", TWICE[0]),
        *(
            pytest.param(game, job, numbers, marks=pytest.mark.soak)
            for game in (SEARCHED, LEVELS)
            for job in ("solve", "reach", "verify")
            for numbers in (*KILLED, *ENDED, *TWICE)
        ),
    ],
    indirect=["place"],
)
def test_after_a_signal_the_same_command_resumes_and_ends_with_the_same_files(place, job, numbers):
    """In each phase in which it saves. A resumed run may use another store."""
    before, seen = files_below(place.folder), set()
    whole = json.loads(place.run("verify --json").output)
    for store in itertools.cycle(STORES):
        other = place.game == LEVELS or job == "reach"  # one pass over tiers needs no store
        options = "--json" if job == "verify" else f"--store {store}" if other else ""
        code, result, moment = signalled(place, f"{job} {options}", numbers, seen)
        if moment is None:
            break
        seen.add(moment)
        if numbers == KILLED[0]:
            assert (code, result) == (-signal.SIGKILL, None)
        elif result.code:  # it may have come to its end
            check_result(result, 128 + numbers[-1], SAVED.format(job if moment[0] != "positions" else "positions"))
    assert seen and result.code == 0 and (len(seen) < 2 or "resuming from" in result.errors)
    if place.game == LEVELS and job in PHASES:
        assert {phase for *_, phase in seen} - {""} == PHASES[job]
    if job == "verify":
        assert json.loads(result.output) == whole | {"seconds": json.loads(result.output)["seconds"]}
        same(place, before)
    else:
        done(place, before, searched=job == "reach")
        record = json.loads((place.path / ("run.json" if job == "solve" else "reach-run.json")).read_text())
        assert record["resumed"] >= 1


# Other runs


def stopped(place, job):
    """A run was killed after it saved its state."""
    last = {"solve": {("positions", "")}}.get(job, set())
    assert signalled(place, job, KILLED[0], last)[0] == -signal.SIGKILL


def stopped_and_changed(place):
    """A verification was killed, and then the database was made anew, with a wrong record."""
    stopped(place, "verify")
    content = DatabaseContent.of(rules_of("british_square", size=3), place.path)
    content.records[0] = content.records[0][0] + 2, content.records[0][0] + 2, -1
    content.store(place.path)


def nothing(place):
    pass


@contextmanager
def unwritable(place):
    """The directory belongs to another user. Root may write everywhere, so what the system says is replaced."""
    place.patch.setattr(os, "access", lambda path, mode, **more: mode != os.W_OK)
    yield
    place.patch.undo()


def anew(place, before):
    """The run has begun again, and its checkpoint is gone."""
    assert not list(place.data.glob(".*.checkpoint"))


@rows(
    Row("info", (stopped, "solve"), 0, r"resumes from .*solve\.checkpoint"),
    Row("solve --backend reference", (stopped, "solve"), 2, "another backend .queue, now reference.*--restart"),
    Row("solve --backend reference --restart", (stopped, "solve"), 0, "", anew),
    Row("verify", (stopped_and_changed,), 2, "another database.*--restart"),
    Row("verify --restart", (stopped_and_changed,), 1, "wrong records +1", anew),
    Row("verify --sample 10 --restart", (nothing,), 2, "a sample has no checkpoint"),
    Row("verify --checkpoint 1e-9", (unwritable,), 0),
)
def test_a_checkpoint_of_another_run_is_refused_or_discarded(place, row):
    check(row, place)


@pytest.mark.parametrize("patient", [True, False])
def test_a_second_signal_stops_at_once_and_without_patience_the_first_does(patient):
    stopping = Stopping(patient)
    with pytest.raises(Interrupted, match=r"^interrupted; all is lost$") as caught:
        with stopping.watching(lambda: "all is lost"):
            os.kill(os.getpid(), signal.SIGTERM)
            assert patient and stopping() and stopping.signal == signal.SIGTERM
            os.kill(os.getpid(), signal.SIGINT)
    assert caught.value.signal == (signal.SIGINT if patient else signal.SIGTERM)
