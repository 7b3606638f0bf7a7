"""Playing a game, solved or not: players, the course of a game, and a review of its moves.

states   the legal moves of a state, with their values where the game is solved
models   the probability of each move of a player who makes mistakes
players  players that choose moves at random or perfectly
material the pieces that a move gains, counted on the scene
levels   players of eight levels, who look a limited number of plies ahead
luring   a player that plays perfectly and makes mistakes of the opponent likely
course   a game in progress: moves made and taken back, and its end
review   for each move of a game, the value that it gave away

Nothing here prints, and nothing is compiled.
"""
