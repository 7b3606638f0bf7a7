"""The enumerated index: the sorted keys of all positions that can be reached from the start.

A game without an index of its own has this one. `retro.indexing.discovery` finds the positions. The canonical position
of a class is the one with the smallest key, and its slot is its rank among the sorted keys. Every slot holds a
position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, Protocol

import numpy as np

from retro.compiling.compile import jit
from retro.game.rules import IndexedRules, Rules
from retro.indexing import packed_keys
from retro.indexing.binding import bound
from retro.indexing.packed_keys import LEVELS, OFFSETS, Keys, PackedKeys

Sections = tuple[tuple[str, int, int], ...]


class KeyIndex(Protocol):
    """Sorted keys, in memory or in a database."""

    @property
    def slots(self) -> int:
        """The number of keys."""

    def find(self, key: int) -> int:
        """Returns the slot of a key, -1 if the index does not have it."""

    def key_at(self, index: int) -> int:
        """Returns the key of a slot."""


class Compiled(NamedTuple):
    """Functions that compiled code calls: `KeyIndex.find`, `KeyIndex.key_at`, and what `find_all_of` describes."""

    find: Any
    key_at: Any
    find_all: Any


class EdgeSample(NamedTuple):
    """All edges to a sample of the positions: one of ``share``, chosen by a hash of their keys.

    They are sorted by target, and for each target by source.

    targets  keys of the positions that the edges lead to
    sources  slots of the positions that they leave
    """

    targets: Keys
    sources: Keys
    share: int

    @classmethod
    def of(cls, positions: Positions, edges: Keys, share: int) -> EdgeSample:
        """The sample of ``edges``, of which each row has the keys of target and source."""
        sources = positions.find_all(np.ascontiguousarray(edges[:, 1]))
        order = np.lexsort((sources, edges[:, 0]))
        return cls(edges[order, 0], sources[order], share)


class Positions:
    """Sorted keys in memory, packed; the only index that compiled code can use. A slice gives keys as an array."""

    def __init__(self, packed: PackedKeys) -> None:
        last = int(packed.keys(packed.size - 1, packed.size)[0]) if packed.size else -1
        self.head, self.tree = packed_keys.tree_of(packed.firsts, packed.size, last)
        self.packed = packed._replace(firsts=self.tree[int(self.head[packed_keys.OFFSETS + self.levels - 1]) :])
        self.sample: EdgeSample | None = None
        """Edges to some positions, if the keys come from an enumeration."""
        self._compiled: dict[str, Compiled] = {}

    @classmethod
    def of(cls, keys: Keys) -> Positions:
        """An index of sorted keys."""
        return cls(PackedKeys.of(keys))

    @classmethod
    def joined(cls, arrays: Iterable[Keys], size: int) -> Positions:
        """An index of ``size`` sorted keys that come in arrays."""
        return cls(packed_keys.joined(arrays, size))

    @property
    def levels(self) -> int:
        """Levels of the tree that finds the block of a key."""
        return int(self.head[packed_keys.LEVELS])

    @property
    def slots(self) -> int:
        """The number of keys."""
        return self.packed.size

    def __len__(self) -> int:
        return self.packed.size

    def __getitem__(self, slots: slice) -> Keys:
        start, stop, step = slots.indices(len(self))
        if step == 1:
            return self.packed.keys(start, max(start, stop))
        return np.array([self.key_at(slot) for slot in range(start, stop, step)], np.int64)

    @property
    def nbytes(self) -> int:
        """Bytes of memory."""
        return self.tree.nbytes + self.packed.starts.nbytes + self.packed.words.nbytes

    def find(self, key: int) -> int:
        """Slot of a key, -1 if the index does not have it."""
        find = packed_keys.compiled(packed_keys.find)
        return int(find(self.head, self.tree, self.packed.starts, self.packed.words, key)) if len(self) else -1

    def find_all(self, keys: Keys) -> Keys:
        """Slots of keys, -1 for those that the index does not have."""
        slots, find_all = np.full(len(keys), -1, np.int64), packed_keys.compiled(packed_keys.find_all)
        if len(self) and len(keys):
            find_all(self.head, self.tree, self.packed.starts, self.packed.words, keys, len(keys), slots)
        return slots

    def key_at(self, index: int) -> int:
        """The key of a slot."""
        firsts, starts, words, _ = self.packed
        return int(packed_keys.compiled(packed_keys.key_at)(firsts, starts, words, index))

    def compiled(self, game: str) -> Compiled:
        """Returns the functions for compiled code of ``game``, created once. Names for the linker contain ``game``."""
        if game not in self._compiled:
            self._compiled[game] = _compiled(self, f"retro_packed_{game}")
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


def bind(rules: Rules, index: KeyIndex, sections: Sections = (), acyclic: bool | None = None) -> IndexedRules:
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
    """Returns a plain function (wanted, count, slots), which compiled code calls in a compiled form.

    It writes the slots of the first ``count`` keys of ``wanted``, which are canonical; -1 for keys that the index does
    not have. One call for many keys is faster than one for each, because their cache misses overlap. For a game with an
    index of its own the function does nothing.
    """
    index: Any = rules.index if isinstance(rules, IndexedRules) else None

    def find_all(wanted: Keys, count: int, slots: Keys) -> None:
        for i in range(count if index else 0):
            slots[i] = index.find(int(wanted[i]))

    vars(find_all)["compiled"] = lambda: index.compiled(rules.digest[:16]).find_all if index else _finds_nothing()
    return find_all


def _finds_nothing() -> Any:
    return jit(lambda wanted, count, slots: None, {})


def _compiled(positions: Positions, base: str) -> Compiled:
    from numba import carray  # type: ignore[attr-defined]

    from retro.compiling import shared_words

    head, tree, starts, words = positions.head, positions.tree, positions.packed.starts, positions.packed.words
    name = shared_words.place(base, positions, head, tree, starts, words)
    word = shared_words.reader(name)
    signed, unsigned = shared_words.pointer_to(head.dtype), shared_words.pointer_to(words.dtype)
    functions = packed_keys.find, packed_keys.find_all, packed_keys.key_at
    one, several, read = (jit(function, {}) for function in functions)

    def key_at(index: int) -> int:
        levels = carray(signed(word(0)), (word(1),))
        firsts = carray(signed(word(2)), (word(3),))[levels[OFFSETS + levels[LEVELS] - 1] :]
        return read(firsts, carray(signed(word(4)), (word(5),)), carray(unsigned(word(6)), (word(7),)), index)  # type: ignore[no-any-return]

    def find(key: int) -> int:
        head, tree = carray(signed(word(0)), (word(1),)), carray(signed(word(2)), (word(3),))
        return one(head, tree, carray(signed(word(4)), (word(5),)), carray(unsigned(word(6)), (word(7),)), key)  # type: ignore[no-any-return]

    def find_all(wanted: Keys, count: int, slots: Keys) -> None:
        head, tree = carray(signed(word(0)), (word(1),)), carray(signed(word(2)), (word(3),))
        starts, words = carray(signed(word(4)), (word(5),)), carray(unsigned(word(6)), (word(7),))
        several(head, tree, starts, words, wanted, count, slots)

    return Compiled(jit(find, {}), jit(key_at, {}), jit(find_all, {}))
