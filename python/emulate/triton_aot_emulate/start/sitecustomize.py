"""Starts the emulation in every Python that has this folder on PYTHONPATH, when it imports Triton, PyTorch or pynvml.

Most processes that a program starts import none of them: they only get a finder of modules.
"""

import importlib.machinery
import importlib.util
import os
import sys
from typing import Any

OLDEST = (3, 10)
HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGES = os.path.dirname(os.path.dirname(HERE))
# The packages in it, found without this folder on the program's path: it might have other packages too.
OURS = ("triton_aot_emulate", "aot_emulate", "aot_variations")


class Starter:
    """Finds our packages, and starts the emulation before the first import of Triton, PyTorch or pynvml."""

    def __init__(self) -> None:
        self._waits = True

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        if name in OURS:
            return importlib.machinery.PathFinder.find_spec(name, [PACKAGES])
        if sys.version_info < OLDEST:
            if name == "triton":
                version = ".".join(map(str, sys.version_info[:3]))
                raise RuntimeError(
                    f"Python {version} in {sys.executable} is too old to be emulated: it must be 3.10 or later"
                )
            return None
        if self._waits and name in ("torch", "triton", "pynvml"):
            self._waits = False
            from triton_aot_emulate.activate import activate
            from triton_aot_emulate.options import Options

            options = Options.from_environment(os.environ)
            if options is not None:
                activate(options)
            # The finders are others now.
            return importlib.util.find_spec(name)
        return None


def run_next() -> None:
    """Runs the `sitecustomize` that this one hides: Python imports one, the first on its path."""
    spec = importlib.machinery.PathFinder.find_spec("sitecustomize", [each for each in sys.path if each != HERE])
    if spec is None or spec.loader is None:
        return
    module = importlib.util.module_from_spec(spec)
    sys.modules["sitecustomize"] = module
    spec.loader.exec_module(module)


# The program sees the path that it would have by itself. Its child processes get PYTHONPATH.
sys.path[:] = [each for each in sys.path if os.path.abspath(each) != HERE]
if os.environ.get("TRITON_AOT_EMULATE"):
    sys.meta_path.insert(0, Starter())
run_next()
