"""More than one machine: shards in workers on Ray (the extra ``cluster``), which tell each other updates.

`start` begins Ray here or joins one that runs, `worker` is what runs on every machine, `engine` drives the workers as
`retro.solving.engine` asks for, by way of `calls`; `plan` tells beforehand what each of them takes. Only who solves
with ``--engine ray`` imports any of it.
"""

from retro.system.errors import SystemFailed


class Lost(SystemFailed):
    """A worker has died or does not answer, so all others go back to what was saved last."""
