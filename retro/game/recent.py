"""Rules that cache recent results of the plugin's functions.

An answer about a state reads the moves, slots and texts of its position several times, and so do the answers that
follow, because the next state of a game is one of its successors. Caching is correct because the contract says that a
function depends on nothing but its arguments.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from functools import lru_cache, partial
from typing import Any

from retro.game.functions import FUNCTIONS
from retro.game.rules import IndexedRules, Move

MAX_RESULTS = 1 << 13
"""Results that are cached of each function: about 2 MiB."""
MAX_MOVES = 1 << 16
"""Moves that are cached, if all positions have the most: 5 MiB in Ostle, 4 MiB in the L-game."""
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
        text = rules.text
        return cls(**_declared(rules) | {"text": text._replace(format=lru_cache(MAX_RESULTS)(text.format))})

    def __post_init__(self) -> None:
        plain = IndexedRules(**_declared(self))  # caches that refer to these rules would be a cycle

        def moves(key: int) -> Rows:
            return tuple(map(tuple, plain.moves(key)))  # type: ignore[arg-type]

        results = {name: lru_cache(MAX_RESULTS)(partial(plain.call, name)) for name in _FUNCTIONS}
        object.__setattr__(self, "_results", results)
        object.__setattr__(self, "_moves", lru_cache(max(1, MAX_MOVES // max(1, self.max_moves)))(moves))

    def call(self, name: str, *arguments: Any) -> Any:
        recent = self._results.get(name)
        return super().call(name, *arguments) if recent is None else recent(*arguments)

    def moves(self, key: int) -> list[Move]:
        return list(map(Move._make, self._moves(key)))


def _declared(rules: IndexedRules) -> dict[str, Any]:
    return {each.name: getattr(rules, each.name) for each in fields(IndexedRules)}
