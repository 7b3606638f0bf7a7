"""The command line: talks to people, knows nothing that the other parts could know.

cli        the command `retro`
commands   its commands and their options
solve      what `retro solve` does, step by step
new        what `retro new` does; skeleton has the texts
show       answers as JSON and as tables; check, heuristic, reach, puzzles, extremes, reproduce: those of one command
console    progress on stderr
errors     errors as one line and an exit code
"""
