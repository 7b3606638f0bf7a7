"""The exit codes of commands.

1 a check failed, 2 an argument or an input cannot be used, 3 files of a database are damaged or missing, 4 not enough
memory, disk or another limited resource, 5 not solved yet, or by other rules or in another format, 6 another process
works on the same files, 7 a disk, the network or another machine fails; 70 a fault of the program, with a traceback;
129 the terminal was closed, 130 interrupted, 141 the reader of stdout has gone, 143 terminated.
"""

import signal

WRONG, BAD_USAGE, DAMAGED, OUT_OF_RESOURCES, NOT_SOLVED, BUSY, FAILED = 1, 2, 3, 4, 5, 6, 7
FAULT = 70
"""As ``EX_SOFTWARE`` of sysexits.h; Python's own code for an exception is 1, which is WRONG here."""
HUNG_UP, INTERRUPTED = 128 + signal.SIGHUP, 128 + signal.SIGINT
UNREAD, ENDED = 128 + signal.SIGPIPE, 128 + signal.SIGTERM
