"""The names that kernel templates find as globals when they are compiled for a game; for readers and linters only.

`retro.compile.kernels` puts them there: the game's functions and declarations (`retro.game`), and what a backend adds.
"""

from typing import Any

from numpy import int64, unsignedinteger
from numpy.typing import NDArray

def moves(key: int, out: NDArray[int64]) -> int: ...
def unmoves(key: int, out: NDArray[int64]) -> int: ...
def wins(key: int) -> bool: ...
def no_moves(key: int) -> int: ...
def tier(key: int) -> int: ...
def first_to_move(key: int) -> bool: ...
def canonical(key: int) -> tuple[int, int, bool]: ...
def find_all(wanted: NDArray[int64], count: int, found: NDArray[int64]) -> None: ...
def undo(key: int, code: int, successor: int) -> int: ...
def restorable(key: int, code: int) -> bool: ...
def rank(key: int) -> tuple[int, int, bool]: ...
def unrank(index: int) -> int: ...
def image(key: int, g: int) -> int: ...
def image_code(code: int, g: int) -> int: ...
def tags(key: int, code: int, successor: int, outcome: int) -> int: ...

CODES: int
GROUP: int
MAX_MOVES: int
MAX_UNMOVES: int
REPETITION: bool
SCORES: str

# whether the game defines `wins`, and whether it counts all images of a position
LOOKAHEAD: bool
ORBITS: bool

# whether positions are enumerated, and whether it is looked whether moves lower the tier
ENUMERATED: bool
CHECKED: bool

# whether edges were turned around in memory (`retro.solving.reverse`)
BUILT: bool

# the queue's records (`retro.solving.record`)
BEST_SHIFT: int
SECOND_SHIFT: int
SLOT_SHIFT: int
COUNT_MASK: int
NO_SLOT: int
VALUE_MASK: int
WORD: type[unsignedinteger[Any]]

# the sweep's states per position
WIDTH: int
