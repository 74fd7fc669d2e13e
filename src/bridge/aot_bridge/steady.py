"""Makes ptxas give the same bytes for the same code, wherever and whenever it runs.

For sm_100 ptxas lets addresses into its choice of registers: with another layout of memory, or with names of other
lengths on its command line, it numbers some registers differently. Seen with the ptxas of Triton 3.6.0 to 3.9.0.
"""

import ctypes
import dataclasses
import functools
import os
import tempfile

ADDR_NO_RANDOMIZE = 0x0040000

# Far above what anything else opens, so that the numbers, and with them the names, are always of one length.
FIRST_FD = 900


def steady_temporary_files() -> None:
    """Ends address randomisation for the programs started from here, and gives temporary files names of one length.

    Some containers forbid the first; there sm_100 code may differ from one build to the next.
    """
    ctypes.CDLL(None).personality(ADDR_NO_RANDOMIZE)
    tempfile.tempdir = inherited_folder(tempfile.gettempdir())


def steady_tools(knobs) -> None:
    """Starts Triton's assemblers by names of one length, whatever folder they are installed in."""
    found = knobs.NvidiaTool.from_path

    @functools.lru_cache
    def from_path(path: str):
        tool = found(path)
        if tool is None:
            return None
        folder, name = os.path.split(path)
        return dataclasses.replace(tool, path=f"{inherited_folder(folder)}/{name}")

    knobs.NvidiaTool.from_path = staticmethod(from_path)


@functools.lru_cache
def inherited_folder(path: str) -> str:
    """A name for a folder that means the same in programs started from here, if they keep this process's files."""
    number = FIRST_FD + inherited_folder.cache_info().misses
    opened = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    os.dup2(opened, number, inheritable=True)
    os.close(opened)
    return f"/proc/self/fd/{number}"
