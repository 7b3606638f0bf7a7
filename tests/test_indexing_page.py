"""The page on indices and bits: examples print what it shows, and every function has an entry."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from types import FunctionType
from typing import Any
from weakref import WeakKeyDictionary

import pytest
from doc_examples import run_examples

from retro.compiling.compile import jit
from retro.game import bits
from retro.indexing import dense, folding, images
from retro.indexing.placements import MAX_SQUARES, PlacementIndex

pytestmark = pytest.mark.compiled

PAGE = (Path(__file__).parent.parent / "docs" / "reference" / "indexing.md").read_text(encoding="utf-8")
SIGNATURES = dict(re.findall(r"^    (\w+)\(([^)]*)\)", PAGE, re.MULTILINE))
PUBLIC = [bits.popcount, bits.lowest, bits.pext, bits.pdep, dense.dense_index, folding.folded, folding.legal_index]
PUBLIC += [images.set_images, images.grid_symmetries]


def test_examples_print_what_the_page_shows():
    assert run_examples(PAGE) > 30


def count_held(slots):
    """Returns the number of slots with a position; negative if ``rank`` of an image gives another slot."""
    held = 0
    for slot in range(slots):
        key = unrank(slot)  # noqa: F821 - of the page
        if key >= 0:
            held += 1
            images = 0
            for g in range(8):
                turned = image_of_men(key, g)  # noqa: F821
                index, to, fixed = rank(turned)  # noqa: F821
                images += turned == key
                if index != slot or image_of_men(turned, to) != key:  # noqa: F821
                    return -1
            if fixed != (images > 1):
                return -2
    return held


def test_an_index_of_two_kings_serves_for_four_men():
    """Burnside's lemma says how many classes there are: only the two diagonals have squares that a symmetry leaves."""
    names: dict[str, Any] = {}
    run_examples(PAGE.partition("## PlacementIndex")[0], names)
    placements, on_a_diagonal = 3612 * 62 * 61, 42 * 6 * 5
    counted = jit(FunctionType(count_held.__code__, names), WeakKeyDictionary())
    assert counted(names["SLOTS"]) == (placements + 2 * on_a_diagonal) // 8 == 1_707_888


@pytest.mark.parametrize("function", [*PUBLIC, PlacementIndex], ids=lambda function: function.__name__)
def test_every_function_has_an_entry_with_its_arguments(function):
    assert re.search(rf"^##+ {function.__name__}$", PAGE, re.MULTILINE)
    written = [name.partition("=")[0] for name in SIGNATURES[function.__name__].split(", ")]
    assert written == list(inspect.signature(function).parameters)


def test_every_function_of_bits_has_an_entry():
    public = {name for name in vars(bits) if not name.startswith("_")} - {"annotations"}
    assert public == {name for name in public if f"\n### {name}\n" in PAGE}


def test_limits_are_those_of_the_program():
    assert f"| {dense.MAX_NUMBERS:,} keys, legal or not |" in PAGE
    assert f"| {MAX_SQUARES} squares |" in PAGE
    assert f"If the range has more than {folding.PLAIN:,} keys, they are compiled first" in PAGE
