"""The tutorial is followed: its files are written and its commands run, in order, in one directory.

Compiling takes nearly all of the time, so that an ordinary run follows the first page only, in plain Python.
"""

import re
import subprocess
import sys

import pytest
from installing import environment
from tutorial import PAGES, Command, steps

PROJECTS = ("tictactoe", "morris", "rook")
PROGRESS = re.compile(r".*: +\d+%|positions, level \d+: |warning: overflow encountered in scalar ")
"""The warning comes from kernels in plain Python, which wrap around as machine code does."""
STYLE = ["--isolated", "--line-length", "120"]
FOR_RETRO = "F401"  # rules.py imports names for retro that it does not use itself


class Reader:
    """The reader's working directory, and the failures of the pages that were followed, by page."""

    def __init__(self, directory):
        self.directory, self.environment, self.failures = directory, environment(directory, *PROJECTS), {}

    def follow(self, page):
        """Follows all pages up to this one. Returns the step of it that fails, empty if none does."""
        for each in PAGES[: PAGES.index(page) + 1]:
            if each not in self.failures:
                self.failures[each] = next((failure for step in steps(each) if (failure := self.done(step))), "")
        return self.failures[page]

    def done(self, step):
        """Does a step; returns what is printed instead of what is expected."""
        if not isinstance(step, Command):
            return step.apply(self.directory)
        printed = self.run(step.line)
        return "" if step.matches(printed) else f"$ {step.line}\n{printed}\ninstead of\n{step.expected}"

    def run(self, line):
        """Returns the output of a command without its progress."""
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
        done = subprocess.run(["bash", "-c", line], cwd=self.directory, env=self.environment, check=False, **streams)
        return "".join(each + "\n" for each in done.stdout.splitlines() if not PROGRESS.match(each))


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    return Reader(tmp_path_factory.mktemp("tutorial"))


def ordinary(first, *others):
    """Cases of an ordinary run and of a soak test."""
    return [first, *(pytest.param(each, marks=[pytest.mark.soak, pytest.mark.compiled]) for each in others)]


@pytest.mark.parametrize("page", ordinary(*PAGES), ids=lambda page: page.stem)
def test_the_commands_of_a_page_work(page, reader):
    failure = reader.follow(page)
    assert not failure, failure


@pytest.mark.parametrize("name", ordinary("tictactoe.svg", "morris.svg"))
def test_pictures_are_those_that_its_commands_draw(name, reader):
    reader.follow(PAGES[0] if name == "tictactoe.svg" else PAGES[-1])
    assert (reader.directory / name).read_text() == (PAGES[0].parents[1] / "pictures" / name).read_text()


@pytest.mark.parametrize("tool", [f"check --ignore {FOR_RETRO}", "format --check"])
@pytest.mark.parametrize("project", ordinary(*PROJECTS))
def test_code_of_the_tutorial_keeps_to_the_style(tool, project, reader):
    reader.follow(PAGES[0] if project == PROJECTS[0] else PAGES[-1])
    command = [sys.executable, "-m", "ruff", *tool.split(), *STYLE, project]
    done = subprocess.run(command, cwd=reader.directory, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
