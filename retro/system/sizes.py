"""Sizes of tasks, pages, batches and messages, which are arguments of what uses them.

Results do not depend on them; time and memory do. So tests give small ones, with which a game of a hundred positions
has many of each. `retro.indexing.discovery.Limits`, `retro.solving.tiles.Tiles` and `retro.app.shell.Shell` carry them.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Sizes:
    """Sizes that were chosen by measurement, or by reasoning, for games of many millions of positions.

    A run that is resumed must have the sizes with which it began.

    Enumeration:

    task_positions      the most positions of a task
    min_batch           successors wait until there are so many, or a share of the positions found if that is more
    min_sets_bytes      least memory for the sets of positions, whatever the options allow
    segment             the most keys of a segment of a set
    sample_step         one of so many new keys is in the sample by which the bounds of segments are chosen

    Solving:

    min_tile_bits       binary logarithm of the fewest slots of a tile
    tiles               a small game has smaller tiles, about so many, so that threads share the work
    page_bits           binary logarithm of the most slots that are packed together and expanded at once
    small_bits          binary logarithm of the most slots of a tier that one thread solves, while others solve others
    task_slots          slots of a task, where tasks are not pages
    task_chunks         chunks with records that are due, which one thread expands before it takes other pages: 0.6 ms
                        of Squadro. Of pages with fewer, several are passed to a thread together
    task_updates        updates that one thread applies before it takes other tiles
    task_moves          the most edges of a task that finds edges: its arrays fit into a processor's cache
    min_round_bytes     least memory for the edges of a round: each round unpacks the keys of all pages, so they should
                        be few
    min_pages           fewest pages, of values of finished tiers, in memory
    min_page_bits       binary logarithm of the fewest slots of such a page, which are a cache line

    Workers:

    message_bytes       bytes of a message, or fewer if there are fewer to send: enough that the cost of a call does not
                        matter
    few_workers         up to so many are called one by one

    Records of a solved game:

    scan_slots          slots of a task of a scan
    verified_slots      slots of a task of the verification before records are written
    verifying_seconds   that verification ends after so many seconds,
    verifying_share     or after this share of the time that solving took, if that is more
    min_record_bytes    least memory for records where not all of them fit

    long_seconds        predicted seconds above which a run begins with a line about its requirements, and one about
                        missing functions
    """

    task_positions: int = 1 << 14
    min_batch: int = 1 << 21
    min_sets_bytes: int = 16 << 20
    segment: int = 1 << 17
    sample_step: int = 1 << 12
    min_tile_bits: int = 17
    tiles: int = 64
    page_bits: int = 20
    small_bits: int = 18
    task_slots: int = 1 << 16
    task_chunks: int = 256
    task_updates: int = 1 << 14
    task_moves: int = 1 << 16
    min_round_bytes: int = 16 << 20
    min_pages: int = 1 << 10
    min_page_bits: int = 6
    message_bytes: int = 8 << 20
    few_workers: int = 32
    scan_slots: int = 1 << 17
    verified_slots: int = 1 << 14
    verifying_seconds: float = 2.0
    verifying_share: float = 0.1
    min_record_bytes: int = 8 << 20
    long_seconds: float = 60.0


PRODUCTION = Sizes()
TINY = Sizes(
    task_positions=3,
    min_batch=20,
    min_sets_bytes=400,
    segment=16,
    sample_step=2,
    min_tile_bits=10,
    tiles=1 << 20,
    page_bits=10,
    task_slots=1 << 10,
    task_chunks=2,
    task_updates=64,
    task_moves=1 << 12,
    min_round_bytes=400_000,
    min_pages=1,
    min_page_bits=0,
    message_bytes=1 << 12,
    few_workers=2,
    scan_slots=1 << 10,
    verified_slots=30,
    min_record_bytes=0,
)
"""Those of tests: as small as lets a small game have many tasks, pages and messages, and takes no more time than that
is worth."""
