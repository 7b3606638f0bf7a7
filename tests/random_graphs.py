"""Games that are random graphs, and their cuts into tiers, for comparisons with the reference backend.

A cut gives each position a tier that no move raises: the strongly connected components in the order of moves, joined to
tiers at will. With a symmetry, the first positions are pairs of images, 2i and 2i + 1, and the rest are images of
themselves; codes are paired alike, but for the last one.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from retro.game import AGAIN, DRAW, LOSS, NONE, ONGOING, WIN, gain, goes_on, score
from retro.game.functions import DEFAULTS
from retro.game.rules import IndexedRules, Tier

OUTCOMES = WIN, LOSS, DRAW
CODES = 5
POINTS = -3, -1, 0, 2
DECLARED = {"codes": CODES, "repetition": False, "scores": "", "counted": "positions", "moves_again": False}


@dataclass(frozen=True)
class Graph:
    """A game: by position, its moves as (code, successor, outcome); by move the code that it forbids, if any; the value
    of positions without moves; the number of positions that are images of others."""

    moves: list[list[tuple[int, int, int]]]
    undo: dict[tuple[int, int], int]
    ends: list[int]
    paired: int = 0

    @classmethod
    def random(
        cls,
        seed: int,
        positions: int,
        back: float,
        repetition: bool = False,
        paired: int = 0,
        outcomes: Sequence[int] = OUTCOMES,
        ends: Sequence[int] = (2, 1, 3),
        ongoing: Sequence[int] = (ONGOING,),
    ) -> Graph:
        """Positions whose moves lead mostly to lower numbers; ``back`` is the share of those that lead anywhere.

        ``outcomes`` are those of moves that end the game, ``ongoing`` those of the others.
        """
        chance = random.Random(seed)
        graph = cls([[] for _ in range(positions)], {}, [0] * positions, paired)
        for position in range(positions):
            if graph.image(position) < position:
                continue
            for code in chance.sample(range(CODES), chance.choice((0, 1, 2, 2, 3, 4))):
                if graph.image(position) == position and graph.image_code(code) < code:
                    continue  # it is the image of another move
                fixed = graph.image(position) == position and graph.image_code(code) == code
                lower = [each for each in range(position) if not fixed or graph.image(each) == each]
                if chance.random() < 0.12 or not lower:
                    move = code, 0, chance.choice(outcomes)
                elif chance.random() < back:
                    move = code, chance.choice([*lower, position]), chance.choice(ongoing)
                    if not fixed:
                        move = code, chance.randrange(positions), chance.choice(ongoing)
                else:
                    move = code, chance.choice(lower), chance.choice(ongoing)
                graph.add(position, move)
            end = chance.choice(ends)
            graph.ends[position] = graph.ends[graph.image(position)] = end
        for listed in graph.moves:
            listed.sort()
        for position, listed in enumerate(graph.moves if repetition else []):
            for code, successor, outcome in listed:
                image = graph.image(position), graph.image_code(code)
                back_codes = [each for each, to, end in graph.moves[successor] if (to, end) == (position, ONGOING)]
                if image == (position, code):
                    back_codes = [each for each in back_codes if graph.image_code(each) == each]
                if outcome == ONGOING and back_codes and image >= (position, code):
                    undone = chance.choice(back_codes)
                    graph.undo[position, code] = undone
                    graph.undo[image] = graph.image_code(undone)
        return graph

    def image(self, key: int, g: int = 1) -> int:
        return key ^ g if key < self.paired else key

    def image_code(self, code: int, g: int = 1) -> int:
        return code ^ g if self.paired and code < CODES - 1 else code

    def add(self, position: int, move: tuple[int, int, int]) -> None:
        """Adds a move, and its image."""
        code, successor, outcome = move
        self.moves[position].append(move)
        image = self.image(position), self.image_code(code)
        if image != (position, code):
            to = self.image(successor) if goes_on(outcome) else successor
            self.moves[image[0]].append((image[1], to, outcome))

    def with_line(self, plies: int) -> Graph:
        """The same graph, with positions besides that have one move each, to a loss in so many plies."""
        first = len(self.moves)
        line = [[], *([(0, first + each, ONGOING)] for each in range(plies))]
        return replace(self, moves=self.moves + line, ends=self.ends + [2] * (plies + 1))

    def sided(self) -> Graph:
        """Each position twice, with either player to move: the first player in even positions."""
        twice = Graph([], {}, [end for end in self.ends for _ in range(2)])
        for listed in self.moves:
            for side in range(2):
                to = {code: 2 * after + (side if outcome & AGAIN else 1 - side) for code, after, outcome in listed}
                twice.moves.append([(code, to[code] if goes_on(end) else 0, end) for code, _, end in listed])
        return twice

    def with_scores(self, replaced: Mapping[int, int]) -> Graph:
        """The same graph, in which results have other points."""
        other = {score(one): score(another) for one, another in replaced.items()}
        moves = [[(code, after, other.get(outcome, outcome)) for code, after, outcome in each] for each in self.moves]
        return replace(self, moves=moves, ends=[other[end] for end in self.ends])

    def with_gains(self, seed: int, gains: Sequence[int]) -> Graph:
        """The same graph, in which moves between components gain points, and their images as many."""
        component = {each: number for number, listed in enumerate(self.components()) for each in listed}
        chance, moves, gained = random.Random(seed), [], dict[tuple[int, int], int]()
        for position, listed in enumerate(self.moves):
            moves.append([])
            for code, after, outcome in listed:
                if goes_on(outcome) and component[after] != component[position]:
                    image = self.image(position), self.image_code(code)
                    gained[position, code] = gained[image] if image in gained else gain(chance.choice(gains))
                moves[-1].append((code, after, outcome | gained.get((position, code), 0)))
        return replace(self, moves=moves)

    def components(self) -> list[list[int]]:
        """The strongly connected components, images together, each after those that its moves lead to."""
        reached = [self.reached(position) for position in range(len(self.moves))]
        classes = {
            frozenset(p for p in r if {i, self.image(i)} & reached[p]) | {i, self.image(i)}: len(r)
            for i, r in enumerate(reached)
        }
        return [sorted(each) for each in sorted(classes, key=lambda each: classes[each])]

    def reached(self, position: int) -> set[int]:
        """The position, those that its moves lead to, and their images."""
        seen, waiting = {position, self.image(position)}, [position, self.image(position)]
        while waiting:
            for _, successor, outcome in self.moves[waiting.pop()]:
                if goes_on(outcome):
                    new = {successor, self.image(successor)} - seen
                    seen |= new
                    waiting += new
        return seen

    def cuts(self, seed: int, count: int) -> list[list[int]]:
        """Some cuts into tiers: one tier, a tier for each component, and random ones; numbers have gaps."""
        components, chance, result = self.components(), random.Random(seed), []
        for joined in (1.0, 0.0, *(chance.random() for _ in range(count))):
            tier, number = [0] * len(self.moves), 3
            for component in components:
                number += 0 if chance.random() < joined else chance.choice((1, 7))
                for position in component:
                    tier[position] = number
            result.append(tier)
        return result

    def rules(
        self, tier: list[int], base: IndexedRules, with_unmoves=True, with_wins=False, with_tier=True, **declared: Any
    ) -> IndexedRules:
        """The rules of a graph, whose index is ordered by tier, and has an empty slot in each tier.

        All that ``base`` has of a game is replaced, in part by what is ``declared``: fields of the rules, and the
        function ``endless``.
        """
        endless, declared = declared.pop("endless", None), DECLARED | declared
        numbers, order = sorted(set(tier)), list[int]()
        for number in numbers:
            order += [key for key in range(len(tier)) if tier[key] == number and self.image(key) >= key] + [NONE]
        slot = {key: index for index, key in enumerate(order)}

        def moves(key, out):
            for i, (code, successor, outcome) in enumerate(self.moves[key]):
                out[i] = successor, code, outcome
            return len(self.moves[key])

        def unmoves(key, out):
            count = 0
            for before, listed in enumerate(self.moves):
                for code, successor, outcome in listed:
                    if successor == key and goes_on(outcome) and (declared["repetition"] or tier[before] == tier[key]):
                        undone = outcome if declared["moves_again"] else self.undo.get((before, code), NONE)
                        out[count] = before, code, undone
                        count += 1
            return count

        def rank(key):
            canonical = min(key, self.image(key))
            return slot[canonical], int(canonical != key), self.paired > 0 and canonical == self.image(canonical)

        functions = dict(DEFAULTS) | {
            "moves": moves,
            "undo": lambda key, code, successor: self.undo.get((key, code), NONE),
            "no_moves": lambda key: self.ends[key],
            "tier": lambda key: tier[key],
            "first_to_move": lambda key: (key if key < self.paired else 2 * key) % 4 < 2,
            "rank": rank,
            "unrank": lambda index: order[index],
        }
        if not with_tier:
            functions["tier"] = DEFAULTS["tier"]
        if endless is not None:
            functions["endless"] = endless
        if with_unmoves:
            functions["unmoves"] = unmoves
        if with_wins:
            functions["wins"] = lambda key: any(outcome == WIN for _, _, outcome in self.moves[key])
        if self.paired:
            functions |= {"image": self.image, "image_code": self.image_code}
        ends = [index + 1 for index, key in enumerate(order) if key == NONE]
        tiers = (Tier(0, 0, len(order)),) if not with_tier else tuple(map(Tier, numbers, [0, *ends[:-1]], ends))
        return replace(
            base,
            functions=functions,
            starts=(),
            max_moves=declared["codes"],
            max_unmoves=max(1, sum(map(len, self.moves))),
            group=2 if self.paired else 1,
            slots=len(order),
            sections=(("first", 0, 3), ("rest", 3, len(order))) if len(order) > 3 else (("all", 0, len(order)),),
            tiers=tiers,
            digest=f"graph {id(self)} {tier} {with_wins} {declared}",
            **declared,
        )


def scored(points: int = 0) -> tuple[int, ...]:
    """The outcomes of a game whose values are scores."""
    return tuple(score(points + each) for each in POINTS)
