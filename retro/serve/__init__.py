"""Solved games over HTTP: a small versioned API in JSON, described by OpenAPI.

guard     which requests are answered at all: hosts, origins, sizes
asked     what a request says, read by the description of its route
shelf     the databases that are open
answers   what is asked, by the functions that answer the command line, too
routes    the table of all that there is; `openapi` describes it and `app` serves it

Only `app` needs the extra ``web``.
"""
