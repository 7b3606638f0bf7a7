"""The 24 points of the board, its lines, and its symmetries.

Three rings of eight points each; a set of points has a byte for each ring, and a bit for each point of it:

    byte    0 the outer ring, 1 the inner ring, 2 the ring between them
    bit     0 the corner at the bottom left, then clockwise; odd bits are the midpoints of sides

There are 16 lines of three points: the four sides of each ring, and four that join the midpoints of the rings. A
symmetry is a symmetry of the square (0 to 7), plus 8 if it exchanges the outer and the inner ring.
"""

from __future__ import annotations

import numpy as np

BOUNDS_CHECKED = False
OUTER, INNER, MIDDLE = 0, 8, 16
POINTS = 24
ALL = (1 << POINTS) - 1
GROUP = 16
MIDPOINTS = 0xAAAAAA
"""All midpoints of sides."""

LINES = (
    *((ring + c, ring + c + 1, ring + (c + 2) % 8) for ring in (OUTER, INNER, MIDDLE) for c in range(0, 8, 2)),
    *((OUTER + midpoint, MIDDLE + midpoint, INNER + midpoint) for midpoint in range(1, 8, 2)),
)


def _set(points: tuple[int, ...]) -> int:
    return sum(1 << point for point in points)


def _beside(line: tuple[int, ...], place: int) -> int:
    """The points of a line next to the one at ``place``."""
    return 1 << line[1] if place != 1 else 1 << line[0] | 1 << line[2]


NEIGHBOURS = np.array(
    [
        sum(_beside(line, place) for line in LINES for place in range(3) if line[place] == point)
        for point in range(POINTS)
    ],
    np.int32,
)
"""The set of the points next to each point: neighbours on a line."""

OTHERS = np.array([_set(line) ^ 1 << p for p in range(POINTS) for line in LINES if p in line], np.int32)
"""The other two points of each of the two lines through each point."""


def _turned(place: int, g: int) -> int:
    """Image of a place of a ring under a symmetry of the square: mirrored (4), then turned by 90 degrees (1, 2, 3)."""
    return ((-place if g & 4 else place) + 2 * (g & 3)) % 8


IMAGE = np.array(
    [sum((ring >> place & 1) << _turned(place, g) for place in range(8)) for g in range(8) for ring in range(256)],
    np.uint8,
)
"""Image of the set ``ring`` of points of a ring under a symmetry ``g`` of the square, at g * 256 + ring."""


def image_set(points: int, g: int) -> int:
    """The set of points turned by a symmetry."""
    turn = (g & 7) << 8
    outer, inner = IMAGE[turn | points & 255], IMAGE[turn | points >> 8 & 255]
    middle = IMAGE[turn | points >> 16]
    if g & 8:
        outer, inner = inner, outer
    return int(middle) << 16 | int(inner) << 8 | int(outer)


def in_lines(men: int) -> int:
    """The men of a set that are part of a mill: those of lines that are in the set."""
    clockwise = (men & 0x7F7F7F) << 1 | (men & 0x808080) >> 7
    anticlockwise = (men & 0xFEFEFE) >> 1 | (men & 0x010101) << 7
    sides = men & clockwise & anticlockwise & MIDPOINTS
    across = men & men >> 8 & men >> 16 & MIDPOINTS
    return sides | (sides & 0x7F7F7F) << 1 | (sides & 0x808080) >> 7 | sides >> 1 | across | across << 8 | across << 16


POINT_IMAGE = np.array(
    [
        image_set(1 << point, g).bit_length() - 1 if point < POINTS else POINTS
        for g in range(GROUP)
        for point in range(POINTS + 1)
    ],
    np.int8,
)
"""Image of a point, at g * (POINTS + 1) + point; POINTS, which stands for no point, is its own image."""
