"""A position as its game draws it, in colours: a player's pieces keep theirs whoever is to move."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from retro.rules import Rules

if TYPE_CHECKING:
    from rich.text import Text

COLOURS = ("bold #0087ff", "bold #d75f00")
"""Of the first player and the second: to be told apart on light and on dark ground, and by the colour-blind."""
SIGNS = ("X", "O")
"""Of the players of a game in which they keep their signs."""


def drawn(rules: Rules, key: int, player: int) -> Text:
    """The board, seen by ``player``, who is to move."""
    from rich.text import Text

    shown, other = (str(rules.text.draw(each)).rstrip() for each in (key, rules.text.swapped(key)))
    text = Text(shown)
    for place, style in _styles(shown, other, player).items():
        text.stylize(style, place, place + 1)
    return text


def _styles(shown: str, other: str, player: int) -> dict[int, str]:
    """Colours by place in the drawing. Which signs are the players' tells the drawing that the other one would see.

    Of two signs that change places the mover's is not known; but it is always the same one, so either player gets a
    colour of his own if the colours change places as well.
    """
    signs, styles = dict(zip(SIGNS, COLOURS, strict=True)), {}
    if shown != other and len(shown) == len(other):
        signs = {}
        for place, (one, another) in enumerate(zip(shown, other, strict=True)):
            if one != another:
                first = (one > another) == (player == 0)
                styles[place] = signs[one] = COLOURS[not first]
    for sign, style in signs.items():
        for found in re.finditer(rf"(?<!\S){re.escape(sign)}(?!\S)", shown):
            styles[found.start()] = style
    return styles
