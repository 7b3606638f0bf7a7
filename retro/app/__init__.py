"""The command line: talks to people, knows nothing that the other parts could know.

cli        the command `retro`
commands   its commands and their options
solve      what `retro solve` does, step by step
new        what `retro new` does; skeleton has the texts
show       answers as JSON and as tables; check, heuristic, reach, puzzles, extremes, reproduce: those of one command,
           states: those of query and line
play       what `retro play` does, with board and sides; record: games as files; replay: what was given away in them
layout     tables, facts and lists, fitted to the terminal
place      a file or directory that is there whole or not at all
console    progress on stderr
errors     errors as one line and an exit code
"""
