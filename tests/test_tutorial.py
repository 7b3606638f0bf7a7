"""The tutorial is followed: its files are written and its commands run, in order, in one directory.

Compiling takes nearly all of the time, in one thread. The first page and the last one need no other page, so they run
in parallel with the two between them. Without ``--soak``, only the first page is followed.
"""

import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from installing import environment
from tutorial import PAGES, Command, steps

pytestmark = pytest.mark.compiled

PROJECTS = ("tictactoe", "morris", "rook")
PROGRESS = re.compile(r".*: +\d+%|positions, level \d+: ")
STYLE = ["--isolated", "--line-length", "120"]
FOR_RETRO = "F401"  # rules.py imports names for retro that it does not use itself


class Reader:
    """The reader's working directory, from the first page to the last; ``failures`` lists the steps that failed."""

    def __init__(self, directory):
        self.directory, self.environment, self.failures = directory, environment(directory, *PROJECTS), {}

    def follow(self, pages):
        """Does the steps of the pages up to the first that fails."""
        for page in pages:
            for step in steps(page):
                if isinstance(step, Command):
                    printed = self.run(step.line)
                    if not step.matches(printed):
                        self.failures[page] = f"$ {step.line}\n{printed}\ninstead of\n{step.expected}"
                        return
                else:
                    step.apply(self.directory)
            self.failures[page] = ""

    def run(self, line):
        """Returns the output of a command without its progress."""
        done = subprocess.run(
            ["bash", "-c", line],
            cwd=self.directory,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return "".join(each + "\n" for each in done.stdout.splitlines() if not PROGRESS.match(each))


@pytest.fixture(scope="module")
def reader(tmp_path_factory, pytestconfig):
    """A reader who has followed the tutorial."""
    reader = Reader(tmp_path_factory.mktemp("tutorial"))
    more = [PAGES[1:3], PAGES[3:]] if pytestconfig.getoption("--soak") else []
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(reader.follow, [PAGES[:1], *more]))
    return reader


def soaked(case):
    """A case that needs ``--soak``."""
    return pytest.param(case, marks=pytest.mark.soak)


@pytest.mark.parametrize("page", [PAGES[0], *map(soaked, PAGES[1:])], ids=lambda page: page.stem)
def test_the_commands_of_a_page_work(page, reader):
    failure = reader.failures.get(page, "not begun, because the page before failed")
    assert not failure, failure


@pytest.mark.parametrize("name", ["tictactoe.svg", soaked("morris.svg")])
def test_pictures_are_those_that_its_commands_draw(name, reader):
    assert (reader.directory / name).read_text() == (PAGES[0].parents[1] / "pictures" / name).read_text()


@pytest.mark.parametrize("tool", [f"check --ignore {FOR_RETRO}", "format --check"])
@pytest.mark.parametrize("project", ["tictactoe", *map(soaked, PROJECTS[1:])])
def test_code_of_the_tutorial_keeps_to_the_style(tool, project, reader):
    command = [sys.executable, "-m", "ruff", *tool.split(), *STYLE, project]
    done = subprocess.run(command, cwd=reader.directory, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
