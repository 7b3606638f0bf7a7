"""Options that several commands take, but not all; `retro.app.shell` has those that all take."""

from __future__ import annotations

import math
import re
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from retro.game import NONE, notation, turns
from retro.game.rules import OUTCOME_PLY_BITS
from retro.game.text import START
from retro.storage.location import scratch_path
from retro.system.errors import GameError

if TYPE_CHECKING:
    from retro.game.rules import Rules
    from retro.puzzles.conditions import Conditions

MAX_SAMPLES = 10**6
MAX_PLIES_GIVEN = 1 << OUTCOME_PLY_BITS
"""Above the DTM of every state that can be stored."""
MAX_WORKERS = 10**5
MAX_SEED = 2**63 - 1
CHECKPOINT_MINUTES = 9.0
"""Minutes between checkpoints: an interruption loses at most ten minutes of work, the time to write one included."""


def option(value: str, help: str, *names: str, **more: Any) -> Any:
    """Returns the declaration of an option with a value, which is called ``value`` in the help text."""
    return typer.Option(*names, metavar=value, help=help, **more)


def flag(name: str, help: str) -> Any:
    """Returns the declaration of an option without a value."""
    return typer.Option(name, help=help)


Data = Annotated[
    Path | None, option("DIR", "Directory of the databases; by default the user's data directory.", envvar="RETRO_DATA")
]
AsJson = Annotated[bool, flag("--json", "Answer in JSON.")]
Force = Annotated[bool, flag("--force", "Overwrite what exists.")]
Memory = Annotated[str | None, option("SIZE", "Use at most this much memory, such as 4GiB; by default all.")]
SampleSeed = Annotated[int | None, option("S", "Seed that draws the same sample again; with --sample.", min=0)]

KeepSides = Annotated[
    bool, flag("--keep-sides", "Show moves and positions as seen by the player to move in the first one.")
]
TagNames = list[str] | None


@dataclass(frozen=True)
class StateOptions:
    """A state; the fields are options."""

    position: Annotated[
        str,
        typer.Argument(
            metavar="POSITION", help="A position, seen by the player to move; its key, or start, start2, ..."
        ),
    ] = START
    moves: Annotated[str | None, option("MOVES", "Play these moves from the position first; spaces divide them.")] = (
        None
    )
    previous: Annotated[
        str | None,
        option(
            "POSITION",
            "The position one ply ago, seen by the player who moved then; forbids what takes that move back.",
        ),
    ] = None
    forbid: Annotated[str | None, option("MOVE", "A move that is forbidden.")] = None

    def __post_init__(self) -> None:
        if self.previous is not None and self.forbid is not None:
            raise GameError(
                "--previous and --forbid exclude each other: the previous position decides what is forbidden"
            )

    def of(self, rules: Rules) -> tuple[int, int | None, str | None, int]:
        """Returns key of the position, code and text of the move forbidden in it, and the player (0, 1) to move.

        The code is NONE if no move is forbidden, and None if no option determines that; the text is None in both cases.
        """
        key, code = self.before_moves(rules)
        player = turns.player(rules, key)
        if self.moves:
            key, code, player = notation.play(rules, key, NONE if code is None else code, self.moves.split())
        return key, code, None if code in (None, NONE) else str(rules.text.format_move(key, code)), player

    def before_moves(self, rules: Rules) -> tuple[int, int | None]:
        """Returns key and code as `of` does, of the state in which the moves begin."""
        key, code = notation.position_key(rules, self.position), None
        if self.previous is not None:
            code = notation.forbidden_after(rules, notation.position_key(rules, self.previous), key)
        elif self.forbid is not None:
            code = notation.move_code(rules, key, self.forbid)
        return key, code


@dataclass(frozen=True)
class ConditionOptions:
    """Conditions that a state must meet, all at once; the fields are options."""

    value: Annotated[Literal["win", "loss", "draw"] | None, typer.Option(help="Value for the player to move.")] = None
    min_dtm: Annotated[int | None, option("N", "At least N plies to the end.", min=0, max=MAX_PLIES_GIVEN)] = None
    max_dtm: Annotated[int | None, option("N", "At most N plies to the end.", min=0, max=MAX_PLIES_GIVEN)] = None
    min_score: Annotated[int | None, option("N", "At least N points, where values are scores.")] = None
    max_score: Annotated[int | None, option("N", "At most N points.")] = None
    only: Annotated[TagNames, option("TAG", "There is a winning move, and every winning move has the tag.")] = None
    none: Annotated[TagNames, option("TAG", "There is a winning move, and no winning move has the tag.")] = None
    loses: Annotated[
        TagNames, option("TAG", "There is a move with the tag, and every such move loses.", "--losing")
    ] = None
    unique: Annotated[bool, flag("--unique", "Exactly one move wins.")] = False
    unique_line: Annotated[
        bool, flag("--unique-line", "Exactly one move wins, at every move of the winner in best play.")
    ] = False
    forbidden: Annotated[Literal["yes", "no", "any"], typer.Option(help="Whether a move is forbidden.")] = "any"
    tiers: Annotated[
        list[str] | None,
        option("NAME", "Section of the game, as in `retro stats`; * and ? stand for any text.", "--tier"),
    ] = None
    within: Annotated[
        int | None, option("N", "At most N plies from the start, as `retro reach` counts.", min=0, max=MAX_PLIES_GIVEN)
    ] = None
    line: Annotated[
        str | None, option("MOVES", "Best play may begin with these moves, in one of the position's images.")
    ] = None

    def of(self, rules: Rules) -> Conditions:
        """Returns the conditions; raises GameError if they make no sense for a game."""
        from retro.game import tags
        from retro.puzzles import conditions

        given: dict[str, Any] = {name: value for name, value in vars(self).items() if value is not None}
        given |= {name: tuple(value) for name, value in given.items() if isinstance(value, list)}
        result = conditions.Conditions(**given | {"line": tuple((self.line or "").replace(",", " ").split())})
        conditions.check(rules, result, tags.load(rules))
        return result


@dataclass(frozen=True)
class CheckpointOptions:
    """How a run begins that can be interrupted, and when it is saved; the fields are options.

    Raises GameError for a time that cannot be used.
    """

    restart: Annotated[bool, flag("--restart", "Discard the checkpoint of an interrupted run and begin again.")] = False
    checkpoint: Annotated[
        float, option("MINUTES", "Time from one checkpoint to the next; with 0, save only when interrupted.", min=0)
    ] = CHECKPOINT_MINUTES

    def __post_init__(self) -> None:
        if math.isnan(self.checkpoint):
            raise GameError("--checkpoint takes minutes, not nan")

    @property
    def interval(self) -> float:
        """Seconds from one checkpoint to the next; infinite if one is saved only when the run is interrupted."""
        return 60 * self.checkpoint or math.inf


@dataclass(frozen=True)
class RunOptions(CheckpointOptions):
    """What `retro solve` and `retro reach` may use and how they begin; the fields are options.

    Raises GameError for a size or time that cannot be used, and for options that contradict each other.
    """

    store: Annotated[
        Literal["auto", "plain", "packed", "files"],
        typer.Option(help="Where records are stored: in memory, packed in memory, or in files."),
    ] = "auto"
    memory: Memory = None
    scratch: Annotated[Path | None, option("DIR", "Where records in files lie; by default beside the database.")] = None
    engine: Annotated[Literal["local", "ray"], typer.Option(help="Compute in this process, or in workers on Ray.")] = (
        "local"
    )
    address: Annotated[
        str | None, option("HOST:PORT", "Address of a running Ray, or auto; by default Ray is started here.")
    ] = None
    shards: Annotated[
        int | None, option("N", "Workers on Ray; by default 2, or one on each of its machines.", min=1, max=MAX_WORKERS)
    ] = None
    dry_run: Annotated[bool, flag("--dry-run", "Only print the memory, disk and time required.")] = False

    def __post_init__(self) -> None:
        super().__post_init__()
        given = [name for name, value in (("--address", self.address), ("--shards", self.shards)) if value]
        if given and self.engine == "local":
            raise GameError(f"{given[0]} is for --engine ray")
        if self.memory is not None:
            size(self.memory)

    def scratch_path(self, path: Path, job: str) -> Path:
        """Returns the directory for records in files of a run for the database at ``path``."""
        beside = scratch_path(path, job)
        return beside if self.scratch is None else self.scratch / beside.name


def sample_and_seed(sample: int | None, seed: int | None) -> tuple[int, int] | None:
    """Returns the size of a sample and its seed, a random one by default; None without a sample.

    Raises GameError for a seed alone.
    """
    if sample is not None:
        return sample, secrets.randbits(32) if seed is None else seed
    if seed is not None:
        raise GameError("--seed is for --sample: without it nothing is drawn")
    return None


def allowed_memory(memory: str | None, available: int) -> int:
    """Returns the bytes of the ``available`` memory that may be used; raises GameError if ``memory`` is no size."""
    return available if memory is None else min(available, size(memory))


def size(text: str) -> int:
    """Returns the bytes of a text such as 500MB or 4GiB; raises GameError if it is no size."""
    digits = r"[0-9]{1,18}(?:\.[0-9]{1,18})?"
    match = re.fullmatch(rf"({digits}) *(?:([kMGT])(i?)B?|B?)", text.strip(), re.IGNORECASE)
    if match is None:
        raise GameError(f"not a size: {text[:40]}; one is 500MB or 4GiB")
    number, unit, binary = match.groups()
    return int(float(number) * (1024 if binary else 1000) ** (" KMGT".index(unit.upper()) if unit else 0))
