"""The command line: talks to people, knows nothing that the other parts could know.

cli       the commands and their options
solve     what `retro solve` does, step by step
show      answers as JSON and as tables
console   progress on stderr
errors    errors as one line and an exit code
"""
