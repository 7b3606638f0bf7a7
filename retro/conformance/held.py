"""Whether the index holds a position: `rank` and `unrank` called, and what they return looked at."""

from __future__ import annotations

from retro.conformance.report import Failed
from retro.conformance.subject import Subject, kind, whole


def rank(subject: Subject, key: int) -> tuple[int, int, bool]:
    """What `rank` says of a position, in range; else `Failed`."""
    answer = subject.call("rank", key)
    numbers = [whole(value) for value in answer] if isinstance(answer, tuple) else []
    if len(numbers) != 3 or None in numbers:
        raise Failed(f"{subject.place(key)}: rank returned {kind(answer)}, not (index, g, fixed)")
    index, g, fixed = (number or 0 for number in numbers)
    if not 0 <= index < subject.indexed.slots:
        raise Failed(
            f"{subject.place(key)}: rank is out of range: {index}, but slots are 0..{subject.indexed.slots - 1}"
        )
    if not 0 <= g < subject.rules.group:
        raise Failed(f"{subject.place(key)}: rank named group element {g}; GROUP is {subject.rules.group}")
    return index, g, bool(fixed)


def held(subject: Subject, key: int) -> tuple[int, int, bool]:
    """A position's rank, when it leads to a slot that holds the position's class; else `Failed`."""
    index, g, fixed = rank(subject, key)
    held = subject.number("unrank", index)
    image = subject.key("image", key, g) if subject.rules.group > 1 else key
    if held != image:
        what = f"the image under element {g} is {image}, but slot {index} holds {held}"
        if subject.rules.group == 1:
            what = f"slot {index} holds {held}"
        raise Failed(f"{subject.place(key)}: rank is no bijection: rank returned slot {index}, and {what}")
    return index, g, fixed
