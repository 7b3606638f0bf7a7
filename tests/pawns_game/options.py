"""What the scene says of the turn, and who makes the first move of a game."""

TURN = "right"
BEGINS = "white"
