"""Turns the arguments of a launch into the bytes that the kernel reads, and the memory that it may access."""

from __future__ import annotations

import math
import sys
from functools import partial
from typing import TYPE_CHECKING, Any

from aot_emulate.launch import Launch
from aot_emulate.ptx import parse

from ..emulation import Request
from ..findings import as_on_gpu
from ..occupancy import Needs, resident_blocks
from ..ordering import order
from ..upgrade.costs import REGISTERS
from . import versions
from .arguments import Arguments, address_of
from .assembly import Assembly
from .handles import Handle, handle_of
from .known_wrong import known_wrong
from .tensors import AlignedMemory, contents_of, device_memory, living_tensors, storages_of
from .variant import variant_of

if TYPE_CHECKING:
    from ..gpus import Gpu
    from .driver import EmulatedDriver

# The largest grid. Source: CUDA C++ Programming Guide, "Compute Capabilities".
MOST_BLOCKS = ((1 << 31) - 1, 65535, 65535)


class Launcher:
    """Launches one compiled kernel. Triton makes one for each, and calls it as it calls its own."""

    def __init__(self, driver: EmulatedDriver, src: Any, metadata: Any, gpu: Gpu | None = None) -> None:
        """`gpu`: that of a second code of the kernel, which is compared with the program's own."""
        self._driver, self._emulation = driver, driver.emulation
        self._gpu = gpu or self._emulation.gpu
        self._function: Handle | None = None  # of a second code
        with self._emulation.preparing(metadata.name):
            self._read(src, metadata)
            self._seconds = (
                [] if gpu else self._emulation.comparisons.start(src, metadata, partial(Launcher, driver, src))
            )

    def _read(self, src: Any, metadata: Any) -> None:
        names = list(src.fn.arg_names) if hasattr(src, "fn") else []
        self._signature = [
            (names[key] if isinstance(key, int) and key < len(names) else str(key), kind)
            for key, kind in src.signature.items()
        ]
        self._kinds = [kind for _, kind in self._signature]
        self._variant, self._metadata = variant_of(src, metadata), metadata
        self._known_wrong = known_wrong(getattr(metadata, "miscompilations", ()))
        self._descriptors = getattr(metadata, "tensordesc_meta", None)
        self._has_pointers = getattr(metadata, "makes_pointers", True)
        self._is_cooperative = bool(getattr(metadata, "launch_cooperative_grid", False))
        self._is_dependent = bool(getattr(metadata, "launch_pdl", False))
        order.is_open |= self._is_dependent
        self._ctas = getattr(metadata, "num_ctas", 1) or 1
        self._needs = Needs.of(metadata)
        self._metadata = metadata
        self._registers = getattr(metadata, "registers", 0)  # of a thread, once that is known
        self._scratch = {
            kind: (getattr(metadata, f"{kind}_scratch_size", 0) or 0, getattr(metadata, f"{kind}_scratch_align", 1))
            for kind in ("global", "profile")
        }

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
            request = self._request(grid, function, args, scratch)
            if request is not None:
                for says, values in self._known_wrong:
                    self._emulation.known_wrong(request.program.name, says, values)
                request.seconds = [each.launched(grid, stream, args) for each in self._seconds]
                if self._seconds:
                    assembly = Assembly({"ptx": function.ptx}, self._metadata)
                    self._emulation.comparisons.measure(assembly, self._metadata)
        if request is not None:
            self._emulation.run(request)
        if exit_hook is not None:
            exit_hook(launch_metadata)

    def request(self, grid: tuple[int, int, int], stream: Any, args: tuple[Any, ...], ptx: str) -> Request | None:
        """What the emulation gets of a launch of this code, with scratch memory of its own. Raises what CUDA refuses."""
        if self._function is None:
            self._function = handle_of(parse(ptx), ptx)
        scratch = [self._allocate(kind, math.prod(grid), stream) for kind in self._scratch]
        return self._request(grid, self._function, args, scratch)

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

    def _request(
        self, grid: tuple[int, int, int], function: Handle, args: tuple[Any, ...], scratch: list[tuple[str, int, Any]]
    ) -> Request | None:
        """What the emulation gets; None for an empty grid, with which a GPU has nothing to do. Raises RuntimeError for what CUDA refuses."""
        arguments = Arguments(self._descriptors)
        for (name, kind), value in zip(self._signature, args):
            arguments.add(name, kind, value)
        for name, size, buffer in scratch:
            arguments.add_scratch(name, size, buffer)
        if math.prod(grid) == 0:
            return None
        program, needs = function.program, self._needs
        full = (grid[0] * self._ctas, grid[1], grid[2])
        if any(count > most for count, most in zip(full, MOST_BLOCKS)):
            raise as_on_gpu(
                RuntimeError(
                    f"Triton Error [CUDA]: invalid argument\na grid has at most {MOST_BLOCKS} blocks, and this one has {full}"
                )
            )
        resident = partial(self._resident, function.ptx)
        if self._is_cooperative and (fit := resident(math.prod(full))) < math.prod(full):
            says = (
                f"Triton Error [CUDA]: too many blocks in cooperative launch\nthere are {math.prod(full)} blocks, and the "
                f"GPU has at most {fit} of {needs.threads} threads, {self._registers} registers for each, and {needs.shared} bytes "
                "of shared memory at once"
            )
            raise as_on_gpu(RuntimeError(says))
        launch = Launch(
            parameters(program, arguments.values),
            full,
            (needs.threads, 1, 1),
            needs.shared,
            cluster=(self._ctas, 1, 1),
            resident=resident,
            write=_write,
            multiprocessors=self._gpu.multiprocessors,
        )
        tensors = arguments.tensors
        if self._has_pointers or arguments.is_open:
            tensors = [*tensors, *living_tensors(tensors)]
        from ..torch_side.unwritten_uses import note_launch

        note_launch(program.name, arguments.tensors, self._emulation.is_trying)
        memory = device_memory(tensors, arguments.buffers)
        # Triton's instrumentation notes there what it sees, in any order.
        memory.unwatched.add("profile scratch")
        return Request(
            program,
            self._variant,
            memory,
            launch,
            partial(contents_of, tensors),
            arguments.numbers,
            arguments.tensors,
            storages_of(tensors),
            self._is_dependent,
        )

    def _resident(self, ptx: str, blocks: int) -> int:
        """How many of so many blocks the GPU has at once. ptxas runs if that depends on the registers of a thread."""
        if self._registers == 0 and blocks > resident_blocks(self._gpu, self._needs, self._needs.most_registers()):
            self._registers = Assembly({"ptx": ptx}, self._metadata).resources[REGISTERS]
        fit = resident_blocks(self._gpu, self._needs, self._registers or self._needs.most_registers())
        return min(blocks, max(1, fit // self._ctas) * self._ctas)


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
