"""Numbers of statistics: positions and states once or for either side, positions won at once, and checked positions."""

import json
import re

import pytest
from commanding import ask
from installing import register, write_package
from subtraction_game import RULES

from retro.conformance import agreement
from retro.conformance.subject import Subject
from retro.game import Game
from retro.game.loading import load
from retro.system.progress import Silent


class Hexapawn:
    """Hexapawn from its rules, pawns as sets of (column, row): all positions that a game comes to, without symmetry."""

    def __init__(self):
        columns = range(3)
        start = frozenset((x, 0) for x in columns), frozenset((x, 2) for x in columns), False
        self.after, waiting = {}, [start]
        while waiting:
            position = waiting.pop()
            if position not in self.after:
                self.after[position] = self._moves(*position)
                waiting += [each for each in self.after[position] if each]

    @staticmethod
    def _moves(white, black, turn):
        """The positions after all moves; None for those that come to the last row."""
        own, other, up = (black, white, -1) if turn else (white, black, 1)
        listed = []
        for x, y in own:
            steps = [(x, y + up)] if (x, y + up) not in own | other else []
            steps += [(x + aside, y + up) for aside in (-1, 1) if (x + aside, y + up) in other]
            for to in steps:
                mine, theirs = own - {(x, y)} | {to}, other - {to}
                ends = to[1] == (0 if turn else 2)
                listed.append(None if ends else (theirs, mine, False) if turn else (mine, theirs, True))
        return listed

    @property
    def stuck(self):
        return {position for position, moves in self.after.items() if not moves}


@pytest.fixture
def pawns(site, data):
    register(site, "pawns", {"pawns": "pawns_game.plugin"})
    ask("solve", "pawns")


def test_positions_and_their_states_count_once(pawns):
    """Those are won at once in which a move ends the game, or leaves the opponent none."""
    twin = Hexapawn()
    won = sum(None in moves or bool(twin.stuck & {*moves}) for moves in twin.after.values())
    answer = json.loads(ask("stats", "pawns", "--json"))
    assert answer["positions"] == answer["states"] == len(twin.after)
    assert sum(each["states"] for each in answer["final"]) == len(twin.stuck)
    assert sum(part["positions"] for part in answer["tiers"]) == len(twin.after)
    assert answer["checkmates"] == won and {"value": "win", "dtm": 1, "states": won} in answer["histogram"]
    shown = ask("stats", "pawns")
    assert re.search(rf"^won at once +{won} states in which the player to move can win at once$", shown, re.MULTILINE)


def test_scores_are_not_won_at_once(data):
    ask("solve", "british_square", "--set", "size=3", "--backend", "queue")
    shown = ask("stats", "british_square", "--set", "size=3")
    assert "at once" not in shown and "checkmates" not in shown


GAPS = """
CODES, SLOTS = 3, 20


def rank(key):
    return 2 * key, 0, False


def unrank(index):
    return -1 if index % 2 else index // 2
"""


def test_check_counts_positions_and_not_slots(site):
    """Ten positions, of which every second slot holds one."""
    write_package(site, "gaps_game", rules=RULES + GAPS, text="def draw(key): return '*' * key")
    subject = Subject(load(Game("gaps", "Gaps", "gaps_game"), {}), 1, Silent())
    remark = agreement.check(subject)
    assert subject.checked == 10 and remark.startswith("all positions: ")
