"""Turns the arguments of a launch into the bytes that the kernel reads, and the memory that it may access."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any

from aot_emulate.launch import Launch

from ..emulation import Request
from .arguments import Arguments
from .tensors import contents_of, device_memory

if TYPE_CHECKING:
    from ..emulation import Emulation


class Launcher:
    """Launches one compiled kernel. Triton makes one for each, and calls it as it calls its own."""

    def __init__(self, emulation: Emulation, src: Any, metadata: Any) -> None:
        self._emulation, self._metadata = emulation, metadata
        names = list(src.fn.arg_names) if hasattr(src, "fn") else []
        self._signature = [
            (names[key] if isinstance(key, int) and key < len(names) else str(key), kind)
            for key, kind in src.signature.items()
        ]

    def __call__(
        self,
        grid_x: int,
        grid_y: int,
        grid_z: int,
        stream: Any,
        function: Any,
        packed_metadata: Any,
        launch_metadata: Any,
        enter_hook: Any,
        exit_hook: Any,
        *args: Any,
    ) -> None:
        if enter_hook is not None:
            enter_hook(launch_metadata)
        grid = (int(grid_x), int(grid_y), int(grid_z))
        if all(size > 0 for size in grid):
            self._launch(grid, stream, function, args)
        if exit_hook is not None:
            exit_hook(launch_metadata)

    def _launch(self, grid: tuple[int, int, int], stream: Any, program: Any, args: tuple) -> None:
        metadata = self._metadata
        arguments = Arguments()
        for (name, kind), value in zip(self._signature, args):
            arguments.add(name, kind, value)
        blocks = grid[0] * grid[1] * grid[2] * getattr(metadata, "num_ctas", 1)
        for kind in ("global", "profile"):
            size = getattr(metadata, f"{kind}_scratch_size", 0) or 0
            arguments.add_scratch(f"{kind} scratch", size * blocks)
        ctas = getattr(metadata, "num_ctas", 1)
        clusters = tuple(getattr(metadata, "cluster_dims", None) or (ctas, 1, 1))
        full = (grid[0] * clusters[0], grid[1] * clusters[1], grid[2] * clusters[2])
        launch = Launch(
            parameters(program, arguments.values),
            full,
            (32 * metadata.num_warps, 1, 1),
            metadata.shared,
            cluster=clusters,
        )
        memory = device_memory(arguments.tensors)
        self._emulation.run(Request(program, memory, launch, contents_of(arguments.tensors)))


def parameters(program: Any, values: list[bytes]) -> bytes:
    """The parameter buffer of a kernel. Parameters beyond the values are null pointers."""
    data = bytearray()
    for index, parameter in enumerate(program.parameters):
        value = values[index] if index < len(values) else b""
        data += b"\0" * (parameter.offset - len(data)) + value.ljust(parameter.size, b"\0")[: parameter.size]
    return bytes(data)


def packed(kind: str, value: Any) -> bytes:
    """A scalar as the kernel reads it."""
    return struct.pack(kind, value)
