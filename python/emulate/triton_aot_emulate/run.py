"""A run of a program whose launches are emulated: the folder with its journals, and what is known when it has ended."""

from __future__ import annotations

import errno
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from .events import Lost, Ran
from .journal import LOST_SIZE, RUN_FILE, Journal
from .options import Options
from .reading import digests, read_run
from .report.values import make_report

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .report.values import Report


class Run:
    """A program that runs for one GPU. Its journals are in a new folder below `below`, and `options` has it, for all processes."""

    def __init__(self, options: Options, program: list[str], below: str) -> None:
        folder = tempfile.mkdtemp(prefix="run-", dir=below)
        self.options = Options(**{**vars(options), "folder": folder})
        self._program = program
        self._began = time.time()
        self._start = time.monotonic()
        self._journal = Journal(folder, RUN_FILE)
        if not self._journal.write(Lost(""), "lost", LOST_SIZE) or not self._write(None):
            raise OSError(errno.EIO, "the journal cannot be written", folder)

    def end(self, code: int) -> None:
        """Notes that the program has ended, with this exit code. The run has not ended if this cannot be written."""
        self._write(code if code < 0 else code & 255, digests(self.options.folder))

    def _write(self, code: int | None, journals: dict[str, str] | None = None) -> bool:
        seconds = round(time.monotonic() - self._start, 3)
        line = Ran(
            self.options.gpu,
            self._program,
            self._began,
            code,
            seconds,
            self.options.allow_no_launch,
            journals or {},
            self.options.assumptions,
            self.options.fail_on_slower,
            self.options.vary,
        )
        return self._journal.write(line, "run")


def report_on(runs: list[Run]) -> Report:
    """One report on runs that have ended."""
    return make_report([read_run(run.options.folder) for run in runs])


@contextmanager
def folder_of_runs(keep: str) -> Iterator[str]:
    """The folder `keep`, or one that is removed at the end if there is none to keep."""
    if keep:
        Path(keep).mkdir(parents=True, exist_ok=True)
        yield keep
    else:
        with tempfile.TemporaryDirectory(prefix="triton-aot-emulate-", ignore_cleanup_errors=True) as folder:
            yield folder
