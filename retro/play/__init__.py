"""Playing a game, solved or not: players, the course of a game, and a review of its moves.

states   the legal moves of a state, with their values where the game is solved
models   the probability of each move of a player who makes mistakes
players  players that choose moves at random, perfectly, or with mistakes
luring   a player that plays perfectly and makes mistakes of the opponent likely
course   a game in progress: moves made and taken back, and its end
review   for each move of a game, the value that it gave away

Nothing here prints, and nothing is compiled.
"""
