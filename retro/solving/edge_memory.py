"""The memory and disk that transposed edges take, for plans (`retro.solving.transposed`)."""

from __future__ import annotations

import numpy as np

from retro.game.rules import IndexedRules
from retro.indexing.enumerated import EdgeSample
from retro.solving.sample import sampled
from retro.solving.stores import tile_bits
from retro.solving.tiles import PLAIN, Tiles
from retro.system.sizes import PRODUCTION, Sizes

MAX_ROUND_BYTES, ROUND_SHARE = 512 << 20, 1 / 10
"""Memory for the edges of a round: ROUND_SHARE of that of all runs, between `Sizes.min_round_bytes` and
MAX_ROUND_BYTES. Each round unpacks the keys of all pages, so rounds should be few."""
EDGE_BYTES = 12
"""Bytes of an edge in a round: target and source."""
LIST_BYTES = 2.5
"""Assumed bytes of an edge in a list: 1.5 to 4 in the games of `benchmarks/simple_games.py`; every slot takes about one
more."""
MIN_SAMPLE = 1000
"""Fewer sampled edges do not predict the bytes of lists."""
RUN_BYTES = 2.8
"""Assumed bytes of an edge in a run, from which the memory of rounds follows."""
RUN_EDGES = 1 << 20
"""The most edges of a run; each thread sorts one at a time."""
SORTING_BYTES = 28
"""Bytes of each edge that is being sorted, besides EDGE_BYTES."""


def lists_bytes(rules: IndexedRules, edges: int | None = None) -> int:
    """Returns the estimated bytes of the predecessor lists if they have ``edges``, by default all edges of the game."""
    every = sampled(rules).edges
    size = _sampled_list_bytes(rules) or every * LIST_BYTES
    return int(size if edges is None else size * edges / max(1, every)) + rules.slots


def open_lists_bytes(lists: int, slots: int, page_bits: int, threads: int) -> int:
    """Returns the bytes in memory of ``lists`` bytes of lists in files: each thread holds those of one page."""
    return threads * lists * min(slots, 1 << page_bits) // slots


def _sampled_list_bytes(rules: IndexedRules) -> float:
    """Returns the bytes of all lists without their lengths, estimated from the lists of sampled positions.

    Returns 0 if the sample has fewer than MIN_SAMPLE edges.
    """
    sample: EdgeSample | None = getattr(rules.index, "sample", None) if rules.enumerated else None
    if sample is None or len(sample.sources) < MIN_SAMPLE:
        return 0
    first = np.diff(sample.targets, prepend=-1) != 0
    numbers = np.where(first, sample.sources, np.diff(sample.sources, prepend=0)) << rules.moves_again
    return sample.share * (len(numbers) + sum(int(np.count_nonzero(numbers >> shift)) for shift in range(7, 64, 7)))


def round_limit(tiles: Tiles) -> int:
    """Returns the most bytes for the edges of a round. The budget of packed records is free, as there are none yet."""
    return MAX_ROUND_BYTES if tiles.kind == PLAIN else tiles.budget


def round_bytes(rules: IndexedRules, edges: int, limit: int, sizes: Sizes = PRODUCTION) -> int:
    """Returns the bytes for the edges of a round, at most ``limit`` unless that is too few for any round."""
    share = int(ROUND_SHARE * edges * RUN_BYTES)
    return max(sizes.min_round_bytes, min(share, MAX_ROUND_BYTES, limit))


def run_bytes(rules: IndexedRules, edges: int, limit: int) -> float:
    """Returns the estimated bytes of an edge in a run (`encode_run`), with rounds of at most ``limit`` bytes.

    Each round is assumed to have edges from neighbouring slots to all pages alike.
    """
    page, in_run = min(rules.slots, 1 << page_bits(rules.slots)), _run_edges(rules, edges, limit)
    low = max(0, (page // in_run).bit_length() - 1)
    sources = rules.slots * _round_edges(rules, edges, limit) // max(1, edges)
    bits = 1 + (page >> low) / in_run + low + sources.bit_length()
    return bits / 8


def _round_edges(rules: IndexedRules, edges: int, limit: int) -> int:
    return min(edges, round_bytes(rules, edges, limit) // EDGE_BYTES)


def _run_edges(rules: IndexedRules, edges: int, limit: int) -> int:
    pages = -(-rules.slots >> page_bits(rules.slots))
    return max(1, min(RUN_EDGES, _round_edges(rules, edges, limit) // pages))


def peak_bytes(rules: IndexedRules, edges: int, threads: int, limit: int, in_files: bool) -> int:
    """Returns the estimated bytes of memory while edges are transposed, with rounds of at most ``limit`` bytes."""
    runs = 0 if in_files else int(edges * run_bytes(rules, edges, limit))
    found = _round_edges(rules, edges, limit) + min(edges, threads * PRODUCTION.task_moves) * 4
    sorted_at_once = threads * _run_edges(rules, edges, limit)
    return found * EDGE_BYTES + sorted_at_once * SORTING_BYTES + runs + rules.slots


def scratch_bytes(rules: IndexedRules, edges: int, limit: int, records: int) -> int:
    """Returns the estimated bytes of disk for files of runs, and of lists and ``records`` bytes of records after them.

    The runs of a page are removed before its lists are written.
    """
    return max(int(edges * run_bytes(rules, edges, limit)), lists_bytes(rules, edges) + records)


def page_bits(slots: int, sizes: Sizes = PRODUCTION) -> int:
    """Returns the binary logarithm of the slots of a page, in a tier with so many slots: that of a store's pages."""
    return min(sizes.page_bits, tile_bits(slots, sizes))
