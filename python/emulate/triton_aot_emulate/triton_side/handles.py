"""What Triton holds of a loaded kernel: numbers, as those of CUDA."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from aot_emulate.program import Program

_numbers = itertools.count(1)


class Handle(int):
    """A CUmodule or a CUfunction: a number for programs, and the kernel for the launcher."""

    program: Program
    ptx: str


def handle_of(program: Program, ptx: str) -> Handle:
    handle = Handle(next(_numbers))
    handle.program, handle.ptx = program, ptx
    return handle
