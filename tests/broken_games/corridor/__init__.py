"""A tiny game that defines everything the contract knows: a token in a corridor of nine squares, and fuel."""
