"""Numbers of positions that `retro check` has looked at."""

from installing import write_package
from subtraction_game import RULES

from retro.conformance import agreement
from retro.conformance.subject import Subject
from retro.game import Game
from retro.game.loading import load
from retro.system.progress import Silent

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
