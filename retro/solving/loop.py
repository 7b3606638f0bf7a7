"""How a game is solved, from top to bottom: tier by tier, in a tier level by level, in a level round by round.

Where a run is - tier, phase and level - and what it has counted is in `retro.solving.solve_run`, which saves it.
Records and flags are in the shards of an engine (`retro.solving.engine`); a step of a shard (`retro.solving.shard`)
calls kernels for pages of records, in threads. A round is a step of all shards, after which they apply the updates that
they sent to each other: between rounds no updates are under way, so the run can be saved.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from operator import methodcaller

from retro.game.rules import IndexedRules
from retro.solving import audit, queue, reference, state_bits, sweep, tier_solution
from retro.solving.below import Below, has_bounds
from retro.solving.counting_kernels import STORED
from retro.solving.engine import Engine
from retro.solving.outbox_kernels import NEVER
from retro.solving.schedule import Unfinished
from retro.solving.settled import Unsettled
from retro.solving.shard import SMALL_LEVELS, Shard, Shards
from retro.solving.solve_run import Phase, SolveRun
from retro.solving.tier_errors import check_order
from retro.solving.tiles import IN_MEMORY, Tiles
from retro.storage.solution import Solution
from retro.system.checkpointing import NO_CHECKPOINT, Checkpoint, in_order
from retro.system.progress import Progress


def solve(
    rules: IndexedRules,
    backend: str,
    threads: int,
    progress: Progress,
    checkpoint: Checkpoint = NO_CHECKPOINT,
    tiles: Tiles = IN_MEMORY,
    engine: Engine | None = None,
) -> Solution:
    """Solves a game whose positions have an index, with the records of a tier in the store that ``tiles`` describes.

    The reference backend saves nothing in ``checkpoint``: it is for small games. An ``engine`` replaces ``tiles``, and
    solves all tiers by levels; it must stay open while records are read. Raises GameError, which names plugin and
    function, if the game's functions cannot be compiled or break the contract; TooLong if some DTM is too large for the
    widest records.
    """
    if backend == "reference":
        return reference.solve(rules, progress)
    check_order(rules)
    shards: Callable[..., Shards] = queue.shards
    if backend == "sweep":
        shards = partial(sweep.shards, state_bits.entered(rules, threads, progress, checkpoint))
        tiles = sweep.one_tile(rules, tiles)
    with ThreadPoolExecutor(threads) as pool:
        solution = _solved(SolveRun(rules, shards, pool, threads, progress, checkpoint, tiles, engine))
    progress.close()
    return solution


def _solved(run: SolveRun) -> Solution:
    """Solves the tiers that are not finished, the lowest first: moves lead from a tier to lower ones only."""
    while (tier := run.schedule.lowest()) is not None:
        if run.in_one_tier:
            return _tier(run, run.below(tier))
        if run.together(tier):
            _small_tiers(run)
        else:
            run.finish(tier, _tier(run, run.below(tier)))
    return run.whole_solution()


def _small_tiers(run: SolveRun) -> None:
    """Solves small tiers, several at the same time, each by one thread, until none of the others can be solved so."""

    def solved(task: tuple[int, Below]) -> Solution | Unfinished:
        with ThreadPoolExecutor(1) as pool:  # its thread is for tasks that are not single ones
            try:
                return _tier(run.of_one_thread(pool), task[1])
            except Unfinished as why:
                return Unfinished(why.number, why.entered)  # its traceback would hold the records

    tasks = ((tier, run.below(tier)) for tier in run.schedule.ready())
    for (tier, _), solution in in_order(run.pool, run.tiers_ahead, solved, tasks):
        if isinstance(solution, Unfinished):
            run.schedule.wait(solution)
        else:
            run.show("small tiers")
            run.finish(tier, solution)
            run.progress.advance(run.slots_finished, run.statistics.stored)


def _tier(run: SolveRun, below: Below) -> Solution:
    """Solves a tier. Raises Unfinished if a move enters a tier that is not finished."""
    run.begin(below)
    try:
        if run.phase == Phase.ONE_PASS and not _one_pass(run):
            run.enter(Phase.FIRST_RECORDS)
        if run.phase != Phase.ONE_PASS:
            _first_records(run)
            _levels(run)
            _final_records(run)
        return tier_solution.solution(run)
    finally:
        run.end()


def _one_pass(run: SolveRun) -> bool:
    """Settles a tier that every move leaves. Returns whether every move does."""
    run.progress.phase("one pass", run.slots, None)
    try:
        while run.round(Shard.first, run.count):
            pass
    except Unsettled:
        return False
    return True


def _first_records(run: SolveRun) -> None:
    """Reads off each position what its moves decide at once: ends of the game, and moves out of the tier."""
    if run.phase == Phase.FIRST_RECORDS:
        run.progress.phase("first records", run.slots, None)
        run.engine.equip(sending=False)
        while run.round(Shard.first, run.count):
            pass
        run.at_level(0)
        run.begin_phase(Phase.LEVELS)


def _levels(run: SolveRun) -> None:
    """Has the states of each level, in ascending order, give their values to their predecessors."""
    if run.phase == Phase.LEVELS:
        while (following := (due := run.engine.due()).first(run.level)) < NEVER:
            if following > run.level:  # also after a run was interrupted at the end of a level
                run.at_level(following)
            run.make_room()
            last = min(SMALL_LEVELS, run.layout.max_dtm) - 1
            if run.small and run.level <= last:  # all of these levels are one step
                run.engine.equip(sending=True)
                run.round(partial(Shard.expand_small, level=run.level), run.count)
                run.level = last
            else:
                _level(run, due.at(run.level))
            audit.after_level(run.total, run.level, run.decided, has_bounds(run.rules))
            run.at_level(run.level + 1)
        run.begin_phase(Phase.FINAL_RECORDS)
    run.engine.equip(sending=False)  # frees the memory of updates


def _level(run: SolveRun, slots: int) -> None:
    """Expands the states of a level, which are in pages of so many ``slots``."""
    run.progress.phase("level", slots, run.plies, of=int(run.total[STORED]))
    remaining = True
    while remaining:
        run.engine.equip(sending=True)  # packed records have grown
        remaining = run.round(methodcaller("expand", run.level), run.count)


def _final_records(run: SolveRun) -> None:
    """Completes the records: what no level has reached is worth play without end."""
    run.progress.phase("final records", run.slots, None)
    if run.phase == Phase.FINAL_RECORDS:
        while run.round(Shard.finish, run.count):
            pass
        audit.in_the_end(run.total, run.slots)
        run.phase = Phase.SOLVED
