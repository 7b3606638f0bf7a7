"""The files of an installation, and errors of a spoilt one."""

import ast
import errno
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from installing import write_package

import retro
from retro.cluster import start
from retro.compiling import numba_version
from retro.system.errors import GameError

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_every_package_and_the_files_beside_its_modules_are_installed():
    folders = {f"retro_{path.parent.name}" for path in (ROOT / "games").glob("*/*.py")}
    folders |= {".".join(path.parent.relative_to(ROOT).parts) for path in (ROOT / "retro").rglob("*.py")}
    assert set(PROJECT["tool"]["setuptools"]["packages"]) == folders
    for name, folder in PROJECT["tool"]["setuptools"]["package-dir"].items():
        missing = [path for path in (ROOT / folder).rglob("*.py") if not (path.parent / "__init__.py").exists()]
        assert not missing, name
    data = PROJECT["tool"]["setuptools"]["package-data"]
    assert {"published.toml", "words.json"} <= set(data["*"]) and "serve/files/*" in data["retro"]
    assert (ROOT / "retro" / "serve" / "files" / "page.js").is_file()


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
def test_another_version_of_ray_is_an_error_that_says_what_to_install(tmp_path, monkeypatch, version):
    installed(tmp_path, "ray", version=version)
    monkeypatch.syspath_prepend(str(tmp_path))
    (wanted,) = PROJECT["project"]["optional-dependencies"]["cluster"]
    with pytest.raises(GameError, match=f"Ray {version} is installed, .*: pip install '{wanted}'$"):
        start.check()


def test_the_metadata_are_those_of_the_citation_and_name_the_systems_that_work():
    citation, about = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8")), PROJECT["project"]
    assert {"cff-version", "message", "title", "authors"} <= set(citation)
    assert citation["version"] == retro.__version__
    assert (citation["license"], citation["abstract"]) == (about["license"], about["description"])
    assert citation["authors"] == about["authors"]
    assert f"{about['name']}[cluster,dev,docs,export,plot,web]" in about["optional-dependencies"]["test"]
    systems = {each for each in about["classifiers"] if each.startswith("Operating System")}
    assert systems == {"Operating System :: MacOS", "Operating System :: POSIX :: Linux"}


@pytest.fixture
def site(tmp_path):
    """A directory of installed packages: a package `retro` and the module of the command."""
    write_package(tmp_path, "retro", __init__="raise ImportError('whose is this?')")
    shutil.copy(ROOT / "retrograde.py", tmp_path)
    return tmp_path


def installed(site, name, *files, version="2.9"):
    """Writes the metadata of a distribution that installed ``files``."""
    folder = site / f"{name}-{version}.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
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
    assert (code, message.count("\n")) == (2, 1) and "install retrograde again" in message
    wrong = f"{site}/retro holds files of another distribution, {name} 2.9: pip uninstall {name}, "
    assert message.startswith(f"error: {wrong}")


def test_a_package_without_its_init_file_is_reported(site):
    (site / "retro" / "__init__.py").unlink()
    code, message = command(site)
    assert code == 2 and message.startswith("error: the package retro is not whole: install retrograde again")


def test_distributions_that_wrote_elsewhere_are_not_named(site):
    installed(site, "retrograde", "retro/__init__.py", "retrograde.py")
    installed(site, "retro", "elsewhere/retro/__init__.py", "retrospect.py")
    assert command(site) == (2, "error: whose is this?\n")


@pytest.mark.parametrize(
    ("hidden", "code", "status"),
    [
        ("fcntl", "import retrograde; retrograde.main()", 2),
        ("resource", "import retro", 1),
        ("fcntl", "from retro.game import WIN", 1),  # as the rules of a plugin begin
        ("resource", "import runpy; runpy.run_module('retro')", 1),
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


@pytest.mark.parametrize(("number", "code"), [(errno.EACCES, 2), (errno.EMFILE, 4), (errno.ENOMEM, 4), (errno.EIO, 7)])
def test_an_error_of_the_system_while_modules_are_imported_has_its_exit_code(site, number, code):
    write_package(site, "retro")
    write_package(site / "retro", "app", __init__=f"raise OSError({number}, 'it fails', 'cli.py')")
    assert command(site) == (code, f"error: [Errno {number}] it fails: 'cli.py'\n")
