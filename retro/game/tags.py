"""Tags of a game's moves: what a move does in the words of the game, as bits (tags.py, see `retro.game`)."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from retro.compiling.added import Added
from retro.game.loading import imported
from retro.game.rules import Rules
from retro.game.widening import widened
from retro.system.errors import GameError
from retro.system.suggestions import suggestion

MOST_TAGS = 62


@dataclass(frozen=True)
class Tags:
    """A game's tags and the function that gives them."""

    names: tuple[str, ...]
    function: Callable[[int, int, int, int], int]

    @property
    def added(self) -> Added:
        """The function, for kernels."""
        return Added("tags", "tags", self.function, 4)

    def of(self, bits: int) -> tuple[str, ...]:
        """The names that bits stand for."""
        return tuple(name for place, name in enumerate(self.names) if bits >> place & 1)


def _none(key: int, code: int, successor: int, outcome: int) -> int:
    """`tags` of a game that has none."""
    return 0


def load(rules: Rules) -> Tags:
    """The tags of a game, none if it has no tags.py; GameError, naming the plugin, if it is not as it must be."""
    game = rules.game
    if importlib.util.find_spec(f"{game.package}.tags") is None:
        return Tags((), _none)
    module = imported(game, rules.module.__name__.rpartition(".")[0], "tags")
    names, function = getattr(module, "TAGS", None), getattr(module, "tags", None)
    if not isinstance(names, tuple) or not all(isinstance(name, str) and name.isidentifier() for name in names):
        raise GameError(f"plugin {game.name}: TAGS in tags.py is {names!r:.40}, not a tuple of words")
    if len(names) > MOST_TAGS or len(set(names)) < len(names):
        raise GameError(f"plugin {game.name}: TAGS in tags.py are more than {MOST_TAGS}, or one is there twice")
    if not callable(function):
        raise GameError(f"plugin {game.name}: tags.py does not define a function tags")
    return Tags(names, widened(function))


def mask(rules: Rules, tags: Tags, wanted: Iterable[str]) -> int:
    """The bits of some tags; GameError if the game has no such tag."""
    bits = 0
    for name in wanted:
        if name not in tags.names:
            known = ", ".join(tags.names) or "none"
            told = f"{name[:40]!r}{suggestion(name, tags.names)}"
            raise GameError(f"moves of {rules.game.name} have no tag {told}; its tags: {known}")
        bits |= 1 << tags.names.index(name)
    return bits
