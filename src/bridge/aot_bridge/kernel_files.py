"""Imports kernel files and finds the kernel functions in them."""

import importlib
import os
import sys
import sysconfig

import triton
from triton.runtime.jit import JITFunction

from .failure import JobFailure, import_failure

INSTALLED = [os.path.join(os.path.realpath(sysconfig.get_path(key)), "") for key in ("stdlib", "purelib", "platlib")]


class TargetDriver:
    """Replaces the driver, and returns the requested target.

    Kernel files ask for the target while they are imported, and Triton's library while it compiles. A real driver would
    return the GPU of this machine, or fail if there is none.
    """

    def __init__(self):
        self.target = None
        self.asked = False

    def get_current_target(self):
        self.asked = True
        return self.target

    def __getattr__(self, name):
        raise AttributeError(f"kernels are compiled without a GPU: the driver's {name} is not available")


class KernelFiles:
    """The imported kernel files of one folder at a time, so that two folders can have files with the same name."""

    def __init__(self):
        self._driver = TargetDriver()
        self._installed_path = list(sys.path)
        self._path = []
        self._folders = ()
        # Whether a file has asked for the target, so that its definitions may depend on it.
        self.target_bound = False
        triton.runtime.driver.set_active(self._driver)

    def function(self, source: dict, target) -> JITFunction:
        """Returns the kernel function without its @autotune and @heuristics."""
        return unwrap(self.decorated(source, target))[-1]

    def decorated(self, source: dict, target):
        """Returns the kernel function as its file defines it."""
        module = self.module(source, target)
        name = source["function"]
        if not hasattr(module, name):
            kernels = [key for key, value in vars(module).items() if isinstance(unwrap(value)[-1], JITFunction)]
            known = f"; its kernels are {', '.join(kernels)}" if kernels else "; it has no kernels"
            raise JobFailure("function", f"the file has no function {name}{known}", source["file"])
        if not isinstance(unwrap(getattr(module, name))[-1], JITFunction):
            raise JobFailure("function", f"{name} is not a kernel: decorate it with @triton.jit", source["file"])
        return getattr(module, name)

    def owned(self, file: str) -> bool:
        """Whether a file is the user's."""
        return lies_in(file, self._folders)

    def module(self, source: dict, target):
        """Imports a kernel file."""
        if source["path"] != self._path or (self.target_bound and target != self._driver.target):
            self._forget()
            self._path = source["path"]
            self._folders = real_folders(self._path)
            sys.path[:] = [*self._path, *self._installed_path]
            importlib.invalidate_caches()
        self._driver.target = target
        self._driver.asked = False
        try:
            module = importlib.import_module(source["module"])
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise import_failure(error, self.owned) from error
        self.target_bound = self.target_bound or self._driver.asked
        check_origin(module, source)
        return module

    def _forget(self) -> None:
        forget_modules(self._folders)
        self.target_bound = False


def real_folders(folders) -> tuple:
    return tuple(os.path.join(os.path.realpath(folder), "") for folder in folders)


def lies_in(file: str, folders: tuple) -> bool:
    """Whether a file is in one of the folders and belongs neither to Python nor to an installed package."""
    real = os.path.realpath(file)
    if "site-packages" in real.split(os.sep) or any(real.startswith(folder) for folder in INSTALLED):
        return False
    return any(real.startswith(folder) for folder in folders)


def forget_modules(folders: tuple) -> None:
    """Makes the next import of a module from these folders run its file again."""
    for name, module in list(sys.modules.items()):
        places = [getattr(module, "__file__", None), *getattr(module, "__path__", ())]
        if name != "__main__" and any(place is not None and lies_in(place, folders) for place in places):
            del sys.modules[name]


def unwrap(value) -> list:
    """Returns the value and what its decorators wrap, outermost first."""
    chain = [value]
    while not isinstance(chain[-1], JITFunction) and hasattr(chain[-1], "fn"):
        chain.append(chain[-1].fn)
    return chain


def check_origin(module, source: dict) -> None:
    origin = getattr(module, "__file__", None)
    if origin is None or os.path.realpath(origin) != os.path.realpath(source["file"]):
        message = f"the module name {source['module']} belongs to {origin or 'Python itself'}: rename the file"
        raise JobFailure("import", message, source["file"])
