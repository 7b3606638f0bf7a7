"""The files of an installation, and errors of a spoilt one."""

import ast
import errno
import importlib
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

import retro
import retrograde
from retro.app import cli
from retro.cluster import start
from retro.compiling import numba_version
from retro.game.loading import load
from retro.system.errors import GameError

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PLACES = PROJECT["tool"]["setuptools"]["package-dir"]


def test_every_package_is_installed():
    folders = {f"retro_{path.parent.name}" for path in (ROOT / "games").glob("*/__init__.py")}
    for path in (ROOT / "retro").rglob("__init__.py"):
        folders.add(".".join(path.parent.relative_to(ROOT).parts))
    assert set(PROJECT["tool"]["setuptools"]["packages"]) == folders


def test_no_module_is_left_out_for_want_of_an_init_file():
    for name, folder in PLACES.items():
        for path in (ROOT / folder).rglob("*.py"):
            assert (path.parent / "__init__.py").exists(), f"{name}: {path}"


@pytest.mark.parametrize(("name", "module"), PROJECT["project"]["entry-points"]["retro.games"].items())
def test_every_game_that_is_named_can_be_played(name, module):
    """The named module returns the game of that name, and its rules load."""
    game = importlib.import_module(module).retro_game()
    rules = load(game, game.choose({}))
    assert game.name == name and len(rules.moves(rules.initial)) > 1


def test_the_distribution_installs_its_own_extras():
    extras = PROJECT["project"]["optional-dependencies"]
    assert f"{PROJECT['project']['name']}[cluster,dev,docs,export,plot,web]" in extras["test"]


PRIVATE = re.compile("_(?!retro)[a-z][a-z_]*")
NOT_PRIVATE = {"_asdict", "_make", "_replace", "_exit"}
"""Names of named tuples and of `os`."""
USERS_OF_PRIVATE_PARTS = {
    "numba": (numba_version.FIRST, numba_version.BEYOND, ("retro/compiling/", "retro/game/fingerprint.py")),
    "ray": (start.FIRST, start.BEYOND, ("retro/cluster/start.py",)),
}
"""Packages, the bounds of their versions, and the files that use their private parts."""


def names_in(node):
    """Names of attributes, imports and arguments, and texts that may be names of arguments."""
    match node:
        case ast.Attribute(attr=name) | ast.keyword(arg=str(name)) | ast.Constant(value=str(name)):
            return [name]
        case ast.ImportFrom(module=str(module), names=names) if module.partition(".")[0] != "retro":
            return [*module.split("."), *(each.name for each in names)]
        case ast.Import(names=names):
            return [part for each in names for part in each.name.split(".")]
    return []


def defined_in(node):
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name) | ast.arg(arg=name):
            return name
        case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, value=ast.Name("self"), ctx=ast.Store()):
            return name
    return None


def test_private_parts_are_those_of_packages_whose_versions_are_bounded():
    folders = [ROOT / name for name in ("retro", "games", "examples", "benchmarks", "docs")]
    trees = {path.relative_to(ROOT): ast.parse(path.read_text()) for each in folders for path in each.rglob("*.py")}
    nodes = [(path.as_posix(), node) for path, tree in trees.items() for node in ast.walk(tree)]
    known = {defined_in(node) for _, node in nodes} | NOT_PRIVATE
    used = {(path, name) for path, node in nodes for name in names_in(node) if PRIVATE.fullmatch(name)}
    others = {(path, name) for path, name in used if name not in known}
    about = PROJECT["project"]
    required = [*about["dependencies"], *about["optional-dependencies"]["cluster"]]
    for package, (first, beyond, users) in USERS_OF_PRIVATE_PARTS.items():
        assert f"{package}>={'.'.join(map(str, first))},<{'.'.join(map(str, beyond))}" in required
        found = {each for each in others if each[0].startswith(users)}
        assert found
        others -= found
    assert not others


@pytest.mark.parametrize("version", ["2.55.1", "2.61.0", "2.61.0rc1", "3.0.0.dev0"])
def test_another_version_of_ray_is_an_error_that_says_what_to_install(monkeypatch, version):
    monkeypatch.setattr(start.metadata, "version", lambda name: version)
    (wanted,) = PROJECT["project"]["optional-dependencies"]["cluster"]
    with pytest.raises(GameError, match=f"Ray {version} is installed, .*: pip install '{wanted}'$"):
        start.check()


def test_the_citation_is_of_this_version():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert {"cff-version", "message", "title", "authors"} <= set(citation)
    about = PROJECT["project"]
    assert citation["version"] == retro.__version__
    assert (citation["license"], citation["abstract"]) == (about["license"], about["description"])
    assert citation["authors"] == about["authors"]


@pytest.fixture
def site(tmp_path):
    """A directory of installed packages: a package `retro` and the module of the command."""
    (tmp_path / "retro").mkdir()
    (tmp_path / "retro" / "__init__.py").write_text("raise ImportError('whose is this?')")
    shutil.copy(ROOT / "retrograde.py", tmp_path)
    return tmp_path


def installed(site, name, *files):
    """Writes the metadata of a distribution that installed ``files``."""
    folder = site / f"{name}-2.9.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 2.9\n")
    (folder / "RECORD").write_text("".join(f"{file},,\n" for file in [*files, f"{folder.name}/RECORD"]))


def command(site):
    """Returns exit code and stderr of the command there, without this interpreter's packages."""
    code = "import sys; sys.path.insert(0, sys.argv.pop()); import retrograde; retrograde.main()"
    run = subprocess.run([sys.executable, "-I", "-S", "-c", code, site], capture_output=True, text=True, check=False)
    assert run.stdout == ""
    return run.returncode, run.stderr


@pytest.mark.parametrize("name", ["retro", "Retro", "gym_retro", "stable_retro"])
def test_a_distribution_that_wrote_into_the_package_is_named(site, name):
    installed(site, name, "retro/__init__.py", "retro/web.py")
    code, message = command(site)
    assert (code, message.count("\n")) == (2, 1)
    assert message.startswith(
        f"error: {site}/retro holds files of another distribution, {name} 2.9: pip uninstall {name}, "
    )
    assert "install retrograde again" in message


def test_a_package_without_its_init_file_is_reported(site):
    (site / "retro" / "__init__.py").unlink()
    code, message = command(site)
    assert (code, message.count("\n")) == (2, 1)
    assert message.startswith("error: the package retro is not whole: install retrograde again")


def test_distributions_that_wrote_elsewhere_are_not_named(site):
    installed(site, "retrograde", "retro/__init__.py", "retrograde.py")
    installed(site, "retro", "elsewhere/retro/__init__.py", "retrospect.py")
    assert command(site) == (2, "error: whose is this?\n")


@pytest.mark.parametrize("hidden", ["fcntl", "resource"])
@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("import retrograde; retrograde.main()", 2),
        ("import retro", 1),
        ("from retro.game import WIN", 1),  # as the rules of a plugin begin
        ("import runpy; runpy.run_module('retro')", 1),
    ],
)
def test_on_other_systems_one_line_names_those_that_work(hidden, code, status):
    """Windows has neither module."""
    program = f"import sys; sys.modules[{hidden!r}] = None; sys.argv = ['retro', 'games']; {code}"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, cwd=ROOT)
    *before, last = run.stderr.splitlines()
    assert run.returncode == status and not run.stdout
    assert f"retro runs on Linux and macOS; this system has no {hidden} (Windows: install it in WSL)" in last
    assert before == [] or status == 1


def test_the_metadata_name_the_systems_that_work():
    systems = {each for each in PROJECT["project"]["classifiers"] if each.startswith("Operating System")}
    assert systems == {"Operating System :: MacOS", "Operating System :: POSIX :: Linux"}


def test_published_toml_is_installed():
    assert list((ROOT / "games").glob("*/published.toml"))
    assert "published.toml" in PROJECT["tool"]["setuptools"]["package-data"]["*"]


def test_the_page_and_the_words_of_plugins_are_installed():
    data = PROJECT["tool"]["setuptools"]["package-data"]
    assert "words.json" in data["*"] and "serve/files/*" in data["retro"]
    assert (ROOT / "retro" / "serve" / "files" / "page.js").is_file()


@pytest.mark.parametrize(("number", "code"), [(errno.EACCES, 2), (errno.EMFILE, 4), (errno.ENOMEM, 4), (errno.EIO, 7)])
def test_an_error_of_the_system_while_modules_are_imported_has_its_exit_code(monkeypatch, capsys, number, code):
    def main():
        raise OSError(number, "it fails", "cli.py")

    monkeypatch.setattr(cli, "main", main)
    with pytest.raises(SystemExit) as ended:
        retrograde.main()
    assert ended.value.code == code
    assert capsys.readouterr().err == f"error: [Errno {number}] it fails: 'cli.py'\n"
