"""Answers requests, which are JSON lines, until the end of the input.

The first line of output describes the worker. Each request gets one line with its id as the answer. After that, the
line `\\x1e<id>` goes to stderr, so that the reader knows when it has all output of the request.
"""

import ctypes
import gc
import json
import os
import resource
import signal
import sys

PR_SET_PDEATHSIG = 1
REQUESTS_BETWEEN_COLLECTIONS = 32


def serve(version: int, load) -> None:
    """Calls `load`, which imports Triton and returns the class that answers, with the protocol's streams protected."""
    die_with_parent()
    requests, answers, markers = take_standard_streams()
    answerer = load()
    import triton

    # Kernel files must not be able to import the modules in the script's folder.
    del sys.path[0]
    service = answerer()
    # Freezes the objects of the imports and collects the rest between requests. The automatic collector would take 4 %
    # of every compile, and a compile leaves about 1 MB behind.
    gc.freeze()
    gc.disable()
    send(answers, {"ready": True, "triton": triton.__version__, "python": sys.version.split()[0], "bridge": version})
    for count, line in enumerate(requests, start=1):
        request = json.loads(line)
        before = cpu_seconds()
        answer = service.answer(request)
        send(answers, {"id": request["id"], **answer, "cpuSeconds": round(cpu_seconds() - before, 6)})
        sys.stdout.flush()
        sys.stderr.flush()
        os.write(markers, b"\x1e%d\n" % request["id"])
        if count % REQUESTS_BETWEEN_COLLECTIONS == 0:
            gc.collect()


def die_with_parent() -> None:
    """Ends the worker with the process that started it, however that one ends. Linux only."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def take_standard_streams():
    """Makes the protocol's streams private, so that kernel files, LLVM and ptxas can read and print anything."""
    requests = os.fdopen(os.dup(0), encoding="utf-8")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    markers = os.dup(2)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return requests, answers, markers


def send(stream, answer: dict) -> None:
    stream.write(json.dumps(answer) + "\n")
    stream.flush()


def cpu_seconds() -> float:
    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)
