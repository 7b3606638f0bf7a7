"""Commands to play: a game at the terminal, and what each move of one gave away."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from retro.app import completion
from retro.app.commands.arguments import app, remark
from retro.app.commands.asking import StateOptions
from retro.app.commands.shell import AsJson, Data, Shell, command
from retro.game import NONE
from retro.storage import Damaged, DatabaseError, NotSolved
from retro.system.errors import RetroError

if TYPE_CHECKING:
    from retro.query.api import Tablebase

PLIES = 200
SKILL = 5.0
LARGEST_SEED = 2**63 - 1


@dataclass(frozen=True)
class SideOptions:
    """Who plays, and how; the fields are options."""

    first: Annotated[
        str,
        typer.Option(
            metavar="PLAYER",
            help="Who moves first: human, random, or, if the game is solved, perfect, fallible, trap; or MODULE:NAME.",
            autocompletion=completion.players,
        ),
    ] = "human"
    second: Annotated[
        str | None,
        typer.Option(
            metavar="PLAYER",
            help="The other one; by default perfect, or random if the game is not solved.",
            autocompletion=completion.players,
        ),
    ] = None
    skill: Annotated[
        float,
        typer.Option(metavar="X", help="Of a fallible player, also of the one whom trap expects: 0 plays anyhow."),
    ] = SKILL
    model: Annotated[
        str | None, typer.Option(metavar="MODULE:NAME", help="A model of fallible players of your own.")
    ] = None
    plies: Annotated[int, typer.Option(metavar="N", help="The game is drawn after so many plies.")] = PLIES
    seed: Annotated[
        int | None,
        typer.Option(min=0, max=LARGEST_SEED, metavar="N", help="For the same random choices again; else others."),
    ] = None


@command(without=("threads", "json"))
def play(
    shell: Shell,
    asked: StateOptions,
    sides: SideOptions,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the game in a file, which must not be there yet.")
    ] = None,
) -> None:
    """Play a game: people, perfect, fallible and random players, or one who sets traps; it need not be solved."""
    from retro.app import play as playing
    from retro.play.course import Course
    from retro.play.states import States
    from retro.query import named_players
    from retro.query.played_game import PlayedGame

    table = _table(shell, {sides.first, sides.second} & set(named_players.SOLVED))
    rules = shell.rules if table is None else table.rules
    second = sides.second or ("perfect" if table else named_players.RANDOM)
    seed = random.SystemRandom().randrange(LARGEST_SEED) if sides.seed is None else sides.seed
    source, model = random.Random(seed), named_players.model(sides.model, sides.skill)
    key, code, forbidden, player = asked.of(rules)
    states = States(rules, None if table is None else table.database.record)
    course = Course(states, key, NONE if code is None else code, sides.plies, player)
    seated = [named_players.player(name, source, model) for name in (sides.first, second)]
    position = str(rules.text.format(key))
    options, named = rules.options, (sides.first, second)
    begin = PlayedGame(rules.game.name, options, position, forbidden, *named, sides.skill, seed, [], None, 1 + player)
    playing.Table(course, seated, begin, record).play()


def _table(shell: Shell, wanting: set[str | None]) -> Tablebase | None:
    """The database; None if there is none that can be used, and no player is ``wanting`` one."""
    try:
        return shell.open()
    except Damaged:
        raise
    except DatabaseError as error:
        if wanting:
            raise RetroError(f"{' and '.join(sorted(map(str, wanting)))} cannot play: {error}") from error
        if not isinstance(error, NotSolved):
            remark(f"played without values: {error}")
        return None


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A game that `retro play --record` wrote.")],
    data: Data = None,
    json: AsJson = False,
) -> None:
    """Show what each move of a recorded game gave away, where the game is solved."""
    from retro.app import replay as showing
    from retro.query import game_review, played_game

    game = played_game.read(file)
    shell = Shell(game.game, [f"{name}={value}" for name, value in game.options.items()], None, data, json)
    with shell.open() as table:
        shell.answer(
            game_review.as_json, showing.write, game, game_review.review(game, table.rules, table.database.record)
        )
