"""Special registers. Section 10 of the PTX ISA 9.0."""

from __future__ import annotations

import re
import time
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from .machine import Machine
    from .program import Instruction
    from .steps import Read

NAMES = {
    "%laneid",
    "%warpid",
    "%nwarpid",
    "%smid",
    "%nsmid",
    "%gridid",
    "%clock",
    "%clock_hi",
    "%clock64",
    "%globaltimer",
}
NAMES |= {"%globaltimer_lo", "%globaltimer_hi", "%cluster_ctarank", "%cluster_nctarank", "%is_explicit_cluster"}
NAMES |= {"%dynamic_smem_size", "%total_smem_size"} | {f"%lanemask_{each}" for each in ("eq", "le", "lt", "ge", "gt")}
NAMES |= {
    f"%{name}.{axis}"
    for name in ("tid", "ntid", "ctaid", "nctaid", "clusterid", "nclusterid", "cluster_ctaid", "cluster_nctaid")
    for axis in "xyz"
}


def register_names(instruction: Instruction) -> list[str]:
    """The registers in the operands of an instruction, special or not."""
    return re.findall(r"(?<![\w$%])%[a-z_\d]+(?:@\d+)?(?:\.\w+)?", " ".join(instruction.operands))


def read_by(instructions: Iterable[Instruction]) -> set[str]:
    """The special registers that instructions read."""
    return {name for each in instructions for name in register_names(each) if name in NAMES}


def special_registers(m: Machine, blocks: np.ndarray) -> dict[str, np.ndarray]:
    """The registers of a machine's threads that its code reads, narrow. `blocks` are the linear indices of its blocks."""
    grid, shape, cluster = m.launch.grid, m.launch.block, m.launch.cluster
    used = m.code.special
    thread, block = np.arange(m.per_block)[None], blocks[:, None]
    values: dict[str, Callable[[], np.ndarray | int]] = {
        "%laneid": lambda: thread % 32,
        "%warpid": lambda: thread // 32,
        "%nwarpid": lambda: m.per_block // 32,
        "%smid": lambda: block % m.launch.multiprocessors,
        "%nsmid": lambda: m.launch.multiprocessors,
        "%gridid": lambda: 0,
        "%cluster_nctarank": lambda: m.per_cluster,
        "%is_explicit_cluster": lambda: int(m.per_cluster > 1),
        "%dynamic_smem_size": lambda: m.launch.shared_bytes,
        "%total_smem_size": lambda: m.shared.size,
        "%lanemask_eq": lambda: _bit(thread),
        "%lanemask_lt": lambda: _bit(thread) - np.uint64(1),
        "%lanemask_le": lambda: _bit(thread) | (_bit(thread) - np.uint64(1)),
        "%lanemask_gt": lambda: ~(_bit(thread) | (_bit(thread) - np.uint64(1))),
        "%lanemask_ge": lambda: ~(_bit(thread) - np.uint64(1)),
        "%cluster_ctarank": lambda: _rank(m, block),
    }
    grid, shape, cluster = m.launch.grid, m.launch.block, m.launch.cluster
    clusters = [size // part for size, part in zip(grid, cluster)]
    places: list[tuple[str, str, Callable[[], list[np.ndarray]], Sequence[int]]] = [
        ("tid", "ntid", lambda: _axes(thread, shape), shape),
        ("ctaid", "nctaid", lambda: _axes(block, grid), grid),
        ("clusterid", "nclusterid", lambda: _divided(_axes(block, grid), cluster), clusters),
        ("cluster_ctaid", "cluster_nctaid", lambda: _in_cluster(m, block), cluster),
    ]
    for name, count, index, extents in places:
        for number, axis in enumerate("xyz"):
            values[f"%{name}.{axis}"] = partial(_axis_of, index, number)
            values[f"%{count}.{axis}"] = partial(int, extents[number])
    return {
        name: np.atleast_2d(value()).astype(np.uint64).astype(np.uint32)
        for name, value in values.items()
        if name in used
    }


def _bit(thread: np.ndarray) -> np.ndarray:
    return np.uint64(1) << (thread % 32).astype(np.uint64)


def _axis_of(index: Callable[[], list[np.ndarray]], number: int) -> np.ndarray:
    return index()[number]


def _divided(index: list[np.ndarray], cluster: Sequence[int]) -> list[np.ndarray]:
    return [place // size for place, size in zip(index, cluster)]


def _in_cluster(m: Machine, block: np.ndarray) -> list[np.ndarray]:
    return [place % size for place, size in zip(_axes(block, m.launch.grid), m.launch.cluster)]


def _rank(m: Machine, block: np.ndarray) -> np.ndarray:
    """The number of a block in its cluster."""
    x, y, z = _in_cluster(m, block)
    return x + m.launch.cluster[0] * (y + m.launch.cluster[1] * z)


def _clock(name: str, part: str) -> Read:
    shift = 32 if part == "_hi" else 0
    is_wide = part == "64" or (part == "" and name == "%globaltimer")
    kind, largest = (np.uint64, 2**64 - 1) if is_wide else (np.uint32, 2**32 - 1)
    now: Callable[[Machine], int] = (lambda m: m.time) if name == "%clock" else (lambda m: time.time_ns())
    return lambda m: np.full(m.threads, now(m) >> shift & largest, kind)


# What differs at each read. Clocks count executed instructions. The timer is that of the CPU, so that results which depend on
# it differ.
CLOCKS = {name + part: _clock(name, part) for name in ("%clock", "%globaltimer") for part in ("", "64", "_lo", "_hi")}


def _axes(index: np.ndarray, extents: Sequence[int]) -> list[np.ndarray]:
    return [index % extents[0], index // extents[0] % extents[1], index // (extents[0] * extents[1])]
