"""The numbers of a manifest, which `retro.verify.verify` counts again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from retro.storage.checked_json import NAMES
from retro.storage.solution import Statistics

Number = tuple[str, int | str]
"""A number of the manifest: a field of `Statistics`, or ``start``; and the value or name that it is counted for,
or ""."""


@dataclass(frozen=True)
class Difference:
    """A number of the manifest that differs from the count; None stands for a missing number.

    The number of ``start`` is a value.
    """

    what: Number
    stored: int | None
    counted: int | None


def differing(stored: Mapping[Number, int], counted: Mapping[Number, int]) -> list[Difference]:
    """Returns the numbers of a manifest that differ from those counted."""
    return [
        Difference(what, stored.get(what), counted.get(what))
        for what in {**stored, **counted}
        if stored.get(what) != counted.get(what)
    ]


def listed(statistics: Statistics) -> dict[Number, int]:
    """Returns all numbers of statistics, under the manifest's names."""
    numbers: dict[Number, int] = {}
    for field, content in vars(statistics).items():
        name = NAMES.get(field, field)
        if isinstance(content, dict):
            numbers |= {(name, by): count for by, count in content.items() if count}
        else:
            numbers[name, ""] = content
    return numbers
