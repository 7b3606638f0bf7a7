"""The option of Squadro with the value of the real game."""

SPEEDS = "13231"  # steps of top's pieces on the way out, lane by lane
