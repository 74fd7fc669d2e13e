"""Compiles Triton kernels on request: JSON lines in on stdin, JSON lines out on stdout.

Runs with any interpreter that has Triton 3.6 or later; needs no GPU, no driver and no PyTorch. The first
line out says what was started; each request is answered with one line that carries its id. After each
answer the line `\\x1e<id>` goes to stderr, which tells the reader that it has seen everything the request printed there.
"""

import ctypes
import gc
import json
import os
import resource
import signal
import sys

BRIDGE_VERSION = 1
PR_SET_PDEATHSIG = 1


def main() -> None:
    die_with_parent()
    requests, answers, markers = take_standard_streams()
    prepare_environment()
    import triton

    from aot_bridge.compilation import Compiler

    # From here on the folder of this script must not offer its modules to kernel files.
    del sys.path[0]
    compiler = Compiler()
    # What the imports made stays for good: the collector need not look at it again.
    gc.freeze()
    hello = {"ready": True, "triton": triton.__version__, "python": sys.version.split()[0], "bridge": BRIDGE_VERSION}
    send(answers, hello)
    for line in requests:
        request = json.loads(line)
        before = cpu_seconds()
        answer = compiler.answer(request)
        send(answers, {"id": request["id"], **answer, "cpuSeconds": round(cpu_seconds() - before, 6)})
        sys.stdout.flush()
        sys.stderr.flush()
        os.write(markers, b"\x1e%d\n" % request["id"])


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


def prepare_environment() -> None:
    os.environ.update(
        # Line tables hold absolute paths; without them the cubin depends on the code alone.
        TRITON_DISABLE_LINE_INFO="1",
        TRITON_ALWAYS_COMPILE="1",
        # Only the cubin is read back: writing the other stages costs about 5 ms a variant.
        TRITON_STORE_BINARY_ONLY="1",
    )
    # Turns kernels into plain Python, which cannot be compiled.
    os.environ.pop("TRITON_INTERPRET", None)


def send(stream, answer: dict) -> None:
    stream.write(json.dumps(answer) + "\n")
    stream.flush()


def cpu_seconds() -> float:
    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


if __name__ == "__main__":
    main()
