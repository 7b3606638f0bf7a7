"""What all tests share."""

from __future__ import annotations

import gc
import sys
from collections import Counter
from collections.abc import Callable, Iterator
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

pytest.register_assert_rewrite("trials")

# Compiling makes many small objects that stay: to look for garbage among them all the time finds none.
gc.set_threshold(50_000, 20, 50)

SLOW = [
    f"test_{name}.py"
    for name in (
        "cluster",
        "page",
        "tutorial",
        "conformance",
        "cluster_commands",
        "page_games",
        "style",
        "puzzles",
        "verify",
        "backends",
        "minimal",
        "guards",
        "processes",
    )
]
"""Files that take longest, which begin first: one process takes each, and none is to wait for the last. Those that want
the same code compiled do not begin together."""

SHARE = 10
"""One of so many runs of a soak test is left where ``--soak`` is not given."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", action="store_true", help="run the soak tests in full; otherwise a tenth of them")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--soak"):
        settings.load_profile("soak")
    config.addinivalue_line("markers", "soak(only): every tenth of these cases runs, or none, unless --soak is given")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: SLOW.index(item.path.name) if item.path.name in SLOW else len(SLOW))
    if config.getoption("--soak"):
        return
    seen: Counter[str] = Counter()
    left, kept = [], []
    ordinary = {_name(item) for item in items if not item.get_closest_marker("soak")}
    for item in items:
        name = _name(item)
        marks = list(item.iter_markers("soak"))
        if marks:
            seen[name] += 1
            if any(each.kwargs.get("only") for each in marks) or seen[name] % SHARE != (0 if name in ordinary else 1):
                left.append(item)
                continue
        kept.append(item)
    config.hook.pytest_deselected(items=left)
    items[:] = kept


def _name(item: pytest.Item) -> str:
    """Of a test, whatever its case."""
    return item.nodeid.partition("[")[0]


@pytest.fixture(scope="session")
def soaking(pytestconfig: pytest.Config) -> Callable[[int], int]:
    """Of how many runs of something so many are to be made now."""
    return lambda times: times if pytestconfig.getoption("--soak") else times // SHARE


@pytest.fixture(scope="session")
def apart(pytestconfig: pytest.Config) -> Callable[[int], int]:
    """The step by which to go through much that is alike: each with ``--soak``, else one of so many."""
    return lambda many: 1 if pytestconfig.getoption("--soak") else many


@pytest.fixture(autouse=True, scope="session")
def little() -> Iterator[None]:
    """What solving looks at by itself is little here, but for tests of it alone; other processes look at it all."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(conformance, "QUICK_SECONDS", 0.02)
        patch.setattr(self_check, "SAMPLE", 100)
        yield


@pytest.fixture(autouse=True, scope="session")
def bytecode() -> Iterator[None]:
    """Processes that tests begin, hundreds, need not read all sources again, as they had to if none kept bytecode."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
        yield


@pytest.fixture(autouse=True, scope="session")
def built_once() -> Iterator[None]:
    """The tree of all commands: typer's runner would build it for each line, which takes longer than most of them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(typer.testing, "_get_command", cache(typer.testing._get_command))
        yield


@pytest.fixture(autouse=True, scope="module")
def forgetting() -> Iterator[None]:
    """What naive twins remember of boards goes with each file: it is much."""
    yield
    for name in [name for name in sys.modules if name.startswith("naive_")]:
        for value in vars(sys.modules[name]).values():
            if hasattr(value, "cache_clear"):
                value.cache_clear()


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty directory in which this test's databases lie."""
    place = tmp_path / "data"
    monkeypatch.setenv("RETRO_DATA", str(place))
    return place


@pytest.fixture(scope="session")
def known(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Scanned]]:
    """Small games with all their states (`scanned_game.GAMES`), solved when they are asked for."""
    from scanned_game import scanned

    with ExitStack() as opened:
        yield cache(lambda name: opened.enter_context(scanned(name, tmp_path_factory.mktemp("data"))))


@pytest.fixture
def stored(known: Callable[[str], Scanned], monkeypatch: pytest.MonkeyPatch) -> Scanned:
    """Ostle, small, where commands find it."""
    game = known("ostle")
    monkeypatch.setenv("RETRO_DATA", str(game.tablebase.database.path.parent))
    return game
