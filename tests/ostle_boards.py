"""Published numbers of Ostle, its rules by options, and random boards."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

import naive_ostle as naive
from hypothesis import strategies as st
from runs import rules_of

from retro.game.rules import Rules
from retro.verify import published
from retro_ostle.plugin import retro_game

DATA = Path(__file__).parent / "data"


START = naive.board("22222-00000-00300-00000-11111")


def read(name: str) -> list[dict[str, str]]:
    with open(DATA / name, encoding="ascii", newline="") as file:
        return list(csv.DictReader(file))


def rows(title: str) -> dict[str, int]:
    """Returns the published rows of that title."""
    return {name: number for each in ENTRIES if each.title == title for name, number in each.rows.items()}


ENTRIES = published.load(retro_game())


FOUR = {
    name: number
    for each in ENTRIES
    if each.what == "numbers" and 8 in each.options.get("pieces", ())
    for name, number in each.rows.items()
}


TABLE_1 = rows("Table 1: positions by square of the hole and pieces of the mover and of the opponent")


@cache
def rules(**options: str) -> Rules:
    return rules_of(retro_game(), **options)


@st.composite
def boards(draw: st.DrawFn, fewest: int = 4) -> naive.Board:
    """Boards of the real size with ``fewest`` to five pieces each."""
    mover, opponent = draw(st.integers(fewest, 5)), draw(st.integers(fewest, 5))
    content = "3" + "1" * mover + "2" * opponent + "0" * (24 - mover - opponent)
    return "".join(draw(st.permutations(content)))
