"""The recording of one process: a file of JSON lines, which is complete up to the last line at any time.

Each line has a `kind`. `process` and `triton`: what runs. `kernel`: a compiled kernel. `call`: a call of it with other
values, sizes or blocks than before. `trial`: a launch that @autotune made to measure a config. `count`: how often a call was seen until now, and how long it took; a later line
replaces an earlier one. `more`: calls that are not written down. `contents`: what the buffers of a kernel's first call
held before and after. `fault`: an error of the recorder. The schema is in src/core/record/recording.ts.
"""

import json
import os
import uuid

FORMAT = 1


class Journal:
    def __init__(self, folder: str):
        self.folder = os.path.abspath(folder)
        self._head = []
        self.start_again()

    def start_again(self) -> None:
        """Begins a new file, also in a child process after a fork: the old one belongs to the parent."""
        self.name = f"{os.getpid()}-{uuid.uuid4().hex[:8]}"
        self._file = None
        for line in self._head:
            self._append(line)

    def write(self, kind: str, **fields) -> None:
        line = (json.dumps({"kind": kind, **fields}) + "\n").encode()
        if kind in ("process", "triton"):
            self._head.append(line)
        self._append(line)

    def _append(self, line: bytes) -> None:
        """One system call for each line, so that a process that is killed leaves whole lines."""
        if self._file is None:
            os.makedirs(self.folder, exist_ok=True)
            path = os.path.join(self.folder, f"{self.name}.jsonl")
            self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o666)
        os.write(self._file, line)
