"""All images of a position by tables, for games whose symmetries permute the bits of the key.

Positions are enumerated up to symmetry (`retro.indexing.enumerated`), so all images of every successor are computed. In
most games an image has the same squares in another order, so a symmetry moves each bit of the key to a fixed place.
`learned` finds these places by the images of single bits, and tests them on the images of sampled positions. Then all
images of a key are computed at once, in vector registers, as the bitwise or of a few rows of a table:

    TABLE[chunk, bits, g]    image under element g of the BITS ``bits`` of the key in a chunk, shifted left by SHIFT; in
                             chunk 0 the lowest SHIFT bits are g

The minimum over g is then the smallest image and, in its lowest bits, the element that gives it.

The plugin's `image` is decisive. Enumeration compares it with the tables in all positions that it finds, and
`note_agreement` notes that they agree. Then backends may use the tables, too (`fastest_canonical`); all other code
calls `image`.
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

from retro.compiling.kernels import kernels_of
from retro.game.instances import instance
from retro.game.reads import reads
from retro.game.rules import IndexedRules, Rules
from retro.indexing import image_kernels
from retro.indexing.boards import group, products
from retro.indexing.enumerated import canonical_of
from retro.system.errors import GameError

MAX_BYTES = 1 << 19
"""Size limit of the table."""
KEY_BITS = 63
SAMPLED, SAMPLED_IMAGES, PLIES, SEED = 400, 8_000, 100, 2024
"""The most positions in the sample, and the most images of them; plies at which a random game ends; seed."""

# Placeholders: `learned` gives them the values of each game.
GROUP = CHUNKS = BITS = SHIFT = OTHERS = 0
TABLE = np.zeros(0, np.int64)


def _canonical(key: int) -> tuple[int, int, bool]:
    return key, 0, False


def _image(key: int, g: int) -> int:
    return key


def canonical(key: int) -> tuple[int, int, bool]:
    """Returns what the result of `canonical_of` does; calls that for keys with bits that no sampled key has."""
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
    """Returns the image of a key; calls the plugin's `image` for keys with bits that no sampled key has."""
    if key & OTHERS:
        return _image(key, g)
    turned = 0
    for chunk in range(CHUNKS):
        turned |= int(TABLE[(chunk << BITS | (key >> chunk * BITS & (1 << BITS) - 1)) * GROUP + g])
    return turned >> SHIFT


class ImageTables(NamedTuple):
    """Plain functions of a game that read its table, and the permutations of key bits from which it was made.

    permutations  ``[g, i]`` is the number of the bit to which element g moves bit i; only bits that occur are numbered
    """

    permutations: NDArray[np.int64]
    canonical: Callable[[int], tuple[int, int, bool]]
    image: Callable[[int, int], int]


class Differing(Exception):
    """The tables and `image` give different images of a position that was not in the sample; ``key`` is its key."""

    def __init__(self, key: int) -> None:
        super().__init__(key)
        self.key = key


def learned(rules: Rules) -> ImageTables | None:
    """Returns the tables of a game, always the same for the same rules; None if it does not use any.

    A game uses none if it has an index of its own or no symmetry, or if its images do not permute the bits of sampled
    keys. It uses none either if `image` has no loop: it then reads tables of its own, and comparing both in all
    positions would take as long as the engine's tables save.
    """
    if not rules.enumerated or rules.group == 1 or not rules.starts or not _loops(rules.functions["image"]):
        return None
    known = _stored(rules, "learned")
    if rules.digest not in known:
        known[rules.digest] = _tables(rules)
    return known[rules.digest]


def comparison(rules: Rules) -> Callable[[NDArray[np.int64]], None]:
    """Returns a function that raises Differing if one of some keys has other images by the tables than by `image`."""
    tables = learned(rules)
    assert tables
    kernels = kernels_of(rules, image_kernels, functions={"image_by_table": tables.image})

    def compare(keys: NDArray[np.int64]) -> None:
        differing = kernels.differing(keys)
        if differing >= 0:
            raise Differing(int(keys[differing]))

    return compare


def note_agreement(rules: Rules) -> None:
    """Notes, for this process, that the tables of a game agree with `image` in all positions."""
    _stored(rules, "agreeing")[rules.digest] = learned(rules)


def fastest_canonical(rules: IndexedRules) -> Callable[[int], tuple[int, int, bool]]:
    """Returns `canonical` of a game: by tables if `note_agreement` has noted that they agree, otherwise by `image`."""
    tables = _stored(rules, "agreeing").get(rules.digest)
    return tables.canonical if tables else rules.functions["canonical"]


def _loops(function: Any) -> bool:
    """Returns whether a function, or a function that it calls, has a loop."""
    waiting, seen = [function], list[Any]()
    while waiting:
        each = waiting.pop()
        if isinstance(each, FunctionType) and each not in seen:
            seen.append(each)
            if any(step.opname.startswith("JUMP_BACKWARD") for step in dis.get_instructions(each)):
                return True
            waiting += [value for _, value in reads(each)]
    return False


def _stored(rules: Rules, what: str) -> dict[str, ImageTables | None]:
    """Returns tables by digest of the rules. They are stored in the function `image`: both are freed together."""
    stored: dict[str, ImageTables | None] = vars(rules.functions["image"]).setdefault(f"tables_{what}", {})
    return stored


def check_symmetric(rules: Rules, key: int) -> None:
    """Raises GameError if `image` is no symmetry of a position for which it does not agree with the tables.

    Two elements in succession must have the effect of the same third element as for other keys, which the tables
    define; and the images of the position must have the same moves, up to symmetry.
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
        ends = ((move.outcome, least(move.successor)[0] if move.goes_on else 0) for move in rules.moves(key))
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
    bits = _chunk_bits(rules, span)
    if span + shift > KEY_BITS:
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
    own = instance(__name__, names)
    return ImageTables(moved, own.canonical, own.image)


def _chunk_bits(rules: Rules, span: int) -> int:
    """Returns the key bits of a chunk, of ``span`` bits in all; 0 if the table would be too large."""
    return next((bits for bits in (6, 5, 4, 3) if -(-span // bits) * rules.group << bits + 3 <= MAX_BYTES), 0)


def _places(rules: Rules, keys: list[int]) -> tuple[list[int], NDArray[np.int64]] | None:
    """Returns the places of all bits that keys and their images have, and `ImageTables.permutations` of these.

    Returns None if `image` does not permute the bits of these keys, or if the table would be too large. Raises
    ValueError or GameError if the image of a single bit is not a single bit, or if the permutations are no group.
    Single bits are tried last, because `image` need not end for numbers that are no positions.
    """
    images = np.array([[rules.image(key, g) for g in range(rules.group)] for key in keys], np.int64)
    common = (row & other for row, other in pairwise(images))
    if images.min() < 0 or any(len(set(np.bitwise_count(row).tolist())) > 1 for row in [*images, *common]):
        return None  # each element moves all bits to different places
    every = int(np.bitwise_or.reduce(images, None))
    seen = [place for place in range(KEY_BITS) if every >> place & 1]
    if not seen or not _chunk_bits(rules, seen[-1] + 1):
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
    """Returns positions of random games from the starts, the same ones in every run."""
    chance, keys = random.Random(SEED), dict[int, None]()
    wanted = max(1, min(SAMPLED, SAMPLED_IMAGES // rules.group))
    for number in range(wanted):
        key = rules.starts[number % len(rules.starts)]
        for _ in range(PLIES):
            keys[key] = None
            after = [move.successor for move in rules.moves(key) if move.goes_on]
            if not after or len(keys) >= wanted:
                break
            key = chance.choice(after)
        if len(keys) >= wanted:
            break
    return list(keys)
