"""Which compiled kernels were launched, and which of their lines a thread has run: what coverage is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aot_emulate.code import Code

from .events import Covered

if TYPE_CHECKING:
    from aot_emulate.program import Program

    from .events import Variant
    from .journal import Journal


class Variants:
    """Writes to the journal what has been run of each variant, if that is more than before."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._counts: dict[str, int] = {}  # hash -> instructions that a thread has run

    def launched(self, variant: Variant, program: Program) -> None:
        """Adds what a launch has run of `program`, which is the code of `variant`, also if the launch was wrong."""
        code = program.code
        if not isinstance(code, Code):
            return  # It has an unknown instruction, so nothing ran.
        count = code.ran.count(1)
        if count == self._counts.get(variant.hash):
            return
        self._counts[variant.hash] = count
        lines: dict[str, dict[int, bool]] = {}
        for (file, line), ran in code.lines().items():
            lines.setdefault(file, {})[line] = ran
        self._journal.write(Covered(**vars(variant), lines=lines), ("variant", variant.hash))
