"""Playing a game, solved or not: who chooses the moves, how a game goes, and what each move gave away.

states   the moves of a state, with what they are worth where the game is solved
models   how likely somebody who makes mistakes is to make each move
players  who chooses: at random, perfectly, with mistakes
luring   a player who keeps what he has and makes it hard for the other one
course   a game that is being played: moves made and taken back, and how it ends
review   what each move of a game gave away

Nothing here prints, and nothing is compiled.
"""
