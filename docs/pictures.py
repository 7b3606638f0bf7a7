"""Draws the pictures of the three games in docs/pictures from their scenes; needs no database.

python docs/pictures.py
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from retro.drawing.svg import Drawing, svg
from retro.game import loading, notation, plugins, staging

PICTURES = Path(__file__).parent / "pictures"


class Picture(NamedTuple):
    """A position, an optional move, and the player to move, who is used if the position does not say it."""

    game: str
    position: str
    move: str = ""
    mover: int = 1

    def drawn(self) -> Drawing:
        """Returns the picture as SVG."""
        game = plugins.load(self.game)
        rules = loading.load(game, game.choose({}))
        key = rules.text.parse(self.position)
        board = staging.staged(rules, key)
        steps = staging.steps(rules, board, key, notation.move_code(rules, key, self.move)) if self.move else ()
        return svg(board, steps, mover=self.mover, title=f"{game.title}: {self.position}")


DRAWN = {
    "ostle": Picture("ostle", "22222-00000-00300-00000-11111"),
    "ostle-push": Picture("ostle", "02020-10002-00312-01002-00011", "d3R", mover=2),
    "lgame": Picture("lgame", "#.xx/#.../##.*/.***"),
    "lgame-move": Picture("lgame", "#.xx/#.../##.*/.***", "b1c1c2c3,c4-b3"),
    "british_square": Picture("british_square", "00000-00020-01000-00002-10000 turn 5"),
    "british_square-move": Picture("british_square", "00000-00020-01000-00002-10000 turn 5", "c1"),
}
"""The pictures, by the names of their files."""


if __name__ == "__main__":
    for name, picture in DRAWN.items():
        (PICTURES / f"{name}.svg").write_text(picture.drawn(), encoding="utf-8")
