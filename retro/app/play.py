"""What `retro play` does: asks people for moves and players for theirs, and shows how the game goes.

On a terminal the board is drawn in one place and in colours; everywhere else, line by line. What a person writes is a
move, its number, or one of COMMANDS; anything else is answered with a line, and he is asked again.
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from retro.app import board, layout
from retro.game import NONE, ONGOING, staging
from retro.play.course import Course
from retro.play.players import Player
from retro.play.states import Choice, State
from retro.query.played_game import PlayedGame
from retro.system.errors import GameError, RetroError, described
from retro.system.messages import one_line, plain

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

COMMANDS = {
    "moves": "the moves, with their numbers",
    "hint": "what the position is worth, and a best move",
    "back": "take your last move back",
    "save FILE": "write the game so far into a file, which `retro replay` reads",
    "quit": "stop here",
    "help": "this list",
}
WIDEST = 100
"""Columns that a list of moves takes at most."""


class _Quit(Exception):
    """Nobody wants to go on."""


class Table:
    """Where a game is played: two players (None for a person), and a view of the board."""

    def __init__(self, course: Course, players: Sequence[Player | None], begin: PlayedGame, file: Path | None) -> None:
        """``begin`` is the record as it begins; with the first move it goes into ``file``, if there is one.

        GameError if that cannot be written.
        """
        self._course, self._players, self._begin, self._file = course, players, begin, file
        self._note = ""
        self._shown: State | None = None
        self._console = layout.console()
        self._live = _live(self._console)
        self._recorded = False
        if file is not None:
            begin.write(file, replace=False)
            file.unlink()  # it can be written: when there is a move

    def play(self) -> None:
        """Play to the end, or until somebody quits. What was played is told and recorded in any case."""
        course = self._course
        try:
            while course.ending is None:
                player = self._players[course.player]
                try:
                    choice = self._asked() if player is None else _chosen(player, course)
                except _Quit:
                    break
                if choice is not None:
                    course.make(choice)
                    self._tell()
        except KeyboardInterrupt:
            self._end()
            raise KeyboardInterrupt("interrupted; the game so far is told above") from None
        except BaseException:
            self._save()
            raise
        self._end()

    def _asked(self) -> Choice | None:
        """The move that a person makes; None if something else was done."""
        self._save()
        self._show()
        written = self._read().strip()
        word, _, rest = written.partition(" ")
        try:
            if word not in _WORDS:
                return self._move(written)
            self._done(word, rest.strip())
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

    def _done(self, word: str, rest: str) -> None:
        course = self._course
        if word == "quit":
            raise _Quit
        if word == "help":
            width = max(map(len, COMMANDS))
            self._say("\n".join(f"{name:<{width}}  {meaning}" for name, meaning in COMMANDS.items()))
        elif word == "moves":
            self._say(self._listed())
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
                raise GameError("save wants a file, as in: save game.json")
            self._record().write(Path(rest), replace=False)
            self._say(f"the game so far is in {rest}")

    def _texts(self) -> list[str]:
        """The moves as they are written."""
        state = self._course.state
        return [str(state.states.rules.text.format_move(state.key, choice.move.code)) for choice in state.choices]

    def _listed(self) -> str:
        """All moves, with their numbers unless moves are numbers anyway."""
        texts = self._texts()
        if not any(text.isdecimal() for text in texts):
            texts = [f"{number}:\N{NO-BREAK SPACE}{text}" for number, text in enumerate(texts, 1)]
        width = min(WIDEST, self._console.width)
        lines = textwrap.wrap("  ".join(texts), width, break_long_words=False, break_on_hyphens=False)
        return "\n".join(lines).replace("\N{NO-BREAK SPACE}", " ")

    def _hint(self) -> str:
        state = self._course.state
        if state.states.solved is None:
            rules = state.states.rules
            raise GameError(f"no hints: {rules.game.name} is not solved with these options ({rules.command('solve')})")
        best = min(state.choices, key=lambda choice: choice.order)
        shown = state.states.rules.text.format_move(state.key, best.move.code)
        kept = f"{len(state.keeping):,} of {len(state.choices):,} moves keep that"
        return f"{state.value()}; {kept}; {shown}{' is one' if len(state.keeping) > 1 else ''}"

    def _tell(self) -> None:
        """Somebody has moved."""
        made = self._course.made[-1]
        self._say(f"{len(self._course.made)}. {self._course.name(made.player)} moves {made.text}")
        if self._live and None not in self._players:
            self._show()

    def _say(self, note: str) -> None:
        if self._live:
            self._note = note
        else:
            self._print("\n".join(map(plain, note.split("\n"))))

    def _show(self) -> None:
        """The position, for who is to move there; not twice where it would be drawn below itself."""
        course, rules = self._course, self._course.states.rules
        state, told = course.state, f"{course.name(course.player)} to move, ply {len(course.made) + 1}"
        if state.forbidden != NONE:
            move = rules.text.format_move(state.key, state.forbidden)
            told += f"; {move} is forbidden, {rules.text.why_forbidden(state.key, state.forbidden)}"
        if self._live:
            self._console.clear()
        elif self._shown is state:
            return
        elif self._shown is not None:
            self._print("")
        self._shown = state
        sign = self._draw()
        self._print("")
        self._console.print(sign.append(f"{plain(told)}\n"))
        if self._note:
            self._print("\n".join(map(plain, self._note.split("\n"))))
            self._note = ""

    def _draw(self) -> Text:
        """Print the board; the sign of who is to move."""
        course, rules = self._course, self._course.states.rules
        state, player, last = course.state, course.player, course.made[-1] if course.made else None
        scene = staging.scene(rules, state.key)
        steps = staging.steps(rules, scene, last.state.key, last.choice.move.code) if last and scene else ()
        final = None
        if last is not None and last.choice.move.outcome != ONGOING:
            final = staging.final_scene(rules, state.key, last.choice.move.code)
        return board.show(self._console, rules, state.key, player, {name for step in steps for name in step.at}, final)

    def _read(self) -> str:
        if self._live:
            with suppress(ImportError):
                import readline  # noqa: F401  # lines can be edited
            try:
                return input("move, or help: ")
            except EOFError:
                raise _Quit from None
        line = sys.stdin.readline()
        if not line:
            raise _Quit
        return line

    def _end(self) -> None:
        """Say how it ended, and what was played."""
        course = self._course
        self._save()
        if self._live:
            self._console.clear()
        self._draw()
        moves = " ".join(made.text for made in course.made)
        told = [
            ("last", self._note),
            ("result", str(course.ending or "not played to the end")),
            ("plies", f"{len(course.made):,}"),
            ("moves", moves),
            ("record", str(self._file) if self._recorded else ""),
        ]
        self._print("")
        layout.facts([each for each in told if each[1]])

    def _print(self, text: str) -> None:
        self._console.print(text)

    def _record(self) -> PlayedGame:
        """The record of the game so far."""
        ending = self._course.ending
        moves = [made.text for made in self._course.made]
        return replace(self._begin, moves=moves, result=None if ending is None else str(ending))

    def _save(self) -> None:
        if self._file is not None and (self._recorded or self._course.made):
            self._record().write(self._file, replace=self._recorded)
            self._recorded = True


_WORDS = {name.split()[0] for name in COMMANDS}


def _live(console: Console) -> bool:
    """Whether the board can be drawn in one place; what is read is text, whatever it is."""
    with suppress(AttributeError, ValueError):
        sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
    return sys.stdin.isatty() and console.is_terminal and not console.is_dumb_terminal


def _chosen(player: Player, course: Course) -> Choice:
    """The move of a player, who may be the user's own; GameError if he makes none."""
    try:
        choice = player.choose(course.state)
    except (RetroError, MemoryError):
        raise
    except Exception as error:  # a stranger's code: whatever it raises is its own failure, not ours
        raise GameError(f"{course.name(course.player)} cannot choose: {described(error)}") from error
    if choice not in course.state.choices:
        raise GameError(f"{course.name(course.player)} chose what is no move of the position")
    return choice
