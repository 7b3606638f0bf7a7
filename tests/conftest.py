"""Options, markers and fixtures of all tests; how they are distributed among processes."""

from __future__ import annotations

import gc
import re
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import typer.testing
from hypothesis import settings
from numba.core.dispatcher import Dispatcher

from retro import conformance
from retro.app import self_check
from retro.compiling.added import Added
from retro.conformance import compiled, costs
from retro.system import machine

if TYPE_CHECKING:
    from scanned_game import Scanned

# The scripts in docs/results are tested like modules of the product.
sys.path.insert(0, str(Path(__file__).parent.parent / "docs" / "results"))

# Compilation makes single examples slow; a failing example must be found again.
settings.register_profile("retro", deadline=None, derandomize=True, max_examples=20)
settings.load_profile("retro")

pytest_plugins = ["example_plugins", "remote_runs", "tiny_databases", "workplace"]

# Compiling creates many small objects that remain; frequent garbage collection would find nothing among them.
gc.set_threshold(50_000, 20, 50)

CHECK, EXAMINE = self_check.check, self_check.examine

PROCESSES = 3
"""Processes of a run of folders. On two cores three take less time than two: some tests wait for other processes."""

LONG = {"test_tutorial", "test_verify", "test_puzzles", "test_reach_graphs", "test_self_check", "test_report"}
"""Files of tests that begin first: one of these at the end would run alone. Pages and faults come next."""

OPTIONAL = set(
    """
    duckdb httpx2 jsonschema matplotlib openapi_spec_validator pandas playwright pyarrow ray starlette
    uvicorn yaml
""".split()
)
"""Modules that the extra ``test`` installs and ``dev`` does not."""


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Runs folders in several processes; files, and tests selected by ``-k``, in one, where pdb works."""
    if hasattr(config, "workerinput"):  # a worker of xdist calls this hook too, and must not start workers
        return
    option = config.option
    folders = all(Path(argument).is_dir() for argument in config.args)
    selected = option.keyword or option.usepdb or option.trace or option.collectonly
    if config.pluginmanager.has_plugin("xdist") and folders and not selected and option.numprocesses is None:
        option.numprocesses = PROCESSES
        option.dist = "loadfile"
        option.loadscopereorder = False  # it would begin with the files of the most tests, which are short ones


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Moves the tests of long files to the front."""
    items.sort(key=lambda item: item.path.stem not in LONG)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Skips a module of tests that imports a package of the extra ``test`` which is not installed."""
    report = yield
    if report.failed and isinstance(collector, pytest.Module):
        missing = re.search(r"ModuleNotFoundError: No module named '(\w+)", str(report.longrepr))
        if missing and missing[1] in OPTIONAL:
            reason = f"Skipped: {missing[1]} is not installed: pip install -e '.[test]'"
            return pytest.CollectReport(report.nodeid, "skipped", (str(collector.path), 0, reason), [])
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Runs a test, with the fixtures that it sets up, in plain Python, and fails it where it compiles a function.

    Small games need seconds less in plain Python. Tests that are marked ``compiled`` run with compiled code.
    """
    with pytest.MonkeyPatch.context() as patch:
        if item.get_closest_marker("compiled"):
            patch.setenv("RETRO_PLAIN", "0")
        else:
            patch.setenv("RETRO_PLAIN", "1")
            reason = "a test that is not marked compiled compiles a function"
            patch.setattr(Dispatcher, "compile", lambda *_: pytest.fail(reason))
        return (yield)


@pytest.fixture
def plain_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets `retro check` call a plugin's functions in plain Python only, and omit their times: no code is compiled."""
    for owner, name, replacement in (
        (compiled, "_compiled", lambda subject: dict(subject.plain)),
        (costs, "timings", lambda subject: []),
        (Added, "compiled", lambda added: added.function),
        (Added, "problem", lambda added: ""),
    ):
        monkeypatch.setattr(owner, name, replacement)


@pytest.fixture(autouse=True, scope="session")
def no_self_checks() -> Iterator[None]:
    """Omits the checks before and after solving in this process, which compile further functions and kernels.

    Commands in other processes make both.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(conformance, "QUICK_SECONDS", 1.0)
        patch.setattr(self_check, "check", lambda *given: None)
        patch.setattr(self_check, "examine", lambda *given: 1.0)
        yield


@pytest.fixture
def first_check(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets solving check the plugin before."""
    monkeypatch.setattr(self_check, "check", CHECK)


@pytest.fixture
def self_examination(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets solving verify what it has solved."""
    monkeypatch.setattr(self_check, "examine", EXAMINE)


@pytest.fixture
def reported(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Replaces what the machine reports: `reported(free_disk=999, cores=2)`."""

    def replace(**answers: object) -> None:
        for name, answer in answers.items():  # real numbers differ from machine to machine and from second to second
            monkeypatch.setattr(machine, name, lambda *given, answer=answer: answer)

    return replace


@pytest.fixture(autouse=True, scope="session")
def bytecode() -> Iterator[None]:
    """Lets the hundreds of processes that tests start write and use bytecode, instead of parsing all sources again."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
        yield


@pytest.fixture(autouse=True, scope="session")
def command_tree() -> Iterator[None]:
    """Builds the tree of all commands once: typer's runner would for each call, which takes longer than most calls."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(typer.testing, "_get_command", cache(typer.testing._get_command))
        yield


@pytest.fixture(autouse=True, scope="module")
def naive_caches() -> Iterator[None]:
    """Clears the large caches of the naive solvers after each file."""
    yield
    for name in [name for name in sys.modules if name.startswith("naive_")]:
        for value in vars(sys.modules[name]).values():
            if hasattr(value, "cache_clear"):
                value.cache_clear()


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty directory for this test's databases; commands use it by default."""
    path = tmp_path / "data"
    monkeypatch.setenv("RETRO_DATA", str(path))
    return path


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty directory to import from; its modules are forgotten afterwards."""
    from installing import forget

    monkeypatch.syspath_prepend(str(tmp_path))
    yield tmp_path
    forget(tmp_path)


@pytest.fixture(scope="session")
def small_game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Scanned]]:
    """Returns a small game of `scanned_game.GAMES` with all its states by name; the first request solves it."""
    from scanned_game import scanned

    with ExitStack() as opened:
        yield cache(lambda name: opened.enter_context(scanned(name, tmp_path_factory.mktemp("data"))))


@pytest.fixture
def stored(small_game: Callable[[str], Scanned], monkeypatch: pytest.MonkeyPatch) -> Scanned:
    """A small Ostle with all its states, in the directory that commands use by default."""
    game = small_game("ostle")
    monkeypatch.setenv("RETRO_DATA", str(game.tablebase.database.path.parent))
    return game
