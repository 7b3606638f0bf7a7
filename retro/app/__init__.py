"""The command line.

cli           the application and the entry point `retro`
commands      one module for each command
shell, arguments                              options that commands share
output, layout, board                         what commands print
console, streams, errors, interruption        progress, standard streams, exit codes, signals
long_run, requirements, self_check, workers   the course of `retro solve` and `retro reach`
plotting, exporting, puzzle_entries           files that commands write
report_rows, verdict                          the report on a game
"""
