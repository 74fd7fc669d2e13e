"""Launches of kernels, and what they show."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from .assumed import require_assumptions
from .decode import decode
from .device_races import DeviceRaces
from .earlier import EarlierAccesses
from .fault import Element, Fault, OutOfBounds
from .grid import Choice, Launch, clusters_of
from .processes import run_in_processes
from .residents import Residents
from .watch import Watch

if TYPE_CHECKING:
    from .approximate import Decisions
    from .counts import Counts
    from .memory import GlobalMemory
    from .program import Program

__all__ = ["Choice", "Launch", "LaunchResult", "clusters_of", "launch"]


@dataclass(frozen=True)
class Notes:
    """What a launch has touched: rows of the first address and that after the end. `waits`: it has waited for what was before it before it
    let its dependents begin.
    """

    written: np.ndarray
    read: np.ndarray
    waits: bool


@dataclass(frozen=True)
class LaunchResult:
    """What a launch shows that is no fault.

    `varies`: the lines whose results depend on which thread wins, as in `winners`. `unwatched`: why not all races in device memory
    were watched; empty if they were. `strays`: the first access of each instruction to gaps of each buffer, as values of a fault.
    `partial`: how many of the blocks ran that were chosen, such as `4 of 1000 blocks`; empty if none were. `may_differ`: whether
    accesses were in order since one block acquired what another had released before. In another order, it may not have. `notes` are
    what was asked for. `decisions`: how it decides by approximate results; None if it does not. `otherwise`: with which of a GPU the
    outputs are those of other decisions; empty if there are none. `rereads`: whether a second launch may read what this one has left;
    false if that is certain not to be.
    """

    varies: list
    unwatched: str
    strays: list = field(default_factory=list)
    partial: str = ""
    may_differ: bool = False
    notes: Notes | None = None
    decisions: Decisions | None = None
    otherwise: str = ""
    rereads: bool = True


def launch(
    program: Program,
    memory: GlobalMemory,
    launch: Launch,
    watch: Watch | None = None,
    processes: int = 1,
    counts: Counts | None = None,
) -> LaunchResult:
    """Runs all blocks, or those of `launch.chosen`, in up to `processes` if the blocks are independent. `counts` gets what they do.

    Raises Fault if the kernel does something wrong, and Unsupported for an unknown instruction, and what `watch` raises.
    """
    code = decode(program) if counts is None else counts.watched(decode(program))
    require_assumptions(program, launch)
    clusters = clusters_of(launch)
    threads = -(-int(np.prod(launch.block)) // 32) * 32
    partial = "" if launch.chosen is None else f"{clusters.blocks} of {math.prod(launch.grid)} blocks"
    if code.is_idle:
        # What one does not do, none does.
        clusters = clusters.part(0, 1)
    device = DeviceRaces(code, memory, clusters.blocks, threads, clusters.per_cluster)
    watch = watch or Watch()
    if launch.notes == "all":
        device.note_all()
    if launch.earlier or code.is_dependent:
        device.earlier = EarlierAccesses(launch.earlier, memory, device.units)
    approximations = code.approximations
    approximations.reset()
    try:
        if (
            processes > 1
            and counts is None
            and device.earlier is None
            and (ran := run_in_processes(code, memory, launch, clusters, device, processes, watch)) is not None
        ):
            return LaunchResult(
                ran[0],
                "",
                partial=partial,
                notes=_notes(device, launch),
                decisions=approximations.shown(),
                rereads=ran[1],
            )
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
            device.far is not None and device.far.is_needed,
            _notes(device, launch),
            approximations.shown(),
            rereads=device.rereads,
        )
    finally:
        device.free()


def _notes(device: DeviceRaces, launch: Launch) -> Notes | None:
    if not launch.notes:
        return None
    earlier = device.earlier
    waits = earlier is not None and earlier.waits and not earlier.triggers
    return Notes(device.spans(writes=True), device.spans(writes=False), waits)
