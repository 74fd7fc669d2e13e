"""The second code of one kernel: that of another Triton, for another GPU, or both."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cached_property
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from aot_emulate.ptx import parse

from ..checks import version_in
from ..gpus import Gpu, gpu_named
from .compilers import Compilers, NotCompiled
from .sending import Job

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

    from ..emulation import Request
    from ..options import Options


@dataclass(frozen=True)
class Other:
    """A Triton and a GPU. `name` says what is not the program's: `Triton 3.8.0`, `sm_100`, or both."""

    name: str
    compilers: Compilers
    gpu: Gpu

    def start(self, source: Any, options: dict[str, Any]) -> Future[dict[str, Any]]:
        """Begins to compile a kernel. `options` are those that the program has set."""
        return self.compilers.start(Job(source, options, self.gpu.arch, os.getcwd()))


def others_of(options: Options, gpu: Gpu) -> list[Other]:
    """Each Triton with each GPU, but for the program's own Triton with its own GPU."""
    folders = ["", *filter(None, options.compare_triton.split(","))]
    gpus = [gpu, *map(gpu_named, filter(None, options.compare_gpu.split(",")))]
    found = []
    for folder in folders:
        compilers = Compilers(folder)
        for each in gpus:
            names = [f"Triton {version_in(folder)}"] if folder else []
            names += [f"sm_{each.arch}"] if each is not gpu else []
            if names:
                found.append(Other(" for ".join(names), compilers, each))
    return found


class Code:
    """What another Triton makes of one compiled kernel. `launcher_of` makes a launcher of metadata and a GPU."""

    def __init__(self, other: Other, future: Future[dict[str, Any]], launcher_of: Callable[[Any, Gpu], Any]) -> None:
        self.other, self._future, self._launcher_of = other, future, launcher_of

    @property
    def made(self) -> dict[str, Any]:
        """PTX, metadata and resources. Raises NotCompiled."""
        return self._future.result()

    @cached_property
    def _launcher(self) -> tuple[Any, Any]:
        values = self.made["metadata"]
        metadata = SimpleNamespace(**{**values, "target": SimpleNamespace(**values["target"])})
        if metadata.shared > self.other.gpu.shared_bytes:
            most = self.other.gpu.shared_bytes
            raise NotCompiled(f"it needs {metadata.shared} bytes of shared memory, and the GPU has {most}", is_known=True)
        return self._launcher_of(metadata, self.other.gpu), parse(self.made["ptx"])

    def request(self, grid: tuple[int, int, int], stream: Any, args: tuple[Any, ...]) -> Request:
        """The launch, as the other code gets it. Raises NotCompiled, and what a GPU or Triton refuses."""
        launcher, program = self._launcher
        request: Request = launcher.request(grid, stream, program, args)
        return request
