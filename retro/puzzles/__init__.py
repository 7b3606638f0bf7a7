"""States of a solved game by condition: found, counted, exported, and composed to puzzles."""
