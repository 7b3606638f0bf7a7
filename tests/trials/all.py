"""All trials, in the order in which they run."""

from trials import TRIALS, caches, databases, locks, ray, resources, streams, surroundings

__all__ = ["TRIALS", "caches", "databases", "locks", "ray", "resources", "streams", "surroundings"]
