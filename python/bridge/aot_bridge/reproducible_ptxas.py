"""Makes ptxas give the same bytes for the same code on every run.

For sm_100, the choice of registers in ptxas depends on addresses: with another memory layout, or with names of other
lengths on its command line, it numbers some registers differently. Seen with the ptxas of Triton 3.6.0 to 3.9.0.
"""

import ctypes
import dataclasses
import functools
import os
import resource
import sys
import tempfile
from typing import Any

ADDR_NO_RANDOMIZE = 0x0040000

# Far above the numbers of other open files, so that all numbers, and the names with them, have the same length.
FIRST_FD = 900
# The limit of open files that these numbers need.
NEEDED_FILES = 1024


def fix_address_layout() -> bool:
    """Disables address randomisation in child processes. Returns whether it could.

    Some containers do not allow it. In them, sm_100 code may differ between builds.
    """
    allow_open_files()
    return ctypes.CDLL(None).personality(ADDR_NO_RANDOMIZE) != -1


def fix_temporary_names() -> None:
    """Gives temporary files names of the same length."""
    tempfile.tempdir = inherited_folder(tempfile.gettempdir())


def allow_open_files() -> None:
    """Raises the limit of open files if it is too low."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < NEEDED_FILES:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (NEEDED_FILES, hard))
        except ValueError:
            sys.exit(f"the limit of open files is {hard}: raise it to {NEEDED_FILES} (ulimit -n {NEEDED_FILES})")


def fix_tool_paths(knobs: Any) -> None:
    """Starts Triton's assemblers with paths of the same length, whatever folder they are installed in."""
    found = knobs.NvidiaTool.from_path

    @functools.lru_cache
    def from_path(path: str) -> Any:
        tool = found(path)
        if tool is None:
            return None
        folder, name = os.path.split(path)
        return dataclasses.replace(tool, path=f"{inherited_folder(folder)}/{name}")

    knobs.NvidiaTool.from_path = staticmethod(from_path)


@functools.lru_cache
def inherited_folder(path: str) -> str:
    """Returns a path for a folder through an inherited file descriptor, which is also valid in child processes."""
    number = FIRST_FD + inherited_folder.cache_info().misses
    opened = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    os.dup2(opened, number, inheritable=True)
    os.close(opened)
    return f"/proc/self/fd/{number}"
