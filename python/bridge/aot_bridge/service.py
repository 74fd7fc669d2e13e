"""Answers requests, which are JSON lines, until the end of the input.

The first line of output describes the worker. Each request gets one line with its id as the answer. After that, the
line `\\x1e<id>` goes to stderr, so that the reader knows when it has all output of the request.

This process runs no code of kernels. It imports Triton, and forks a process for each closure: the code that the hash of
a kernel covers. So no kernel can change the compiler of another.
"""

import gc
import json
import os
import signal
import sys
import traceback
from collections.abc import Callable
from typing import TextIO

from aot_wire.check import parse
from aot_wire.messages import BRIDGE_VERSION, Ended, Envelope, Hello

from .closure_process import Answered, ClosureProcess, Service, use_folder
from .confinement import confine, end_descendants


def serve(load: Callable[[], type[Service]]) -> None:
    """Calls `load`, which imports Triton and returns the class that answers, with the protocol's streams protected."""
    scratch = sys.argv.pop()
    isolation, has_landlock = confine(scratch, "--no-namespaces" not in sys.argv)
    requests, answers, markers = take_standard_streams()
    use_folder(scratch)
    signal.signal(signal.SIGTERM, end_now)
    answerer = load()
    # Kernel files must not be able to import the modules in the script's folder.
    del sys.path[0]
    service = answerer()
    # Children share these objects. They collect garbage between requests: the automatic collector would take 4 % of
    # every compile, and a compile leaves about 1 MB.
    gc.freeze()
    gc.disable()
    hello: Hello = {"ready": True, "bridge": BRIDGE_VERSION, "isolation": isolation, "landlock": has_landlock}
    send(answers, hello)
    status = 1
    try:
        forward(service, scratch, requests, answers, markers)
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        end_descendants()
        sys.stderr.flush()
        # Without the destructors of LLVM and others.
        os._exit(status)


def end_now(*_: object) -> None:
    """Ends this process and all that it has started. An exception instead would be lost where Python ignores those of
    callbacks, such as after a fork."""
    end_descendants()
    os._exit(128 + signal.SIGTERM)


def forward(service: Service, scratch: str, requests: TextIO, answers: TextIO, markers: int) -> None:
    """Lets a process for the closure of each request answer it."""
    process: ClosureProcess | None = None
    closures = 0
    for line in requests:
        request = parse(Envelope, json.loads(line))
        if process is None or process.closure != request["closure"]:
            process = None
            end_descendants()
            if closures > 0:
                service.prepare(request)
            closures += 1
            process = ClosureProcess(request["closure"], service, scratch, (requests, answers, markers))
        answer = process.ask(line, request["id"])
        if "exit" in answer:
            process = None
        send(answers, answer)
        os.write(markers, b"\x1e%d\n" % request["id"])


def take_standard_streams() -> tuple[TextIO, TextIO, int]:
    """Makes the protocol's streams private, so that kernel files, LLVM and ptxas can read and print anything."""
    requests = os.fdopen(os.dup(0), encoding="utf-8")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    markers = os.dup(2)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return requests, answers, markers


def send(stream: TextIO, answer: Hello | Answered | Ended) -> None:
    stream.write(json.dumps(answer) + "\n")
    stream.flush()
