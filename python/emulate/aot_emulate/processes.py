"""Runs the blocks of a launch in several processes, if the blocks are independent.

Each process is a fork that executes a part of the blocks in its own copy of the memory. What it stored is then copied to the
memory of this process. Blocks are independent if no part stores what another one reads or stores. If they are not, or a part
ends with a fault, nothing has changed here, and the launch is executed once more without other processes: so all faults
are found, and are said, as if there were none.
"""

from __future__ import annotations

import mmap
import os
import pickle
import signal
import sys
import tempfile
import time
import warnings
from functools import partial
from typing import IO, TYPE_CHECKING

import numpy as np

from .fault import CannotTell
from .residents import THREADS, Residents
from .watch import Watch

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from .code import Code
    from .device_races import DeviceRaces
    from .grid import Clusters, Launch
    from .memory import GlobalMemory
    from .units import Units

    Shown: TypeAlias = tuple[list[str], bytearray, dict[int, bool], dict[int, int]]

# A process is started for at least so many batches of threads: below that, starting it takes longer than it saves.
BATCHES = 16


class Part:
    """What one process does, in memory that all have: which units it stored and read, and the bytes that it stored.

    `progress`: how many blocks have begun, and how many have ended.
    """

    def __init__(self, units: Units) -> None:
        count = units.count
        # Pages that nobody touches take no memory.
        self._memory = mmap.mmap(-1, 16 + count * (2 + units.size))
        self.progress = np.frombuffer(self._memory, np.int64, 2)
        self.stored = np.frombuffer(self._memory, bool, count, 16)
        self.loaded = np.frombuffer(self._memory, bool, count, 16 + count)
        self.data = np.frombuffer(self._memory, f"V{units.size}", count, 16 + 2 * count)
        self.file = tempfile.TemporaryFile()  # noqa: SIM115  # of what `_execute` returns; closed by `close`

    def close(self) -> None:
        self.file.close()


class Progress(Watch):
    """Notes the progress of a part. Ends this process when the one that has started it is gone."""

    def __init__(self, part: Part, parent: int) -> None:
        self._progress, self._parent = part.progress, parent

    def begun(self, blocks: int) -> None:
        self._progress[0] = blocks

    def ended(self, blocks: int) -> None:
        self._progress[1] = blocks

    def tick(self) -> None:
        if os.getppid() != self._parent:
            os._exit(1)


def run_in_processes(
    code: Code,
    memory: GlobalMemory,
    launch: Launch,
    clusters: Clusters,
    device: DeviceRaces,
    most: int,
    watch: Watch,
) -> tuple[list[str], bool] | None:
    """Runs the blocks in up to `most` processes, and returns what `varies` and whether a part `rereads`, as in `LaunchResult`.

    None if one process must run them.

    Raises what `watch` raises.
    """
    count = min(most, clusters.blocks * device.warps * 32 // (THREADS * BATCHES), len(clusters))
    if count < 2 or not memory.is_private or memory.has_gaps or not _is_simple(code) or device.limit:
        return None
    parts = [Part(device.units) for _ in range(count)]
    children: list[int] = []
    try:
        for index, part in enumerate(parts):
            own = clusters.part(*(len(clusters) * each // count for each in (index, index + 1)))
            progress = Progress(part, os.getpid())
            children.append(_start(partial(_execute, code, memory, launch, own, device, part, progress), part.file))
        if not _wait(children, parts, watch) or not _are_independent(parts):
            return None
        varies: dict[str, None] = {}
        rereads = any(bool((part.stored & part.loaded).any()) for part in parts)
        content = _as_units(memory, code.unit)
        for part in parts:
            part.file.seek(0)
            found, ran, *decisions = pickle.load(part.file)
            varies |= dict.fromkeys(found)
            code.add_ran(ran)
            code.approximations.add(*decisions)
            for numbers, units in device.units.runs():
                _copy(part.data[numbers], content[units], part.stored[numbers])
        device.stored = np.any([part.stored for part in parts], 0)
        device.loaded = np.any([part.loaded for part in parts], 0)
    finally:
        for child in children:
            _kill(child)
        for part in parts:
            part.close()
    return list(varies), rereads


def _is_simple(code: Code) -> bool:
    """Whether all that a launch does with device memory are loads and stores of whole units, which its blocks cannot order."""
    rows = [each.mnemonic for each in code.instructions]
    others = any(row.accesses == "bulk" or row.next == "call" for row in rows)
    return not code.is_strong and not code.has_fences and not others


def _as_units(memory: GlobalMemory, size: int) -> np.ndarray:
    content = memory.content
    return content[: len(content) // size * size].view(f"V{size}")


def _start(work: Callable[[], Shown], file: IO[bytes]) -> int:
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


def _execute(
    code: Code,
    memory: GlobalMemory,
    launch: Launch,
    clusters: Clusters,
    device: DeviceRaces,
    part: Part,
    progress: Progress,
) -> Shown:
    """Returns what `varies`, as in `LaunchResult`, what `ran`, as in `Code`, and what `Approximations` has noted."""
    device.stored, device.loaded = part.stored, part.loaded
    residents = Residents(code, memory, launch, clusters, device, progress)
    residents.run()
    if device.unwatched:
        raise CannotTell("one process must run all blocks")
    content = _as_units(memory, code.unit)
    for numbers, units in device.units.runs():
        _copy(content[units], part.data[numbers], part.stored[numbers])
    return list(residents.varies), code.ran, code.approximations.noted, code.approximations.outcomes


def _copy(source: np.ndarray, target: np.ndarray, chosen: np.ndarray) -> None:
    """Copies the chosen units. The last part of the units can be longer than the memory."""
    count = min(len(source), len(target))
    np.copyto(target[:count], source[:count], where=chosen[:count])


def _wait(children: list[int], parts: list[Part], watch: Watch) -> bool:
    """Waits for all children. Returns False as soon as one has failed."""
    left, before = list(children), 0
    while left:
        for child in list(left):
            ended, status = os.waitpid(child, os.WNOHANG)
            if ended:
                left.remove(child)
                children.remove(child)
                if status != 0:
                    return False
        begun, done = (int(sum(part.progress[index] for part in parts)) for index in (0, 1))
        watch.begun(begun)
        if done > before:
            before = done
            watch.ended(done)
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
            if (one.stored & other.stored | one.stored & other.loaded | one.loaded & other.stored).any():
                return False
    return True
