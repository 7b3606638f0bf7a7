"""The enumerated index: all positions that can be reached from the start, sorted by tier and then by key.

A game without an index of its own has this one. `retro.indexing.discovery` finds the positions. The canonical position
of a class is the one with the smallest key. The index has a *word* for each position: its tier and its key, or its key
alone if sorting the keys sorts the tiers as well (`stored`). The slot of a position is the rank of its word among
the sorted words. Every slot holds a position.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any, NamedTuple, Protocol

import numpy as np

from retro.compiling.compile import COMPILED, FORMS, in_plain, jit
from retro.game.functions import DEFAULTS
from retro.game.instances import instance, instance_of
from retro.game.rules import IndexedRules, Rules, Tier
from retro.indexing import packed_keys
from retro.indexing.compiled_words import Compiled, compiled_words
from retro.indexing.packed_keys import Keys, PackedKeys
from retro.indexing.tiers import sections_of, tiers_of

LARGE_GROUP = 64
"""Symmetries beyond which plain Python, too, calls compiled code for the smallest image of a key: 5,760 images take
20 ms, and a command asks for the ranks of all moves of many positions."""
WORD_BITS = 63
"""Bits of a word: those of the largest tier and those of the largest key together."""


class KeyIndex(Protocol):
    """Sorted words, in memory or in a database."""

    @property
    def slots(self) -> int:
        """The number of words."""

    @property
    def key_bits(self) -> int:
        """The bits of a word below the tier; 0 if words are keys."""

    @property
    def in_memory(self) -> bool:
        """Whether compiled code can read the words."""

    def find(self, word: int) -> int:
        """Returns the slot of a word, -1 if the index does not have it."""

    def word_at(self, index: int) -> int:
        """Returns the word of a slot."""


class EdgeSample(NamedTuple):
    """All edges to a sample of the positions: one of ``share``, chosen by a hash of their keys.

    They are sorted by target, and for each target by source.

    targets  words of the positions that the edges lead to
    sources  slots of the positions that they leave
    """

    targets: Keys
    sources: Keys
    share: int

    @classmethod
    def of(cls, positions: Positions, edges: Keys, share: int) -> EdgeSample:
        """The sample of ``edges``, of which each row has the words of target and source."""
        sources = positions.find_all(np.ascontiguousarray(edges[:, 1]))
        order = np.lexsort((sources, edges[:, 0]))
        return cls(edges[order, 0], sources[order], share)


class Positions:
    """Sorted words in memory, packed; the only index that compiled code can use. A slice gives words as an array."""

    in_memory = True

    def __init__(self, packed: PackedKeys, key_bits: int = 0) -> None:
        self.key_bits = key_bits
        self.packed = packed
        self.sample: EdgeSample | None = None
        """Edges to some positions, if the keys come from an enumeration."""
        self._compiled: dict[str, Compiled] = {}

    @classmethod
    def of(cls, words: Keys, key_bits: int = 0) -> Positions:
        """An index of sorted words."""
        return cls(PackedKeys.of(words), key_bits)

    @property
    def slots(self) -> int:
        """The number of words."""
        return self.packed.size

    def __len__(self) -> int:
        return self.packed.size

    def __getitem__(self, slots: slice) -> Keys:
        start, stop, step = slots.indices(len(self))
        if step == 1:
            return self.packed.keys(start, max(start, stop))
        return np.array([self.word_at(slot) for slot in range(start, stop, step)], np.int64)

    @property
    def nbytes(self) -> int:
        """Bytes of memory."""
        return sum(array.nbytes for array in self.packed[:3])

    def find(self, word: int) -> int:
        """Slot of a word, -1 if the index does not have it."""
        find = packed_keys.for_python(packed_keys.find, len(self))
        return int(find(*self.packed[:3], word)) if len(self) else -1

    def find_all(self, words: Keys) -> Keys:
        """Slots of words, -1 for those that the index does not have."""
        slots, find_all = np.full(len(words), -1, np.int64), packed_keys.for_python(packed_keys.find_all, len(self))
        if len(self) and len(words):
            find_all(*self.packed[:3], words, len(words), slots)
        return slots

    def word_at(self, index: int) -> int:
        """The word of a slot."""
        firsts, starts, words, _ = self.packed
        return int(packed_keys.for_python(packed_keys.key_at, len(self))(firsts, starts, words, index))

    def compiled(self, game: str) -> Compiled:
        """Returns the functions for compiled code of ``game``, created once. Names for the linker contain ``game``."""
        if game not in self._compiled:
            self._compiled[game] = compiled_words(self, f"retro_packed_{game}", *self.packed[:3])
        return self._compiled[game]


# Placeholders: `canonical_of` and `bind` give these names other values for each game and index.
GROUP, KEY_BITS, KEY_MASK = 1, 0, -1
image, tier, _every = DEFAULTS["image"], DEFAULTS["tier"], DEFAULTS["unmoves"]
_find: Callable[[int], int] = abs
_word_at: Callable[[int], int] = abs


def canonical(key: int) -> tuple[int, int, bool]:
    """The smallest image of a key, its group element, and whether an element other than 0 maps the key to itself."""
    least, element, fixed = key, 0, False
    for g in range(1, GROUP):
        other = image(key, g)
        if other < least:
            least, element = other, g
        elif other == key:
            fixed = True
    return least, element, fixed


def stored(key: int) -> int:
    """The word of a canonical position: its tier and its key, or its key (`KeyIndex.key_bits`).

    For a key that is no position it may be any number that the index does not have, such as -1 if key or tier has too
    many bits.
    """
    if KEY_BITS:
        number: int = tier(key)
        return number << KEY_BITS | key if key >> KEY_BITS == 0 == number >> WORD_BITS - KEY_BITS else -1
    return key


def rank(key: int) -> tuple[int, int, bool]:
    """`rank` of the contract."""
    least, element, fixed = canonical(key)
    return _find(stored(least)), element, fixed


def unrank(index: int) -> int:
    """`unrank` of the contract."""
    return _word_at(index) & KEY_MASK


def unmoves(key: int, out: Any) -> int:
    """`unmoves` of the game without predecessors that cannot be reached from the start."""
    count = 0
    for i in range(_every(key, out)):
        if rank(out[i, 0])[0] >= 0:
            out[count, 0], out[count, 1], out[count, 2] = out[i, 0], out[i, 1], out[i, 2]
            count += 1
    return count


def canonical_of(rules: Rules) -> Callable[[int], tuple[int, int, bool]]:
    """The plain function `canonical` of a game."""
    given = {"GROUP": rules.group, "image": rules.functions["image"]}
    return instance_of(rules.functions["image"], __name__, given).canonical  # type: ignore[no-any-return]


def _always_compiled(
    canonical: Callable[[int], tuple[int, int, bool]], small: bool
) -> Callable[[int], tuple[int, int, bool]]:
    """Returns `canonical` for plain Python in compiled form; it is compiled, or loaded from the cache, when called.

    Functions that run `in_plain` call it as it is.
    """

    def compiled() -> Any:
        return jit(canonical, COMPILED)

    def smallest(key: int) -> tuple[int, int, bool]:
        return canonical(key) if in_plain(small) else compiled()(key)

    FORMS[smallest] = compiled
    return smallest


def bind(rules: Rules, index: KeyIndex, tiers: tuple[Tier, ...] = ()) -> IndexedRules:
    """The rules with an index of enumerated positions.

    Its functions are plain, and have another form in compiled code. Besides those of the contract they are `canonical`,
    `stored`, and find_all(wanted, count, slots): it writes the slots of the first ``count`` words of ``wanted``, -1 for
    words that the index does not have. One call for many words is faster than one for each, because their cache misses
    overlap. If ``tiers`` are not given, those of an index in memory are computed.
    """
    rules = rules.without_index() if isinstance(rules, IndexedRules) else rules
    game = rules.digest[:16]

    def find(word: int) -> int:
        return index.find(word)

    def word_at(slot: int) -> int:
        return index.word_at(slot)

    def find_all(wanted: Keys, count: int, slots: Keys) -> None:
        for i in range(count):
            slots[i] = index.find(int(wanted[i]))

    def compiled() -> Compiled:
        assert isinstance(index, Positions), "compiled code needs the positions in memory"
        return index.compiled(game)

    FORMS[find], FORMS[word_at] = lambda: compiled().find, lambda: compiled().word_at
    FORMS[find_all] = lambda: compiled().find_all
    canonical = canonical_of(rules)
    if rules.group > LARGE_GROUP:
        canonical = _always_compiled(canonical, index.slots <= rules.few_positions)
    given: dict[str, Any] = {"_find": find, "_word_at": word_at, "canonical": canonical}
    given["_every"] = rules.functions["unmoves"]
    if index.key_bits:
        bits = index.key_bits
        given |= {"KEY_BITS": bits, "KEY_MASK": (1 << bits) - 1, "tier": rules.functions["tier"]}
    own = instance(__name__, given)
    names = ["rank", "unrank", "canonical", "stored", *(["unmoves"] if rules.defines("unmoves") else [])]
    functions = rules.functions | {name: vars(own)[name] for name in names} | {"find_all": find_all}
    added = {"functions": functions, "slots": index.slots, "sections": (), "index": index, "own": rules.functions}
    added["plain"] = index.slots <= rules.few_positions
    declared = {each.name: getattr(rules, each.name) for each in fields(Rules)}
    indexed = IndexedRules(**declared | added | {"tiers": tiers})
    if not tiers and not index.in_memory:
        return indexed
    indexed = replace(indexed, tiers=tiers_of(indexed))
    return replace(indexed, sections=sections_of(indexed))
