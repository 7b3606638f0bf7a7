"""Options of Ostle with the values of the real game; the engine puts the chosen ones in their place."""

SIZE = 5  # squares along a side, 3 to 5
MEN = 5  # most pieces of one player
LEFT = 3  # a player with so few pieces left has lost
PIECES = 10  # most pieces of both players together
RULE8 = "paper"  # reading of rule 8: "paper" or "exact"
