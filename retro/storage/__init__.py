"""Databases: what a solution looks like on disk. Knows nothing of how values were found.

seekable    a file of independent zstd frames with a seek table at its end
block       a run of records as one frame, and back
keys        sorted keys of a game whose positions are enumerated
sealed      JSON files that show when they were damaged
manifest    what is in a database and how to check it
run         how it came to be
location    where databases lie
exclusive   nobody else at work, nothing of the user's in the way
belongings  what there is the program's, and what is the user's
writer      a solution becomes a database, all of it or nothing
database    look-up by index, and by key
distances   how far from the start every position is
parts       positions of each part of a game by outcome
"""

from __future__ import annotations

from retro.game import GameError


class DatabaseError(GameError):
    """A database that cannot be used; the text says which, why and what to do."""


class Damaged(DatabaseError):
    """Files on disk are not what was written, or are missing."""


class NotSolved(DatabaseError):
    """There is no database of these options yet."""
