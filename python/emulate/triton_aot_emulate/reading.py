"""Reads the journals of runs: the only reader, for a run that has just ended as for those that `--keep` has kept.

What is missing or was changed is said, whatever somebody has put in its place.
"""

from __future__ import annotations

import errno
import json
import os
import re
import stat
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from .events import KINDS, Launched, Lost, Ran
from .journal import MARK, RUN_FILE, digest, unsealed
from .parsing import parse

if TYPE_CHECKING:
    from .events import Event

# A journal has a line for each variant of a kernel and for each finding.
LARGEST_FILE = 1 << 28
# Damaged lines of a file that are named.
MOST_LINES = 3
_OF_PROCESS = re.compile(r"\d+-\w+\.jsonl")


@dataclass
class Record:
    """The journals of a run. `damages` say what cannot be known from them, and why."""

    folder: str
    run: Ran | None = None
    events: list[Event] = field(default_factory=list)
    damages: list[str] = field(default_factory=list)


def read_runs(folder: str) -> list[Record]:
    """The runs in a folder and below it. Links to other folders are not followed."""
    records, folders = [], [folder]
    while folders:
        this = folders.pop()
        try:
            with os.scandir(this) as found:
                entries = list(found)
        except OSError as error:
            records.append(Record(this, damages=[f"{this} cannot be read: {error.strerror}"]))
            continue
        folders += [each.path for each in entries if each.is_dir(follow_symlinks=False)]
        if any(_is_journal(each.name) for each in entries):
            records.append(read_run(this))
    return records or [Record(folder, damages=[f"there are no journals of a run in {folder}"])]


def read_run(folder: str) -> Record:
    """The run whose journals are in a folder."""
    record = Record(folder)
    path = os.path.join(folder, RUN_FILE)
    own = _events(path, _content(path, record), record)
    runs, losses = [each for each in own if isinstance(each, Ran)], [each for each in own if isinstance(each, Lost)]
    if len(runs) == len(losses) == 1 and len(own) == 2:
        record.run = runs[0]
        record.damages += [each.reason for each in losses if each.reason]
    elif not record.damages:
        record.damages.append(f"{path} is not the journal of one run")
    has_ended = record.run is not None and record.run.exit is not None
    known = record.run.journals if record.run is not None else {}
    unusual = [name for name in known if not _OF_PROCESS.fullmatch(name)]
    record.damages += [f"{path} names {name!r}, which is no journal" for name in unusual[:MOST_LINES]]
    for name in sorted({*known, *_journals(folder)} - {*unusual}):
        path, count = os.path.join(folder, name), len(record.damages)
        content = _content(path, record)
        record.events += _events(path, content, record)
        if has_ended and len(record.damages) == count and digest(content or b"") != known.get(name):
            was = "was changed" if name in known else "was written"
            record.damages.append(f"{path} {was} after the run had ended")
    if record.run is not None and not has_ended:
        record.damages.append(f"a run for {record.run.gpu} has not ended: {' '.join(record.run.program)}")
    return record


def digests(folder: str) -> dict[str, str]:
    """The checksum of each journal of a process in a folder."""
    found = {name: _content(os.path.join(folder, name), Record(folder)) for name in _journals(folder)}
    return {name: digest(content) for name, content in found.items() if content is not None}


def _is_journal(name: str) -> bool:
    return name == RUN_FILE or _OF_PROCESS.fullmatch(name) is not None


def _journals(folder: str) -> list[str]:
    """The names of the journals of processes."""
    try:
        return [name for name in os.listdir(folder) if _OF_PROCESS.fullmatch(name)]
    except OSError:
        return []


def _content(path: str, record: Record) -> bytes | None:
    """The content of a file. A folder, a device or a pipe is no journal, and is not read."""
    try:
        with open(path, "rb", opener=_open) as file:
            size = os.fstat(file.fileno()).st_size
            if size <= LARGEST_FILE:
                return file.read(LARGEST_FILE)
            record.damages.append(f"{path} has {size} bytes, more than a journal can have")
    except OSError as error:
        record.damages.append(f"{path} cannot be read: {error.strerror}")
    return None


def _open(path: str, _flags: int) -> int:
    file = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    if not stat.S_ISREG(os.fstat(file).st_mode):
        os.close(file)
        raise OSError(errno.EINVAL, "it is not a file")
    return file


def _events(path: str, content: bytes | None, record: Record) -> list[Event]:
    """The events of a journal. Says which lines are not as they were written."""
    events: list[Event] = []
    damaged: list[str] = []
    for number, line in enumerate((content or b"").split(b"\n"), 1):
        if line.strip(b" "):
            try:
                events.append(_event(line))
            except (ValueError, RecursionError) as error:
                damaged.append(f"{path}:{number} is damaged, or of another version: {error}")
    record.damages += damaged[:MOST_LINES]
    if len(damaged) > MOST_LINES:
        record.damages.append(f"{path} has {len(damaged) - MOST_LINES} more damaged lines")
    return events


def _event(line: bytes) -> Event:
    is_marked = line.endswith(MARK)
    text = unsealed(line.removesuffix(MARK))
    if text is None:
        raise ValueError("its checksum is wrong")
    values = json.loads(text)
    name = values.get("event") if isinstance(values, dict) else None
    if not isinstance(name, str) or name not in KINDS:
        raise ValueError("it has no known event")
    event: Event = parse(KINDS[name], values)
    if is_marked:
        if not isinstance(event, Launched):
            raise ValueError("it has a mark")
        return replace(event, launches=event.launches + 1)
    return event
