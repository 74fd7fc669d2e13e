"""The GPUs that can be emulated."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

# Each byte of floating-point numbers in memory that nothing has written: they are NaN, and no computation gives this NaN.
UNWRITTEN = 0xFF


# What programs are told of the driver, and of CUDA where PyTorch is built without it.
DRIVER, CUDA = "570.124.06", (12, 8)


@dataclass(frozen=True)
class Gpu:
    """What programs can ask of a GPU. `shared_bytes` is the largest dynamic shared memory of a block.

    The command line reads the same table, `gpus.json`. Sources: CUDA C++ Programming Guide, "Compute Capabilities", and
    `cuda::arch_traits` of CCCL 3.2; for multiprocessors, memory and caches NVIDIA's data sheets and architecture papers.
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
_TABLE = json.loads((Path(__file__).parents[1] / "aot_emulate" / "gpus.json").read_text(encoding="utf-8"))


def _read() -> dict[str, Gpu]:
    """The GPUs by the names that people use. The first of an architecture stands for it."""
    return {
        name: Gpu(
            _reported(name),
            divmod(arch["arch"], 10),
            multiprocessors,
            memory_gib * GIB,
            arch["sharedKib"] * KIB,
            32 * arch["sm"]["warps"],
            arch["sm"]["blocks"],
            arch["sm"]["sharedKib"] * KIB,
            int(l2_mib * MIB),
        )
        for arch in _TABLE["architectures"]
        for name, (multiprocessors, memory_gib, l2_mib) in arch["gpus"].items()
    }


def _reported(name: str) -> str:
    """The name of a GPU as the driver has it."""
    brand = "NVIDIA GeForce" if re.match(r"[GR]TX \d", name) else "NVIDIA"
    return str(_TABLE["reported"].get(name, f"{brand} {name}"))


GPUS = _read()
_TARGETS = {f"sm_{gpu.arch}": gpu for gpu in reversed(GPUS.values())}


def are_gpus(names: str) -> None:
    """Raises ValueError if a name between commas is no GPU's."""
    for each in filter(None, names.split(",")):
        gpu_named(each)


def gpu_named(name: str) -> Gpu:
    """The GPU with a name such as `H100`, `rtx 4090`, `NVIDIA A100-SXM4-80GB` or `sm_90`. Raises ValueError for others."""
    if name == "":
        raise ValueError("the name of a GPU is missing")
    if "," in name:
        raise ValueError(
            f"`{name}` are several GPUs; only `python -m triton_aot_emulate --gpu {name}` has a run for each"
        )
    target = name.strip().lower().replace("cuda:", "sm_")
    if target in _TARGETS:
        return _TARGETS[target]
    # An edition has its own row if its multiprocessors differ.
    for words in (_TABLE["brands"], [*_TABLE["brands"], *_TABLE["editions"]]):
        for key, gpu in GPUS.items():
            if _plain(key, words) == _plain(name, words) != "":
                return gpu
    targets = ", ".join(reversed(_TARGETS))
    for target, names in _TABLE["unsupported"].items():
        if _plain(name, words) in [_plain(each, words) for each in names]:
            raise ValueError(f"{name} is {target}, which is not one of {targets}")
    known = {each.lower(): each for each in [*GPUS, *_TARGETS]}
    # Other architectures exist: they are no slip of the pen.
    close = [] if re.fullmatch(r"sm_\d+", name) else get_close_matches(name.lower(), known, 1, 0.7)
    meant = "".join(f"; did you mean {known[each]}?" for each in close)
    raise ValueError(f"unknown GPU `{name}`; it must be a GPU such as H100, or one of {targets}{meant}")


def _plain(name: str, words: list[str]) -> str:
    """A name without words that do not matter, as `targetOfGpu` of the command line reads it."""
    text = re.sub(rf"\b(?:{'|'.join(words)})\b", "", name.upper().replace("_", " "))
    return re.sub(r"[\s-]", "", text)
