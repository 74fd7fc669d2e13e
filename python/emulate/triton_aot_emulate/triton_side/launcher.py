"""Turns the arguments of a launch into the bytes that the kernel reads, and the memory that it may access."""

from __future__ import annotations

import math
import sys
from functools import partial
from typing import TYPE_CHECKING, Any

from aot_emulate.launch import Launch

from ..emulation import Request
from ..findings import as_on_gpu
from . import versions
from .arguments import Arguments, address_of
from .known_wrong import known_wrong
from .tensors import AlignedMemory, contents_of, device_memory, living_tensors
from .variant import variant_of

if TYPE_CHECKING:
    from .driver import EmulatedDriver

# The largest grid. Source: CUDA C++ Programming Guide, "Compute Capabilities".
MOST_BLOCKS = ((1 << 31) - 1, 65535, 65535)
# Shared memory of a block that CUDA itself uses. Source: the same.
RESERVED = 1024


class Launcher:
    """Launches one compiled kernel. Triton makes one for each, and calls it as it calls its own."""

    def __init__(self, driver: EmulatedDriver, src: Any, metadata: Any) -> None:
        self._driver, self._emulation = driver, driver.emulation
        with self._emulation.preparing(metadata.name):
            self._read(src, metadata)

    def _read(self, src: Any, metadata: Any) -> None:
        names = list(src.fn.arg_names) if hasattr(src, "fn") else []
        self._signature = [
            (names[key] if isinstance(key, int) and key < len(names) else str(key), kind)
            for key, kind in src.signature.items()
        ]
        self._kinds = [kind for _, kind in self._signature]
        self._variant = variant_of(src, metadata)
        self._known_wrong = known_wrong(getattr(metadata, "miscompilations", ()))
        self._descriptors = getattr(metadata, "tensordesc_meta", None)
        self._has_pointers = getattr(metadata, "makes_pointers", True)
        self._is_cooperative = bool(getattr(metadata, "launch_cooperative_grid", False))
        self._ctas = getattr(metadata, "num_ctas", 1) or 1
        self._threads, self._shared = 32 * metadata.num_warps, metadata.shared
        self._scratch = {
            kind: (getattr(metadata, f"{kind}_scratch_size", 0) or 0, getattr(metadata, f"{kind}_scratch_align", 1))
            for kind in ("global", "profile")
        }
        self._resident = self._ctas * self._resident_clusters()

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
        versions.check_count(self._kinds, len(args))
        grid = (int(grid_x), int(grid_y), int(grid_z))
        with self._emulation.preparing(self._variant.kernel):
            scratch = [self._allocate(kind, math.prod(grid), stream) for kind in self._scratch]
        if enter_hook is not None:
            enter_hook(launch_metadata)
        with self._emulation.preparing(self._variant.kernel):
            arguments = Arguments(self._descriptors)
            for (name, kind), value in zip(self._signature, args):
                arguments.add(name, kind, value)
            for name, size, buffer in scratch:
                arguments.add_scratch(name, size, buffer)
            # A GPU has nothing to do for an empty grid.
            request = self._request(grid, function.program, arguments) if math.prod(grid) > 0 else None
        if request is not None:
            self._emulation.run(request)
        if exit_hook is not None:
            exit_hook(launch_metadata)

    def _allocate(self, kind: str, blocks: int, stream: Any) -> tuple[str, int, Any]:
        """Memory of a launch: of the program's allocator. Raises the error of Triton if it has set none."""
        size, alignment = self._scratch[kind]
        size *= blocks * self._ctas
        if size <= 0:
            return kind, 0, None
        try:
            allocate = (
                versions.global_scratch()
                if kind == "global"
                else versions.profile_scratch(self._driver.allocate_default_profile_scratch)
            )
            buffer = allocate(size, alignment, stream)
        except Exception as error:
            raise as_on_gpu(error)  # noqa: B904  # the same error
        if address_of(buffer) % alignment:
            # CUDA's allocators align to 256 bytes and more, those of the CPU to 64.
            buffer = AlignedMemory(size, alignment)
        return f"{kind} scratch", size, buffer

    def _request(self, grid: tuple[int, int, int], program: Any, arguments: Arguments) -> Request:
        """What the emulation gets. Raises RuntimeError for what CUDA refuses."""
        full = (grid[0] * self._ctas, grid[1], grid[2])
        if any(count > most for count, most in zip(full, MOST_BLOCKS)):
            raise as_on_gpu(
                RuntimeError(
                    f"Triton Error [CUDA]: invalid argument\na grid has at most {MOST_BLOCKS} blocks, and this one has {full}"
                )
            )
        if self._is_cooperative and math.prod(full) > self._resident:
            says = (
                f"Triton Error [CUDA]: too many blocks in cooperative launch\nthere are {math.prod(full)} blocks, and the "
                f"GPU has at most {self._resident} of {self._threads} threads and {self._shared} bytes of shared memory at once"
            )
            raise as_on_gpu(RuntimeError(says))
        launch = Launch(
            parameters(program, arguments.values),
            full,
            (self._threads, 1, 1),
            self._shared,
            cluster=(self._ctas, 1, 1),
            resident=self._resident,
            write=_write,
        )
        tensors = arguments.tensors
        if self._has_pointers or arguments.is_open:
            tensors = [*tensors, *living_tensors(tensors)]
        memory = device_memory(tensors, arguments.buffers)
        # Triton's instrumentation notes there what it sees, in any order.
        memory.unwatched.add("profile scratch")
        for says, values in self._known_wrong:
            self._emulation.known_wrong(program.name, says, values)
        return Request(
            program, self._variant, memory, launch, partial(contents_of, tensors), arguments.numbers, arguments.tensors
        )

    def _resident_clusters(self) -> int:
        """How many clusters a GPU has at once, at most: registers may allow fewer."""
        gpu = self._emulation.gpu
        blocks = min(
            gpu.threads_of_multiprocessor // self._threads,
            gpu.shared_of_multiprocessor // (self._shared + RESERVED),
            32,
        )
        return max(1, blocks * gpu.multiprocessors // self._ctas)


def parameters(program: Any, values: list[bytes]) -> bytes:
    """The parameter buffer of a kernel. Parameters beyond the values are null pointers."""
    data = bytearray()
    for index, parameter in enumerate(program.parameters):
        value = values[index] if index < len(values) else b""
        data += b"\0" * (parameter.offset - len(data)) + value.ljust(parameter.size, b"\0")[: parameter.size]
    return bytes(data)


def _write(text: str) -> None:
    """Prints what a kernel prints. CUDA writes to standard output too."""
    if sys.stdout is not None:
        sys.stdout.write(text)
        sys.stdout.flush()
