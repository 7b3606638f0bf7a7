"""Solved games over HTTP: a small versioned API in JSON, described by OpenAPI, and a page that uses it.

guard            the checks of a request before it is answered: host, origin, sizes
bodies           the bodies of requests, with bounds on each and on all together
pool             threads that compute answers until the client disconnects, with a bound on the requests that wait
requests         parameters and bodies of requests, checked against the route
open_databases   the databases that are open
answer_cache     recent answers; `compressed` as they are sent
answers          the answers about games and states, from `retro.query` as those of commands are; also `game_play`,
                 `replay`, `puzzle`, `longest`, `setup` and `random_states`
puzzle_collections  the puzzles that were composed: `puzzle_search` finds them, in a process that `composing` starts
plugin_words     a plugin's texts in other languages
page             the files of the page, which are built from `web/`
routes           the table of paths; `openapi` describes it with `schemas`, `openapi_page` makes that
                 readable, and `app` serves it

Only `app` and `bodies` need the extra ``web``.
"""
