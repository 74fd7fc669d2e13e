"""How many blocks of a kernel a GPU has at once: as cuOccupancyMaxActiveBlocksPerMultiprocessor, and with tensor memory.

Source: the CUDA toolkit's cuda_occupancy.h; for tensor memory PTX ISA, "tcgen05.alloc".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .gpus import Gpu

# What a multiprocessor has, and in how many parts it divides its registers. Source: also the CUDA C++ Programming Guide, "Compute Capabilities".
REGISTERS, COLUMNS, PARTS = 65536, 512, 4
MOST_REGISTERS = 255  # of a thread
# Bytes of shared memory that CUDA adds to those of a block. What is allocated is a multiple of the units.
RESERVED = 1024
SHARED_UNIT, REGISTER_UNIT = 128, 256


@dataclass(frozen=True)
class Needs:
    """What a block takes: `shared` in bytes, `columns` of tensor memory."""

    threads: int
    shared: int
    columns: int = 0

    @classmethod
    def of(cls, metadata: Any) -> Needs:
        """What Triton's metadata of a compiled kernel says."""
        return cls(32 * metadata.num_warps, metadata.shared, getattr(metadata, "tmem_size", 0) or 0)

    def most_registers(self) -> int:
        """Those that a thread can have: with more, no block could start."""
        return min(MOST_REGISTERS, REGISTERS // self.threads // 8 * 8)


def resident_blocks(gpu: Gpu, needs: Needs, registers: int) -> int:
    """How many blocks a GPU has at once, whose threads have so many registers."""
    warps = -(-needs.threads // 32)
    of_warp = max(_rounded_up(32 * registers, REGISTER_UNIT), REGISTER_UNIT)
    limits = [
        gpu.threads_of_multiprocessor // 32 // warps,
        gpu.blocks_of_multiprocessor,
        PARTS * (REGISTERS // PARTS // of_warp) // warps,
        gpu.shared_of_multiprocessor // _rounded_up(needs.shared + RESERVED, SHARED_UNIT),
    ]
    if needs.columns:
        limits.append(COLUMNS // needs.columns)
    return gpu.multiprocessors * min(limits)


def _rounded_up(count: int, unit: int) -> int:
    return -(-count // unit) * unit
