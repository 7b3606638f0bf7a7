"""The stages of a run: the shards and kernels that work on the same records, and how these become wider."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from retro.game.rules import IndexedRules
from retro.solving.record import Records
from retro.solving.stores import Store
from retro.solving.tiles import FILES, PACKED, PLAIN, Tiles
from retro.system import machine
from retro.system.errors import ResourceError

if TYPE_CHECKING:
    from retro.solving.shard import Shard


class Stage(NamedTuple):
    """A stage of a run: the class of its shards, and the kernels that they call."""

    shard: Callable[..., Shard]
    module: ModuleType


class Work(NamedTuple):
    """The stages of a run by name, which follow each other on the same records.

    ``blank`` is the record of slots before the first stage, None for no particular one. ``splitting`` has the kernels
    that split pages, if records are settled at different times (`retro.solving.splitting_kernels`). ``widening`` makes
    records wider, if that is possible.
    """

    stages: Mapping[str, Stage]
    blank: int | None = None
    splitting: ModuleType | None = None
    widening: Widening | None = None


class Widened(NamedTuple):
    """What goes on with wider records."""

    tiles: Tiles
    work: Work
    store: Store


class Widening(NamedTuple):
    """How records become wider: the type of the wider ones, a function that converts records, and one that returns the
    work that goes on with them; it compiles kernels."""

    dtype: np.dtype[np.unsignedinteger[Any]]
    convert: Callable[[Records], Records]
    work: Callable[[], Work]


def widened(
    rules: IndexedRules, tiles: Tiles, work: Work, store: Store, pages: Sequence[int], converting: bool
) -> Widened:
    """Widens records as `Work.widening` says, and moves ``pages`` of ``store`` to a new one if they are ``converting``.

    Raises ResourceError, before it changes anything, if there is not enough memory for wider records.
    """
    assert work.widening is not None
    dtype, convert, wider_work = work.widening
    if tiles.kind == PLAIN:
        grown = dtype.itemsize - (store.dtype.itemsize if converting else 0)
        missing = grown * store.page * len(pages) - machine.available_memory()
        if missing > 0:
            why = f"a win takes so many plies that its records widen, and {missing:,} bytes of memory are missing"
            raise ResourceError(
                f"{rules.game.name}: {why}; continue with more, or the backend queue with --store {PACKED} or {FILES}"
            )
    tiles, work = replace(tiles, dtype=dtype), wider_work()
    wider = tiles.store(rules, len(store), work.blank, work.splitting)
    store.move(pages if converting else (), wider, convert)
    return Widened(tiles, work, wider)
