"""What was run of files with kernels, and which of their kernels nothing has launched."""

from __future__ import annotations

import os
import shlex
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

# The command that the user has given, if it runs this program.
COMMAND = "TRITON_AOT_COMMAND"
_OTHERWISE = "python -m triton_aot_emulate --vary"


@dataclass(frozen=True)
class SourceKernel:
    """A kernel of a file. `call` launches it, for --call; empty if no function of the file does."""

    name: str
    line: int
    launched: bool
    call: str


@dataclass(frozen=True)
class CheckedSource:
    """A file. `ran` is what was run for it, and `problem` says why nothing is known of it, if so."""

    file: str
    kernels: list[SourceKernel] = field(default_factory=list)
    ran: list[str] = field(default_factory=list)
    problem: str = ""

    @property
    def missed(self) -> list[SourceKernel]:
        """The kernels that nothing has launched."""
        return [each for each in self.kernels if not each.launched]


def source_lines(sources: Sequence[CheckedSource]) -> Iterator[str]:
    """What is not known, and the line that shows it."""
    if any(each.missed for each in sources):
        yield "not checked: nothing that ran launches it"
    for source in sources:
        calls: dict[str, None] = {}
        for kernel in source.missed:
            yield f"  {kernel.name} at {source.file}:{kernel.line}"
            calls[kernel.call] = None
        for call in filter(None, calls):
            yield f"    to launch it, complete this call: {line_of(source.file, call)}"
    if any(each.missed for each in sources):
        yield ""
    for source in sources:
        if source.problem:
            yield f"error: {source.problem}"


def line_of(file: str, call: str) -> str:
    """The command that makes a call."""
    command = os.environ.get(COMMAND)
    quoted = f'"{call}"' if not set(call) & set('"$`\\!') else shlex.quote(call)
    return f"{command} {file} --call {quoted}" if command else f"{_OTHERWISE} --call {quoted} {file}"
