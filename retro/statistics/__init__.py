"""What a solution says of its game in numbers: outcomes, choices, heuristics, playouts, a report."""
