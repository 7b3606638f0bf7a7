"""Values of states of a solved game, for programs: the Python interface that command line and server share."""
