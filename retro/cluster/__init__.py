"""More than one machine: shards in workers on Ray (the extra ``cluster``), which send each other updates.

`start` starts Ray on this machine or joins one that runs, `worker` runs on every machine, `engine` is the
`retro.solving.engine.Engine` that drives the workers, by means of `calls`; `task` and `messages` are what they send
each other, `runs` the edges of games without ``unmoves``; `plan` predicts what each worker takes.
Nothing of it is imported without ``--engine ray``.
"""

from retro.system.errors import SystemFailed


class Lost(SystemFailed):
    """A worker has died or does not answer; all others go back to the last checkpoint."""
