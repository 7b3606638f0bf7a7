"""Grades of drawn states by definition, on graphs: what a player can force, threshold by threshold.

Shares nothing with `retro.grading`: it works on states, and on each of them twice, once for either player. A player
gets a grade if he can avoid all moves out of the tier that give less, where staying gives enough, or can force one that
gives it, where staying does not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable

from random_graphs import Graph

from retro.game import AGAIN, DRAW, NONE, goes_on

State = tuple[int, int]
"""A position and its forbidden move, or NONE."""
Node = tuple[State, int]
"""A state, and the player to move: 0 is the player whose grade is computed."""


class Grades:
    """The grades of a graph with tiers; ``drawn`` tells whether a state is drawn, ``sign`` who wins a position."""

    def __init__(
        self, graph: Graph, tier: list[int], drawn: Callable[[State], bool], sign: Callable[[int], int]
    ) -> None:
        self.graph, self.tier, self.drawn, self.sign = graph, tier, drawn, sign
        self.staying = self._staying()
        self.grades: dict[State, int] = {}
        self.plies: dict[State, int] = {}
        codes = [NONE, *range(5)]
        states = [(key, code) for key in range(len(tier)) for code in codes if drawn((key, code))]
        for number in sorted(set(tier)):
            here = [state for state in states if tier[state[0]] == number]
            self._grade(here)
            self._count_plies(here)

    def moves(self, state: State) -> list[tuple[State | None, int, int]]:
        """The moves that hold the draw: the next state, None after the end; who is to move there; the code."""
        result: list[tuple[State | None, int, int]] = []
        for code, successor, outcome in self.graph.moves[state[0]]:
            if code == state[1]:
                continue
            if not goes_on(outcome):
                if outcome == DRAW:
                    result.append((None, 1, code))
                continue
            after = successor, self.graph.undo.get((state[0], code), NONE)
            if self.drawn(after):
                result.append((after, 0 if outcome & AGAIN else 1, code))
        return result

    def _staying(self) -> list[int]:
        """Floods from each position, to positions of the tier with either player to move; images are equal."""
        edges: dict[tuple[int, int], set[tuple[int, int]]] = defaultdict(set)
        for key, listed in enumerate(self.graph.moves):
            for _, successor, outcome in listed:
                if goes_on(outcome) and self.tier[successor] == self.tier[key]:
                    for turn in range(2):
                        after = turn if outcome & AGAIN else 1 - turn
                        edges[key, turn].add((successor, after))
                        edges[successor, after].add((key, turn))
            for turn in range(2):
                edges[key, turn].add((self.graph.image(key), turn))
        numbers = []
        for key in range(len(self.graph.moves)):
            seen, waiting = {(key, 0)}, [(key, 0)]
            while waiting:
                new = edges[waiting.pop()] - seen
                seen |= new
                waiting += new
            if (key, 1) in seen:
                numbers.append(0)
                continue
            counted = [each for each in seen if each[0] <= self.graph.image(each[0])]
            total = sum(self.sign(position) * (1 - 2 * turn) for position, turn in counted)
            rounded = (2000 * abs(total) + len(counted)) // (2 * len(counted))
            numbers.append(rounded if total > 0 else -rounded)
        return numbers

    def _exits(self, state: State) -> tuple[list[int], list[tuple[State, int]]]:
        """Grades of moves out of the tier for the mover, and the states that the other moves lead to."""
        exits, inside = [], []
        for after, turn, _ in self.moves(state):
            if after is None:
                exits.append(0)
            elif self.tier[after[0]] == self.tier[state[0]]:
                inside.append((after, turn))
            else:
                exits.append(self.grades[after] * (1 if turn == 0 else -1))
        if not self.graph.moves[state[0]] or all(code == state[1] for code, _, _ in self.graph.moves[state[0]]):
            exits.append(0)  # the game has ended in a draw
        return exits, inside

    def _grade(self, states: list[State]) -> None:
        found = {}
        for root in states:
            candidates = {self.staying[root[0]]}
            for state in states:
                candidates |= {sign * grade for grade in self._exits(state)[0] for sign in (1, -1)}
            found[root] = next(grade for grade in sorted(candidates, reverse=True) if self._gets(states, root, grade))
        self.grades |= found

    def _gets(self, states: list[State], root: State, grade: int) -> bool:
        """Whether the player to move in ``root`` can get the grade or a better one."""
        enough = self.staying[root[0]] >= grade
        chooser = 1 if enough else 0  # who tries to reach an exit: the opponent, one that gives less; or the player
        reached: set[Node] = set()
        changed = True
        while changed:
            changed = False
            for state in states:
                for player in range(2):
                    if (state, player) in reached:
                        continue
                    exits, inside = self._exits(state)
                    sign = 1 if player == 0 else -1
                    wanted = [(sign * each < grade) if enough else (sign * each >= grade) for each in exits]
                    wanted += [(after, player ^ turn) in reached for after, turn in inside]
                    if any(wanted) if player == chooser else all(wanted):
                        reached.add((state, player))
                        changed = True
        return ((root, 0) in reached) != enough

    def _count_plies(self, states: Iterable[State]) -> None:
        """Plies to leave the tier by moves that keep the grade: as few as the one who wants it can reach."""
        leaving = [state for state in states if self.grades[state] != self.staying[state[0]]]
        self.plies |= {state: 0 for state in states if state not in leaving}
        level = 0
        while leaving:
            done = {}
            for state in leaving:
                plies = []
                for after, turn, _ in self.moves(state):
                    grade = 0 if after is None else self.grades[after] * (1 if turn == 0 else -1)
                    if grade == self.grades[state]:
                        out = after is None or self.tier[after[0]] != self.tier[state[0]]
                        plies.append(1 if out else 1 + self.plies[after] if after in self.plies else None)
                known = [each for each in plies if each is not None]
                if not plies:
                    done[state] = 0
                elif self.grades[state] > self.staying[state[0]]:
                    if level in known:
                        done[state] = level
                elif len(known) == len(plies) and max(known) == level:
                    done[state] = level
            self.plies |= done
            leaving = [state for state in leaving if state not in done]
            level += 1
            assert level < 10_000
