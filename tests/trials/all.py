"""All trials, in the order in which they run."""

from trials import TRIALS, streams

__all__ = ["TRIALS", "streams"]
