"""Makes the launches of this process run on the CPU, as soon as it imports Triton and PyTorch."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from .beside import find_recorder
from .emulation import Emulation
from .gpus import gpu_named

if TYPE_CHECKING:
    from .options import Options

OLDEST, NEWEST = (3, 6), (3, 9)
_active: list[Emulation] = []


def activate(options: Options) -> Emulation:
    """Emulates all launches of this process. Call it before the program imports Triton or PyTorch; later calls change nothing."""
    if _active:
        return _active[0]
    gpu = gpu_named(options.gpu)
    emulation = Emulation(options, gpu)
    _active.append(emulation)

    def torch_imported(_module: Any) -> None:
        from .torch_side.install import install

        install(gpu)

    def triton_imported(_module: Any) -> None:
        from .triton_side.install import install

        install(emulation)

    _now_or_when_imported("torch", torch_imported)
    _now_or_when_imported("triton", triton_imported)
    return emulation


def _now_or_when_imported(name: str, action: Any) -> None:
    if name in sys.modules:
        action(sys.modules[name])
    else:
        find_recorder()
        from aot_record.hooks import when_imported

        when_imported({name: action})
