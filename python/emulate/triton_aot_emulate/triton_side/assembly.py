"""The machine code of kernels, which ptxas makes when the program asks for it: `asm["cubin"]`, `asm["sass"]`, `n_regs`, `n_spills`."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from functools import cached_property
from pathlib import Path
from typing import Any

from triton.backends.nvidia import compiler as nvidia
from triton.compiler import compiler

from ..upgrade.costs import REGISTERS, STACK


def assemble_on_demand() -> None:
    """Changes Triton's compiled kernels, whose binary is PTX, so that programs find in them what they find on a GPU."""
    kernel = compiler.CompiledKernel
    create = kernel.__init__

    def init(self: Any, *args: Any, **kwargs: Any) -> None:
        create(self, *args, **kwargs)
        self.asm = Assembly(self.asm, self.metadata)

    kernel.__init__ = init
    kernel.n_regs = Resource("n_regs", REGISTERS, 1)
    kernel.n_spills = Resource("n_spills", STACK, 4)


class Assembly(compiler.AsmDict):
    """What `CompiledKernel.asm` has."""

    def __init__(self, found: dict[str, Any], metadata: Any) -> None:
        super().__init__(found)
        self._metadata = metadata

    def __getitem__(self, key: str) -> Any:
        return self.cubin if key == "cubin" and "ptx" in self else super().__getitem__(key)

    def get(self, key: str, default: Any = None) -> Any:
        try:
            return self[key]
        except KeyError:
            return default

    @cached_property
    def cubin(self) -> bytes:
        """The cubin. Triton's own function runs ptxas, with the kernel's options."""
        values = self._metadata._asdict()
        backend = compiler.make_backend(self._metadata.target)
        return backend.make_cubin(self["ptx"], values, backend.parse_options(values), self._metadata.target.arch)

    @cached_property
    def resources(self) -> dict[str, int]:
        """What cuobjdump says that a thread takes: REG, and STACK in bytes."""
        tool = Path(nvidia.__file__).parent / "bin" / "cuobjdump"
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "kernel.cubin")
            Path(file).write_bytes(self.cubin)
            text = subprocess.run([tool, "-res-usage", file], check=True, capture_output=True, text=True).stdout
        return {name: int(value) for name, value in re.findall(r"(\w+):(\d+)", text)}


class Resource:
    """An attribute of compiled kernels that Triton sets when it loads one, and that is known when it is assembled."""

    def __init__(self, name: str, label: str, unit: int) -> None:
        self._name, self._label, self._unit = name, label, unit

    def __get__(self, kernel: Any, owner: Any = None) -> Any:
        if kernel is None:
            return self
        if self._name not in vars(kernel):
            raise AttributeError(f"{type(kernel).__name__!r} object has no attribute {self._name!r}")
        return kernel.asm.resources[self._label] // self._unit

    def __set__(self, kernel: Any, value: int) -> None:
        vars(kernel)[self._name] = value
