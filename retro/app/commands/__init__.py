"""The commands of `retro`: each module registers its own with the application in `arguments`.

arguments   the application, and what several commands take
shell       what all commands about a game take, have and do
conditions  what several commands ask of states
solving     what there is, solving, and what is known of a solution
asking      one state: its value, best play, how a game comes to it
analysing   a whole game: distances, puzzles found and composed, extremes, heuristics, playouts
reporting   a verdict on a game and its variants
plotting    a whole game in pictures
exporting   states of a game for other programs
making      for the author of a game
"""
