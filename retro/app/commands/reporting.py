"""The command for who designs a game: the verdict of its solution, and of variants beside it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from retro.app.commands.arguments import Memory
from retro.app.commands.shell import Shell, command

if TYPE_CHECKING:
    from retro.app.plotting import Plots
    from retro.statistics.report import Report

MOST_GAMES = 10**7


@command()
def report(
    shell: Shell,
    against: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY=VALUE,...",
            help="A variant to compare with: the same game with these options changed; may be repeated.",
        ),
    ] = None,
    games: Annotated[int, typer.Option(min=0, max=MOST_GAMES, metavar="N", help="Games that are played.")] = 10_000,
    seed: Annotated[int, typer.Option(min=0, metavar="S", help="Plays other games.")] = 1,
    skill: Annotated[
        float, typer.Option(min=0, max=1, metavar="P", help="How often the better players play a best move.")
    ] = 0.9,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Also a page with plots.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over what is there.")] = False,
    memory: Memory = None,
) -> None:
    """Judge a solved game: who wins, how fair, how many choices, how sharp, how soon decided; variants side by side."""
    from retro.app import plotting, report_page
    from retro.app import report as showing
    from retro.system import atomic

    shells = [shell, *map(shell.variant, against or [])]
    if html:
        plotting.check_matplotlib()
        atomic.check_output(html, force, marker="")
    for each in shells:  # all are solved, before any is looked at
        each.open().close()
    found = [_judged(each, games, seed, sorted({0.0, skill}), memory) for each in shells]
    if html:
        report_page.write(html, force, found, [_plots(each) for each in shells])
    shell.answer(showing.as_json, showing.write, found)


def _judged(shell: Shell, games: int, seed: int, skills: list[float], memory: str | None) -> Report:
    from retro.statistics import report as judging
    from retro.storage import NotSolved

    try:
        table, about = shell.whole(memory, distances=True)
    except NotSolved:  # nobody searched: all positions count
        table, about = shell.whole(memory)
    return judging.find(table, about, games, seed, skills, shell.threads, shell.display)


def _plots(shell: Shell) -> Plots:
    """Those of `retro plot`."""
    from retro.app import plotting

    with shell.open() as table:
        names = [name for name in plotting.of(table) if name != "distance"]
        return plotting.draw(table, names, shell.threads, shell.display)
