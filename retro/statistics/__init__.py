"""Statistics of solved games: outcomes, numbers of moves, heuristics, playouts, and a report."""
