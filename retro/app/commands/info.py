"""`retro info`: the options of a game, its database, and a run that can be resumed."""

from __future__ import annotations

from retro.app import layout, output
from retro.app.shell import Shell, command
from retro.storage import DatabaseError
from retro.storage.location import checkpoint_path


@command(without=("threads", "json"))
def info(shell: Shell) -> None:
    """Show the options of a game, its database, and a run that can be resumed."""
    rules, path = shell.rules, shell.path
    game, options = rules.game, rules.options
    layout.facts([("game", f"{game.name}: {game.title}")])
    rows = [
        (option.name, str(options[option.name]), str(option.default), " ".join(map(str, option.choices)), option.help)
        for option in game.options
    ]
    if rows:
        layout.table(("option", "chosen", "default", "choices~", "meaning~"), rows)
    else:
        layout.facts([("options", "none")])
    try:
        with shell.open(unfinished=True) as tablebase:
            layout.facts(output.database_facts(tablebase.database))
    except DatabaseError as error:
        layout.facts([("database", str(error))])
    checkpoint = checkpoint_path(path)
    if checkpoint.exists():
        layout.facts([("interrupted", f"{rules.command('solve')} resumes from {checkpoint}")])
    layout.facts([("note", note) for note in game.notes])
