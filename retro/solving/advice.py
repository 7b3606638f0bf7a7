"""Optional functions that a plugin does not define, and what each would save; `retro check` and `retro solve` print it.

The measured ratios are those of `python benchmarks/missing_functions.py --large`.
"""

from __future__ import annotations

from typing import NamedTuple

from retro.game.rules import IndexedRules, Rules
from retro.solving.edge_memory import LIST_BYTES
from retro.solving.plan import STORED_KEY_BYTES
from retro.solving.sample import sampled


class Advice(NamedTuple):
    """A function that a plugin does not define.

    saves      what it would save, in words
    ratio      the time of solving with the function, as a share of that without it, in words; "" if not measured
    condition  the games for which the ratio holds, in words
    """

    function: str
    saves: str
    ratio: str = ""
    condition: str = ""

    @property
    def text(self) -> str:
        """What the function would save, with the ratio."""
        return f"{self.saves}; solving takes {self.ratio} {self.condition}".rstrip() if self.ratio else self.saves


def in_short(rules: IndexedRules, falling: bool) -> str:
    """Returns, in words, what solving takes with each missing function whose ratio is known; "" if there is none."""
    sample = sampled(rules)
    listed = advice(rules, sample.edges / max(1, sample.positions), 0.0, sample.cycles, falling)
    return "; ".join(f"{each.ratio} with {each.function} {each.condition}".rstrip() for each in listed if each.ratio)


def advice(rules: Rules, edges: float, into_wins: float, cycles: bool, falling: bool) -> list[Advice]:
    """Returns the missing functions that would save something, those that save most first.

    edges      average number of edges of a position
    into_wins  share of the edges that lead to positions in which the mover wins at once
    cycles     whether a game may come back to a position
    falling    whether every move lowers the tier
    """
    no_index = not isinstance(rules, IndexedRules) or rules.enumerated
    no_tier = not rules.defines("tier")
    lists = f"about {edges * LIST_BYTES + 1:.0f} bytes a position ({edges:.1f} edges of {LIST_BYTES:g} bytes)"
    transposed = f"{lists} for predecessor lists, and the time to transpose edges"
    no_unmoves = not rules.defines("unmoves") and not falling
    keys = (
        f"about {STORED_KEY_BYTES} bytes a position for the keys, and looking up {edges:.1f} moves that go on; "
        "all positions are then known without enumerating them"
    )
    walking = f"walking the {into_wins:.0%} of edges into positions in which the mover wins at once"
    one_pass = "everything but one pass over the positions", "0.56 of the memory", "if every move lowers a number"
    images = "positions that are images of each other: up to GROUP times fewer", "0.14 of the time"
    no_wins = not rules.defines("wins") and not rules.defines("no_moves")
    only_with_rank = f"{lists} for predecessor lists, but time only together with rank"
    all_tiers = "memory for all tiers but the largest, if no move raises a number"
    candidates = (
        (rules.group == 1, Advice("image, GROUP", *images, "if positions have eight images")),
        (no_tier and not cycles and not rules.repetition, Advice("tier", *one_pass)),
        (no_unmoves and not no_index, Advice("unmoves", transposed, "0.68 of the time")),
        (no_index, Advice("rank, unrank", keys, "0.79 of the time")),
        (no_unmoves and no_index, Advice("unmoves", only_with_rank)),
        (no_tier and cycles and no_index, Advice("tier", all_tiers)),
        (no_wins and into_wins > 0, Advice("wins", walking)),
    )
    return [each for useful, each in candidates if useful]
