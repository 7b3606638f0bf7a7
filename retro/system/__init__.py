"""Files, memory, processes, progress and errors: what every other room uses and no game knows of."""
