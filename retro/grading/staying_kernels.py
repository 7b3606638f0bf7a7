"""The kernel that calls a plugin's `staying` (`retro.game.draws`)."""

# mypy: ignore-errors
from __future__ import annotations

from retro.compiling.contract import staying, unrank
from retro.compiling.roles import kernel


@kernel
def given(start, stop, highest, numbers):
    """Writes the number of staying of each position of slots start..stop-1, and 0 for other slots.

    Returns the first slot whose number is not within ``highest``, or -1.
    """
    wrong = -1
    for index in range(start, stop):
        key = unrank(index)
        numbers[index - start] = 0
        if key >= 0:
            number = staying(key)
            if -highest <= number <= highest:
                numbers[index - start] = number
            elif wrong < 0:
                wrong = index
    return wrong
