"""The recording of one process: a file of JSON lines, which is complete up to the last line at any time.

Each line has a `kind`. `process` and `triton`: what runs. `kernel`: a compiled kernel. `call`: a call of it with other
values, sizes or blocks than before. `trial`: a launch that @autotune made to measure a config. `count`: how often a call
was seen until now, and how long it took on the GPU; a later line replaces an earlier one. `more`: calls that are not
written down. `contents`: what the buffers of a kernel's first call held before and after. `environment`, `compile` and
`tuned`: see compiles.py. `fault`: an error of the recorder. The schema is in src/plan/recorded-lines.ts.
"""

import importlib.util
import json
import os
import platform
import sys
import uuid
from typing import Any

FORMAT = 1

# The kinds of lines that each file begins with.
HEAD = ("process", "triton")


class Journal:
    def __init__(self, folder: str):
        self.folder = os.path.abspath(folder)
        self._head: list = []
        self.start_again()

    def start_again(self) -> None:
        """Begins a new file with the next line, also in a child process after a fork: the old one is the parent's."""
        self.name = f"{os.getpid()}-{uuid.uuid4().hex[:8]}"
        self._file: int | None = None

    def write_process(self) -> None:
        """Writes what this process is."""
        self.write(
            "process",
            format=FORMAT,
            arguments=getattr(sys, "orig_argv", sys.argv),
            folder=os.getcwd(),
            python=platform.python_version(),
            executable=sys.executable or None,
            hasTriton=importlib.util.find_spec("triton") is not None,
            interpreted=os.environ.get("TRITON_INTERPRET", "0") not in ("", "0"),
        )

    def write(self, kind: str, **fields: Any) -> None:
        line = (json.dumps({"kind": kind, **fields}) + "\n").encode()
        lines = [line]
        if kind in HEAD:
            self._head.append(line)
        if self._file is None:
            self._file = self._open()
            # What this process is was written to the parent's file.
            lines = self._head if kind in HEAD else [*self._head, line]
        for each in lines:
            # One system call for each line, so that a process that is killed leaves whole lines.
            os.write(self._file, each)

    def _open(self) -> int:
        os.makedirs(self.folder, exist_ok=True)
        path = os.path.join(self.folder, f"{self.name}.jsonl")
        return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o666)
