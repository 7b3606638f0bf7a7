"""The queue backend: every state that got its value sends it to its predecessors.

Level L is one ply of DTM. First, `initialise` reads off each position what a move decides at once. Then, for
L = 0, 1, 2, ..., the states with DTM L are expanded. Each edge is walked once. Two kinds of flags say which chunks of
the index have a record that got a value: ``pending`` for the next levels (modulo 4), and ``later`` for values from
finished tiers, which may be of any later level. So sparse levels touch few chunks.

States are expanded until outboxes are full, then the updates are applied, tile by tile. Only the owner of a tile writes
to its records, and the order of the updates of a level does not matter (`retro.solving.shard`).
"""

from __future__ import annotations

from types import ModuleType

import numpy as np

from retro.compiling.kernels import kernels_of
from retro.game.rules import IndexedRules
from retro.solving import queue_kernels, settled, splitting_kernels
from retro.solving.below import has_bounds, in_tiers, one_pass, takes_back
from retro.solving.outbox import payload_bits
from retro.solving.paged_values import variant
from retro.solving.record import Layout
from retro.solving.shard import Shard, Shards
from retro.system.errors import GameError


def kernels(rules: IndexedRules) -> ModuleType:
    """Returns the kernels that solve the game, or nearly all tiers of it."""
    return settled.kernels(rules) if one_pass(rules) else level_kernels(rules)


def level_kernels(rules: IndexedRules, layout: Layout | None = None, paged: bool = False) -> ModuleType:
    """Returns the compiled kernels that solve a tier by levels; with ``paged``, values of finished tiers are in pages.

    Raises GameError if updates cannot solve the game.
    """
    if rules.repetition and not rules.defines("unmoves"):
        why = "it has a repetition rule, and only unmoves says which move each move into a position forbids"
        raise GameError(f"{rules.game.name} cannot be solved by the backend queue: {why}; use --backend sweep")
    built, payload = not takes_back(rules), payload_bits(rules)
    constants = {"TRANSPOSED": built, "REQUESTS": False, "PAYLOAD_BITS": payload, "TIERED": in_tiers(rules)}
    constants |= {"BOUNDS": has_bounds(rules), **(layout or Layout.of(rules)).constants()}
    return kernels_of(rules, queue_kernels, constants, variant=variant(paged))


def splitting(rules: IndexedRules, layout: Layout | None = None) -> ModuleType:
    """Returns the compiled kernels that split packed pages of records, by default the narrowest."""
    constants = {"BOUNDS": has_bounds(rules), **(layout or Layout.of(rules)).constants()}
    return kernels_of(rules, splitting_kernels, constants)


def shards(rules: IndexedRules, layout: Layout, paged: bool) -> Shards:
    """Returns what shards are that solve a tier with updates; errors as from `level_kernels`."""
    module = level_kernels(rules, layout, paged)
    return Shards(Shard, module, np.dtype(layout.dtype), splitting=splitting(rules, layout))
