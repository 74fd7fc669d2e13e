"""The GPUs that can be emulated."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches

# Each byte of floating-point numbers in memory that nothing has written: they are NaN, and no computation gives this NaN.
UNWRITTEN = 0xFF


# What programs are told of the driver, and of CUDA where PyTorch is built without it.
DRIVER, CUDA = "570.124.06", (12, 8)


@dataclass(frozen=True)
class Gpu:
    """What programs can ask of a GPU. `shared_bytes` is the largest dynamic shared memory of a block.

    Sources: CUDA C++ Programming Guide, "Compute Capabilities"; NVIDIA's architecture papers for multiprocessors and memory.
    """

    name: str
    capability: tuple[int, int]
    multiprocessors: int
    memory_bytes: int
    shared_bytes: int
    threads_of_multiprocessor: int
    blocks_of_multiprocessor: int
    shared_of_multiprocessor: int
    l2_bytes: int

    @property
    def arch(self) -> int:
        """The number in `sm_90`."""
        return 10 * self.capability[0] + self.capability[1]

    @property
    def uuid(self) -> str:
        return f"00000000-0000-0000-0000-{self.memory_bytes:012x}"

    @property
    def bus(self) -> str:
        """The address on the PCI bus."""
        return "00000000:01:00.0"


KIB, MIB, GIB = 2**10, 2**20, 2**30

# The first of an architecture stands for it.
GPUS: dict[str, Gpu] = {
    "A100": Gpu("NVIDIA A100-SXM4-80GB", (8, 0), 108, 80 * GIB, 163 * KIB, 2048, 32, 164 * KIB, 40 * MIB),
    "A10": Gpu("NVIDIA A10", (8, 6), 72, 24 * GIB, 99 * KIB, 1536, 16, 100 * KIB, 6 * MIB),
    "L4": Gpu("NVIDIA L4", (8, 9), 58, 24 * GIB, 99 * KIB, 1536, 24, 100 * KIB, 48 * MIB),
    "RTX4090": Gpu("NVIDIA GeForce RTX 4090", (8, 9), 128, 24 * GIB, 99 * KIB, 1536, 24, 100 * KIB, 72 * MIB),
    "H100": Gpu("NVIDIA H100 80GB HBM3", (9, 0), 132, 80 * GIB, 227 * KIB, 2048, 32, 228 * KIB, 50 * MIB),
    "H200": Gpu("NVIDIA H200", (9, 0), 132, 141 * GIB, 227 * KIB, 2048, 32, 228 * KIB, 50 * MIB),
    "B200": Gpu("NVIDIA B200", (10, 0), 148, 180 * GIB, 227 * KIB, 2048, 32, 228 * KIB, 126 * MIB),
    "RTX5090": Gpu("NVIDIA GeForce RTX 5090", (12, 0), 170, 32 * GIB, 99 * KIB, 1536, 24, 100 * KIB, 96 * MIB),
}


def are_gpus(names: str) -> None:
    """Raises ValueError if a name between commas is no GPU's."""
    for each in filter(None, names.split(",")):
        gpu_named(each)


def gpu_named(name: str) -> Gpu:
    """The GPU with a name such as `H100` or `sm_90`. Raises ValueError for others."""
    if name == "":
        raise ValueError("the name of a GPU is missing")
    if "," in name:
        raise ValueError(
            f"`{name}` are several GPUs; only `python -m triton_aot_emulate --gpu {name}` has a run for each"
        )
    for key, gpu in GPUS.items():
        if name.lower() in (key.lower(), f"sm_{gpu.arch}"):
            return gpu
    known = {each.lower(): each for each in [*GPUS, *(f"sm_{gpu.arch}" for gpu in GPUS.values())]}
    # Other architectures exist: they are no slip of the pen.
    close = [] if re.fullmatch(r"sm_\d+", name) else get_close_matches(name.lower(), known, 1, 0.7)
    meant = "".join(f"; did you mean {known[each]}?" for each in close)
    raise ValueError(f"unknown GPU `{name}`; it must be one of {', '.join(known.values())}{meant}")
