"""Launches of kernels, and what they show."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from .assumed import require_assumptions
from .decode import decode
from .device_races import DeviceRaces
from .fault import Element, Fault, OutOfBounds
from .grid import Choice, Launch, clusters_of
from .processes import run_in_processes
from .residents import Residents
from .watch import Watch

if TYPE_CHECKING:
    from .memory import GlobalMemory
    from .program import Program

__all__ = ["Choice", "Launch", "LaunchResult", "clusters_of", "launch"]


@dataclass(frozen=True)
class LaunchResult:
    """What a launch shows that is no fault.

    `varies`: the lines whose results depend on which thread wins, as in `winners`. `unwatched`: why not all races in device memory
    were watched; empty if they were. `strays`: the first access of each instruction to gaps of each buffer, as values of a fault.
    `rereads`: whether a second launch may read what this one has left; false if that is certain not to be.
    `partial`: how many of the blocks ran that were chosen, such as `4 of 1000 blocks`; empty if none were.
    """

    varies: list
    unwatched: str
    strays: list = field(default_factory=list)
    partial: str = ""
    rereads: bool = True


def launch(
    program: Program, memory: GlobalMemory, launch: Launch, watch: Watch | None = None, processes: int = 1
) -> LaunchResult:
    """Runs all blocks, or those of `launch.chosen`, in up to `processes` if the blocks are independent.

    Raises Fault if the kernel does something wrong, and Unsupported for an unknown instruction, and what `watch` raises.
    """
    code = decode(program)
    require_assumptions(program, launch)
    clusters = clusters_of(launch)
    threads = -(-int(np.prod(launch.block)) // 32) * 32
    partial = "" if launch.chosen is None else f"{clusters.blocks} of {math.prod(launch.grid)} blocks"
    if code.is_idle:
        # What one does not do, none does.
        clusters = clusters.part(0, 1)
    device = DeviceRaces(code, memory, clusters.blocks, threads, clusters.per_cluster)
    watch = watch or Watch()
    try:
        if (
            processes > 1
            and (ran := run_in_processes(code, memory, launch, clusters, device, processes, watch)) is not None
        ):
            return LaunchResult(ran[0], "", partial=partial, rereads=ran[1])
        residents = Residents(code, memory, launch, clusters, device, watch)
        strays: dict[tuple[str, str], Fault] = {}

        def in_gap(does: str, element: Element) -> None:
            instruction = residents.running.instruction
            key = instruction.where(), element.buffer
            strays.setdefault(key, OutOfBounds(does, element).at(instruction, launch.grid))

        memory.in_gap = in_gap
        residents.run()
        return LaunchResult(
            list(residents.varies),
            device.unwatched,
            [each.values() for each in strays.values()],
            partial,
            device.rereads,
        )
    finally:
        device.free()
