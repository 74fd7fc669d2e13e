"""Runs Python programs in forks of one process, since starting Python and importing modules takes longer than they do.

python3 -I -S -B warm_python.py FOLDER BRIDGE: the program FOLDER/python3 asks for a run by a line in FOLDER/asked, with
the name of a folder in FOLDER that has `args` and `in`. The run leaves `out` and `err` there, and its status in `done`.
"""

import csv  # noqa: F401
import hashlib  # noqa: F401
import importlib.metadata  # noqa: F401
import os
import runpy
import select
import sys
import traceback


def main(folder: str, bridge: str) -> None:
    sys.path.insert(0, bridge)
    import infer_entries  # noqa: F401
    import inspect_sources  # noqa: F401

    sys.path.remove(bridge)
    # Also for writing, so that the pipe does not end with its first writer.
    asked = os.open(os.path.join(folder, "asked"), os.O_RDWR)
    while True:
        ready, _, _ = select.select([asked, 0], [], [])
        if 0 in ready:
            return  # The test has ended.
        for name in os.read(asked, 4096).decode().split():
            if os.fork() == 0:
                answer(folder, os.path.join(folder, name))
        reap()


def reap() -> None:
    try:
        while os.waitpid(-1, os.WNOHANG) != (0, 0):
            pass
    except ChildProcessError:
        pass


def answer(folder: str, run: str) -> None:
    status = 1
    try:
        for number, name, flags in ((0, "in", os.O_RDONLY), (1, "out", os.O_WRONLY | os.O_CREAT), (2, "err", os.O_WRONLY | os.O_CREAT)):
            os.dup2(os.open(os.path.join(run, name), flags), number)
        with open(os.path.join(run, "args")) as file:
            args = file.read().split("\0")[:-1]
        sys.executable = os.path.join(folder, "python3")
        start(args)
        status = 0
    except SystemExit as error:
        status = error.code if isinstance(error.code, int) else int(error.code is not None)
    except BaseException:
        traceback.print_exc()
    sys.stdout.flush()
    sys.stderr.flush()
    with open(os.path.join(run, "done"), "w") as done:
        print(status, file=done)
    os._exit(0)


def start(args: list) -> None:
    """As the command line `python3 ARGS` does, after options that stand alone."""
    while args[0] in ("-I", "-S", "-B"):
        args = args[1:]
    if args[0] == "-c":
        sys.argv = ["-c", *args[2:]]
        exec(compile(args[1], "<string>", "exec"), {"__name__": "__main__"})
    else:
        sys.argv = args
        runpy.run_path(args[0], run_name="__main__")


if __name__ == "__main__":
    main(*sys.argv[1:])
