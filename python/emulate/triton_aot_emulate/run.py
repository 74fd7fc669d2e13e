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
    """`options` has the folder, for all processes of the program."""

    def __init__(self, options: Options, program: list[str], folder: str) -> None:
        self.options = Options(**{**vars(options), "folder": folder})
        self._program = program
        self._start = time.monotonic()
        self._journal = Journal(folder)
        self._write(None)

    def end(self, code: int) -> Report:
        """The report on this run. `code` is the program's exit code."""
        self._write(code)
        return make_report(read_journals(self.options.folder))

    def _write(self, code: int | None) -> None:
        seconds = round(time.monotonic() - self._start, 3)
        self._journal.write("run", "run", gpu=self.options.gpu, program=self._program, exit=code, seconds=seconds)


@contextmanager
def start(options: Options, program: list[str], keep: str) -> Iterator[Run]:
    """A run, whose folder is removed at the end, or is a new one below `keep`."""
    if keep:
        Path(keep).mkdir(parents=True, exist_ok=True)
        yield Run(options, program, tempfile.mkdtemp(prefix="run-", dir=keep))
    else:
        with tempfile.TemporaryDirectory(prefix="triton-aot-emulate-", ignore_cleanup_errors=True) as folder:
            yield Run(options, program, folder)
