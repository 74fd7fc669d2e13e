"""Runs a program when no other process has locked a file, and ends it with the process PARENT.

usage: run_locked.py PARENT LOCK PROGRAM [ARGUMENT...]

The system ends the program even if PARENT is killed. On a disk without locks, or with a Python that
has no ctypes, it runs without this protection. Sources: flock(2); prctl(2), PR_SET_PDEATHSIG.
"""

import os
import sys

parent, lock, *command = sys.argv[1:]
try:
    import ctypes

    ctypes.CDLL(None).prctl(1, 9)
except Exception:
    pass
try:
    import fcntl

    # The lock is the program's own after execv, and ends with it.
    file = os.open(lock, os.O_RDWR | os.O_CREAT, 0o666)
    fcntl.flock(file, fcntl.LOCK_EX)
    os.set_inheritable(file, True)
except Exception:
    pass
# It has no questions.
os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
if os.getppid() == int(parent):
    os.execv(command[0], command)
