"""Makes the launches of this process run on the CPU, as soon as it imports Triton and PyTorch."""

from __future__ import annotations

import importlib.util
import os
import sys
from typing import TYPE_CHECKING, Any

from .beside import import_shared
from .events import Imported, Unusable
from .findings import CannotEmulate, LaunchError
from .gpus import gpu_named
from .journal import Journal
from .nvml import replace_nvml

if TYPE_CHECKING:
    from .emulation import Emulation
    from .options import Options

OLDEST, NEWEST = (3, 6), (3, 9)
OLDEST_NUMPY = 2
_active: list[Process] = []


class Process:
    """The emulation of this process, which is made when the program imports Triton: only then NumPy must be there."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.gpu = gpu_named(options.gpu)
        self.emulation: Emulation | None = None

    def torch_imported(self, _module: Any) -> None:
        from .torch_side.eager import prepare_dynamo
        from .torch_side.install import install
        from .torch_side.refused import refuse_extensions

        install(self.gpu, self.options.uninitialized == "fill")
        from aot_record.hooks import when_imported

        when_imported({"torch.utils.cpp_extension": refuse_extensions, "torch._dynamo.utils": prepare_dynamo})

    def triton_imported(self, module: Any) -> None:
        journal = Journal(self.options.folder)
        journal.write(Imported(str(getattr(module, "__version__", "")), os.getpid()))
        problem = _problem(module)
        if problem is not None:
            # The program may catch the error: the journal has it too.
            journal.write(Unusable(problem))
            raise CannotEmulate(problem)
        import_shared("aot_compiled")
        from .emulation import Emulation
        from .triton_side.install import install
        from .upgrade.installing import NotInstalled

        try:
            self.emulation = Emulation(self.options, self.gpu, journal)
        except NotInstalled as error:
            journal.write(Unusable(str(error)))
            raise CannotEmulate(str(error)) from None
        install(self.emulation)
        sys.excepthook = _naming_uses(sys.excepthook, self.emulation)
        if self.emulation.calls is not None:
            self.emulation.calls.start()
        if "torch" in sys.modules:
            from .torch_side.eager import keep_from_dynamo

            keep_from_dynamo()


def _naming_uses(show: Any, emulation: Emulation) -> Any:
    """Also says what the program has used that no kernel has written, if an error of another kind ends it."""

    def hook(kind: Any, error: BaseException, trace: Any) -> None:
        show(kind, error, trace)
        if not isinstance(error, LaunchError):
            emulation.report_uses()

    return hook


def activate(options: Options) -> Process:
    """Emulates all launches of this process. Call it before the program imports Triton or PyTorch; later calls change nothing."""
    if not _active:
        process = Process(options)
        _active.append(process)
        import_shared("aot_record")
        from aot_record import start_recorder
        from aot_record.hooks import when_imported

        if options.record:
            start_recorder(options.record, 0, os.getcwd(), measures=False)
        when_imported(
            {
                "torch": process.torch_imported,
                "triton": process.triton_imported,
                "pynvml": lambda module: replace_nvml(module, process.gpu),
            }
        )
    return _active[0]


def active() -> Process | None:
    """What emulates the launches of this process, if anything does."""
    return _active[0] if _active else None


def _problem(triton: Any) -> str | None:
    """Why this process cannot be emulated; None if it can be."""
    version = str(getattr(triton, "__version__", ""))
    place = f"in {sys.executable}"
    if not version:
        return f"`import triton` {place} finds no Triton, but {getattr(triton, '__path__', triton)}"
    if _release(version) < OLDEST:
        oldest, newest = (".".join(map(str, each)) for each in (OLDEST, NEWEST))
        return f"Triton {version} {place} is too old to be emulated: it must be {oldest} to {newest}"
    if importlib.util.find_spec("torch") is None:
        return f"PyTorch is missing {place}: only kernels that are launched with PyTorch's tensors can be emulated"
    try:
        import numpy as np
    except ImportError as error:
        return f"NumPy cannot be imported {place}, and the emulation needs NumPy {OLDEST_NUMPY} or later: {error}"
    if _release(np.__version__)[0] < OLDEST_NUMPY:
        return f"NumPy {np.__version__} {place} is too old: the emulation needs NumPy {OLDEST_NUMPY} or later"
    return None


def _release(version: str) -> tuple[int, ...]:
    parts = ("".join(filter(str.isdigit, part)) for part in version.split("+", 1)[0].split(".")[:2])
    return tuple(int(part or 0) for part in parts)
