"""NVIDIA GPUs."""

import json
from pathlib import Path

from triton.backends.nvidia.compiler import get_ptxas

from ..vendor import Arch, Vendor

# The table of GPUs is that of the emulator.
_GPUS = json.loads((Path(__file__).parents[3] / "emulate/aot_emulate/gpus.json").read_text(encoding="utf-8"))
SHARED_MEMORY: dict[Arch, int] = {each["arch"]: each["sharedKib"] * 1024 for each in _GPUS["architectures"]}
MULTIPROCESSORS: dict[Arch, int] = {
    each["arch"]: next(iter(each["gpus"].values()))[0] for each in _GPUS["architectures"]
}

VENDOR = Vendor(
    code="cubin",
    has_ptx=True,
    shared_memory=SHARED_MEMORY,
    multiprocessors=MULTIPROCESSORS,
    registers=65536,
    ptxas_version=lambda arch: str(get_ptxas(arch).version),
    check_ir=lambda _module: None,
)
