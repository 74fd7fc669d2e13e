"""Records how a program calls its Triton kernels, without changing the program.

Works with Triton 3.6.0 to 3.9.0. `journal.py` describes the format of the recording.
"""

import atexit
import os
import sys
from pathlib import Path
from typing import Any

# `aot_sources` is imported as a part of this package, so that the program sees no other name. It is beside this package
# if somebody copied it there, else where it is in the repository.
_PARENT = Path(__file__).resolve().parent.parent
__path__ += [str(_PARENT), str(_PARENT.parent / "bridge")]

from .calls import Calls
from .compiles import Compiles
from .hooks import when_imported
from .journal import Journal
from .sources import Sources

OLDEST = (3, 6)


def start_recorder(folder: str, golden_limit: int, manifest_folder: str, measures: bool = True) -> None:
    """Writes the recording of this process below `folder`.

    `golden_limit`: the bytes of inputs and outputs that are kept for each kernel; 0 keeps none. `manifest_folder`: below
    it are the files that count as the program's own. `measures`: times tell something, and so does what autotuners choose
    by them; they do not if no GPU runs the kernels.
    """
    journal = Journal(folder)
    journal.write_process()
    calls = Calls(journal, golden_limit, Sources(manifest_folder, journal), measures)
    compiles = Compiles(journal)
    atexit.register(calls.flush)
    os.register_at_fork(after_in_child=calls.start_again)
    when_imported(
        {
            "triton.compiler.compiler": lambda module: patch_compiler(module, calls, compiles, journal),
            "triton.runtime.autotuner": lambda module: patch_autotuner(module, calls, compiles if measures else None),
        }
    )


def patch_compiler(module: Any, calls: Calls, compiles: Compiles, journal: Journal) -> None:
    version = sys.modules["triton"].__version__
    journal.write("triton", version=version)
    if tuple(int(part) for part in version.split(".")[:2]) < OLDEST:
        return
    from triton import knobs

    module.CompiledKernel.launch_metadata = calls.hook(module.CompiledKernel.launch_metadata, knobs.runtime)
    module.compile = compiles.hook(module.compile)
    # The JIT takes it from here, which has it already if Triton was imported before.
    sys.modules["triton.compiler"].compile = module.compile  # type: ignore[attr-defined]  # any module


def patch_autotuner(module: Any, calls: Calls, compiles: Compiles | None) -> None:
    """Remembers every autotuner, which launches only measure configs, and what it keeps if `compiles` is to write it."""
    autotuner = module.Autotuner
    construct, bench = autotuner.__init__, autotuner._bench

    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        construct(self, *args, **kwargs)
        calls.add_autotuner(self)

    def _bench(self: Any, *args: Any, **kwargs: Any) -> Any:
        with calls.paused():
            return bench(self, *args, **kwargs)

    autotuner.__init__, autotuner._bench = __init__, _bench
    if compiles is not None:
        autotuner.check_disk_cache = compiles.tuned_hook(autotuner.check_disk_cache)
