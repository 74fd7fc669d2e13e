"""Runs the blocks of a launch in several processes, if the blocks are independent.

Each process is a fork that executes a part of the blocks in its own copy of the memory. What it stored is then copied to the
memory of this process. Blocks are independent if no part stores what another one reads or stores. If they are not, or a part
ends with a fault, nothing has changed here, and the launch is executed once more without other processes: so all faults
are found, and are said, as if there were none.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import tempfile
import time
import warnings
from dataclasses import dataclass
from functools import partial
from typing import IO, TYPE_CHECKING

import numpy as np

from .fault import CannotTell
from .residents import THREADS, Residents
from .watch import Watch

if TYPE_CHECKING:
    from collections.abc import Callable

    from .code import Code
    from .device_races import DeviceRaces
    from .grid import Launch
    from .memory import GlobalMemory

# A process is started for at least so many batches of threads: below that, starting it takes longer than it saves.
BATCHES = 4


@dataclass(frozen=True)
class Part:
    """What one process did: the units of device memory that it stored, with their bytes, and those that it read.

    `varies` as in `LaunchResult`, and `ran` as in `Code`.
    """

    stored: np.ndarray
    data: np.ndarray
    read: np.ndarray
    varies: list[str]
    ran: bytearray


def run_in_processes(
    code: Code,
    memory: GlobalMemory,
    launch: Launch,
    clusters: np.ndarray,
    device: DeviceRaces,
    most: int,
    watch: Watch,
) -> list[str] | None:
    """Runs the blocks in up to `most` processes, and returns what `varies`; None if one process must run them.

    Raises what `watch` raises.
    """
    count = min(most, clusters.size * device.warps * 32 // (THREADS * BATCHES), len(clusters))
    if count < 2 or not memory.is_private or memory.has_gaps or not _is_simple(code) or device.limit:
        return None
    work = [partial(_execute, code, memory, launch, rows, device) for rows in np.array_split(clusters, count)]
    files = [tempfile.TemporaryFile() for _ in work]  # noqa: SIM115  # closed below, all at once
    children: list[int] = []
    try:
        for each, file in zip(work, files):
            children.append(_start(each, file))
        if not _wait(children, watch):
            return None
        parts = []
        for file in files:
            file.seek(0)
            parts.append(pickle.load(file))
    finally:
        for child in children:
            _kill(child)
        for file in files:
            file.close()
    if not _are_independent(parts):
        return None
    for part in parts:
        _as_units(memory, code.unit)[device.units.places(part.stored) // code.unit] = part.data
        code.add_ran(part.ran)
    return list(dict.fromkeys(each for part in parts for each in part.varies))


def _is_simple(code: Code) -> bool:
    """Whether all that a launch does with device memory are loads and stores of whole units, which its blocks cannot order."""
    words = [each.words for each in code.instructions]
    return not code.is_strong and not code.has_fences and not any("bulk" in each or each[0] == "call" for each in words)


def _as_units(memory: GlobalMemory, size: int) -> np.ndarray:
    content = memory.content
    return content[: len(content) // size * size].view(f"V{size}")


def _start(work: Callable[[], Part], file: IO[bytes]) -> int:
    sys.stdout.flush()
    sys.stderr.flush()
    with warnings.catch_warnings():
        # Python warns of forks while threads run. The child calls nothing that takes a lock of theirs.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child:
        return child
    status = 1
    try:
        pickle.dump(work(), file)
        file.flush()
        status = 0
    finally:
        # Whatever went wrong is found again by the process that runs all blocks.
        os._exit(status)


def _execute(code: Code, memory: GlobalMemory, launch: Launch, rows: np.ndarray, device: DeviceRaces) -> Part:
    device.stored = np.zeros(device.units.count, bool)
    residents = Residents(code, memory, launch, rows, device, Watch())
    residents.run()
    if device.unwatched:
        raise CannotTell("one process must run all blocks")
    stored = np.flatnonzero(device.stored)
    read = np.flatnonzero(device.last.entries | device.near.entries | device.elsewhere.entries)
    data = _as_units(memory, code.unit)[device.units.places(stored) // code.unit]
    return Part(stored, data, read, list(residents.varies), code.ran)


def _wait(children: list[int], watch: Watch) -> bool:
    """Waits for all children. Returns False as soon as one has failed."""
    left = list(children)
    while left:
        for child in list(left):
            ended, status = os.waitpid(child, os.WNOHANG)
            if ended:
                left.remove(child)
                children.remove(child)
                if status != 0:
                    return False
        watch.tick()
        time.sleep(0.002)
    return True


def _kill(child: int) -> None:
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def _are_independent(parts: list[Part]) -> bool:
    """Whether no part stores what another one reads or stores."""
    for index, one in enumerate(parts):
        for other in parts[index + 1 :]:
            if np.intersect1d(one.stored, other.stored, assume_unique=True).size:
                return False
            if np.intersect1d(one.stored, other.read, assume_unique=True).size:
                return False
            if np.intersect1d(one.read, other.stored, assume_unique=True).size:
                return False
    return True
