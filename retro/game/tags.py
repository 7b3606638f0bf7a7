"""Tags of moves: names for what a move does, as bits (tags.py, see `retro.game`)."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from retro.game.loading import imported
from retro.game.rules import Rules
from retro.game.widening import widened
from retro.system.errors import GameError
from retro.system.suggestions import suggestion

MAX_TAGS = 62


def _none(key: int, code: int, successor: int, outcome: int) -> int:
    """Default of `tags`: no move has a tag."""
    return 0


@dataclass(frozen=True)
class Tags:
    """The names of a game's tags, and the function that returns the bits of a move."""

    names: tuple[str, ...] = ()
    function: Callable[[int, int, int, int], int] = _none

    def of(self, bits: int) -> tuple[str, ...]:
        """The names of the tags whose bits are set."""
        return tuple(name for i, name in enumerate(self.names) if bits >> i & 1)


def load(rules: Rules) -> Tags:
    """The tags of a game, none if it has no tags.py; GameError, which names the plugin, if tags.py is wrong."""
    game = rules.game
    if importlib.util.find_spec(f"{game.package}.tags") is None:
        return Tags()
    module = imported(game, rules.module.__name__.rpartition(".")[0], "tags")
    names, function = getattr(module, "TAGS", None), getattr(module, "tags", None)
    if not isinstance(names, tuple) or not all(isinstance(name, str) and name.isidentifier() for name in names):
        raise GameError(f"plugin {game.name}: TAGS in tags.py is {names!r:.40}, not a tuple of words")
    if len(names) > MAX_TAGS or len(set(names)) < len(names):
        raise GameError(f"plugin {game.name}: TAGS in tags.py are more than {MAX_TAGS}, or one is there twice")
    if not callable(function):
        raise GameError(f"plugin {game.name}: tags.py does not define a function tags")
    return Tags(names, widened(function))


def mask(rules: Rules, tags: Tags, names: Iterable[str]) -> int:
    """The bits of the tags ``names``; GameError if the game does not have one."""
    bits = 0
    for name in names:
        if name not in tags.names:
            defined = ", ".join(tags.names) or "none"
            given = f"{name[:40]!r}{suggestion(name, tags.names)}"
            raise GameError(f"moves of {rules.game.name} have no tag {given}; its tags: {defined}")
        bits |= 1 << tags.names.index(name)
    return bits
