"""Solved games over HTTP: a small versioned API in JSON, described by OpenAPI, and a page that asks it.

guard       which requests are answered at all: hosts, origins, sizes
protocol    HTTP, one request of a connection at a time, with bounds on what it holds in memory
bodies      the bodies of requests, bounded one by one and all together
pool        threads that compute answers, a bound on what waits for them, an end when the client is gone
asked       what a request says, read by the description of its route
shelf       the databases that are open
kept        answers that were given lately
answers     what is asked, by the functions that answer the command line, too; so do `playing`, `puzzling`, `longest`,
            `setting_up` and `drawing_lots`
words       a plugin's texts in other languages
page        the files of the page, which are built from `web/`
routes      the table of all that there is; `openapi` describes it and `app` serves it

Only `app`, `bodies` and `protocol` need the extra ``web``.
"""
