"""Solves the walking game by definition: level by level over all states of all nodes, without symmetry or records."""

import numpy as np

from retro.game import NONE, ONGOING, UNKNOWN, WIN, dtm, loss, outcome_name, win
from retro.storage.solution import Solution, Statistics


def state_values(rules):
    """The value of every state (node, forbidden code), also of those that no move leads to."""
    moves = {key: rules.moves(key) for key in range(rules.module.NODES)}
    states = [(key, code) for key in moves for code in (NONE, *(move.code for move in moves[key]))]
    values = dict.fromkeys(states, UNKNOWN)
    undecided = set(states)
    for level in range(len(states) + 1):
        decided = {state: _at_level(rules, moves, values, state, level) for state in undecided}
        values |= decided
        undecided -= {state for state, value in decided.items() if value}
    return values


def _at_level(rules, moves, values, state, level):
    key, forbidden = state
    legal = [_of_move(rules, values, key, move) for move in moves[key] if move.code != forbidden]
    if not legal:
        return loss(0)
    if level > 0 and win(level) in legal:
        return win(level)
    if all(outcome_name(value) == "loss" for value in legal) and max(legal) == loss(level):
        return loss(level)
    return UNKNOWN


def _of_move(rules, values, key, move):
    if move.outcome != ONGOING:
        return move.outcome
    value = values[move.successor, rules.undo(key, move.code, move.successor)]
    if value == UNKNOWN:
        return UNKNOWN
    return loss(dtm(value) + 1) if value & 1 else win(dtm(value) + 1)


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
            self.records.append((best, values[key, only_move], only_move))
        self.statistics = Statistics(positions=rules.slots, slots=rules.slots, stored=rules.slots)
        mates = {key for key in range(rules.slots) if any(move.outcome == WIN for move in rules.moves(key))}
        self.statistics.checkmates = len(mates)
        stuck = sum(not rules.moves(key) for key in range(rules.slots))
        self.statistics.final = {loss(0): stuck} if stuck else {}
        for key, code in entered:
            if key < rules.slots and key not in mates:
                value = values[key, code]
                self.statistics.states[value] = self.statistics.states.get(value, 0) + 1
                self.statistics.forbidding += code != NONE
        self.statistics.sections = {"all": rules.slots}

    def planes(self, start, stop):
        """Returns the records of slots start..stop-1 as three planes."""
        best, second, only_move = zip(*self.records[start:stop], strict=True)
        return np.array(best, np.uint16), np.array(second, np.uint16), np.array(only_move, np.int16)
