"""Whether the scene names the player to move, and the player who begins."""

TURN = "right"
BEGINS = "white"
