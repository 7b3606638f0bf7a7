"""Options, markers and fixtures of all tests; how they are distributed among processes."""

from __future__ import annotations

import gc
import re
import sys
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import typer.testing
from hypothesis import settings

from retro import conformance
from retro.app import self_check

if TYPE_CHECKING:
    from scanned_game import Scanned

# The scripts in docs/results are tested like modules of the product.
sys.path.insert(0, str(Path(__file__).parent.parent / "docs" / "results"))

# Compilation makes single examples slow; a failing example must be found again.
settings.register_profile("soak", deadline=None, derandomize=True, max_examples=200)
settings.register_profile("retro", settings.get_profile("soak"), max_examples=20)
settings.load_profile("retro")

pytest_plugins = ["example_plugins", "tiny_databases", "workplace"]

# Compiling creates many small objects that remain; frequent garbage collection would find nothing among them.
gc.set_threshold(50_000, 20, 50)

CHECK, EXAMINE = self_check.check, self_check.examine

BEGIN_FIRST = [
    f"test_{name}.py"
    for name in """
    cluster page tutorial conformance cluster_commands page_games style puzzles verify backends missing_functions
    guards processes cluster_simple_games examples
""".split()
]
"""The files that take longest. They run first, each in one process, so that no process ends long after the others.
Files that need the same compiled code are not neighbours in this list."""

PROCESSES = 3
"""Processes of a run of folders. On two cores three take less time than two: some tests wait for other processes."""

SHARE = 10
"""Without ``--soak``, one of so many cases of a test that is marked ``soak`` runs."""

QUICK = {
    f"test_{name}.py"
    for name in """
    owned_files board checkpoint completion distances_file errors keys layout ostle_data packaging
    sections play players plugins progress query_command ranges reproduce rooms rule8 scene seekable storage tags
""".split()
}
"""Files whose tests are marked ``quick``: none of them needs compiled code, and all together take 20 seconds."""

OPTIONAL = set(
    """
    duckdb httpx2 jsonschema matplotlib openapi_spec_validator pandas playwright pyarrow ray starlette
    uvicorn yaml
""".split()
)
"""Modules that the extra ``test`` installs and ``dev`` does not."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", action="store_true", help="run every case of the soak tests; otherwise a tenth of them")
    parser.addoption("--seed", default="1", help="of the random numbers of tests in failing surroundings")


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Runs folders in several processes; files, and tests selected by ``-k`` or ``-m``, in one, where pdb works."""
    if hasattr(config, "workerinput"):  # a worker of xdist calls this hook too, and must not start workers
        return
    option = config.option
    folders = all(Path(argument).is_dir() for argument in config.args)
    selected = option.keyword or option.markexpr or option.usepdb or option.trace or option.collectonly
    if config.pluginmanager.has_plugin("xdist") and folders and not selected and option.numprocesses is None:
        option.numprocesses = PROCESSES
        option.dist = "loadfile"
        option.loadscopereorder = False


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--soak"):
        settings.load_profile("soak")
    config.addinivalue_line("markers", "soak(only): every tenth of these cases runs, or none, unless --soak is given")
    config.addinivalue_line("markers", "quick: needs no compiled code; fails if it requests any")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leaves files unread that ``-m quick`` would deselect: importing all test modules takes 4 to 7 seconds."""
    unread = config.option.markexpr == "quick" and collection_path.suffix == ".py" and collection_path.name not in QUICK
    return unread or None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Marks quick tests; skips the soak cases that a plain run leaves out, unless a test is named by its id."""
    for item in items:
        if item.path.name in QUICK:
            item.add_marker(pytest.mark.quick)
    items.sort(
        key=lambda item: BEGIN_FIRST.index(item.path.name) if item.path.name in BEGIN_FIRST else len(BEGIN_FIRST)
    )
    if config.getoption("--soak") or any("::" in argument for argument in config.args):
        return
    left_out = pytest.mark.skip(reason="soak test: --soak runs it")
    seen: Counter[str] = Counter()
    ordinary = {_function(item) for item in items if not item.get_closest_marker("soak")}
    for item in items:
        marks = list(item.iter_markers("soak"))
        if marks:
            name = _function(item)
            seen[name] += 1
            only = any(mark.kwargs.get("only") for mark in marks)
            if only or seen[name] % SHARE != (0 if name in ordinary else 1):
                item.add_marker(left_out)


def pytest_report_header(config: pytest.Config) -> str:
    runs = "all cases" if config.getoption("--soak") else "a tenth of the cases and of the loops; --soak runs all"
    return f"soak tests: {runs}"


def _function(item: pytest.Item) -> str:
    """The node id of a test without its parameters."""
    return item.nodeid.partition("[")[0]


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
    """Fails a test that is marked ``quick`` where it, or a fixture that it sets up, requests compiled code."""
    if not item.get_closest_marker("quick"):
        return (yield)
    from numba.core.dispatcher import Dispatcher

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Dispatcher, "compile", lambda *_: pytest.fail("a test marked quick requests compiled code"))
        return (yield)


@pytest.fixture(scope="session")
def soaking(pytestconfig: pytest.Config) -> Callable[[int], int]:
    """Returns how many of ``times`` repetitions to make: all with ``--soak``, otherwise a tenth."""
    return lambda times: times if pytestconfig.getoption("--soak") else times // SHARE


@pytest.fixture(scope="session")
def apart(pytestconfig: pytest.Config) -> Callable[[int], int]:
    """Returns the step for a loop over similar cases: 1 with ``--soak``, otherwise ``step``."""
    return lambda step: 1 if pytestconfig.getoption("--soak") else step


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


@pytest.fixture(scope="module")
def plain_kernels() -> Iterator[None]:
    """Runs kernels in plain Python from here to the end of the file. Small games need seconds less than compiled."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RETRO_PLAIN", "1")
        yield


@pytest.fixture(scope="module")
def many_tiles() -> Iterator[None]:
    """Makes tiles as small as can be: workers on Ray have the same ones as the driver."""
    from runs import small_tiles

    with pytest.MonkeyPatch.context() as patch:
        small_tiles(patch)
        yield


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
