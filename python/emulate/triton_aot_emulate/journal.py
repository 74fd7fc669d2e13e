"""What a process writes down while it emulates: a file for each process, with one JSON object a line.

Each line ends with a checksum, so that a line that was cut off or changed is noticed.
"""

from __future__ import annotations

import errno
import json
import os
import re
import tempfile
import threading
import zlib
from typing import TYPE_CHECKING

from .events import NAMES, Lost

if TYPE_CHECKING:
    from .events import Event

# The journal of a run, beside those of its processes. Its first line has this size: a process that cannot write its own journal,
# because the disk is full, replaces this line, which takes no further space.
RUN_FILE, LOST_SIZE = "run.jsonl", 512
# Spaces at the end of a line that can be replaced, so that larger numbers fit. The last of them can become a mark.
ROOM, MARK = 64, b"*"
_SEALED = re.compile(rb'(\{.*), "crc": "([0-9a-f]{8})"\} *', re.DOTALL)


def digest(content: bytes) -> str:
    """A checksum of a line or a file."""
    return f"{zlib.crc32(content):08x}"


def sealed(event: Event) -> bytes:
    """The line of an event, with its checksum."""
    body = json.dumps({"event": NAMES[type(event)], **vars(event)}).encode()[:-1]
    return body + f', "crc": "{digest(body)}"}}'.encode()


def unsealed(line: bytes) -> bytes | None:
    """The JSON of a line; None if the line is not as it was written."""
    match = _SEALED.fullmatch(line)
    return match[1] + b"}" if match and digest(match[1]).encode() == match[2] else None


class Journal:
    """Writes to a folder; without one, it writes nothing. What was written survives when the process is killed.

    A line with a key replaces the one before with that key, so a journal is as long as there are keys and not as launches.
    `losses` counts the lines that could not be written: what they say is not known to anybody who reads the journal.
    """

    def __init__(self, folder: str, name: str = "") -> None:
        self._folder, self._name = folder, name
        self._file: int | None = None
        self._path, self._inode = "", (0, 0)
        self._start()
        os.register_at_fork(after_in_child=self._start)

    def _start(self) -> None:
        # A child of a fork has a file of its own. It keeps this one until then: it may have no other descriptor left.
        self._is_inherited = self._file is not None
        self._lock = threading.Lock()
        self._end = self.losses = 0
        self._lines: dict[object, tuple[int, int]] = {}  # key -> offset and size

    def write(self, event: Event, key: object = None, size: int = 0) -> bool:
        """Writes a line, of `size` bytes or more. Returns False, and has the run say so, if it cannot be written.

        Raises OSError if not even that is possible.
        """
        if not self._folder:
            return True
        line = sealed(event)
        with self._lock:
            try:
                self._put(line, key, size)
                return True
            except OSError as error:
                self.losses += 1
                self._note_loss(error)
                return False

    def mark(self, key: object) -> bool:
        """Puts the mark at the end of a line, which takes much less time than to write it. Returns False if that cannot be done."""
        with self._lock:
            try:
                offset, size = self._lines[key]
                _write(self._opened(), MARK, offset + size - 2)
                return True
            except (KeyError, OSError):
                return False

    def _put(self, line: bytes, key: object, least: int) -> None:
        file = self._opened()
        offset, size = self._lines.get(key, (0, 0)) if key is not None else (0, 0)
        if len(line) + 2 <= size:
            _write(file, line.ljust(size - 1) + b"\n", offset)
            return
        longer = max(least, len(line) + 2 + (0 if key is None else ROOM))
        try:
            _write(file, line.ljust(longer - 1) + b"\n", self._end)
        except OSError:
            os.ftruncate(file, self._end)
            raise
        if size > 0:
            _write(file, b" " * (size - 1), offset)
        self._lines[key] = (self._end, longer)
        self._end += longer

    def _opened(self) -> int:
        if self._is_inherited and self._file is not None:
            if self._stat() is not None:
                os.close(self._file)
            self._file, self._is_inherited = None, False
        if self._file is None:
            if self._name:
                self._path = os.path.join(self._folder, self._name)
                self._file = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
            else:
                self._file, self._path = tempfile.mkstemp(".jsonl", f"{os.getpid()}-", self._folder)
            created = os.fstat(self._file)
            self._inode = created.st_dev, created.st_ino
            return self._file
        found = self._stat()
        if found is None:
            # The program has closed all its files, and may have opened others with the same number.
            self._file = os.open(self._path, os.O_WRONLY | os.O_CLOEXEC)
            found = self._stat()
        if found is None or found.st_nlink == 0:
            raise OSError(errno.ENOENT, "the program has removed it")
        return self._file

    def _stat(self) -> os.stat_result | None:
        """What is known of the journal; None if its descriptor is another file's now."""
        try:
            found = os.fstat(self._file or -1)
        except OSError:
            return None
        return found if (found.st_dev, found.st_ino) == self._inode else None

    def _note_loss(self, error: OSError) -> None:
        line = sealed(
            Lost(f"process {os.getpid()} could not write its journal in {self._folder[-200:]}: {error.strerror}")
        )
        try:
            file = os.open(os.path.join(self._folder, RUN_FILE), os.O_WRONLY | os.O_CLOEXEC)
        except FileNotFoundError:
            return  # The command has ended and removed the folder: nobody reads what this process does.
        try:
            _write(file, line.ljust(LOST_SIZE - 1) + b"\n", 0)
        finally:
            os.close(file)


def _write(file: int, data: bytes, offset: int) -> None:
    """Writes all of `data`, or raises OSError."""
    while data:
        written = os.pwrite(file, data, offset)
        data, offset = data[written:], offset + written
