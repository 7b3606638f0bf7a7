"""The plugins in `examples/`: each keeps the contract, and its published numbers are those that it computes."""

import tomllib

import pytest
from commanding import ask
from example_plugins import EXAMPLES
from runs import rules_of

from retro import conformance
from retro.game import plugins
from retro.system.progress import Silent

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
def test_an_example_keeps_the_contract(name, examples, plain_checks):
    """In its small variant, but for the rule that compares all values with the reference backend."""
    report = conformance.check(rules_of(name, **plugins.load(name).small), 1.5, Silent(), conformance.RULES[:-1])
    assert report.passed, report.results


@pytest.mark.soak
@pytest.mark.compiled
@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_keeps_the_whole_contract(name, examples):
    settings = [f"--set={option}={value}" for option, value in plugins.load(name).small.items()]
    assert ask("check", name, "--seconds", 4, *settings).endswith(f"{name} passes\n")


@pytest.mark.parametrize(
    ("name", "options"),
    [*TINY, *(pytest.param(*each, marks=[pytest.mark.soak, pytest.mark.compiled]) for each in LARGER)],
)
def test_published_numbers_are_those_that_are_computed(name, options, examples):
    """All numbers about a variant, which is solved."""
    settings = [f"--set={each}" for each in options.split()]
    ask("solve", name, *settings)
    assert " rows are as published\n" in ask("reproduce", name, "--all", *settings)
