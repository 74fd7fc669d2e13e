"""What Triton and programs ask of `triton.runtime.driver.active.utils`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from aot_emulate.ptx import parse

from .handles import Handle, handle_of
from .tensor_maps import encode_im2col, encode_tiled
from .versions import TILED

if TYPE_CHECKING:
    from ..emulation import Emulation

# Multiprocessors of a GPC, which the blocks of a cluster share. Source: NVIDIA's architecture papers for H100 and B200.
OF_GPC = 16


class Utils:
    def __init__(self, emulation: Emulation) -> None:
        self._emulation, self._gpu = emulation, emulation.gpu
        for name in TILED:
            setattr(self, name, encode_tiled)
        self.fill_tma_descriptor_im2col = encode_im2col

    def load_binary(self, name: str, kernel: bytes, shared: int, device: int) -> tuple[Handle, Handle, int, int, int]:
        """Returns module, function, registers and spills of a thread, and the most threads of a block.

        The registers are not known here: see `assembly.py`.
        """
        with self._emulation.preparing(name):
            text = bytes(kernel).decode()
            program = parse(text)
            threads = re.search(r"\.(?:req|max)ntid\s+(\d+)", text)
            handle = handle_of(program, text)
        return handle, handle, 0, 0, min(int(threads.group(1)) if threads else 1024, 1024)

    def unload_module(self, module: Any) -> None:
        """The program is garbage as soon as nothing refers to it."""

    def get_device_properties(self, device: int) -> dict[str, int]:
        gpu = self._gpu
        return {
            "max_shared_mem": gpu.shared_bytes,
            "max_num_regs": 65536,
            "multiprocessor_count": gpu.multiprocessors,
            "warpSize": 32,
            "sm_clock_rate": 1_500_000,
            "mem_clock_rate": 1_500_000,
            "mem_bus_width": 5120,
        }

    def get_device_capability(self, device: int = 0) -> tuple[int, int]:
        return self._gpu.capability

    def get_current_device(self) -> int:
        return 0

    def set_current_device(self, device: int) -> None:
        """There is one device."""

    def get_default_stream(self, device: int = 0) -> int:
        return 0

    def is_stream_capturing(self, stream: int) -> bool:
        return False

    def cuOccupancyMaxActiveClusters(self, function: int, shared: int, cluster: int) -> int:
        """How many clusters of so many blocks the GPU has at once, with one block for each multiprocessor."""
        if self._gpu.capability < (9, 0) or cluster > OF_GPC or shared > self._gpu.shared_bytes:
            return 0
        return self._gpu.multiprocessors // OF_GPC * (OF_GPC // cluster)

    def set_printf_fifo_size(self, size: int) -> None:
        """Everything is printed, whatever the size."""
        if size < 0:
            raise ValueError("fifo size must be non-negative")
