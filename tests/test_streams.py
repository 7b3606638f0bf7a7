"""Standard streams that are closed, full, without a reader, or of an encoding that lacks characters."""

import signal

import pytest
from workplace import check_exit, check_refused, soak_only, stopped, wait_until

pytestmark = pytest.mark.compiled

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


def test_a_closed_stdout_is_refused_with_code_2(workplace):
    """A stdout that is open for reading only is refused, too."""
    workplace.lgame()
    for redirection in (">&-", "1</dev/null"):
        check_refused(workplace.run(f"retro query lgame {redirection}"), 2, "stdout is closed", "/dev/null")
    check_exit(workplace.run("retro games <&- >&- 2>&-"), 2)


def test_a_game_at_a_closed_stdin_ends_as_if_the_player_had_left(workplace):
    assert "not played to the end" in check_exit(workplace.run("retro play lgame <&-")).output


def test_an_unwritable_stderr_changes_neither_result_nor_exit_code(workplace):
    workplace.lgame()
    expected = workplace.run("retro query lgame").output
    for redirection in ("2>&-", "2>/dev/full"):
        assert workplace.run(f"retro query lgame {redirection}") == (0, expected, ""), redirection
    assert workplace.run("retro query lgame nonsense 2>/dev/full").code == 2


def check_broken_pipe(workplace, *commands):
    """Checks that commands whose reader closes the pipe end silently with 141, the shell's code for SIGPIPE."""
    for command in commands:
        result = workplace.run(f"retro {command} | true")
        assert result.code == 141 and "error" not in result.errors and "Traceback" not in result.errors, command


def test_a_broken_pipe_ends_a_command_silently_with_code_141(workplace):
    workplace.lgame()
    check_broken_pipe(workplace, "query lgame", "--help", "query --help")


@soak_only
def test_a_broken_pipe_ends_every_command_silently_with_code_141(workplace):
    """These commands write much, little, late, or through other libraries."""
    workplace.lgame()
    check_exit(workplace.run("retro reach lgame"))
    commands = "solve stats line puzzles compose extremes report check-file verify".split()
    check_broken_pipe(workplace, *(f"{command} lgame{more}" for command in commands for more in ("", " --json")))
    for command in ("play lgame --first random --second random", "puzzles lgame --limit 100000 --json"):
        result = check_exit(workplace.run(f"retro {command} | head -1"), 0, 141)
        assert "error" not in result.errors, command


def test_output_that_does_not_fit_on_its_disk_ends_with_code_4_and_names_stdout(workplace):
    check_refused(workplace.run("retro games >/dev/full"), 4, "the disk is full", "stdout")


def test_characters_that_an_encoding_lacks_are_escaped(workplace):
    workplace.lgame()
    command, name = "retro reproduce lgame", "PYTHONIOENCODING"
    ascii_only = check_exit(workplace.run(command, variables={name: "ascii"})).output
    assert ascii_only.isascii() and "M\\xe5rdell" in ascii_only
    assert "Mårdell" in check_exit(workplace.run(command, variables={name: "latin-1"}, encoding="latin-1")).output


@soak_only
def test_every_command_prints_in_every_encoding(workplace):
    workplace.lgame()
    played = "play lgame --first random --second random"
    for command in ("report lgame", "compose lgame", "stats lgame", "extremes lgame", "games", "--help", played):
        variables = {"PYTHONIOENCODING": workplace.random.choice(("ascii", "cp932", "latin-1"))}
        check_exit(workplace.run(f"retro {command}", variables=variables, errors="replace"))
    for locale in ("C", "POSIX"):
        variables = {"LC_ALL": locale, "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
        check_exit(workplace.run("retro reproduce lgame", variables=variables))


@soak_only
def test_a_run_without_stderr_saves_at_sigterm_and_resumes(workplace):
    checkpoint = workplace.data / ".ostle,size=4,men=3,left=1,pieces=5.solve.checkpoint"
    line = "retro solve ostle --set size=4 --set men=3 --set left=1 --set pieces=5 --checkpoint 0.0001"
    for redirection in ("2>&-", "2</dev/null", "2>/dev/full"):
        process = workplace.begin(f"exec {line} {redirection}")
        wait_until(checkpoint.exists, "a checkpoint", process)
        assert stopped(process, signal.SIGTERM).code == 143 and checkpoint.exists()
        assert workplace.run(f"{line} {redirection}").code == 0
        assert not checkpoint.exists()


@soak_only
def test_a_run_whose_progress_has_no_reader_continues_to_its_end(workplace):
    check_exit(workplace.run("retro solve lgame 2> >(true) && retro solve lgame 2> >(true)"))
    check_exit(workplace.run("retro verify lgame"))


def test_a_fault_of_the_program_has_exit_code_70_and_a_traceback(workplace):
    """Exit code 1 would say that a check failed."""
    result = workplace.python(FAULT)
    assert result.code == 70 and "ZeroDivisionError" in result.errors
