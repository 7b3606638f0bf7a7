"""The enumerated index: the sorted keys of all positions that can be reached from the start.

For games without an index of their own. `retro.indexing.discovery` finds the positions. The canonical position of a
class is the one with the smallest key, and its slot is its rank among the sorted keys. Every slot holds a position.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from retro.compiling.compile import jit
from retro.game.rules import IndexedRules, Rules
from retro.indexing.binding import bound

Keys = NDArray[np.int64]
Sections = tuple[tuple[str, int, int], ...]


class Index(Protocol):
    """Sorted keys, in memory or in a database."""

    @property
    def slots(self) -> int:
        """The number of keys."""

    def find(self, key: int) -> int:
        """Slot of a key, -1 if the index does not have it."""

    def key_at(self, index: int) -> int:
        """The key of a slot."""


LARGE = 1 << 24
"""Number of positions above which a hash table is worth its memory (measured: `benchmarks/README.md`, "Look-ups")."""


class Compiled(NamedTuple):
    """Functions for compiled code: key -> slot or -1, slot -> key, and that of `find_all_of`."""

    find: Any
    key_at: Any
    find_all: Any


@dataclass(frozen=True, eq=False)
class Positions:
    """Sorted keys in memory; the only index that compiled code can use.

    lookup  the algorithm that finds a key, ``binary`` or ``hashed`` (see `retro.indexing.lookup`)
    """

    keys: Keys
    lookup: str
    _compiled: dict[str, Compiled] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, keys: Keys) -> Positions:
        """An index of sorted keys with the faster look-up for their number."""
        return cls(keys, "hashed" if len(keys) > LARGE else "binary")

    @property
    def slots(self) -> int:
        """The number of keys."""
        return len(self.keys)

    def find(self, key: int) -> int:
        """Slot of a key, -1 if the index does not have it."""
        index = int(np.searchsorted(self.keys, key))
        return index if index < len(self.keys) and self.keys[index] == key else -1

    def key_at(self, index: int) -> int:
        """The key of a slot."""
        return int(self.keys[index])

    def compiled(self, game: str) -> Compiled:
        """The functions for compiled code of ``game``, a string that becomes part of linker names; created once."""
        if game not in self._compiled:
            self._compiled[game] = _compiled(self, f"retro_{self.lookup}_{game}")
        return self._compiled[game]


# Placeholders: `bound` replaces them in each game's copy of the functions below.
GROUP = 1
_find: Callable[[int], int] = abs
_key_at: Callable[[int], int] = abs


def _every(key: int, out: Any) -> int:
    return 0


def image(key: int, g: int) -> int:
    return key


def _canonical(key: int) -> tuple[int, int, bool]:
    """The smallest image of a key, its group element, and whether an element other than 0 maps the key to itself."""
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
    """`unmoves` of the game without predecessors that cannot be reached from the start."""
    count = 0
    for i in range(_every(key, out)):
        if _rank(out[i, 0])[0] >= 0:
            out[count, 0], out[count, 1], out[count, 2] = out[i, 0], out[i, 1], out[i, 2]
            count += 1
    return count


canonical = _canonical


def canonical_of(rules: Rules) -> Callable[[int], tuple[int, int, bool]]:
    """The plain function `_canonical` of a game: key -> smallest image, group element, whether the key is symmetric."""
    canonical: Callable[[int], tuple[int, int, bool]]
    (canonical,) = bound((_canonical,), {"GROUP": rules.group, "image": rules.functions["image"]})
    return canonical


def bind(rules: Rules, index: Index, sections: Sections = (), acyclic: bool | None = None) -> IndexedRules:
    """The rules with an index of enumerated positions.

    ``sections`` are those of the statistics; ``acyclic`` says whether every move lowers the tier, None if unknown.
    """

    def find(key: int) -> int:
        return index.find(key)

    def key_at(slot: int) -> int:
        return index.key_at(slot)

    def compiled() -> Compiled:
        assert isinstance(index, Positions), "compiled code needs the positions in memory"
        return index.compiled(rules.digest[:16])

    vars(find)["compiled"] = lambda: compiled().find
    vars(key_at)["compiled"] = lambda: compiled().key_at
    every = rules.functions["unmoves"]
    every = getattr(every, "every", every)
    tables = {"canonical": canonical_of(rules), "_find": find, "_key_at": key_at, "_every": every}
    rank, unrank, unmoves = bound((_rank, _unrank, _unmoves), tables)
    functions = rules.functions | {"rank": rank, "unrank": unrank}
    if rules.defines("unmoves"):
        functions["unmoves"] = unmoves
        vars(unmoves)["every"] = every
    added = {"functions": functions, "slots": index.slots, "sections": sections, "acyclic": acyclic, "index": index}
    return IndexedRules(**vars(rules) | added)


def find_all_of(rules: Rules) -> Callable[[Keys, int, Keys], None]:
    """The plain function (wanted, count, slots): writes the slots of the first ``count`` canonical keys of ``wanted``.

    Looking up many keys in step is faster. For a game with an index of its own the function does nothing.
    """
    index: Any = rules.index if isinstance(rules, IndexedRules) else None

    def find_all(wanted: Keys, count: int, slots: Keys) -> None:
        for i in range(count if index else 0):
            slots[i] = index.find(int(wanted[i]))

    vars(find_all)["compiled"] = lambda: index.compiled(rules.digest[:16]).find_all if index else _finds_nothing()
    return find_all


def _finds_nothing() -> Any:
    return jit(lambda wanted, count, slots: None, {})


def _each(find: Any) -> Any:
    def find_each(wanted: Keys, count: int, slots: Keys) -> None:
        for i in range(count):
            slots[i] = find(wanted[i])

    return jit(find_each, {})


def _compiled(positions: Positions, base: str) -> Compiled:
    from numba import carray  # type: ignore[attr-defined]

    from retro.compiling import shared_words
    from retro.indexing import lookup

    by_hash = positions.lookup == "hashed"
    table = lookup.hash_table(positions.keys) if by_hash else np.zeros(1, np.uint32)
    name = shared_words.place(base, positions, positions.keys, table)
    word = shared_words.reader(name)
    keys_at, table_at = shared_words.pointer_to(positions.keys.dtype), shared_words.pointer_to(table.dtype)
    binary, binary_all, hashed = jit(lookup.binary, {}), jit(lookup.binary_all, {}), jit(lookup.hashed, {})

    def key_at(index: int) -> int:
        return carray(keys_at(word(0)), (word(1),))[index]  # type: ignore[no-any-return]

    def find_by_halves(key: int) -> int:
        return binary(carray(keys_at(word(0)), (word(1),)), key)  # type: ignore[no-any-return]

    def find_all(wanted: Keys, count: int, slots: Keys) -> None:
        binary_all(carray(keys_at(word(0)), (word(1),)), wanted, count, slots)

    def find_by_hash(key: int) -> int:
        keys, entries = carray(keys_at(word(0)), (word(1),)), carray(table_at(word(2)), (word(3),))
        return hashed(entries, keys, key)  # type: ignore[no-any-return]

    if by_hash:
        find = jit(find_by_hash, {})
        return Compiled(find, jit(key_at, {}), _each(find))
    return Compiled(jit(find_by_halves, {}), jit(key_at, {}), jit(find_all, {}))
