"""Solves the walking game by definition (`naive_graphs`): all states of all nodes, without symmetry or records."""

import numpy as np
from naive_graphs import DRAWN, LOST, WON, in_words, values_of
from runs import loss_in, win_in

from retro.game import DRAW, LOSS, NONE, ONGOING, WIN
from retro.storage.solution import Solution, Statistics


def state_values(rules):
    """Outcome and plies of every state (node, forbidden code), also of those that no move leads to."""
    moves = {key: rules.moves(key) for key in range(rules.module.NODES)}
    states = [(key, code) for key in moves for code in (NONE, *(move.code for move in moves[key]))]
    numbers = {state: number for number, state in enumerate(states)}
    graph = [
        [
            (code, numbers[after, rules.undo(key, code, after)] if outcome == ONGOING else 0, outcome)
            for code, outcome, after, *_ in moves[key]
            if code != forbidden
        ]
        for key, forbidden in states
    ]
    ended, ends = {WIN: WON, LOSS: LOST, DRAW: DRAWN}, [LOST] * len(graph)
    values = values_of(graph, None, ends, ended, {ONGOING: (0, False)}, lambda state: 0)
    return {state: in_words(*value) for state, value in zip(states, values, strict=True)}


OPPOSITE = {"win": "loss", "draw": "draw", "loss": "win"}
ENDED = {WIN: ("win", 1), LOSS: ("loss", 1), DRAW: ("draw", None)}


def move_value(rules, values, key, move):
    """Outcome and plies of a move for the player who makes it, by those of all states."""
    if move.outcome != ONGOING:
        return ENDED[move.outcome]
    outcome, plies = values[move.successor, rules.undo(key, move.code, move.successor)]
    return OPPOSITE[outcome], None if plies is None else plies + 1


def number(outcome, plies):
    """The value as records have it."""
    return {"win": win_in, "loss": loss_in, "draw": lambda _: 0}[outcome](plies)


class NaiveSolution(Solution):
    """The records that the states' values make, for the canonical half of the nodes."""

    def __init__(self, rules):
        values = state_values(rules)
        entered = {
            (move.successor, rules.undo(key, move.code, move.successor))
            for key in range(rules.module.NODES)
            for move in rules.moves(key)
            if move.outcome == ONGOING
        }
        self.records = []
        for key in range(rules.slots):
            best = values[key, NONE]
            differing = [code for node, code in entered if node == key and values[key, code] != best]
            assert len(differing) <= 1
            only_move = differing[0] if differing else NONE
            self.records.append((number(*best), number(*values[key, only_move]), only_move))
        self.statistics = Statistics(positions=rules.slots, slots=rules.slots, stored=rules.slots)
        mates = {key for key in range(rules.slots) if any(move.outcome == WIN for move in rules.moves(key))}
        self.statistics.checkmates = len(mates)
        stuck = sum(not rules.moves(key) for key in range(rules.slots))
        self.statistics.final = {loss_in(0): stuck} if stuck else {}
        for key, code in entered:
            if key < rules.slots and key not in mates:
                value = number(*values[key, code])
                self.statistics.states[value] = self.statistics.states.get(value, 0) + 1
                self.statistics.forbidding += code != NONE
        self.statistics.sections = {"all": rules.slots}

    def planes(self, start, stop):
        """Returns the records of slots start..stop-1 as three planes."""
        best, second, only_move = zip(*self.records[start:stop], strict=True)
        return np.array(best, np.int32), np.array(second, np.int32), np.array(only_move, np.int16)
