"""Options of British Square with the values of the real game; the engine puts the chosen ones in their place."""

SIZE = 5  # squares along a side, 3 to 5
CENTRE = "forbidden"  # the first player's first piece on the centre: "forbidden" or "allowed"
BIAS = 0  # points given to the second player
