"""`retro new`: the plugin that it writes works unchanged; a name that it refuses leaves no file."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import json
import resource
import subprocess
import sys

import pytest
from commanding import ask
from installing import environment, metadata

from retro.app.commands import new
from retro.game import plugins

pytestmark = pytest.mark.compiled

NAME = "pebbles_2"
STYLE = ["--isolated", "--line-length", "120"]


@pytest.fixture(autouse=True)
def plain(monkeypatch):
    """Kernels run in plain Python."""
    monkeypatch.setenv("RETRO_PLAIN", "1")


@pytest.fixture(scope="module")
def workplace(tmp_path_factory):
    """A directory with a new plugin."""
    directory = tmp_path_factory.mktemp("new")
    printed = run(directory, "retro", "new", NAME)
    assert f"pip install --editable ./{NAME}" in printed and f"retro check {NAME}" in printed
    run(directory, "pip", "install", "--quiet", "--editable", f"./{NAME}")
    return directory


@pytest.fixture
def retro(workplace, monkeypatch):
    """A function that runs a command where the plugin is installed, and returns its output."""
    monkeypatch.syspath_prepend(str(workplace / NAME))
    monkeypatch.setenv("RETRO_DATA", str(workplace / ".data"))
    yield ask
    for name in [name for name in sys.modules if name.startswith(NAME)]:
        del sys.modules[name]


def run(directory, *command):
    """Returns the output of a command, which must succeed."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    done = subprocess.run(command, cwd=directory, env=environment(directory, NAME), check=False, **pipes)
    assert done.returncode == 0, done.stdout
    return done.stdout


def test_a_new_plugin_solves_unchanged(retro):
    answer = json.loads(retro("solve", NAME, "--json"))
    assert (answer["positions"], answer["values"]) == (22, {"win": 16, "loss": 6, "draw": 0})
    answer = json.loads(retro("query", NAME, "18", "--json"))
    assert [move["move"] for move in answer["moves"] if move["value"] == "win"] == ["take 2"]
    assert "Pebbles 2" in retro("games")


def test_a_new_plugin_passes_all_rules_unchanged(retro):
    answer = json.loads(retro("check", NAME, "--seconds", "0.5", "--json"))
    status = {rule["rule"]: rule["status"] for rule in answer["rules"]}
    assert {status[rule] for rule in ("declarations", "compiled", "moves", "text", "values")} == {"passed"}
    assert "failed" not in status.values()
    assert "unmoves" in {each["function"] for each in answer["missing"]}


def test_the_tests_of_a_new_plugin_pass(workplace):
    assert "2 passed" in run(workplace, "pytest", "--quiet", NAME)


@pytest.mark.parametrize("tool", ["check", "format --check"])
def test_generated_code_keeps_to_the_style(tool, workplace):
    run(workplace, sys.executable, "-m", "ruff", *tool.split(), *STYLE, NAME)


def test_pip_installs_it(tmp_path):
    if importlib.util.find_spec("pip") is None or not _builds_wheels():
        pytest.skip("there is no pip, or no setuptools that builds wheels")
    directory = new.create(NAME, tmp_path)
    offline = ["--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check", "--quiet"]
    target = tmp_path / "site"
    subprocess.run(
        [sys.executable, "-m", "pip", "install", *offline, "--target", str(target), str(directory)], check=True
    )
    (distribution,) = importlib.metadata.distributions(path=[str(target)])
    (point,) = distribution.entry_points.select(group="retro.games")
    assert (distribution.requires, point.name, point.value) == (["retrograde"], NAME, f"{NAME}.plugin")
    assert {path.name for path in (target / NAME).glob("*.py")} == {"__init__.py", "plugin.py", "rules.py", "text.py"}


def _builds_wheels() -> bool:
    try:
        version = importlib.metadata.version("setuptools")
    except importlib.metadata.PackageNotFoundError:
        return False
    return importlib.util.find_spec("wheel") is not None or int(version.split(".")[0]) >= 71


def test_a_name_with_a_hyphen_is_a_game_in_a_package_with_an_underscore(tmp_path, monkeypatch):
    directory = new.create("fox-hounds", tmp_path)
    monkeypatch.syspath_prepend(str(directory))
    metadata(directory)
    game = plugins.load("fox-hounds")
    assert (game.title, game.package) == ("Fox hounds", "fox_hounds") and (directory / "fox_hounds/rules.py").is_file()


@pytest.fixture
def refused(tmp_path, monkeypatch):
    """The one line with which `retro new` refuses a name; nothing is written."""
    monkeypatch.chdir(tmp_path)

    def refused(name, code=2):
        before = sorted(tmp_path.iterdir())
        line = ask("new", "--", name, code=code)
        assert len(line) < 300
        assert sorted(tmp_path.iterdir()) == before
        return line

    return refused


UNSOUND = "A 1a a__b a--b a_-b a- a_ _a a.b .. / a/b ../a /a é \u0430bc -".split()
UNSOUND += ["", "a b", "a\n", "n\x1b", "a" * 41, "a" * 9_999]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        *((name, "lower-case letters, digits and single - or _") for name in UNSOUND),
        ("class", "has a meaning in Python"),
        ("lgame", "a game called lgame is installed already"),
        ("json", "there is a Python module called json already"),
        ("retro", "there is a Python module called retro already"),
        ("pytest_xdist", "pip knows a package called pytest_xdist already"),
    ],
)
def test_unsound_names_and_those_that_are_taken_are_refused(name, reason, refused):
    assert reason in refused(name)


def test_existing_files_are_not_overwritten(refused, tmp_path):
    (tmp_path / "link").symlink_to("nowhere")
    assert "there is a link here already" in refused("link")


def test_a_full_disk_leaves_no_files(refused):
    """A limit of the size of files has the same effect."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, limits[1]))
    try:
        assert "no file may be so large" in refused(NAME, 4)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
