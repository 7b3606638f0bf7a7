"""Rules that keep the recent results of the plugin's functions, for programs that request the same ones repeatedly.

An answer about a state reads its moves, their slots and their texts several times, and the next state of the game was
one of its successors. The contract says that the functions depend on nothing but their arguments.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from functools import lru_cache, partial
from typing import Any

from retro.game.rules import FUNCTIONS, IndexedRules, Move

MAX_RESULTS = 1 << 13
"""Results that are kept of each function: about 2 MiB."""
MAX_POSITIONS = 1 << 11
"""Positions whose moves are kept: about 4 MiB with 16 moves each."""
Rows = tuple[tuple[int, int, int], ...]
"""Moves as plain tuples, which the garbage collector does not visit."""
_FUNCTIONS = tuple(name for name, parameters in FUNCTIONS.items() if "out" not in parameters)


@dataclass(frozen=True)
class RecentRules(IndexedRules):
    """Rules that return recent results again; safe to share between threads."""

    _results: dict[str, Callable[..., Any]] = field(init=False, repr=False, compare=False)
    _moves: Callable[[int], Rows] = field(init=False, repr=False, compare=False)

    @classmethod
    def of(cls, rules: IndexedRules) -> RecentRules:
        """Returns the same rules with empty caches."""
        declared = {each.name: getattr(rules, each.name) for each in fields(IndexedRules)}
        text = rules.text
        return cls(**declared | {"text": text._replace(format=lru_cache(MAX_RESULTS)(text.format))})

    def __post_init__(self) -> None:
        call, moves = super().call, super().moves
        results = {name: lru_cache(MAX_RESULTS)(partial(call, name)) for name in _FUNCTIONS}
        object.__setattr__(self, "_results", results)
        object.__setattr__(self, "_moves", lru_cache(MAX_POSITIONS)(lambda key: tuple(map(tuple, moves(key)))))

    def call(self, name: str, *arguments: Any) -> Any:
        recent = self._results.get(name)
        return super().call(name, *arguments) if recent is None else recent(*arguments)

    def moves(self, key: int) -> list[Move]:
        return list(map(Move._make, self._moves(key)))
