"""`retro games`: the installed games and the databases of each."""

from __future__ import annotations

from retro.app import layout, output
from retro.app.arguments import AsJson, Data
from retro.game import Game, plugins
from retro.query import databases, summaries
from retro.storage.location import data_directory
from retro.storage.manifest import Options


def games(data: Data = None, json: AsJson = False) -> None:
    """List the installed games, with the variants that are solved and those that older rules solved."""
    directory = data_directory(data)
    listed = [(each, databases.find(directory, each.game) if each.game else None) for each in plugins.listing()]
    if json:
        output.print_json({"games": [summaries.listed(*each) for each in listed]})
        return
    rows, older = [], []
    for plugin, of_game in listed:
        title = plugin.game.title if plugin.game else f"cannot be used: {plugin.reason}"
        solved = [_variant(plugin.game, about.options) for about in of_game.solved] if of_game else []
        rows.append((plugin.name, title, "; ".join(solved)))
        for each in of_game.older if of_game else ():
            older.append((plugin.name, _variant(plugin.game, each.options), each.why, each.command or ""))
    layout.table(("name", "title~", "solved~"), rows)
    layout.table(("name", "options~", "why~", "command~"), older, title="databases that cannot be opened")


def _variant(game: Game | None, options: Options) -> str:
    """Returns the options that are not the default. The game may not have some of them any more."""
    defaults = {option.name: option.default for option in game.options} if game else {}
    changed = [f"{name}={value}" for name, value in options.items() if defaults.get(name) != value]
    return " ".join(changed) or "all of it"
