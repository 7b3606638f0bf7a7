"""Installs plugins without pip and its build backend, which may be missing and may use the network.

As with ``pip install --editable``, the plugin's own directory goes onto the path, by way of metadata that lie in it.
Run as a command it stands in for pip: ``python installing.py install --quiet --editable ./NAME``.
"""

from __future__ import annotations

import os
import shutil
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path


def metadata(project: Path, site: Path | None = None) -> None:
    """Write the metadata of the plugin in the directory ``project`` to ``site``, or beside its package."""
    about = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    register(site or project, about["name"], about["entry-points"]["retro.games"], about["version"])


def register(site: Path, name: str, games: Mapping[str, str | None], version: str = "1") -> None:
    """Write the metadata of the distribution ``name``, which has ``games``: by their names, the modules that say so."""
    folder = site / f"{name}-{version}.dist-info"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", encoding="utf-8")
    points = "".join(f"{game} = {module}\n" for game, module in games.items())
    (folder / "entry_points.txt").write_text(f"[retro.games]\n{points}", encoding="utf-8")


def write_package(site: Path, name: str, **modules: str) -> Path:
    """Writes a package of ``modules``, which are sources by name, with an empty ``__init__``; returns its folder."""
    folder = site / name
    folder.mkdir(parents=True, exist_ok=True)
    for module, source in {"__init__": "", **modules}.items():
        (folder / f"{module}.py").write_text(source, encoding="utf-8")
    return folder


PLUGIN = """
from retro.game import Game, Option
from retro.game.plugins import hookimpl


@hookimpl
def retro_game():
    return Game(name="{name}", title="{title}", package="{name}"{more})
"""
DRAWN = "def draw(key):\n    return str(key)\n"


def install(site: Path, name: str, rules: str, more: str = "", **modules: str) -> Path:
    """Installs a game with this rules.py, and other modules; ``more`` are further arguments of its `Game`, in Python.

    Returns the folder of its package.
    """
    register(site, name, {name: f"{name}.plugin"})
    plugin = PLUGIN.format(name=name, title=name.capitalize(), more=f", {more}" if more else "")
    return write_package(site, name, **{"plugin": plugin, "rules": rules, "text": DRAWN} | modules)


def forget(site: Path) -> None:
    """Removes modules and packages of ``site``, and the variants loaded of them, from the imported ones.

    Their bytecode is removed, too: Python would use it for another source of the same size and second.
    """
    for folder in list(site.rglob("__pycache__")):
        shutil.rmtree(folder)
    own = {each.stem for each in site.iterdir() if each.suffix == ".py" or (each / "__init__.py").exists()}
    for name in [name for name in sys.modules if name.partition(".")[0].partition("__")[0] in own]:
        del sys.modules[name]


def python_path(*folders: Path) -> dict[str, str]:
    """Variables for a new interpreter that finds what this one finds, and modules in ``folders``."""
    return os.environ | {"PYTHONPATH": os.pathsep.join([*map(str, folders), *filter(None, sys.path)])}


def environment(folder: Path, *projects: str) -> dict[str, str]:
    """Variables of commands in ``folder`` that find retro, python, pytest, pip and the plugins ``projects``."""
    commands = {
        "retro": "-c 'from retro.app.cli import main; main()'",
        "python": "",
        "pytest": "-m pytest -p no:cacheprovider",
        "pip": str(Path(__file__)),
    }
    programs = folder / ".programs"
    programs.mkdir(exist_ok=True)
    for name, arguments in commands.items():
        script = programs / name
        script.write_text(f"#!/bin/sh\nexec '{sys.executable}' {arguments} \"$@\"\n", encoding="utf-8")
        script.chmod(0o755)
    return python_path(*(folder / project for project in projects)) | {
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "RETRO_DATA": str(folder / ".data"),
    }


if __name__ == "__main__":
    assert sys.argv[1:4] == ["install", "--quiet", "--editable"], sys.argv
    metadata(Path(sys.argv[4]))
