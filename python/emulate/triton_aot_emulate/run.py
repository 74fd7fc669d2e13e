"""A run of a program whose launches are emulated: the folder with its journals, and what is known when it has ended."""

from __future__ import annotations

import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from .journal import Journal, read_journals
from .options import Options
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
        self._journal = Journal(folder)
        self._write(None)

    def end(self, code: int) -> None:
        """Notes that the program has ended, with this exit code."""
        self._write(code)

    def _write(self, code: int | None) -> None:
        seconds = round(time.monotonic() - self._start, 3)
        self._journal.write(
            "run",
            "run",
            gpu=self.options.gpu,
            program=self._program,
            may_launch_nothing=self.options.allow_no_launch,
            began=self._began,
            exit=code,
            seconds=seconds,
        )


def report_on(runs: list[Run]) -> Report:
    """One report on runs that have ended."""
    return make_report([event for run in runs for event in read_journals(run.options.folder)])


@contextmanager
def folder_of_runs(keep: str) -> Iterator[str]:
    """The folder `keep`, or one that is removed at the end if there is none to keep."""
    if keep:
        Path(keep).mkdir(parents=True, exist_ok=True)
        yield keep
    else:
        with tempfile.TemporaryDirectory(prefix="triton-aot-emulate-", ignore_cleanup_errors=True) as folder:
            yield folder
