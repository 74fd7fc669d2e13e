"""Answers requests in JSON lines until there are no more.

The first line out says what was started; each request is answered with one line that carries its id. After each
answer the line `\\x1e<id>` goes to stderr, which tells the reader that it has seen everything the request printed there.
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
    """`load` imports Triton, once nobody can write into the protocol's streams, and gives the class that answers."""
    die_with_parent()
    requests, answers, markers = take_standard_streams()
    answerer = load()
    import triton

    # From here on the folder of the script must not offer its modules to kernel files.
    del sys.path[0]
    service = answerer()
    # What the imports made stays for good. The rest is collected between requests: on its own schedule the collector
    # takes 4 % of every compile, and a compile leaves about 1 MB behind.
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
    """Where the system offers it, no worker outlives the process that started it, however that one ends."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def take_standard_streams():
    """Keeps the protocol's streams private: kernel files, LLVM and ptxas may read and print as they like."""
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
