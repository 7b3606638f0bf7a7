"""Playing a game, solved or not: players, and the course of a game.

states   the legal moves of a state, with their values where the game is solved
models   the probability of each move of a player who makes mistakes
players  players that choose moves at random or perfectly
material the pieces that a move gains, counted on the scene
levels   players of eight levels, who look a limited number of plies ahead
luring   a player that plays perfectly and makes mistakes of the opponent likely
course   a game in progress: moves made and taken back, and its end

Nothing here prints, and nothing is compiled.
"""
