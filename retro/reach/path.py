"""The shortest game from the start to a state, every move of it legal.

Under a repetition rule, the distances of positions are not enough: the last move of the game must forbid the move that
the state forbids, and none of its moves may be forbidden. So this is a best-first search (A*: Hart, Nilsson and Raphael
1968) from the state back to the start. Its nodes are a position and the move to be played in it. An edge into the
position leads on unless it forbids this move. The search estimates the plies that remain by the distance of the
position from the start. This never overestimates them. It underestimates them only near the state: the rule forbids
nothing but taking a move back, and a game whose every move leads farther from the start never does that.

All positions are images of those of the game, oriented like the state of the query. Which images they are is known when
the search reaches an image of the start. A move of an image is legal if the move is, unless a rule distinguishes moves
by their names. So each node has a bit for every group element under which all moves from there to the state are legal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count

from retro.game import NONE
from retro.game.rules import IndexedRules, Move
from retro.lookup.table import check_memory
from retro.solving import edge_memory, transposed
from retro.system import machine
from retro.system.errors import GameError
from retro.system.progress import Silent

ANY = -2
"""Instead of a forbidden move: any move may be forbidden, or none."""

MAX_TRANSPOSED_SLOTS = 1 << 24
"""Edges of larger games are not transposed in memory to answer one query."""

Edge = tuple[int, int]
"""A position, and the code of its move that leads on; NONE in a game without a repetition rule."""

EdgesInto = Callable[[int], Iterator[Edge]]
"""All edges into a position, given by its key."""

Game = list[tuple[int, Move]]
"""The positions of a game but for the last, and the move played in each."""


def edges_into(rules: IndexedRules) -> EdgesInto:
    """Returns a function that finds the edges into a position: by ``unmoves``, otherwise from the transposed edges.

    Raises GameError if there are more than MAX_TRANSPOSED_SLOTS positions to transpose, ResourceError if memory is too
    small.
    """
    if rules.unmoves_lists_all:
        return lambda key: ((before, code if rules.repetition else NONE) for before, code, _ in rules.unmoves(key))
    if rules.slots > MAX_TRANSPOSED_SLOTS:
        has = "unmoves lists moves inside a tier only" if rules.defines("unmoves") else "rules.py defines no unmoves"
        raise GameError(
            f"{rules.game.name} has {rules.slots:,} positions, and its {has}: without a list of all moves, "
            f"games that lead to a position are searched among {MAX_TRANSPOSED_SLOTS:,} positions at most"
        )
    return _from_transposed_edges(rules)


def _from_transposed_edges(rules: IndexedRules) -> EdgesInto:
    check_memory(rules, edge_memory.lists_bytes(rules))
    edges = transposed.transpose(rules, machine.cores(), Silent(), lookahead=False)

    def into(key: int) -> Iterator[Edge]:
        index, _, _ = rules.rank(key)
        edges_to_key: dict[Edge, None] = {}
        for source in edges.sources(rules, index):
            before = rules.unrank(source)
            for move in rules.moves(before):
                if not move.goes_on or rules.rank(move.successor)[0] != index:
                    continue
                for g in range(rules.group):
                    if rules.image(move.successor, g) == key:
                        code = rules.image_code(move.code, g) if rules.repetition else NONE
                        edges_to_key[rules.image(before, g), code] = None
        return iter(edges_to_key)

    return into


@dataclass(frozen=True, slots=True)
class _Node:
    """A position, the code of the move to be played in it (NONE in the state of the query), and the next node.

    plies  plies to the state of the query
    legal  bits of the group elements under which all moves are legal
    """

    key: int
    code: int
    slot: int
    plies: int
    legal: int
    onward: _Node | None


def shortest(
    rules: IndexedRules, into: EdgesInto, distance: Callable[[int], int | None], key: int, forbidden: int = ANY
) -> Game | None:
    """Returns a shortest legal game from the nearest start to a state, None if there is none.

    The state is the position ``key`` and the code of the forbidden move; NONE: nothing is forbidden; ANY: any state of
    the position. ``distance`` returns the distance of a slot's position from the start, None if no game reaches it. The
    game ends in the position or in an image of it.
    """
    homes, starts = set(rules.homes), set(rules.starts)
    root = _Node(key, NONE, rules.rank(key)[0], 0, (1 << rules.group) - 1, None)
    from_start = distance(root.slot)
    if from_start is None:
        return None
    order = count()
    waiting = [(from_start, from_start, next(order), root)]
    closed: dict[Edge, int] = {}
    while waiting:
        _, _, _, node = heappop(waiting)
        legal_before = closed.get((node.key, node.code), 0)
        if not node.legal & ~legal_before:
            continue
        closed[node.key, node.code] = legal_before | node.legal
        if node.slot in homes and (node is not root or forbidden in (ANY, NONE)):
            elements = [g for g in range(rules.group) if node.legal >> g & 1]
            to_start = [g for g in elements if rules.image(node.key, g) in starts]
            if to_start:
                return _played(rules, node, min(to_start, key=lambda g: rules.image(key, g) != key))
        for before, code in into(node.key):
            slot, _, _ = rules.rank(before)
            from_start = distance(slot)
            if from_start is None:
                continue
            legal = node.legal
            if node is root:
                legal = _forbidding(rules, before, code, key, forbidden)
            elif rules.repetition and node.onward is not None and node.onward.slot == slot:
                legal &= ~_elements(rules, before, code, node.key, node.code)
            if legal & ~closed.get((before, code), 0):
                following = _Node(before, code, slot, node.plies + 1, legal, node)
                heappush(waiting, (following.plies + from_start, from_start, next(order), following))
    return None


def _forbidding(rules: IndexedRules, before: int, code: int, key: int, forbidden: int) -> int:
    """Returns the group elements under which an edge leads to the state of the query, as bits of a number."""
    everything = (1 << rules.group) - 1
    if forbidden == ANY:
        return everything
    if not rules.repetition:
        return everything if forbidden == NONE else 0
    return everything if rules.undo(before, code, key) == forbidden else _elements(rules, before, code, key, forbidden)


def _elements(rules: IndexedRules, before: int, code: int, key: int, forbidden: int) -> int:
    """Returns the group elements under which an edge into ``key`` forbids ``forbidden``, as bits of a number."""
    elements = 0
    for g in range(rules.group):
        undone = rules.undo(rules.image(before, g), rules.image_code(code, g), rules.image(key, g))
        if undone == rules.image_code(forbidden, g):
            elements |= 1 << g
    return elements


def _played(rules: IndexedRules, node: _Node, g: int) -> Game:
    """Returns the moves from a node on, as images under the group element ``g``."""
    played: Game = []
    while node.onward is not None:
        key, after = rules.image(node.key, g), rules.image(node.onward.key, g)
        code = rules.image_code(node.code, g) if rules.repetition else None
        leading = (move for move in rules.moves(key) if move.goes_on and move.successor == after)
        played.append((key, next(move for move in leading if code in (None, move.code))))
        node = node.onward
    return played
