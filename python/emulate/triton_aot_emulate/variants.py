"""Which compiled kernels were launched, and which of their lines a thread has run: what coverage is made of."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING

from aot_emulate.code import Code

if TYPE_CHECKING:
    from aot_emulate.program import Program

    from .journal import Journal


@dataclass(frozen=True)
class Variant:
    """A kernel as it was compiled for some launches. `hash` is Triton's for it; `line` is where its function begins.

    `constants` are constexpr values, `options` such as `num_warps`, and `arguments` types, with what Triton knows of the values.
    """

    hash: str
    kernel: str
    file: str = ""
    line: int = 0
    constants: dict[str, str] = field(default_factory=dict)
    options: dict[str, str] = field(default_factory=dict)
    arguments: dict[str, str] = field(default_factory=dict)


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
        self._journal.write("variant", ("variant", variant.hash), **asdict(variant), lines=lines)
