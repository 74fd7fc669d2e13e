"""Tells a fault of the machine, such as a full disk, from one of a kernel."""

import errno
import os
import tempfile
from typing import Any

FAULTS = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EIO, errno.ENOMEM, errno.EMFILE, errno.ENFILE)
# A compiler that finds no room says so in its own words.
ROOM, FILES = 2**20, 8


class MachineFault(Exception):
    """What is wrong with the machine: the name of the error, and the path."""

    def __init__(self, code: str, path: Any) -> None:
        super().__init__(code, path)
        self.code, self.path = code, path


def check_machine(error: BaseException, cache: str) -> None:
    """Raises MachineFault if an error, or what caused it, is no fault of the kernel."""
    fault = fault_in(error) or full(cache) or full(tempfile.gettempdir())
    if fault is not None:
        raise fault from error


def fault_in(error: Any) -> Any:
    while error is not None:
        if isinstance(error, MachineFault):
            return error
        if isinstance(error, OSError) and error.errno in FAULTS:
            return MachineFault(errno.errorcode[error.errno], error.filename)
        error = error.__cause__ or error.__context__
    return None


def full(folder: str) -> Any:
    disk = os.statvfs(folder)
    # Some file systems do not count files.
    is_full = disk.f_bavail * disk.f_frsize < ROOM or (disk.f_files > 0 and disk.f_favail < FILES)
    return MachineFault("ENOSPC", folder) if is_full else None
