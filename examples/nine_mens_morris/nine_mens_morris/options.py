"""Options of nine men's morris with the values of the real game; the engine replaces them by the chosen ones."""

MEN = 9  # men of a player, 3 to 9
FEWER = 9  # most men of the player who has fewer; less than MEN only with PHASE = "moving"
PHASE = "whole"  # "whole": from the empty board; "moving": all positions in which all men have been placed
