"""Compiled functions that read the words of enumerated positions (`retro.indexing.enumerated`)."""

from __future__ import annotations

from typing import Any, NamedTuple

from retro.compiling.compile import jit
from retro.indexing import packed_keys
from retro.indexing.packed_keys import Keys, Words


class Compiled(NamedTuple):
    """Functions that compiled code calls, as `find`, `word_at` and `find_all_of` in `retro.indexing.enumerated`."""

    find: Any
    word_at: Any
    find_all: Any


def compiled_words(owner: Any, base: str, firsts: Keys, starts: Keys, words: Words) -> Compiled:
    """Returns the functions for an index whose arrays are those of `retro.indexing.packed_keys`.

    The linker knows the arrays by names that begin with ``base``, as long as ``owner`` lives.
    """
    from numba import carray  # type: ignore[attr-defined]

    from retro.compiling import shared_words

    name = shared_words.place(base, owner, firsts, starts, words)
    word = shared_words.reader(name)
    signed, unsigned = shared_words.pointer_to(firsts.dtype), shared_words.pointer_to(words.dtype)
    functions = packed_keys.find, packed_keys.find_all, packed_keys.key_at
    one, several, read = (jit(function, {}) for function in functions)

    def arrays() -> tuple[Keys, Keys, Words]:
        firsts, starts = carray(signed(word(0)), (word(1),)), carray(signed(word(2)), (word(3),))
        return firsts, starts, carray(unsigned(word(4)), (word(5),))

    current = jit(arrays, {}, inside=True)

    def word_at(index: int) -> int:
        return read(*current(), index)  # type: ignore[no-any-return]

    def find(wanted: int) -> int:
        return one(*current(), wanted)  # type: ignore[no-any-return]

    def find_all(wanted: Keys, count: int, slots: Keys) -> None:
        several(*current(), wanted, count, slots)

    return Compiled(jit(find, {}), jit(word_at, {}), jit(find_all, {}))
