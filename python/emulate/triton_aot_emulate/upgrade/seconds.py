"""The second code of one kernel: that of another Triton, for another GPU, or both."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cached_property
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from aot_compiled.miscompilations import triton_version

from ..checks import version_in
from ..gpus import GPUS, Gpu, gpu_named
from .compilers import Compilers, NotCompiled
from .costs import REGISTERS
from .installing import NotInstalled, folder_with
from .sending import Job

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

    from ..emulation import Request
    from ..options import Options


# The GPUs that decide, the first that is none of both.
ARBITERS = (GPUS["A100"], GPUS["H100"], GPUS["B200"])


@dataclass(frozen=True)
class Other:
    """A Triton and a GPU. `name` says what is not the program's: `Triton 3.8.0`, `sm_100`, or both."""

    name: str
    compilers: Compilers
    gpu: Gpu
    own_compilers: Compilers
    own_gpu: Gpu

    @property
    def arbiters(self) -> list[Other]:
        """Codes that decide which of two results is right: those of both Tritons for an architecture that is neither GPU's.

        The code for different architectures is made by different parts of the compiler.
        """
        arch = next(each for each in ARBITERS if each.arch not in (self.gpu.arch, self.own_gpu.arch))
        tritons = dict.fromkeys((self.own_compilers, self.compilers))
        return [Other("", each, arch, each, arch) for each in tritons]

    def start(self, source: Any, options: dict[str, Any]) -> Future[dict[str, Any]]:
        """Begins to compile a kernel. `options` are those that the program has set."""
        return self.compilers.start(Job(source, options, self.gpu.arch, os.getcwd()))


def others_of(options: Options, gpu: Gpu) -> list[Other]:
    """Each Triton with each GPU, but for the program's own Triton with its own GPU. Raises NotInstalled."""
    own = Compilers("")
    folders = ["", *map(folder_with, filter(None, options.compare_triton.split(",")))]
    gpus = [gpu, *map(gpu_named, filter(None, options.compare_gpu.split(",")))]
    found = []
    for folder in folders:
        if folder and version_in(folder) == triton_version():
            raise NotInstalled(f"Triton {triton_version()} is the program's own: name another one to compare it with")
        compilers = Compilers(folder) if folder else own
        for each in gpus:
            names = [f"Triton {version_in(folder)}"] if folder else []
            names += [f"sm_{each.arch}"] if each is not gpu else []
            if names:
                found.append(Other(" for ".join(names), compilers, each, own, gpu))
    return found


class Code:
    """What another Triton makes of one compiled kernel. `source` and `options` are those of the program's compile.

    `launcher_of` makes a launcher of metadata and a GPU.
    """

    def __init__(
        self, other: Other, source: Any, options: dict[str, Any], launcher_of: Callable[[Any, Gpu], Any]
    ) -> None:
        self.other, self._launcher_of = other, launcher_of
        self._of = source, options, launcher_of
        self._future = other.start(source, options)

    @cached_property
    def arbiters(self) -> list[Code]:
        """Codes that decide which result is right, if two differ. They are compiled when somebody asks for them."""
        return [Code(each, *self._of) for each in self.other.arbiters]

    @property
    def made(self) -> dict[str, Any]:
        """PTX, metadata and resources. Raises NotCompiled."""
        return self._future.result()

    @cached_property
    def launcher(self) -> Any:
        """A launcher of the code. Raises NotCompiled."""
        values = self.made["metadata"]
        target, registers = SimpleNamespace(**values["target"]), self.made["resources"][REGISTERS]
        metadata = SimpleNamespace(**{**values, "target": target, "registers": registers})
        if metadata.shared > self.other.gpu.shared_bytes:
            most = self.other.gpu.shared_bytes
            raise NotCompiled(
                f"it needs {metadata.shared} bytes of shared memory, and the GPU has {most}", is_known=True
            )
        return self._launcher_of(metadata, self.other.gpu)

    def launched(self, *launch: Any) -> Second:
        """A launch with a grid, a stream and arguments."""
        return Second(self, launch)


@dataclass(frozen=True)
class Second:
    """A launch of the program with another code of the kernel."""

    code: Code
    launch: tuple[Any, ...]

    def request(self) -> Request:
        """The launch, as the other code gets it. Raises NotCompiled, and what a GPU or Triton refuses."""
        request: Request = self.code.launcher.request(*self.launch, self.code.made["ptx"])
        return request

    @property
    def arbiters(self) -> list[Second]:
        """The same launch with codes that decide which result is right."""
        return [Second(each, self.launch) for each in self.code.arbiters]
