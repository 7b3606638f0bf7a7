"""What can be learnt of a game from its rules and its solution."""
