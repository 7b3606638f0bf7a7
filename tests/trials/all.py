"""All trials, in the order in which they run."""

from trials import TRIALS, caches, streams

__all__ = ["TRIALS", "caches", "streams"]
