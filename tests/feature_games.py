"""Games with any set of features that the contract allows together: random graphs whose rules.py is written out."""

from __future__ import annotations

from functools import cached_property

from naive_graphs import DRAWN, LOST, WON, in_words, values_of
from random_graphs import CODES, Graph, scored

from retro.game import AGAIN, DRAW, LOSS, NONE, ONGOING, WIN, gain, goes_on, points, score

FEATURES = (
    *("mover", "first", "gains", "endless", "tier", "no_moves", "AGAIN", "undo", "restorable", "wins"),
    *("unmoves", "rank", "SECTIONS", "image", "starts", "positions", "sides"),
)
"""Values of SCORES, names, ``starts``: two keys in INITIAL, values of COUNTED."""
NEEDS = {"gains": {"scores", "tier"}, "SECTIONS": {"rank"}, "restorable": {"undo"}, "scores": {"no_moves"}}
NEEDS |= {"mover": {"scores"}, "first": {"scores"}}
"""What a feature comes with; ``scores`` is either value of SCORES."""
FORBIDDEN = {
    "scores": {"undo", "wins"},
    "endless": {"undo"},
    "AGAIN": {"undo", "first"},
    "mover": {"first"},
    "positions": {"sides"},
}
"""What does not go together."""


def completed(features):
    """Returns the features with what they come with; None if some of them do not go together."""
    whole = set(features)
    while more := set().union(*(NEEDS.get(each, ()) for each in whole)) - whole:
        whole |= more
    whole |= {"mover"} if "scores" in whole and "first" not in whole else set()
    return None if any(one in whole and whole & FORBIDDEN[one] for one in FORBIDDEN) else frozenset(whole)


HEAD = """
import numpy as np
from retro.game import WIN, goes_on

def won_at_once(key):
    for i in range(COUNTS[key]):
        if MOVES[key, i, 2] == WIN:
            return True
    return False

def moves(key, out):
    for i in range(COUNTS[key]):
        out[i, 0], out[i, 1], out[i, 2] = MOVES[key, i]
    return COUNTS[key]
"""
OPTIONAL = {
    "no_moves": "def no_moves(key):\n    return ENDS[key]",
    "endless": "def endless(key):\n    return WORTH[key]",
    "tier": "def tier(key):\n    return NUMBER[key]",
    "first": "def first_to_move(key):\n    return FIRST[key]",
    "rank": """
def rank(key):
    return SLOT[key], int(IMAGES[key, 1] < key), GROUP == 2 and IMAGES[key, 1] == key

def unrank(index):
    return ORDER[index]
""",
    "unmoves": """
def unmoves(key, out):
    count = 0
    for before in range(len(COUNTS)):
        for i in range(COUNTS[before]):
            after, code, outcome = MOVES[before, i]
            if after == key and goes_on(outcome) and (REPETITION or NUMBER[before] == NUMBER[key]):
                out[count, 0], out[count, 1] = before, code
                out[count, 2] = outcome if MOVES_AGAIN else UNDONE[before, code]
                count += 1
    return count
""",
    "wins": "def wins(key):\n    return won_at_once(key)",
    "undo": "def undo(key, code, successor):\n    return UNDONE[key, code]",
    "restorable": "def restorable(key, code):\n    return RESTORED[key, code]",
    "image": """
def image(key, g):
    return IMAGES[key, g]

def image_code(code, g):
    return IMAGE_CODES[code, g]
""",
}
"""Functions of rules.py by feature; their tables are those of a game."""
ENDED = {WIN: WON, LOSS: LOST, DRAW: DRAWN}
ENDS = {2: LOST, 3: WON, 1: DRAWN}
WORTH = {1: WIN, -1: LOSS, 0: DRAW}
POSITIONS, PAIRED = 11, 6


class FeatureGame:
    """The game of a set of features: a graph, its rules.py, and its values by definition."""

    def __init__(self, features, seed, positions=POSITIONS):
        self.features, has = features, features.__contains__
        self.scores = "first" if has("first") else "mover" if has("mover") else ""
        self.thresholds = has("endless") or (has("scores") and not has("tier"))
        self.cycles = self.thresholds or not has("scores")
        two_sides = has("endless") and not has("image") and not has("first")
        turns = (0, AGAIN) if has("AGAIN") else (0,)
        graph = Graph.random(
            seed,
            positions,
            0.4 if self.cycles else 0.0,
            has("undo"),
            PAIRED if has("image") else 0,
            scored() if has("scores") else (WIN, LOSS, DRAW),
            scored(1) if has("scores") else (2, 1, 3) if has("no_moves") else (2,),
            [ONGOING | turn for turn in turns],
        )
        graph = graph.sided() if two_sides else graph
        gains = (-2, 0, 1, 3) if has("gains") else (0,)
        self.graph = graph.with_gains(seed, gains)
        self.ongoing = {gain(n) | turn: (n, turn != 0) for n in gains for turn in turns}
        cuts = graph.cuts(seed, 1)  # one tier, a tier for each component, a random cut
        self.number = cuts[0] if not has("tier") else cuts[1] if has("scores") else cuts[2]
        self.keys = range(len(graph.moves))
        begins = [key for key in self.keys if self.scores != "first" or self.first(key)]
        self.starts = tuple(sorted(begins, key=lambda key: -len(graph.reached(key)))[: 1 + has("starts")])
        self.worth = [0] * len(self.keys)
        if two_sides or (has("endless") and has("first")):  # of scores it differs between tiers
            sign = [-1 if two_sides and key & 1 else 1 for key in self.keys]
            self.worth = [sign[key] * (1 + (has("scores") and self.number[key] % 2)) for key in self.keys]

    def first(self, key):
        """Whether the first player is to move, if scores are for that one."""
        return (key if key < self.graph.paired else 2 * key) % 4 < 2

    @cached_property
    def order(self):
        """The canonical positions in order of their tiers, with an empty slot after each tier."""
        filled = [(self.number[key], key) for key in self.keys if self.graph.image(key) >= key]
        empty = [(number, len(self.keys)) for number in set(self.number)]
        return [key if key < len(self.keys) else NONE for _, key in sorted(filled + empty)]

    @property
    def source(self):
        """The text of rules.py."""
        graph, keys, has = self.graph, self.keys, self.features.__contains__
        undone = [[graph.undo.get((key, code), NONE) for code in range(CODES)] for key in keys]
        restored = {(after, undone[key][code]) for key in keys for code, after, _ in graph.moves[key]}
        rows = [[(after, code, outcome) for code, after, outcome in listed] for listed in graph.moves]
        tables = {
            "MOVES": [listed + [(0, 0, 0)] * (CODES - len(listed)) for listed in rows],
            "COUNTS": [len(listed) for listed in rows],
            "ENDS": graph.ends,
            "WORTH": [score(each) if self.scores else WORTH[each] for each in self.worth],
            "NUMBER": self.number,
            "FIRST": [int(self.first(key)) for key in keys],
            "UNDONE": undone,
            "RESTORED": [[int((key, code) in restored) for code in range(CODES)] for key in keys],
            "ORDER": self.order,
            "SLOT": [self.order.index(min(key, graph.image(key))) for key in keys],
            "IMAGES": [[key, graph.image(key)] for key in keys],
            "IMAGE_CODES": [[code, graph.image_code(code)] for code in range(CODES)],
        }
        declared = {
            "INITIAL": self.starts if has("starts") else self.starts[0],
            "CODES": CODES,
            "GROUP": 1 + has("image"),
            "SCORES": self.scores,
            "REPETITION": has("undo"),
            "MOVES_AGAIN": has("AGAIN"),
            "COUNTED": "positions" if has("positions") else "sides" if has("sides") else "classes",
        }
        declared |= {"MAX_UNMOVES": sum(map(len, graph.moves))} if has("unmoves") else {}
        declared |= {"SLOTS": len(self.order)} if has("rank") else {}
        declared |= {"SECTIONS": (("low", 0, 2), ("high", 2, len(self.order)))} if has("SECTIONS") else {}
        lines = [f"{name} = {value!r}" for name, value in declared.items()]
        lines += [f"{name} = np.array({value!r}, np.int64)" for name, value in tables.items()]
        return "\n".join([HEAD, *lines, *(f"\n{text}\n" for name, text in OPTIONAL.items() if has(name))])

    @property
    def listed(self):
        """The canonical positions with states: under a repetition rule, a move leads there and none wins at once."""
        graph, reached = self.graph, set(self.keys)
        if "rank" not in self.features:
            reached = set().union(*(graph.reached(start) for start in self.starts))
        if "undo" in self.features:
            entered = {after for key in reached for _, after, outcome in graph.moves[key] if goes_on(outcome)}
            reached = {key for key in entered if all(outcome != WIN for _, _, outcome in graph.moves[key])}
        return {min(key, graph.image(key)) for key in reached}

    @cached_property
    def values(self):
        """Value and plies by position and forbidden code."""
        graph = self.graph
        if self.scores:
            first = self.first if self.scores == "first" else None
            given = [points(end) for end in graph.ends], {end: points(end) for end in scored()}, self.ongoing
            values = values_of(graph.moves, graph.components(), *given, self.worth.__getitem__, first)
            return {
                (key, NONE): (value, plies if self.thresholds else None) for key, (value, plies) in enumerate(values)
            }
        states = [(key, code) for key in self.keys for code in (NONE, *range(CODES))]
        index = {state: i for i, state in enumerate(states)}
        moves = [
            [
                (code, index[after, graph.undo.get((key, code), NONE)] if goes_on(outcome) else 0, outcome)
                for code, after, outcome in graph.moves[key]
                if code != forbidden
            ]
            for key, forbidden in states
        ]
        ends, worth = [ENDS[graph.ends[key]] for key, _ in states], [self.worth[key] for key, _ in states]
        values = values_of(moves, None, ends, ENDED, self.ongoing, worth.__getitem__)
        return {state: in_words(*value) for state, value in zip(states, values, strict=True)}
