"""Runs a kernel's blocks, as many at once as keep the arrays small."""

from dataclasses import dataclass

import numpy as np

from .machine import Machine, decode
from .memory import GlobalMemory
from .ptx import Program

# Threads that run at once. With fewer, the cost of NumPy's calls dominates; with more, the registers leave the cache.
THREADS = 8192


@dataclass(frozen=True)
class Launch:
    """How a kernel is launched. `parameters` is the parameter buffer; `shared_bytes` is dynamic shared memory."""

    parameters: bytes
    grid: tuple
    block: tuple
    shared_bytes: int
    cluster: tuple = (1, 1, 1)
    reverse: bool = False


def launch(program: Program, memory: GlobalMemory, launch: Launch) -> None:
    """Runs all blocks. Raises Fault if the kernel does something wrong, and Unsupported for an unknown instruction."""
    code = decode(program)
    blocks = np.arange(int(np.prod(launch.grid)))
    if launch.reverse:
        blocks = blocks[::-1]
    threads = -(-int(np.prod(launch.block)) // 32) * 32
    together = max(1, THREADS // threads)
    for start in range(0, len(blocks), together):
        Machine(code, memory, launch, blocks[start : start + together]).run()
