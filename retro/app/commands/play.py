"""`retro play`: a game at the terminal between people and players, with its record.

On a terminal the board is redrawn in colours; elsewhere the game is printed line by line. A person types a move, its
number, or one of PROMPT_COMMANDS; any other input is answered with an error, and the prompt returns.
"""

from __future__ import annotations

import random
import sys
import textwrap
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from retro.app import board, completion, layout
from retro.app.arguments import MAX_SEED, StateOptions, option
from retro.app.console import remark
from retro.app.shell import Shell, command
from retro.game import NONE, staging, turns
from retro.game.scene import Step
from retro.play.course import MAX_GAME_PLIES, Course, default_plies
from retro.play.players import Player
from retro.play.states import Choice, State, States
from retro.query import named_players
from retro.query.api import Tablebase
from retro.query.played_game import PlayedGame
from retro.storage import Damaged, DatabaseError, NotSolved
from retro.system.errors import GameError, RetroError, described
from retro.system.messages import one_line, plain

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

PROMPT_COMMANDS = {
    "moves": "list the moves, with their numbers",
    "hint": "show the value of the position, and a best move",
    "back": "take your last move back",
    "save FILE": "write the game so far into a file, which `retro replay` reads",
    "quit": "stop here",
    "help": "show this list",
}
MAX_WIDTH = 100
"""Columns of a list of moves."""
DEFAULT_SKILL = 5.0


@dataclass(frozen=True)
class PlayerOptions:
    """The players; the fields are options."""

    first: Annotated[
        str,
        option(
            "PLAYER",
            "The player who moves first: human, random, MODULE:NAME or, if solved, level1 to level7, perfect, trap.",
            autocompletion=completion.players,
        ),
    ] = "human"
    second: Annotated[
        str | None,
        option(
            "PLAYER",
            "The other player; by default perfect, or random if the game is not solved.",
            autocompletion=completion.players,
        ),
    ] = None
    skill: Annotated[float, option("X", "Skill of the opponent that trap expects: 0 is random.")] = DEFAULT_SKILL
    model: Annotated[str | None, option("MODULE:NAME", "Your own model of the opponent that trap expects.")] = None
    plies: Annotated[
        int | None,
        option("N", "Stop the game after N plies; by default after 200, and as many more as the longest win takes."),
    ] = None
    seed: Annotated[int | None, option("N", "Seed that makes the same random choices again.", min=0, max=MAX_SEED)] = (
        None
    )


@command(without=("threads", "json"))
def play(
    shell: Shell,
    start: StateOptions,
    players: PlayerOptions,
    record: Annotated[Path | None, option("FILE", "Write the game into a file, which must not exist yet.")] = None,
) -> None:
    """Play a game between people and players of eight levels, random or trap-setting ones; it need not be solved."""
    table = _open(shell, {players.first, players.second} & set(named_players.SOLVED))
    rules = shell.rules if table is None else table.rules
    second = players.second or ("perfect" if table else named_players.RANDOM)
    seed = random.SystemRandom().randrange(MAX_SEED) if players.seed is None else players.seed
    source, model = random.Random(seed), named_players.model(players.model, players.skill)
    states = States(rules, None if table is None else table.record)
    longest = 0 if table is None else table.database.manifest.longest_play
    plies = default_plies(rules, longest) if players.plies is None else players.plies
    key, code = start.before_moves(rules)
    course = Course(states, key, NONE if code is None else code, MAX_GAME_PLIES)
    course.replay((start.moves or "").split())
    course.begin_here(plies)
    names = (players.first, second)
    seats = [named_players.player(name, source, model) for name in names]
    begin = PlayedGame(
        rules.game.name,
        rules.options,
        str(rules.text.format(course.state.key)),
        rules.move_text(course.state.key, course.state.forbidden),
        *names,
        players.skill,
        seed,
        (),
        None,
        1 + course.player,
        course.lead,
        plies,
    )
    TerminalGame(course, seats, begin, record).play()


def _open(shell: Shell, solved_only: set[str | None]) -> Tablebase | None:
    """Returns the database; None without one.

    Raises RetroError if a player in ``solved_only`` needs one, Damaged as `Shell.open`.
    """
    try:
        return shell.open()
    except Damaged:
        raise
    except DatabaseError as error:
        if solved_only:
            raise RetroError(f"{' and '.join(sorted(map(str, solved_only)))} cannot play: {error}") from error
        if not isinstance(error, NotSolved):
            remark(f"played without values: {error}")
        return None


class _Quit(Exception):
    """A person typed ``quit``, or the input has ended."""


class TerminalGame:
    """A game in progress: its course, two players (None for a person), and a view of the board."""

    def __init__(self, course: Course, players: Sequence[Player | None], begin: PlayedGame, file: Path | None) -> None:
        """``begin`` is the record without moves. If there is a ``file``, the record is written at the first move.

        Raises GameError if the file cannot be written.
        """
        self._course, self._players, self._begin, self._file = course, players, begin, file
        self._note = ""
        self._shown: State | None = None
        self._console = layout.console()
        self._live = _live(self._console)
        self._recorded = False
        if file is not None:
            begin.write(file, replace=False)
            file.unlink()  # only a test that the file can be written; the first move writes it

    def play(self) -> None:
        """Plays to the end, or until a person quits. Then, and on errors, prints and records the game so far."""
        course = self._course
        try:
            while course.ending is None:
                player = self._players[course.player]
                try:
                    choice = self._prompt() if player is None else _chosen(player, course)
                except _Quit:
                    break
                if choice is not None:
                    course.make(choice)
                    self._announce()
        except KeyboardInterrupt:
            self._end()
            raise KeyboardInterrupt("interrupted; the game so far is printed above") from None
        except BaseException:
            self._save()
            raise
        self._end()

    def _prompt(self) -> Choice | None:
        """Returns the move that a person makes; None after another command or an error."""
        self._save()
        self._show()
        written = self._read().strip()
        word, _, rest = written.partition(" ")
        command = word in _COMMAND_WORDS and (word == "save" or not rest)
        try:
            if not command or written in self._texts():
                return self._move(written)
            self._execute(word, rest.strip())
        except RetroError as error:
            self._say(one_line(str(error)))
        return None

    def _move(self, written: str) -> Choice:
        try:
            return self._course.named(written)
        except GameError:
            numbered = dict(enumerate(self._course.state.choices, 1))
            if written in map(str, numbered) and not any(text.isdecimal() for text in self._texts()):
                return numbered[int(written)]
            raise

    def _execute(self, word: str, rest: str) -> None:
        course = self._course
        if word == "quit":
            raise _Quit
        if word == "help":
            width = max(map(len, PROMPT_COMMANDS))
            self._say("\n".join(f"{name:<{width}}  {meaning}" for name, meaning in PROMPT_COMMANDS.items()))
        elif word == "moves":
            self._say(self._list())
        elif word == "hint":
            self._say(self._hint())
        elif word == "back":
            mine = [ply for ply, made in enumerate(course.made) if self._players[made.player] is None]
            if not mine:
                raise GameError("there is no move of yours to take back")
            while len(course.made) > mine[-1]:
                course.back()
            self._say("taken back")
        elif word == "save":
            if not rest:
                raise GameError("save needs the name of a file, as in: save game.json")
            self._record().write(Path(rest), replace=False)
            self._say(f"the game so far is in {rest}")

    def _texts(self) -> list[str]:
        state = self._course.state
        return [state.text(choice) for choice in state.choices]

    def _list(self) -> str:
        """Returns all moves, with their numbers unless moves are numbers anyway."""
        texts = self._texts()
        if not any(text.isdecimal() for text in texts):
            texts = [f"{number}:\N{NO-BREAK SPACE}{text}" for number, text in enumerate(texts, 1)]
        width = min(MAX_WIDTH, self._console.width)
        lines = textwrap.wrap("  ".join(texts), width, break_long_words=False, break_on_hyphens=False)
        return "\n".join(lines).replace("\N{NO-BREAK SPACE}", " ")

    def _hint(self) -> str:
        state = self._course.state
        if state.states.solved is None:
            rules = state.rules
            raise GameError(f"no hints: {rules.game.name} is not solved with these options ({rules.command('solve')})")
        shown = state.text(state.best_choice)
        keeping = f"{len(state.keeping):,} of {len(state.choices):,} moves keep that"
        return f"{state.value()}; {keeping}; {shown}{' is one' if len(state.keeping) > 1 else ''}"

    def _announce(self) -> None:
        """Prints the last move."""
        made = self._course.made[-1]
        self._say(f"{len(self._course.made)}. {self._course.name(made.player)} moves {made.text}")
        if self._live and None not in self._players:
            self._show()

    def _say(self, note: str) -> None:
        if self._live:
            self._note = note
        else:
            self._print(note)

    def _show(self) -> None:
        """Prints the position for the player to move; line by line, the same position is not printed twice."""
        course, rules = self._course, self._course.states.rules
        state, status = course.state, f"{course.name(course.player)} to move, ply {len(course.made) + 1}"
        if state.forbidden != NONE:
            move = rules.text.format_move(state.key, state.forbidden)
            status += f"; {move} is forbidden, {rules.text.why_forbidden(state.key, state.forbidden)}"
        if self._live:
            self._console.clear()
        elif self._shown is state:
            return
        elif self._shown is not None:
            self._print("")
        self._shown = state
        sign = self._draw()
        self._print("")
        self._console.print(sign.append(f"{plain(status)}\n"))
        if self._note:
            self._print(self._note)
            self._note = ""

    def _draw(self) -> Text:
        """Prints the board; returns the sign of the player to move."""
        course, rules = self._course, self._course.states.rules
        state, player, last = course.state, course.player, course.made[-1] if course.made else None
        scene = staging.scene(rules, state.key)
        steps: Sequence[Step] = ()
        if last is not None and scene is not None and not turns.board_turns(rules, last.state.key, last.choice.move):
            steps = staging.steps(rules, scene, last.state.key, last.choice.move.code)
        final = None
        if last is not None and not last.choice.move.goes_on:
            final = staging.final_scene(rules, state.key, last.choice.move.code)
        return board.show(self._console, rules, state.key, player, {name for step in steps for name in step.at}, final)

    def _read(self) -> str:
        if self._live:
            with suppress(ImportError):
                import readline  # noqa: F401  # makes input lines editable
        try:
            return input("move, or help: " if self._live else "")
        except EOFError:
            raise _Quit from None

    def _end(self) -> None:
        course = self._course
        self._save()
        if self._live:
            self._console.clear()
        self._draw()
        moves = " ".join(made.text for made in course.made)
        facts = [
            ("last", self._note),
            ("result", str(course.ending or "not played to the end")),
            ("plies", f"{len(course.made):,}"),
            ("moves", moves),
            ("record", str(self._file) if self._recorded else ""),
        ]
        self._print("")
        layout.facts([each for each in facts if each[1]])

    def _print(self, text: str) -> None:
        self._console.print("\n".join(map(plain, text.split("\n"))))

    def _record(self) -> PlayedGame:
        ending = self._course.ending
        moves = tuple(made.text for made in self._course.made)
        return replace(self._begin, moves=moves, result=None if ending is None else str(ending))

    def _save(self) -> None:
        if self._file is not None and (self._recorded or self._course.made):
            self._record().write(self._file, replace=self._recorded)
            self._recorded = True


_COMMAND_WORDS = {name.split()[0] for name in PROMPT_COMMANDS}


def _live(console: Console) -> bool:
    """Returns whether the board can be redrawn. Makes stdin replace bytes that are no text."""
    with suppress(AttributeError, ValueError):
        sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
    return sys.stdin.isatty() and console.is_terminal and not console.is_dumb_terminal


def _chosen(player: Player, course: Course) -> Choice:
    """Returns the move of a player, which may be the user's own class; raises GameError if it chooses none."""
    try:
        choice = player.choose(course.state)
    except (RetroError, MemoryError):
        raise
    except Exception as error:  # foreign code may raise anything
        raise GameError(f"{course.name(course.player)} cannot choose: {described(error)}") from error
    if choice not in course.state.choices:
        raise GameError(f"{course.name(course.player)} chose what is no move of the position")
    return choice
