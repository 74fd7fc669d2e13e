"""Special registers. Section 10 of the PTX ISA 9.0."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .machine import Machine
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


def special_registers(m: Machine, blocks: np.ndarray) -> dict[str, np.ndarray]:
    """The registers of a machine's threads. `blocks` are the linear indices of its blocks."""
    grid, shape, cluster = m.launch.grid, m.launch.block, m.launch.cluster
    thread = np.arange(m.threads) % m.per_block
    own = _axes(blocks[m.block], grid)
    in_cluster = [place % size for place, size in zip(own, cluster)]
    values = {
        "%laneid": m.lane,
        "%warpid": thread // 32,
        "%nwarpid": m.per_block // 32,
        "%smid": blocks[m.block] % 128,
        "%nsmid": 128,
        "%gridid": 0,
        "%cluster_ctarank": in_cluster[0] + cluster[0] * (in_cluster[1] + cluster[1] * in_cluster[2]),
        "%cluster_nctarank": m.per_cluster,
        "%is_explicit_cluster": int(m.per_cluster > 1),
        "%dynamic_smem_size": m.launch.shared_bytes,
        "%total_smem_size": m.shared.size,
    }
    bit = np.uint64(1) << m.lane.astype(np.uint64)
    values["%lanemask_eq"], values["%lanemask_lt"] = bit, bit - np.uint64(1)
    values["%lanemask_le"] = bit | values["%lanemask_lt"]
    values["%lanemask_gt"], values["%lanemask_ge"] = ~values["%lanemask_le"], ~values["%lanemask_lt"]
    clusters = [size // part for size, part in zip(grid, cluster)]
    for name, index, extents in (
        ("tid", _axes(thread, shape), shape),
        ("ctaid", own, grid),
        ("clusterid", [place // size for place, size in zip(own, cluster)], clusters),
        ("cluster_ctaid", in_cluster, cluster),
    ):
        count = "%cluster_nctaid" if name == "cluster_ctaid" else f"%n{name}"
        for axis, place, extent in zip("xyz", index, extents):
            values[f"%{name}.{axis}"], values[f"{count}.{axis}"] = place, extent
    return {
        name: np.broadcast_to(np.asarray(value), m.threads).astype(np.uint64).astype(np.uint32)
        for name, value in values.items()
    }


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
