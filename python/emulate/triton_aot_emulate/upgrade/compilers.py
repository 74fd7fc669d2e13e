"""The processes that compile the program's kernels with another Triton, or for another GPU."""

from __future__ import annotations

import atexit
import json
import os
import queue
import struct
import subprocess
import sys
from concurrent.futures import Future
from pathlib import Path
from threading import local
from typing import IO, TYPE_CHECKING, Any

from .sending import Job, import_cloudpickle, to_bytes
from .workers import Workers

if TYPE_CHECKING:
    from types import ModuleType

COMPILER = str(Path(__file__).with_name("compiler.py"))
# Each takes some 300 MB.
MOST = 4


class NotCompiled(Exception):
    """The other Triton did not compile a kernel, with its message. `is_known`: it has refused it, and a program would see that."""

    def __init__(self, message: str, is_known: bool) -> None:
        super().__init__(message)
        self.is_known = is_known


class Compilers:
    """Compiles in processes of their own. `folder` has the other Triton and cloudpickle."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._workers = Workers(min(MOST, os.cpu_count() or 1), "another-triton")
        self._cloudpickle: ModuleType | None = None
        self._forget()
        os.register_at_fork(after_in_child=self._forget)
        atexit.register(self.close)

    def _forget(self) -> None:
        """Has no processes. Those of its parent are not a child's to ask or to end."""
        self._own = local()
        self._started: queue.SimpleQueue[subprocess.Popen[bytes]] = queue.SimpleQueue()

    def start(self, job: Job) -> Future[dict[str, Any]]:
        """Begins to compile. The result has PTX, metadata and resources; NotCompiled says why there is none."""
        future: Future[dict[str, Any]]
        try:
            if self._cloudpickle is None:
                self._cloudpickle = import_cloudpickle(self._folder)
            data = to_bytes(job, self._cloudpickle)
        except Exception as error:
            future = Future()
            future.set_exception(NotCompiled(f"the kernel cannot be given to another process: {error}", is_known=False))
            return future
        return self._workers.submit(self._ask, data)

    def _ask(self, data: bytes) -> dict[str, Any]:
        process = getattr(self._own, "process", None)
        if process is None or process.poll() is not None:
            process = self._own.process = self._start()
        jobs, answers = _streams(process)
        try:
            jobs.write(struct.pack("<Q", len(data)) + data)
            jobs.flush()
            line = answers.readline()
        except OSError:
            line = b""
        if not line:
            raise NotCompiled(f"its compiler ended with status {process.wait()}", is_known=False)
        found: dict[str, Any] = json.loads(line)
        for key, is_known in (("refused", True), ("unread", False)):
            if key in found:
                raise NotCompiled(found[key], is_known)
        return found

    def _start(self) -> subprocess.Popen[bytes]:
        """A process without the program's emulation."""
        environment = {
            name: value
            for name, value in os.environ.items()
            if name not in ("TRITON_AOT_EMULATE", "TRITON_INTERPRET", "PYTHONPATH")
        }
        paths = [each for each in sys.path if each]
        argv = [
            sys.executable,
            "-W",
            "ignore",
            COMPILER,
            self._folder,
            json.dumps(paths),
            str(import_cloudpickle(self._folder).__file__),
        ]
        process = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
        self._started.put(process)
        return process

    def close(self) -> None:
        """Ends the processes."""
        self._workers.close()
        while not self._started.empty():
            process = self._started.get()
            process.kill()
            process.wait()


def _streams(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes]]:
    if process.stdin is None or process.stdout is None:
        raise ValueError("its streams are no pipes")
    return process.stdin, process.stdout
