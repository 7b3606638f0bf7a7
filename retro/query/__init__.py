"""Queries to solved games: the Python interface (`api`), and the JSON answers that commands and server share.

api, batch, results   a solved game in Python: the values of one state or many, moves, lines of best play
databases             the databases of a game in a directory
summaries, state_answers, puzzle_answers, game_review
                      answers as JSON, with their types; `json_types` has the types that they share
named_players         the players that a user can choose
played_game           the file of a played game
puzzle_words          words about puzzles in English and Japanese
"""
