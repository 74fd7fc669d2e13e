"""Finds what ptxas is known to assemble wrongly, in the machine code of the variant itself.

nvdisasm is in Triton's wheel. It only runs for PTX that has what ptxas is known to get wrong.
"""

import os
import re
import subprocess
import tempfile
from typing import Iterator, Optional, Tuple

from triton import knobs

PACKED_ADD = re.compile(r"\badd\.[su]16x2\s")
# The same in machine code. A zero that is meant is the register RZ, so a number 0 is a constant that was lost.
LOST_CONSTANT = re.compile(r"\bVIADD\.16x2 R\w+, -?R[\w.]+, 0x0 ;")


def wrong_machine_code(located: str, cubin: bytes) -> Iterator[Tuple[int, str, int]]:
    """Yields the issues with the files and lines of the source. `located` is the PTX with lines.

    The machine code has no lines, so the place is the first one that has the instruction in PTX.
    """
    place = first_place(located, PACKED_ADD)
    if place is not None and LOST_CONSTANT.search(disassemble(cubin)):
        yield (11581, *place)


def first_place(located: str, instruction: "re.Pattern[str]") -> Optional[Tuple[str, int]]:
    """Returns the file and line of the first such instruction: of an inlined function, those of its call."""
    found = instruction.search(located)
    lines = re.findall(r"^\s*\.loc\s+(\d+) (\d+) \d+(?:.*\binlined_at (\d+) (\d+))?", located[: found.start()] if found else "", re.MULTILINE)
    if not lines:
        return None
    file, line, call_file, call_line = lines[-1]
    name = re.search(rf'^\s*\.file\s+{call_file or file} "([^"]*)"(?: "([^"]*)")?', located, re.MULTILINE)
    return (os.path.join(*filter(None, name.groups())), int(call_line or line)) if name else None


def disassemble(cubin: bytes) -> str:
    """Returns the machine code as text.

    @raise subprocess.CalledProcessError: if nvdisasm cannot read it.
    """
    with tempfile.NamedTemporaryFile(suffix=".cubin") as file:
        file.write(cubin)
        file.flush()
        command = [knobs.nvidia.nvdisasm.path, "-c", file.name]
        # The path goes through an open file descriptor, see reproducible_ptxas.py.
        return subprocess.run(command, check=True, capture_output=True, text=True, close_fds=False).stdout
