"""All images of a position by tables, for games whose symmetries permute the bits of the key.

Without an index of its own, a game needs all images of every successor (`retro.indexing.enumerated`), each by a call of
the plugin's `image`. Mostly an image is the same squares in another order, so each bit of the key moves to another
place. `learned` finds these places: by the images of single bits, if the images of sampled positions agree with them.
Then all images of a key are computed at once, in vector registers, as the bitwise or of a few rows of a table:

    TABLE[chunk, BITS bits of the key, g]    their image under element g, shifted left by SHIFT; chunk 0 has g besides

The smallest entry has the smallest image and its element.

The plugin's `image` remains what counts. Enumeration compares it with the tables in all positions that it finds
(`compared` says that it has), and every other part of the engine calls `image` itself.
"""

from __future__ import annotations

import dis
import random
from collections.abc import Callable
from itertools import pairwise
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from retro.compiling.kernels import compiled_kernels
from retro.game import ONGOING
from retro.game.fingerprint import names_in
from retro.game.rules import Rules
from retro.indexing import image_kernels
from retro.indexing.binding import bound
from retro.indexing.boards import group, products
from retro.indexing.enumerated import canonical_of
from retro.system.errors import GameError

MAX_BYTES = 1 << 19
"""Size limit of the table."""
KEY_BITS = 63
SAMPLED, SAMPLED_IMAGES, PLIES, SEED = 400, 8_000, 100, 2024
"""Positions of the sample, or fewer if their images are more than that; plies at which a random game ends."""

# Placeholders: `learned` binds them for each game.
GROUP = CHUNKS = BITS = SHIFT = OTHERS = 0
TABLE = np.zeros(0, np.int64)


def _canonical(key: int) -> tuple[int, int, bool]:
    return key, 0, False


def _image(key: int, g: int) -> int:
    return key


def canonical(key: int) -> tuple[int, int, bool]:
    """What `retro.indexing.enumerated.canonical_of` returns; calls it for keys with bits that no sampled key has."""
    unturned = (key & ~OTHERS) << SHIFT
    least, same = unturned, 0
    for g in range(GROUP):  # no branch before and in these loops, or LLVM computes one element after the other
        turned = 0
        for chunk in range(CHUNKS):
            turned |= int(TABLE[(chunk << BITS | (key >> chunk * BITS & (1 << BITS) - 1)) * GROUP + g])
        least = min(least, turned)
        same += int(turned ^ unturned < GROUP)
    if key & OTHERS:
        return _canonical(key)
    return least >> SHIFT, least & (1 << SHIFT) - 1, same > 1


def image(key: int, g: int) -> int:
    """The image of a key; calls the plugin's `image` for keys with bits that no sampled key has."""
    if key & OTHERS:
        return _image(key, g)
    turned = 0
    for chunk in range(CHUNKS):
        turned |= int(TABLE[(chunk << BITS | (key >> chunk * BITS & (1 << BITS) - 1)) * GROUP + g])
    return turned >> SHIFT


class ImageTables(NamedTuple):
    """Plain functions of a game that read its table, and where each element moves the bits that keys have."""

    permutations: NDArray[np.int64]
    canonical: Callable[[int], tuple[int, int, bool]]
    image: Callable[[int, int], int]


class Differing(Exception):
    """The tables and `image` give different images of a position that was not in the sample; ``key`` is its key."""

    def __init__(self, key: int) -> None:
        super().__init__(key)
        self.key = key


def learned(rules: Rules) -> ImageTables | None:
    """The tables of a game; None if its images do not permute the bits of sampled keys, or if it has an index.

    None, too, if `image` has no loop: it then reads tables of its own, and comparing these with others in all positions
    takes as long as the others save. Always the same for the same rules.
    """
    if not rules.enumerated or rules.group == 1 or rules.initial < 0 or not _loops(rules.functions["image"]):
        return None
    known = _stored(rules, "learned")
    if rules.digest not in known:
        known[rules.digest] = _tables(rules)
    return known[rules.digest]


def comparison(rules: Rules) -> Callable[[NDArray[np.int64]], None]:
    """Returns a function that raises Differing if one of some keys has other images by the tables than by `image`."""
    tables = learned(rules)
    assert tables
    kernels = compiled_kernels(rules, image_kernels, functions={"image_by_table": tables.image})

    def compare(keys: NDArray[np.int64]) -> None:
        differing = kernels.differing(keys)
        if differing >= 0:
            raise Differing(int(keys[differing]))

    return compare


def compared(rules: Rules) -> None:
    """Notes that in this process the tables were compared with `image` in all positions of a game."""
    _stored(rules, "compared")[rules.digest] = learned(rules)


def fastest_canonical(rules: Rules) -> Callable[[int], tuple[int, int, bool]]:
    """`canonical` of a game by tables if they were compared with `image` in all positions, otherwise by `image`."""
    tables = _stored(rules, "compared").get(rules.digest)
    return tables.canonical if tables else canonical_of(rules)


def _loops(function: Any) -> bool:
    """Returns whether a function, or a function that it calls, has a loop."""
    waiting, seen = [function], list[Any]()
    while waiting:
        each = waiting.pop()
        if isinstance(each, FunctionType) and each not in seen:
            seen.append(each)
            if any(step.opname.startswith("JUMP_BACKWARD") for step in dis.get_instructions(each)):
                return True
            waiting += [each.__globals__.get(name) for name in names_in(each.__code__)]
    return False


def _stored(rules: Rules, what: str) -> dict[str, ImageTables | None]:
    """Tables by digest of the rules. The function `image` stores them, so that both are freed together."""
    stored: dict[str, ImageTables | None] = vars(rules.functions["image"]).setdefault(f"tables_{what}", {})
    return stored


def check_symmetric(rules: Rules, key: int) -> None:
    """GameError if `image` is no symmetry at a position whose images the tables do not have.

    Elements must act on it, and on its images by the tables, as they act on other keys; and its images must have the
    same moves, up to symmetry.
    """
    tables = learned(rules)
    assert tables
    composed, least = products(tables.permutations), canonical_of(rules)
    images = [rules.image(key, g) for g in range(rules.group)]
    for one, turned in enumerate(images):
        for other in range(rules.group):
            if rules.image(turned, other) != images[composed[other, one]]:
                what = f"under element {one} and then {other} is not that under element {composed[other, one]}"
                raise rules.wrong("image", f"{what}, as for other positions: the elements are no group", key)
        by_table = tables.image(key, one)
        back = composed[one].tolist().index(0)
        if rules.image(rules.image(by_table, back), one) != by_table:
            what = f"under element {back} and then {one} is another position"
            raise rules.wrong("image", f"{what}, unlike for other positions: the elements are no group", by_table)

    def after(key: int) -> list[tuple[int, int]]:
        ends = ((move.outcome, least(move.successor)[0] if move.outcome == ONGOING else 0) for move in rules.moves(key))
        return sorted(ends)

    for g, turned in enumerate(images):
        if after(turned) != after(key):
            what = f"under element {g} is {turned}, whose moves are not the images of the position's moves"
            raise rules.wrong("image", what, key)


def _tables(rules: Rules) -> ImageTables | None:
    try:
        places = _places(rules, _sampled(rules))
    except (GameError, OverflowError, TypeError, ValueError):  # a single bit need not be a position
        return None
    if places is None:
        return None
    seen, moved = places
    span, shift = seen[-1] + 1, (rules.group - 1).bit_length()
    bits = next((bits for bits in (6, 5, 4, 3) if -(-span // bits) * rules.group << bits + 3 <= MAX_BYTES), 0)
    if not bits or span + shift > KEY_BITS:
        return None
    chunks = -(-span // bits)
    table = np.zeros((chunks, 1 << bits, rules.group), np.int64)
    for place, images in zip(seen, moved.T, strict=True):
        chunk, bit = divmod(place, bits)
        table[chunk] |= (np.arange(1 << bits)[:, None] >> bit & 1) << np.array(seen)[images] + shift
    table[0] |= np.arange(rules.group)
    names = {
        "GROUP": rules.group,
        "CHUNKS": chunks,
        "BITS": bits,
        "SHIFT": shift,
        "OTHERS": ~sum(1 << place for place in seen),
        "TABLE": table.ravel(),
        "_canonical": canonical_of(rules),
        "_image": rules.functions["image"],
    }
    return ImageTables(moved, *bound((canonical, image), names))


def _places(rules: Rules, keys: list[int]) -> tuple[list[int], NDArray[np.int64]] | None:
    """The bits of the keys and their images, and ``[g, i]``, to which of them element g moves the i-th.

    None if `image` does not permute the bits of these keys; ValueError or GameError if it does not move single bits, or
    not as a group. Single bits are tried last, because `image` need not end for numbers that are no positions.
    """
    images = np.array([[rules.image(key, g) for g in range(rules.group)] for key in keys], np.int64)
    common = (row & other for row, other in pairwise(images))
    if images.min() < 0 or any(len(set(np.bitwise_count(row).tolist())) > 1 for row in [*images, *common]):
        return None  # each element moves all bits to different places
    every = int(np.bitwise_or.reduce(images, None))
    seen = [place for place in range(KEY_BITS) if every >> place & 1]
    if not seen:
        return None
    number = {1 << place: i for i, place in enumerate(seen)}
    moved = [[number.get(rules.image(1 << place, g), -1) for place in seen] for g in range(rules.group)]
    permutations, places = group(moved), np.array(seen)
    for key, row in zip(keys, images, strict=True):
        held = np.flatnonzero(key >> places & 1)
        if not np.array_equal((1 << places[permutations[:, held]]).sum(axis=1), row):
            return None
    return seen, permutations


def _sampled(rules: Rules) -> list[int]:
    """Positions of random games from the start, the same in every run."""
    chance, keys = random.Random(SEED), dict[int, None]()
    wanted = max(1, min(SAMPLED, SAMPLED_IMAGES // rules.group))
    for _ in range(wanted):
        key = rules.initial
        for _ in range(PLIES):
            keys[key] = None
            after = [move.successor for move in rules.moves(key) if move.outcome == ONGOING]
            if not after or len(keys) >= wanted:
                break
            key = chance.choice(after)
        if len(keys) >= wanted:
            break
    return list(keys)
