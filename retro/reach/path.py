"""The shortest game from the start to a state, every move of it legal.

Distances of positions do not tell it where a repetition rule is in force: the game's last move must be one that forbids
what the state forbids, and none of its moves may be forbidden. So this is a best-first search (A*: Hart, Nilsson and
Raphael 1968) from the state back to the start. What it looks at is a position and the move to be played in it. An edge
into the position leads on, unless it forbids this move. The distance of a position from the start never overestimates
what is left, and near the state at most it underestimates that: the rule forbids nothing but ways back, and a game that
comes nearer to the state with every move never goes back.

All positions are images of those that the game comes to, seen as the state was asked for. Only when the search meets an
image of the start is it known which. Moves are legal there if they are legal here, save where a rule tells moves apart
by their names: so the search remembers under which group elements what it looks at is legal, one bit for each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count

from retro.game import NONE, ONGOING
from retro.game.rules import IndexedRules, Move
from retro.lookup.table import check_memory
from retro.solving.plan import transposed_bytes
from retro.system import machine
from retro.system.errors import GameError
from retro.system.progress import Silent

ANY = -2
"""In place of a forbidden move: whatever is forbidden, or nothing."""

MOST_SLOTS = 1 << 24
"""Edges of larger games are not transposed in memory to answer one query."""

Edge = tuple[int, int]
"""A position, and the code of its move that leads on; NONE in a game without a repetition rule."""

EdgesInto = Callable[[int], Iterator[Edge]]
"""All edges into a position, given by its key."""

Game = list[tuple[int, Move]]
"""The positions of a game but for the last, and the move played in each."""


def edges_into(rules: IndexedRules) -> EdgesInto:
    """How edges into a position are found: by taking moves back or, in a game that cannot, from a list of all edges.

    GameError if it cannot and has more than MOST_SLOTS positions, ResourceError if the list does not fit into memory.
    """
    if rules.defines("unmoves"):
        return _taken_back(rules)
    if rules.slots > MOST_SLOTS:
        raise GameError(
            f"{rules.game.name} has {rules.slots:,} positions, and its rules.py defines no unmoves: games that lead to "
            f"a position are then found among {MOST_SLOTS:,} at most"
        )
    return _from_transposed_edges(rules)


def _taken_back(rules: IndexedRules) -> EdgesInto:
    def into(key: int) -> Iterator[Edge]:
        for before, code, _ in rules.unmoves(key):
            yield before, code if rules.repetition else NONE

    return into


def _from_transposed_edges(rules: IndexedRules) -> EdgesInto:
    from retro.compiling import compile as compiling
    from retro.solving import transposed

    check_memory(rules, transposed_bytes(rules))
    with compiling.explained(rules):
        edges = transposed.transpose(rules, machine.cores(), Silent(), lookahead=False)

    def into(key: int) -> Iterator[Edge]:
        index, _, _ = rules.rank(key)
        found: dict[Edge, None] = {}
        for place in range(int(edges.first[index]), int(edges.first[index + 1])):
            before, code = rules.unrank(int(edges.sources[place])), int(edges.codes[place])
            successor = next(move.successor for move in rules.moves(before) if move.code == code)
            for g in range(rules.group):
                if rules.image(successor, g) == key:
                    found[rules.image(before, g), rules.image_code(code, g) if rules.repetition else NONE] = None
        yield from found

    return into


@dataclass(frozen=True, slots=True)
class _Node:
    """A position, the code of the move to be played in it (NONE in the state asked for), and what comes after it.

    plies  from here to the state asked for
    legal  bits of the group elements under which all of them are legal
    """

    key: int
    code: int
    slot: int
    plies: int
    legal: int
    onward: _Node | None


def shortest(
    rules: IndexedRules, into: EdgesInto, distance: Callable[[int], int | None], key: int, wanted: int = ANY
) -> Game | None:
    """The shortest legal game from the start to a position in which ``wanted`` is forbidden; None if there is none.

    ``wanted`` is the code of a move, NONE if nothing shall be forbidden, or ANY; ``distance`` is that of a slot's
    position from the start, None if no game comes to it. The game ends in the position itself or in an image of it.
    """
    home = rules.home
    root = _Node(key, NONE, rules.rank(key)[0], 0, (1 << rules.group) - 1, None)
    away = distance(root.slot)
    if away is None:
        return None
    number = count()
    waiting = [(away, away, next(number), root)]
    closed: dict[Edge, int] = {}
    while waiting:
        _, _, _, node = heappop(waiting)
        known = closed.get((node.key, node.code), 0)
        if not node.legal & ~known:
            continue
        closed[node.key, node.code] = known | node.legal
        if node.slot == home and (node is not root or wanted in (ANY, NONE)):
            elements = [g for g in range(rules.group) if node.legal >> g & 1]
            found = [g for g in elements if rules.image(node.key, g) == rules.initial]
            if found:
                return _played(rules, node, min(found, key=lambda g: rules.image(key, g) != key))
        for before, code in into(node.key):
            slot, _, _ = rules.rank(before)
            away = distance(slot)
            if away is None:
                continue
            legal = node.legal
            if node is root:
                legal = _forbidding(rules, before, code, key, wanted)
            elif rules.repetition and node.onward is not None and node.onward.slot == slot:
                legal &= ~_elements(rules, before, code, node.key, node.code)
            if legal & ~closed.get((before, code), 0):
                following = _Node(before, code, slot, node.plies + 1, legal, node)
                heappush(waiting, (following.plies + away, away, next(number), following))
    return None


def _forbidding(rules: IndexedRules, before: int, code: int, key: int, wanted: int) -> int:
    """The group elements under which an edge leads to the state asked for, as bits."""
    everything = (1 << rules.group) - 1
    if wanted == ANY:
        return everything
    if not rules.repetition:
        return everything if wanted == NONE else 0
    return everything if rules.undo(before, code, key) == wanted else _elements(rules, before, code, key, wanted)


def _elements(rules: IndexedRules, before: int, code: int, key: int, forbidden: int) -> int:
    """The group elements under which an edge into ``key`` forbids the move ``forbidden`` (or nothing), as bits."""
    found = 0
    for g in range(rules.group):
        told = rules.undo(rules.image(before, g), rules.image_code(code, g), rules.image(key, g))
        if told == (NONE if forbidden == NONE else rules.image_code(forbidden, g)):
            found |= 1 << g
    return found


def _played(rules: IndexedRules, node: _Node, g: int) -> Game:
    """The moves from here on, as the group element ``g`` shows them."""
    played: Game = []
    while node.onward is not None:
        key, after = rules.image(node.key, g), rules.image(node.onward.key, g)
        played.append(
            next(
                (key, move)
                for move in rules.moves(key)
                if move.outcome == ONGOING
                and move.successor == after
                and (not rules.repetition or move.code == rules.image_code(node.code, g))
            )
        )
        node = node.onward
    return played
