"""The plugins in `examples/`: each keeps the contract, and its published numbers are those that it computes."""

import tomllib

import pytest
from commanding import ask
from example_plugins import EXAMPLES

from retro import conformance
from retro.game import plugins

TINY = [
    ("awari", "stones=3"),
    *(("dots_and_boxes", f"wide={wide} high={high}") for wide, high in ((1, 1), (2, 1), (2, 2))),
    ("draughts_endings", ""),
    ("fox_and_hounds", "size=4"),
    ("hare_and_hounds", ""),
]
"""Variants of at most some thousand positions about which numbers are published: names, and options as ``a=1 b=2``."""
LARGER = [
    ("awari", "stones=12"),
    ("awari", "stones=16"),
    ("antichess", "size=8"),
    ("chess_endings", "material=KPvK"),
    ("chess_endings", "material=KQvKR"),
    ("dots_and_boxes", "wide=3 high=3"),
    ("fox_and_hounds", "size=6"),
    ("fox_and_hounds", "size=8"),
    ("kalah", "pits=4 stones=3"),
    ("nine_mens_morris", "men=4 phase=moving"),
    ("reversi4", ""),
    ("sim", "points=6"),
]
"""Variants that only soak tests solve."""
BEYOND = [("squadro", "speeds=13231")]
"""Variants that no test solves, because they take hours."""


def test_every_example_is_solved():
    assert {name for name, _ in TINY + LARGER + BEYOND} == {*EXAMPLES}


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_installation_has_all_files(name):
    project = tomllib.loads((EXAMPLES[name] / "pyproject.toml").read_text(encoding="utf-8"))
    packages = [path.parent.relative_to(EXAMPLES[name]) for path in EXAMPLES[name].rglob("__init__.py")]
    assert project["tool"]["setuptools"]["packages"] == sorted(".".join(path.parts) for path in packages) == [name]
    assert project["tool"]["setuptools"]["package-data"] == {name: ["published.toml"]}
    assert (EXAMPLES[name] / name / "published.toml").is_file() and (EXAMPLES[name] / "README.md").is_file()


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_keeps_the_contract(name, examples, plain_checks, monkeypatch):
    """In its small variant, but for the rule that compares all values with the reference backend."""
    monkeypatch.setattr(conformance, "RULES", conformance.RULES[:-1])
    check(name, 4)


@pytest.mark.soak
@pytest.mark.compiled
@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_keeps_the_whole_contract(name, examples):
    check(name, 4)


def check(name, seconds):
    settings = [f"--set={option}={value}" for option, value in plugins.load(name).small.items()]
    assert ask("check", name, "--seconds", seconds, *settings).endswith(f"{name} passes\n")


@pytest.mark.parametrize(("name", "options"), TINY)
def test_published_numbers_of_tiny_variants(name, options, examples):
    check_published(name, options)


@pytest.mark.soak
@pytest.mark.compiled
@pytest.mark.parametrize(("name", "options"), LARGER)
def test_published_numbers_of_larger_variants(name, options, examples):
    check_published(name, options)


def check_published(name, options):
    """Solves a variant, and compares its published numbers, all of them."""
    settings = [f"--set={each}" for each in options.split()]
    ask("solve", name, *settings)
    assert " rows are as published\n" in ask("reproduce", name, "--all", *settings)
