"""What would be installed."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PLACES = PROJECT["tool"]["setuptools"]["package-dir"]


def test_every_package_is_installed():
    found = {f"retro_{path.parent.name}" for path in (ROOT / "games").glob("*/__init__.py")}
    for path in (ROOT / "retro").rglob("__init__.py"):
        found.add(".".join(path.parent.relative_to(ROOT).parts))
    assert set(PROJECT["tool"]["setuptools"]["packages"]) == found


def test_no_module_is_left_out_for_want_of_an_init_file():
    for name, place in PLACES.items():
        for path in (ROOT / place).rglob("*.py"):
            assert (path.parent / "__init__.py").exists(), f"{name}: {path}"


def test_every_game_names_its_plugin():
    for name, module in PROJECT["project"]["entry-points"]["retro.games"].items():
        package, _, plugin = module.partition(".")
        assert package == f"retro_{name}"
        assert (ROOT / PLACES[package] / f"{plugin}.py").exists()
