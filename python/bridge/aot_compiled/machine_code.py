"""Finds what ptxas is known to assemble wrongly, in the machine code of the variant itself.

nvdisasm is in Triton's wheel. It only runs for PTX that has what this ptxas is known to get wrong.
"""

import os
import re
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from typing import NamedTuple

from .ptx_lines import without_lines
from .ptxas import ptxas_for, release_of
from .register_products import has_overwritten_operand, register_product
from .signs import RIGHT_PTXAS, has_lost_sign, second_operand

PACKED_ADD = re.compile(r"\badd\.[su]16x2\s")
# The same in machine code. A zero that is meant is the register RZ, so a number 0 is a constant that was lost.
LOST_CONSTANT = re.compile(r"\bVIADD\.16x2 R\w+, -?R[\w.]+, 0x0 ;")


def packed_add(ptx: str) -> int | None:
    """Returns where PTX adds packed 16-bit integers."""
    found = PACKED_ADD.search(ptx)
    return found.start() if found else None


# 12.9.86 is the last release that was seen to be wrong, and 13.3.33 the first that was seen to be right.
RIGHT_FOR_REGISTERS = (13, 3)


class Fault(NamedTuple):
    # The first release of ptxas that is right.
    right: tuple[int, int]
    # The position in PTX of what ptxas gets wrong, if there is any.
    in_ptx: Callable[[str], int | None]
    # True if the machine code, which follows the PTX, is wrong.
    in_code: Callable[[str, str], bool]


FAULTS = {
    11032: Fault(RIGHT_PTXAS, second_operand, has_lost_sign),
    11581: Fault(RIGHT_FOR_REGISTERS, packed_add, lambda _ptx, code: LOST_CONSTANT.search(code) is not None),
    11781: Fault(RIGHT_FOR_REGISTERS, register_product, lambda _ptx, code: has_overwritten_operand(code)),
}


def wrong_machine_code(located: str, make_cubin: Callable[[], bytes]) -> Iterator[tuple[int, str, int]]:
    """Yields the issues with the files and lines of the source. `located` is the PTX with lines; `make_cubin` assembles it.

    The machine code has no lines, so the place is the first one that has the instruction in PTX.
    """
    code, ptx = None, without_lines(located)
    for issue, fault in FAULTS.items():
        position = fault.in_ptx(located)
        place = None if position is None else place_of(located, position)
        if place is not None and release_of(ptxas_for(ptx)) < fault.right:
            code = code or disassemble(make_cubin())
            if fault.in_code(ptx, code):
                yield (issue, *place)


def place_of(located: str, position: int) -> tuple[str, int] | None:
    """Returns the file and line of an instruction: of an inlined function, those of its call."""
    start = located.rfind("\n\t.loc", 0, position)
    loc = re.match(r"\n\t\.loc\s+(\d+) (\d+) \d+(?:.*\binlined_at (\d+) (\d+))?", located[max(start, 0) :])
    if loc is None:
        return None
    name = re.search(rf'^\s*\.file\s+{loc[3] or loc[1]} "([^"]*)"(?: "([^"]*)")?', located, re.MULTILINE)
    return (os.path.join(*filter(None, name.groups())), int(loc[4] or loc[2])) if name else None


def disassemble(cubin: bytes) -> str:
    """Returns the machine code as text.

    @raise subprocess.CalledProcessError: if nvdisasm cannot read it.
    """
    from triton import knobs

    with tempfile.NamedTemporaryFile(suffix=".cubin") as file:
        file.write(cubin)
        file.flush()
        command = [knobs.nvidia.nvdisasm.path, "-c", file.name]
        # The path goes through an open file descriptor, see reproducible_ptxas.py.
        return subprocess.run(command, check=True, capture_output=True, text=True, close_fds=False).stdout
