"""The enumerated index: the positions that can be reached from the start, sorted by key, and searched.

For games without a formula. `retro.indexing.discovery` finds the positions; here they become an index of the game: of a
class of positions that are the same up to symmetry, the one with the smallest key is the canonical one and is in the
index, and its place in sorted order is its slot. Every slot holds a position.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from types import FunctionType
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from retro.rules import Rules

Keys = NDArray[np.int64]
Tiers = tuple[tuple[str, int, int], ...]


class Index(Protocol):
    """Sorted keys, wherever they lie."""

    @property
    def slots(self) -> int:
        """How many there are."""

    def find(self, key: int) -> int:
        """Place of a key in sorted order, -1 if it is not there."""

    def key_at(self, index: int) -> int:
        """The key at a place."""


LARGE = 1 << 24
"""With more positions than that, a hash table is worth its memory (see `benchmarks/lookup.py`)."""


@dataclass(frozen=True)
class Positions:
    """Sorted keys in memory; the only index that compiled code can use.

    ``lookup`` is how it finds a key: ``binary``, ``eytzinger`` or ``hashed`` (see `retro.indexing.lookup`).
    """

    keys: Keys
    lookup: str

    @classmethod
    def of(cls, keys: Keys) -> Positions:
        """With the look-up that suits their number."""
        return cls(keys, "hashed" if len(keys) > LARGE else "binary")

    @property
    def slots(self) -> int:
        """How many there are."""
        return len(self.keys)

    def find(self, key: int) -> int:
        """Place of a key in sorted order, -1 if it is not there."""
        index = int(np.searchsorted(self.keys, key))
        return index if index < len(self.keys) and self.keys[index] == key else -1

    def key_at(self, index: int) -> int:
        """The key at a place."""
        return int(self.keys[index])


# Stand-ins: `_bound` gives each game its own under these names.
GROUP = 1
_find: Callable[[int], int] = abs
_key_at: Callable[[int], int] = abs


def _every(key: int, out: Any) -> int:
    return 0


def image(key: int, g: int) -> int:
    return key


def _canonical(key: int) -> tuple[int, int, bool]:
    """The smallest image of a key, the group element that makes it, and whether another one leaves the key alone."""
    least, element, fixed = key, 0, False
    for g in range(1, GROUP):
        other = image(key, g)
        if other < least:
            least, element = other, g
        elif other == key:
            fixed = True
    return least, element, fixed


def _rank(key: int) -> tuple[int, int, bool]:
    least, element, fixed = canonical(key)
    return _find(least), element, fixed


def _unrank(index: int) -> int:
    return _key_at(index)


def _unmoves(key: int, out: Any) -> int:
    """`unmoves` of the game, but for those into which it takes back a position that no game comes to."""
    known = 0
    for i in range(_every(key, out)):
        if _rank(out[i, 0])[0] >= 0:
            out[known, 0], out[known, 1], out[known, 2] = out[i, 0], out[i, 1], out[i, 2]
            known += 1
    return known


canonical = _canonical


def canonical_of(rules: Rules) -> Callable[[int], tuple[int, int, bool]]:
    """The plain function key -> smallest image, the group element that makes it, whether another one is the key."""
    bound: Callable[[int], tuple[int, int, bool]] = _bound(
        _canonical, GROUP=rules.group, image=rules.functions["image"]
    )
    return bound


def bind(rules: Rules, index: Index, tiers: Tiers = (), acyclic: bool | None = None) -> Rules:
    """The rules with an index of enumerated positions: with slots, `rank` and `unrank`.

    ``tiers`` are its parts, ``acyclic`` tells whether every move was found to lower the tier, None if nobody looked.
    """
    name = _name(rules)

    def find(key: int) -> int:
        return index.find(key)

    def key_at(place: int) -> int:
        return index.key_at(place)

    def compiled(which: int) -> Any:
        assert isinstance(index, Positions), "compiled code needs the positions in memory"
        return _compiled(name, index)[which]

    vars(find)["compiled"] = lambda: compiled(0)
    vars(key_at)["compiled"] = lambda: compiled(1)
    functions = rules.functions | {
        "rank": _bound(_rank, canonical=canonical_of(rules), _find=find),
        "unrank": _bound(_unrank, _key_at=key_at),
    }
    if rules.defines("unmoves"):
        every = getattr(functions["unmoves"], "every", functions["unmoves"])
        functions["unmoves"] = _bound(_unmoves, _rank=functions["rank"], _every=every)
        functions["unmoves"].__dict__["every"] = every
    return replace(rules, slots=index.slots, tiers=tiers, functions=functions, acyclic=acyclic, index=index)


def find_all_of(rules: Rules) -> Callable[[Keys, int, Keys], None]:
    """The plain function (wanted, count, found): looks up the first ``count`` canonical keys of ``wanted`` together.

    It does nothing for a game with an index of its own.
    """
    index = rules.index

    def find_all(wanted: Keys, count: int, found: Keys) -> None:
        for place in range(count if index else 0):
            found[place] = index.find(int(wanted[place]))

    vars(find_all)["compiled"] = lambda: _compiled_for_all(_name(rules), index)
    return find_all


def _name(rules: Rules) -> str:
    """Under which compiled code finds the positions of a game."""
    return f"retro_positions_{rules.digest[:16]}"


def _bound(template: Callable[..., Any], **names: Any) -> Any:
    assert isinstance(template, FunctionType)
    return FunctionType(template.__code__, {**template.__globals__, **names}, template.__name__)


def _named(name: str) -> Callable[[Callable[..., Any]], Any]:
    """Compiles a function under a name of its own for each game; `retro.compile.jit` says why."""
    from numba import njit

    def compiled(function: Callable[..., Any]) -> Any:
        function.__qualname__ = f"{function.__qualname__}_{name}"
        return njit(function, nogil=True)

    return compiled


def _compiled(name: str, positions: Positions) -> tuple[Any, Any]:
    """`find` and `key_at` for compiled code."""
    from numba import carray  # type: ignore[attr-defined]

    from retro.compile import jit
    from retro.indexing import lookup, memory

    word, keys_at = memory.reader(name), memory.pointer_to(positions.keys.dtype)
    if positions.lookup == "eytzinger":
        memory.place(name, lookup.eytzinger_tree(positions.keys))
        eytzinger, place_of = jit(lookup.eytzinger, {}), jit(lookup.key_at, {})

        @_named(name)
        def find(key):  # type: ignore[no-untyped-def]
            return eytzinger(carray(keys_at(word(0)), (word(1),)), key)

        @_named(name)
        def key_at(index):  # type: ignore[no-untyped-def]
            return place_of(carray(keys_at(word(0)), (word(1),)), index)

        return find, key_at

    @_named(name)
    def key_in_order(index):  # type: ignore[no-untyped-def]
        return carray(keys_at(word(0)), (word(1),))[index]

    if positions.lookup == "hashed":
        table = lookup.hash_table(positions.keys)
        memory.place(name, positions.keys, table)
        hashed, table_at = jit(lookup.hashed, {}), memory.pointer_to(table.dtype)

        @_named(name)
        def find_hashed(key):  # type: ignore[no-untyped-def]
            return hashed(carray(table_at(word(2)), (word(3),)), carray(keys_at(word(0)), (word(1),)), key)

        return find_hashed, key_in_order
    memory.place(name, positions.keys)
    binary = jit(lookup.binary, {})

    @_named(name)
    def find_binary(key):  # type: ignore[no-untyped-def]
        return binary(carray(keys_at(word(0)), (word(1),)), key)

    return find_binary, key_in_order


def _compiled_for_all(name: str, positions: Positions | None) -> Any:
    """`find_all` for compiled code."""
    from numba import carray  # type: ignore[attr-defined]

    from retro.compile import jit
    from retro.indexing import lookup, memory

    if positions is None:
        return _named(name)(lambda wanted, count, found: None)
    if positions.lookup != "binary":
        find = _compiled(name, positions)[0]

        @_named(name)
        def find_each(wanted, count, found):  # type: ignore[no-untyped-def]
            for place in range(count):
                found[place] = find(wanted[place])

        return find_each
    word, keys_at = memory.reader(name), memory.pointer_to(positions.keys.dtype)
    binary_all = jit(lookup.binary_all, {})

    @_named(name)
    def find_all(wanted, count, found):  # type: ignore[no-untyped-def]
        binary_all(carray(keys_at(word(0)), (word(1),)), wanted, count, found)

    return find_all
