"""A process that runs the code of one closure and compiles it. All it can affect are the answers about this closure."""

import gc
import json
import os
import resource
import select
import signal
import sys
import tempfile
import time
import traceback
from typing import IO, Any, TextIO, cast

from aot_wire.check import parse
from aot_wire.messages import (
    Compiled,
    ConfigsComputed,
    Described,
    Done,
    Ended,
    Envelope,
    Failed,
    HintsFound,
    ProcessExit,
)

from .confinement import die_with_parent

REQUESTS_BETWEEN_COLLECTIONS = 32
# A signal just before a read does not interrupt it, so the server looks again after this many seconds.
SECONDS_BETWEEN_LOOKS = 1
# Characters. Node can read lines of twice as many.
LONGEST_ANSWER = 2**28


# What a worker says about a job.
Answer = Compiled | HintsFound | Described | ConfigsComputed | Done | Failed

# An answer with the number of its request, and what it cost.
Answered = dict[str, Any]


class Service:
    """Answers the requests of one kind of worker."""

    def prepare(self, request: Envelope) -> None:
        """Does what all processes of closures need for such a request. Runs in the server, before the second one starts:
        for a single one it would cost more than it saves."""

    def start(self) -> None:
        """Runs in each new process of a closure."""

    def answer(self, kind: str, request: object) -> Answer:
        """Answers a request of a kind, which has not been checked."""
        raise NotImplementedError


class ClosureProcess:
    """The end that the server holds. `service` answers in the forked process."""

    def __init__(self, closure: str, service: Service, scratch: str, private: tuple[IO[str] | int, ...]):
        """`private`: the streams of the server, which are closed in the new process."""
        self.closure = closure
        folder = tempfile.mkdtemp(dir=scratch)
        from_server, to_process = os.pipe()
        from_process, to_server = os.pipe()
        sys.stdout.flush()
        sys.stderr.flush()
        self._pid = os.fork()
        if self._pid == 0:
            try:
                signal.signal(signal.SIGTERM, signal.SIG_DFL)
                die_with_parent(signal.SIGKILL)
                for stream in (*private, to_process, from_process):
                    os.close(stream if isinstance(stream, int) else stream.fileno())
                use_folder(folder)
                service.start()
                answer_requests(
                    service, os.fdopen(from_server, encoding="utf-8"), os.fdopen(to_server, "w", encoding="utf-8")
                )
                os._exit(0)
            except BaseException:
                traceback.print_exc()
                sys.stderr.flush()
                os._exit(1)
        os.close(from_server)
        os.close(to_server)
        self._requests = os.fdopen(to_process, "w", encoding="utf-8")
        self._answers = os.fdopen(from_process, encoding="utf-8", errors="replace")

    def ask(self, line: str, number: int) -> Answered | Ended:
        """Returns the answer to a request, or how the process ended: {"id": …, "exit": …}."""
        try:
            self._requests.write(line)
            self._requests.flush()
            while not select.select([self._answers], [], [], SECONDS_BETWEEN_LOOKS)[0]:
                pass
            answer = json.loads(self._answers.readline(LONGEST_ANSWER))
            if isinstance(answer, dict) and answer.get("id") == number and "exit" not in answer:
                return cast("Answered", answer)
        except (OSError, ValueError):
            # It has ended, or what it says makes no sense, which only code in it can cause.
            pass
        return {"id": number, "exit": self._end()}

    def _end(self) -> ProcessExit:
        self._answers.close()
        try:
            self._requests.close()
        except OSError:
            pass
        deadline = time.monotonic() + 1
        while (found := os.waitpid(self._pid, os.WNOHANG))[0] == 0:
            if time.monotonic() > deadline:
                os.kill(self._pid, signal.SIGKILL)
            time.sleep(0.01)
        _pid, status = found
        code = os.waitstatus_to_exitcode(status)
        return {"code": code, "signal": None} if code >= 0 else {"code": None, "signal": signal_name(-code)}


def use_folder(folder: str) -> None:
    """Gives the process a home, a folder for temporary files and one for Triton's cache, which no other process has."""
    for name, variable in (("home", "HOME"), ("tmp", "TMPDIR"), ("cache", "TRITON_CACHE_DIR")):
        os.environ[variable] = os.path.join(folder, name)
        os.mkdir(os.environ[variable])
    tempfile.tempdir = None


def answer_requests(service: Service, requests: TextIO, answers: TextIO) -> None:
    for count, line in enumerate(requests, start=1):
        message = json.loads(line)
        request = parse(Envelope, message)
        before = cpu_seconds()
        answer = service.answer(request["kind"], message)
        sys.stdout.flush()
        sys.stderr.flush()
        whole: Answered = {"id": request["id"], **answer, "cpuSeconds": round(cpu_seconds() - before, 6)}
        answers.write(json.dumps(whole) + "\n")
        answers.flush()
        if count % REQUESTS_BETWEEN_COLLECTIONS == 0:
            gc.collect()


def cpu_seconds() -> float:
    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def signal_name(number: int) -> str | None:
    try:
        return signal.Signals(number).name
    except ValueError:
        return None
