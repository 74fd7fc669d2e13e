"""What a process writes down while it emulates: a file for each process, with one JSON object a line."""

from __future__ import annotations

import json
import os
import tempfile
import threading
from pathlib import Path

# Spaces at the end of a line that can be replaced, so that larger numbers fit.
ROOM = 48


class Journal:
    """Writes to a folder; without one, it writes nothing. What was written survives when the process is killed.

    A line with a key replaces the one before with that key, so a journal is as long as there are keys and not as launches.
    """

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._start()
        os.register_at_fork(after_in_child=self._start)

    def _start(self) -> None:
        # A child of a fork has a file of its own.
        self._lock = threading.Lock()
        self._file: int | None = None
        self._end = 0
        self._lines: dict[object, tuple[int, int]] = {}  # key -> offset and size

    def write(self, event: str, key: object = None, **values: object) -> None:
        """Writes a line. Values must be JSON."""
        if not self._folder:
            return
        line = json.dumps({"event": event, **values}).encode()
        with self._lock:
            try:
                self._put(line, key)
            except OSError:
                # The disk is full, or the command has ended and removed the folder: the program goes on.
                pass

    def _put(self, line: bytes, key: object) -> None:
        if self._file is None:
            self._file, _ = tempfile.mkstemp(".jsonl", f"{os.getpid()}-", self._folder)
        offset, size = self._lines.get(key, (0, 0)) if key is not None else (0, 0)
        if len(line) >= size:
            if size > 0:
                os.pwrite(self._file, b" " * (size - 1), offset)
            offset, size = self._end, len(line) + 1 + (0 if key is None else ROOM)
            self._end += size
            self._lines[key] = (offset, size)
        os.pwrite(self._file, line.ljust(size - 1) + b"\n", offset)


def read_journals(folder: str) -> list[dict[str, object]]:
    """The events of all processes that wrote to a folder, or below it. `folder` of an event is where it was.

    A line that was cut off by a kill is left out.
    """
    events: list[dict[str, object]] = []
    for path in sorted(Path(folder).rglob("*.jsonl")):
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
            try:
                event = json.loads(line)
            except ValueError:
                continue
            events.append({**event, "folder": str(path.parent)})
    return events
