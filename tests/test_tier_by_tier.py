"""Tier by tier against the reference: every record of small games, with every cut into tiers that moves allow.

The games are random graphs. A cut gives each position a tier that no move raises: the strongly connected components in
the order of moves, joined to tiers at will. The kernels run in plain Python, so each cut is solved in a moment.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

import pytest

from retro.game import DRAW, LOSS, NONE, ONGOING, WIN
from retro.game.rules import DEFAULTS, IndexedRules, Tier
from retro.solving import queue, reference
from retro.solving.tiles import FILES, PACKED, PLAIN, Tiles
from retro.storage.solution import Solution
from retro.system.progress import Silent

OUTCOMES = WIN, LOSS, DRAW


@dataclass(frozen=True)
class Graph:
    """A game: by position, its moves as (successor, outcome), and by move the one that it forbids, NONE for none."""

    moves: list[list[tuple[int, int]]]
    undo: dict[tuple[int, int], int]
    ends: list[int]

    @classmethod
    def random(cls, seed: int, positions: int, back: float, repetition: bool) -> Graph:
        """Positions whose moves lead mostly to lower numbers; ``back`` is the share of those that lead anywhere."""
        chance = random.Random(seed)
        moves = []
        for position in range(positions):
            listed = []
            for _ in range(chance.choice((0, 1, 2, 2, 3, 4))):
                if chance.random() < 0.12:
                    listed.append((0, chance.choice(OUTCOMES)))
                elif position == 0 or chance.random() < back:
                    listed.append((chance.randrange(positions), ONGOING))
                else:
                    listed.append((chance.randrange(position), ONGOING))
            moves.append(listed)
        undo = {}
        for position, listed in enumerate(moves):
            for code, (successor, outcome) in enumerate(listed):
                replies = [] if outcome != ONGOING else [to for to, end in moves[successor] if end == ONGOING]
                if repetition and position in replies:
                    undo[position, code] = [to for to, _ in moves[successor]].index(position)
        return cls(moves, undo, [chance.choice((2, 1, 3)) for _ in range(positions)])

    def components(self) -> list[list[int]]:
        """The strongly connected components, each after those that its moves lead to."""
        reached = [self._reached(position) for position in range(len(self.moves))]
        classes = {frozenset(p for p in r if i in reached[p]) | {i}: len(r | {i}) for i, r in enumerate(reached)}
        return [sorted(each) for each in sorted(classes, key=lambda each: classes[each])]

    def _reached(self, position: int) -> set[int]:
        seen, waiting = set[int](), [position]
        while waiting:
            for successor, outcome in self.moves[waiting.pop()]:
                if outcome == ONGOING and successor not in seen:
                    seen.add(successor)
                    waiting.append(successor)
        return seen


def rules_of(graph: Graph, tier: list[int], repetition: bool, with_unmoves: bool, base: IndexedRules) -> IndexedRules:
    """The rules of a graph, whose index is ordered by tier."""
    order = sorted(range(len(tier)), key=lambda position: (tier[position], position))
    slot = {position: index for index, position in enumerate(order)}
    width = max(map(len, graph.moves))

    def moves(key, out):
        for code, (successor, outcome) in enumerate(graph.moves[key]):
            out[code] = successor, code, outcome
        return len(graph.moves[key])

    def unmoves(key, out):
        count = 0
        for before, listed in enumerate(graph.moves):
            for code, (successor, outcome) in enumerate(listed):
                if successor == key and outcome == ONGOING and (repetition or tier[before] == tier[key]):
                    out[count] = before, code, graph.undo.get((before, code), NONE)
                    count += 1
        return count

    functions = dict(DEFAULTS) | {
        "moves": moves,
        "undo": lambda key, code, successor: graph.undo.get((key, code), NONE),
        "no_moves": lambda key: graph.ends[key],
        "tier": lambda key: tier[key],
        "rank": lambda key: (slot[key], 0, False),
        "unrank": lambda index: order[index],
    }
    if with_unmoves:
        functions["unmoves"] = unmoves
    bounds = [index for index in range(len(order)) if index == 0 or tier[order[index]] != tier[order[index - 1]]]
    starts = [*bounds, len(order)]
    tiers = tuple(Tier(tier[order[start]], start, starts[i + 1]) for i, start in enumerate(bounds))
    return replace(
        base,
        functions=functions,
        initial=-1,
        codes=max(1, width),
        max_moves=max(1, width),
        max_unmoves=max(1, sum(map(len, graph.moves))),
        group=1,
        repetition=repetition,
        scores="",
        counted="positions",
        slots=len(order),
        sections=(("all", 0, len(order)),),
        tiers=tiers,
        digest=f"graph {id(graph)} {tier}",
    )


def cuts(graph: Graph, seed: int, count: int) -> list[list[int]]:
    """Some cuts into tiers: one tier, a tier for each component, and random ones; numbers have gaps."""
    components, chance, result = graph.components(), random.Random(seed), []
    for joined in (1.0, 0.0, *(chance.random() for _ in range(count))):
        tier, number = [0] * len(graph.moves), 3
        for component in components:
            number += 0 if chance.random() < joined else chance.choice((1, 7))
            for position in component:
                tier[position] = number
        result.append(tier)
    return result


def in_slot_order(solution: Solution, rules: IndexedRules) -> dict[int, tuple[int, int, int]]:
    """The records by position."""
    planes = [plane.tolist() for plane in solution.planes(0, rules.slots)]
    return {rules.unrank(slot): record for slot, record in enumerate(zip(*planes, strict=True))}


@pytest.fixture
def plain(monkeypatch):
    """Kernels in plain Python."""
    monkeypatch.setenv("RETRO_PLAIN", "1")


@pytest.mark.parametrize("repetition", [False, True])
@pytest.mark.parametrize("seed", range(10))
def test_every_cut_into_tiers_gives_the_records_of_the_reference(plain, lgame_base, seed, repetition, tmp_path):
    graph = Graph.random(seed, 12 + 4 * seed, (0.05, 0.15, 0.4)[seed % 3], repetition)
    expected, statistics = None, None
    for number, tier in enumerate(cuts(graph, seed, 4)):
        for with_unmoves in (True, False):
            rules = rules_of(graph, tier, repetition, with_unmoves, lgame_base)
            if expected is None:
                solution = reference.solve(rules, Silent())
                expected, statistics = in_slot_order(solution, rules), solution.statistics
            kind = (PLAIN, PACKED, FILES)[number % 3]
            solution = queue.solve(rules, 1, Silent(), tiles=Tiles(kind, 1 << 16, tmp_path))
            assert in_slot_order(solution, rules) == expected, (tier, with_unmoves)
            assert solution.statistics == statistics, (tier, with_unmoves)


@pytest.fixture(scope="module")
def lgame_base():
    from small_games import lgame_rules

    return lgame_rules()
