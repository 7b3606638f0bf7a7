"""The databases of a game in a directory: those that can be opened, and those that older rules made."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote

from retro.game import Game, loading
from retro.storage import Damaged, NotSolved, Unreadable, Unusable, manifest
from retro.storage.manifest import Manifest, Options
from retro.system.errors import GameError, RetroError

OLDER = "solved by older rules; solve again"
GONE = "solved by older rules; the game has no such options any more"


@dataclass(frozen=True)
class Older:
    """A database that cannot be opened, mostly because its rules or the format of databases have changed.

    why      a message: OLDER, GONE, or why the rules cannot be loaded or the system cannot read it
    command  the command that solves the game again; None if there is none
    """

    options: Options
    why: str
    command: str | None


@dataclass
class Databases:
    """The databases of a game, in the order of their directories' names."""

    solved: list[Manifest] = field(default_factory=list)
    older: list[Older] = field(default_factory=list)


def find(data: Path, game: Game) -> Databases:
    """The databases of a game below the directory ``data``; damaged ones are left out.

    Loads the rules of each variant that has a database.
    """
    result = Databases()
    for path in sorted(data.glob(f"{game.name}*")):
        if path.name.partition(",")[0] != game.name:  # another game, whose name begins so
            continue
        try:
            about = manifest.read(path)
            options, chosen = about.options, _complete(game, about.options)
            digest = None if about.older else about.digest
        except (Damaged, NotSolved):
            continue
        except Unreadable as error:
            result.older.append(Older(dict(_texts(path)), str(error), None))
            continue
        except Unusable:  # another format
            options, chosen, digest = dict(_texts(path)), None, ""
            with suppress(GameError):
                chosen = game.choose(_texts(path))
        if chosen is None:
            result.older.append(Older(options, GONE, None))
            continue
        try:
            current = digest in (None, loading.load(game, chosen).digest)
        except RetroError as error:
            result.older.append(Older(chosen, str(error), None))
            continue
        if current:
            result.solved.append(about)
        else:
            result.older.append(Older(chosen, OLDER, game.command("solve", chosen)))
    return result


def _complete(game: Game, options: Options) -> Options | None:
    """The options in the game's order; None if they are not those that the game has now."""
    choices = {option.name: option.choices for option in game.options}
    if options.keys() != choices.keys() or any(options[name] not in each for name, each in choices.items()):
        return None
    return {name: options[name] for name in choices}


def _texts(path: Path) -> dict[str, str]:
    """The options in the name of a database's directory."""
    pairs = (each.partition("=") for each in path.name.split(",")[1:])
    return {name: unquote(value) for name, _, value in pairs}
