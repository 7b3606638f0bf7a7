"""Standard streams that are closed, full, without a reader, or of an encoding that lacks characters."""

from __future__ import annotations

import signal

from trials import Workplace, ended, refused, stopped, trial, wait_until

ENCODINGS = ("ascii", "cp932", "latin-1")
FAULT = """
import sys
import retrograde
from retro.game import plugins
def broken():
    raise ZeroDivisionError("a fault of the program")
plugins.listing = broken
sys.argv = ["retro", "games"]
retrograde.main()
"""


@trial(quick=True)
def stdout_closed(place: Workplace) -> None:
    """A command whose stdout is closed, or open for reading only, does nothing: exit code 2, and the line says why."""
    place.lgame()
    for redirection in (">&-", "1</dev/null"):
        done = place.run(f"retro query lgame {redirection}")
        refused(done, 2, "stdout is closed", "/dev/null")
    ended(place.run("retro games <&- >&- 2>&-"), 2)


@trial(quick=True)
def stdin_closed(place: Workplace) -> None:
    """A game at a closed stdin is one whose player has left: exit code 0."""
    done = ended(place.run("retro play lgame <&-"))
    assert "not played to the end" in done.output


@trial(quick=True)
def stderr_unwritable(place: Workplace) -> None:
    """What cannot be written to stderr changes neither the result nor the exit code."""
    place.lgame()
    expected = place.run("retro query lgame").output
    for redirection in ("2>&-", "2>/dev/full"):
        done = place.run(f"retro query lgame {redirection}")
        assert (done.code, done.output, done.errors) == (0, expected, ""), done
    assert place.run("retro query lgame nonsense 2>/dev/full").code == 2


@trial(quick=True)
def stdout_without_reader(place: Workplace) -> None:
    """A command whose reader goes away ends silently with 141, as the shell says of SIGPIPE, and never with 1."""
    place.lgame()
    for command in ("query lgame", "--help", "query --help"):
        done = place.run(f"retro {command} | true")
        assert (done.code, done.errors) == (141, ""), (command, done)


@trial()
def stdout_without_reader_of_all_commands(place: Workplace) -> None:
    """The same of commands that write much, little, late, or through other libraries."""
    place.lgame()
    ended(place.run("retro reach lgame"))
    commands = "solve stats line puzzles compose extremes report check-file verify"
    for command in commands.split():
        for more in ("", " --json"):
            done = place.run(f"retro {command} lgame{more} | true")
            assert done.code == 141 and "error" not in done.errors and "Traceback" not in done.errors, (command, done)
    for command in ("play lgame --first random --second random", "puzzles lgame --limit 100000 --json"):
        done = place.run(f"retro {command} | head -1")
        assert done.code in (0, 141) and "error" not in done.errors and "Traceback" not in done.errors, (command, done)


@trial(quick=True)
def stdout_full(place: Workplace) -> None:
    """A result that does not fit on its disk: exit code 4 and a line that names stdout."""
    refused(place.run("retro games >/dev/full"), 4, "the disk is full", "stdout")


@trial(quick=True)
def encoding_of_few_characters(place: Workplace) -> None:
    """What an encoding lacks is written in another way; the exit code is that of the result."""
    place.lgame()
    done = ended(place.run("retro reproduce lgame", variables={"PYTHONIOENCODING": "ascii"}))
    assert done.output.isascii() and "M\\xe5rdell" in done.output
    assert (
        "Mårdell"
        in ended(
            place.run("retro reproduce lgame", variables={"PYTHONIOENCODING": "latin-1"}, encoding="latin-1")
        ).output
    )


@trial()
def encodings_of_all_commands(place: Workplace) -> None:
    """Every command that prints for people ends in every encoding as it does in UTF-8."""
    place.lgame()
    played = "play lgame --first random --second random"
    for command in ("report lgame", "compose lgame", "stats lgame", "extremes lgame", "games", "--help", played):
        encoding = place.random.choice(ENCODINGS)
        ended(place.run(f"retro {command}", variables={"PYTHONIOENCODING": encoding}, errors="replace"))
    for locale in ("C", "POSIX"):
        variables = {"LC_ALL": locale, "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
        ended(place.run("retro reproduce lgame", variables=variables))


@trial()
def stderr_unwritable_while_solving(place: Workplace) -> None:
    """A run without a stderr saves at SIGTERM and ends with 143; the same command goes on, and ends with 0."""
    checkpoint = place.data / ".ostle,size=4,men=3,left=1,pieces=5.solve.checkpoint"
    line = "retro solve ostle --set size=4 --set men=3 --set left=1 --set pieces=5 --checkpoint 0.0001"
    for redirection in ("2>&-", "2</dev/null", "2>/dev/full"):
        process = place.begin(f"exec {line} {redirection}")
        wait_until(checkpoint.exists, "a checkpoint", process)
        done = stopped(process, signal.SIGTERM)
        assert done.code == 143 and checkpoint.exists(), done
        assert place.run(f"{line} {redirection}").code == 0
        assert not checkpoint.exists()


@trial()
def stderr_without_reader_while_solving(place: Workplace) -> None:
    """A run whose progress has no reader any more goes on to its end."""
    done = place.run("retro solve lgame 2> >(true) && retro solve lgame 2> >(true)")
    ended(done)
    ended(place.run("retro verify lgame"))


@trial(quick=True)
def fault_of_the_program(place: Workplace) -> None:
    """A fault of the program has exit code 70 and a traceback, not exit code 1, which says that a check failed."""
    done = place.python(FAULT)
    assert done.code == 70 and "ZeroDivisionError" in done.errors, done
