"""Writes down which kernels of the bundle a process used, for `triton-aot publish`.

TRITON_AOT_REPLAY names a folder, to which each process adds a file of JSON lines. `replay` comes first: the bundle, by
the digest of its bundle.json, and what runs. `found`: a kernel that came from the bundle. `missing`: one that did not.
`compiled`: one that Triton compiled. The schema is in src/features/bundle/replays.ts.
"""

import ctypes
import functools
import os
import platform
from typing import Any

from . import mode
from .files import INDEX, digest_of
from .journal import Journal
from .places import Refused
from .vendor import VENDORS

FORMAT = 1


@functools.cache
def journal_of(_process: int, kind: str) -> Journal:
    import triton

    environ = os.environ
    is_run = environ.get("GITHUB_ACTIONS") == "true"
    journal = Journal(environ["TRITON_AOT_REPLAY"])
    journal.write(
        "replay",
        format=FORMAT,
        bundle=digest_of(INDEX) or "",
        how=kind,
        mode=mode(),
        triton=triton.__version__,
        python=platform.python_version(),
        device=device_name() if kind == "ran" else None,
        run={"repository": environ.get("GITHUB_REPOSITORY"), "id": environ.get("GITHUB_RUN_ID")} if is_run else None,
    )
    return journal


def write(kind: str, how: str = "ran", **fields: Any) -> None:
    journal_of(os.getpid(), how).write(kind, **fields)


def device_name() -> Any:
    """Returns the name of the GPU that the program uses, as its driver has it; None if there is no driver."""
    from triton.runtime import driver

    vendor = VENDORS.get(driver.active.get_current_target().backend)
    if vendor is None:
        return None
    try:
        library = ctypes.CDLL(vendor.library())
    except (OSError, Refused):
        return None
    device, name = ctypes.c_int(), ctypes.create_string_buffer(256)
    # These functions have the same arguments for all vendors.
    init, get, get_name = (
        getattr(library, f"{vendor.prefix}{each}") for each in ("Init", "DeviceGet", "DeviceGetName")
    )
    failed = (
        init(0) or get(ctypes.byref(device), driver.active.get_current_device()) or get_name(name, len(name), device)
    )
    return None if failed else name.value.decode(errors="replace")
