"""The page on indices and bits: its examples give what they show, and nothing is left out."""

from __future__ import annotations

import doctest
import inspect
import re
from pathlib import Path

import pytest

from retro import bits
from retro.indexing import dense, folding
from retro.indexing.combinatorial import PairIndex
from retro.indexing.placements import MOST, PlacementIndex

PAGE = (Path(__file__).parent.parent / "docs" / "reference" / "indexing.md").read_text(encoding="utf-8")
SIGNATURES = dict(re.findall(r"^    (\w+)\(([^)]*)\)", PAGE, re.MULTILINE))
PUBLIC = [bits.popcount, bits.lowest, bits.pext, bits.pdep, dense.dense_index, folding.folded, folding.legal_index]


def test_the_examples_give_what_they_show():
    examples = "".join(re.findall(r"```pycon\n(.*?)```", PAGE, re.DOTALL))
    told = []
    test = doctest.DocTestParser().get_doctest(examples, {}, "indexing.md", "indexing.md", 0)
    results = doctest.DocTestRunner().run(test, out=told.append)
    assert results.attempted > 30
    assert not results.failed, "".join(told)


@pytest.mark.parametrize("function", [*PUBLIC, PairIndex, PlacementIndex], ids=lambda function: function.__name__)
def test_every_function_has_an_entry_with_its_arguments(function):
    assert re.search(rf"^##+ {function.__name__}$", PAGE, re.MULTILINE)
    written = [name.partition("=")[0] for name in SIGNATURES[function.__name__].split(", ")]
    assert written == list(inspect.signature(function).parameters)


def test_nothing_of_the_bits_is_left_out():
    public = {name for name in vars(bits) if not name.startswith("_")} - {"annotations"}
    assert public == {name for name in public if f"\n### {name}\n" in PAGE}


def test_limits_are_those_of_the_program():
    assert f"| {dense.MOST:,} keys, legal or not |" in PAGE
    assert f"| {MOST} squares, {MOST} symmetries |" in PAGE
    assert f"of more than {folding.PLAIN:,} in compiled code" in PAGE
