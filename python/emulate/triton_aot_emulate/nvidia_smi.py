"""A stand-in for the program `nvidia-smi`, which answers for the emulated GPU. It is on PATH for programs that are emulated."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

if not __package__:  # It runs as a program.
    sys.path.insert(0, str(Path(__file__).parents[1]))

from triton_aot_emulate.gpus import CUDA, DRIVER, MIB, Gpu, gpu_named

# As of nvidia-smi for an argument that it does not know.
UNKNOWN = 2


def write_nvidia_smi(folder: Path, gpu: str) -> str:
    """Writes the program for a GPU, by its name, below a folder. Returns the folder that must be on PATH."""
    program = folder / "programs" / "nvidia-smi"
    program.parent.mkdir(exist_ok=True)
    command = [sys.executable, "-I", "-S", str(Path(__file__).absolute()), gpu]
    program.write_text(f'#!/bin/sh\nexec {shlex.join(command)} "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    return str(program.parent)


def answers(gpu: Gpu) -> dict[str, tuple[str, str]]:
    """What `--query-gpu` can ask: the value and its unit. Nothing else runs on the GPU, and what the program itself takes is not known."""
    total = str(gpu.memory_bytes // MIB)
    return {
        **dict.fromkeys(("name", "gpu_name"), (gpu.name, "")),
        **dict.fromkeys(("index", "gpu_index"), ("0", "")),
        **dict.fromkeys(("uuid", "gpu_uuid"), (f"GPU-{gpu.uuid}", "")),
        **dict.fromkeys(("pci.bus_id", "gpu_bus_id"), (gpu.bus, "")),
        "count": ("1", ""),
        "driver_version": (DRIVER, ""),
        "compute_cap": (".".join(map(str, gpu.capability)), ""),
        "memory.total": (total, "MiB"),
        "memory.free": (total, "MiB"),
        "memory.used": ("0", "MiB"),
        "utilization.gpu": ("0", "%"),
        "utilization.memory": ("0", "%"),
    }


def main(argv: list[str], gpu: Gpu) -> str:
    """What is printed. Raises ValueError with a message for what is not known."""
    argv = _without_number(argv)
    if argv in ([], ["-q"], ["--query"]):
        shown = [(name, *each) for name, each in answers(gpu).items() if not name.startswith("gpu_")]
        cuda = ".".join(map(str, CUDA))
        lines = [f"NVIDIA-SMI {DRIVER}   Driver Version: {DRIVER}   CUDA Version: {cuda}   (emulated by triton-aot)"]
        return "\n".join([*lines, *(f"    {name:24}: {value} {unit}".rstrip() for name, value, unit in shown)])
    if argv in (["-L"], ["--list-gpus"]):
        return f"GPU 0: {gpu.name} (UUID: GPU-{gpu.uuid})"
    options = {name: value for name, _, value in (each.partition("=") for each in argv)}
    fields = [each.strip() for each in options.pop("--query-gpu", "").split(",")]
    kind, *details = options.pop("--format", "").split(",")
    if options or kind != "csv" or not set(details) <= {"noheader", "nounits"}:
        raise ValueError(f"the arguments `{shlex.join(argv)}`")
    known = answers(gpu)
    for field in fields:
        if field not in known:
            raise ValueError(f"the field `{field}`")
    header = ", ".join(f"{each} [{known[each][1]}]" if known[each][1] else each for each in fields)
    values = ", ".join(known[each][0] if "nounits" in details else " ".join(known[each]).strip() for each in fields)
    return values if "noheader" in details else f"{header}\n{values}"


def _without_number(argv: list[str]) -> list[str]:
    """The arguments but for the number of the GPU. Raises ValueError for another than 0."""
    rest: list[str] = []
    given = iter(argv)
    for each in given:
        number = next(given, "") if each == "-i" else each.removeprefix("--id=").removeprefix("-i=")
        if each != "-i" and number == each:
            rest.append(each)
        elif number != "0":
            raise ValueError(f"the GPU `{number}`: only GPU 0 is emulated")
    return rest


if __name__ == "__main__":
    try:
        print(main(sys.argv[2:], gpu_named(sys.argv[1])))
    except ValueError as error:
        print(f"triton-aot: the emulated nvidia-smi does not know {error}", file=sys.stderr)
        sys.exit(UNKNOWN)
