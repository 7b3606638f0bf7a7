"""`retro compose`: puzzles with their solutions, on the terminal, as a page for A4, and as diagrams."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import typer

from retro.app import board, layout, puzzle_entries
from retro.app.arguments import MAX_SAMPLES, MAX_SEED, ConditionOptions, Force, Memory, option
from retro.app.shell import Shell, command
from retro.game import staging, turns
from retro.game.rules import Rules
from retro.puzzles import compose as composing
from retro.puzzles.compose import Composed, Puzzle
from retro.query import puzzle_answers as json_view
from retro.query.puzzle_words import ENGLISH, LANGUAGES, English
from retro.system import atomic
from retro.system.errors import GameError
from retro.system.messages import plain

MAX_PUZZLES, MAX_SOLUTION = 1_000, 99


@dataclass(frozen=True)
class PaperOptions:
    """Files of puzzles; the fields are options."""

    sheet: Annotated[
        Path | None, option("FILE", "Also write an HTML page for A4: diagrams in front, solutions behind.")
    ] = None
    svg: Annotated[Path | None, option("DIR", "Also write a directory with the diagrams as SVG.")] = None
    language: Annotated[Literal["en", "ja"], typer.Option(help="Language of the files: English or Japanese.")] = "en"
    force: Force = False

    @property
    def words(self) -> English:
        """The words of the language of the files."""
        return LANGUAGES[self.language]

    def check(self) -> None:
        """Raises GameError, before much work is done, if one of the files cannot be written."""
        for out, directory in ((self.sheet, False), (self.svg, True)):
            if out is not None:
                atomic.check_output(out, self.force, directory=directory)

    def write(self, rules: Rules, puzzles: Sequence[Puzzle]) -> None:
        """Writes each file completely or not at all; errors as `atomic.output`.

        GameError if there are no puzzles, or diagrams of a game without a scene.
        """
        if (self.sheet, self.svg) == (None, None):
            return
        if not puzzles:
            raise GameError(
                "no puzzle was found, so none is written: other conditions, --length or --candidates may help"
            )
        if self.svg is not None:
            staging.staged(rules, puzzles[0].state.key)  # GameError if the game has no scene
        title, listed = self.words.title.format(rules.game.title), puzzle_entries.entries(puzzles, self.words)
        if self.sheet is not None:
            with atomic.output(self.sheet, self.force) as temporary:
                temporary.write_bytes(puzzle_entries.sheet(title, listed, self.words).encode())
        if self.svg is not None:
            atomic.write_diagrams(self.svg, self.force, (each.diagram for each in listed))


@command(json="Answer in JSON lines: the puzzles, then a summary.")
def compose(
    shell: Shell,
    wanted: ConditionOptions,
    papers: PaperOptions,
    theme: Annotated[
        Literal["win", "draw", "points"] | None,
        typer.Option(help="What the solver has to reach; by default a win, or points where values are scores."),
    ] = None,
    number: Annotated[int, option("N", "Compose at most N puzzles.", min=1, max=MAX_PUZZLES)] = 6,
    length: Annotated[int, option("N", "Length of a solution in plies, at most.", min=1, max=MAX_SOLUTION)] = 9,
    candidates: Annotated[int, option("N", "Judge at most N states.", min=1, max=MAX_SAMPLES)] = 300,
    seed: Annotated[int, option("N", "Seed that draws the candidates.", min=0, max=MAX_SEED)] = 0,
    weights: Annotated[
        list[str] | None, option("NAME=NUMBER", "Weight of a mark: dual_free, quiet, tries, length, economy.")
    ] = None,
    memory: Memory = None,
) -> None:
    """Compose puzzles from a solved game: states with an only move, ranked by what composers value."""
    papers.check()
    weighted = composing.weights(weights or [])
    task = composing.Brief(theme or "", number, length, candidates, seed, weighted)
    conditions = wanted.of(shell.rules)
    composing.candidates(shell.rules, conditions, task)
    table, _ = shell.load(memory, distances=conditions.within is not None)
    composed = composing.compose(table, conditions, task, shell.threads, shell.display)
    papers.write(table.rules, composed.puzzles)
    shell.answer(json_view.as_json(table.rules, composed), lambda: _show(table.rules, composed))


def _show(rules: Rules, composed: Composed) -> None:
    layout.facts([("judged", f"{composed.judged:,} candidates"), ("puzzles", f"{len(composed.puzzles):,}")])
    console = layout.console()
    for number, puzzle in enumerate(composed.puzzles, 1):
        key, shown = puzzle.state.key, json_view.puzzle_answer(puzzle)
        player = turns.player(rules, key)
        console.print(f"\n{number}. {plain(shown['stipulation'])}\n")
        console.print(board.show(console, rules, key, player).append(f"{plain(rules.text.player(player))}\n"))
        layout.facts(puzzle_entries.facts(shown))
        lines = [f"{'  ' * depth}{plain(line)}" for depth, line in puzzle_entries.tree(shown["solution"], ENGLISH, 2)]
        sys.stdout.write("\n".join([f"solution  {plain(shown['key'])}", *lines, ""]))
