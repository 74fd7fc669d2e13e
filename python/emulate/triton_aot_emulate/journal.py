"""What a process writes down while it emulates: a file for each process, with one JSON object a line."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path


class Journal:
    """Writes to a folder; without one, it writes nothing. Lines survive when the process is killed."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._process = 0

    def write(self, event: str, **values: object) -> None:
        """Appends a line. Values must be JSON."""
        if not self._folder:
            return
        with self._lock:
            path = Path(self._folder) / f"{os.getpid()}.jsonl"
            with path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"event": event, **values}) + "\n")


def read_journals(folder: str) -> list[dict[str, object]]:
    """The events of all processes that wrote to a folder. A line that was cut off by a kill is left out."""
    events: list[dict[str, object]] = []
    for path in sorted(Path(folder).glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            try:
                events.append(json.loads(line))
            except ValueError:
                continue
    return events
