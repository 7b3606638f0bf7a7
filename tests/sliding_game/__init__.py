"""A game for tests with cycles that defines nothing but its moves: positions are enumerated, edges transposed."""
