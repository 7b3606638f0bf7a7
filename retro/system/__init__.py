"""Files, locks, memory, limits, progress and errors, for all other rooms; independent of games."""
