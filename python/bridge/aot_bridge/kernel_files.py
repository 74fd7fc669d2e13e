"""Gets kernel functions: from slices of their files, or by importing the files."""

import importlib
import importlib.util
import os
import sys
from collections.abc import Iterable
from types import ModuleType
from typing import Any

import triton
from aot_wire.messages import ImportSource, KernelSource, SliceSource
from triton.backends.compiler import GPUTarget
from triton.runtime.jit import JITFunction

from .device import UNANSWERED, TargetDriver, UnknownValue
from .failure import JobFailure, import_failure, place_in_traceback
from .pruning import Call, pruned
from .read_files import ReadFiles, is_users
from .slice_modules import Slice
from .stand_ins import StandIns, answer_torch

NO_CONFIGS = "List them in the manifest (`configs:`), or correct the values in `globals:` that they depend on."
GIVE_GLOBALS = "Give the values that depend on it in the manifest, in `globals:`."


class KernelFiles:
    """The slice or the imported kernel files of one kernel at a time."""

    def __init__(self) -> None:
        self.driver = TargetDriver()
        self._stand_ins = StandIns(self.driver)
        self._installed_path = list(sys.path)
        self._folders: tuple[str, ...] = ()
        # The path and the name of the imported module.
        self._imported_key: tuple[list[str], str] | None = None
        self._bound_target: GPUTarget | None = None
        self._slice: Slice | None = None
        self._slice_key: str | None = None
        self._read = ReadFiles()
        triton.runtime.driver.set_active(self.driver)
        # Python's, Triton's and the bridge's: none of them is the user's.
        self._first_modules = dict(sys.modules)

    def function(self, source: KernelSource, target: GPUTarget) -> JITFunction:
        """Returns the kernel function without its @autotune and @heuristics."""
        return unwrap(self.decorated(source, target))[-1]

    def decorated(self, source: KernelSource, target: GPUTarget) -> Any:
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

    def configs(self, source: SliceSource, target: GPUTarget) -> list:
        """Computes the configs of @triton.autotune, whose expression the source has. @raise JobFailure if they are no list"""
        found = self._evaluated(source, source["expression"], target)
        if not isinstance(found, Iterable):
            what = f"the configs of @triton.autotune, `{source['expression']}`, are {found!r} and no list"
            raise JobFailure("function", what, source["file"], hint=NO_CONFIGS)
        return list(found)

    def pruned(self, source: SliceSource, target: GPUTarget, calls: list[Call]) -> list:
        """Returns the configs that `early_config_prune` keeps for any of the calls. @raise NotPruned"""
        configs, prune = self.configs(source, target), self._evaluated(source, source["prune"], target)
        try:
            return pruned(configs, prune, calls)
        finally:
            self.driver.questions.clear()

    def _evaluated(self, source: SliceSource, expression: str, target: GPUTarget) -> Any:
        module = self.module(source, target)
        try:
            return eval(compile(expression, source["file"], "eval"), vars(module))
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            self.check()
            raise self._failure(error) from error

    def owned(self, file: str) -> bool:
        """True if a file is the user's."""
        return (self._slice is not None and self._slice.owns(file)) or lies_in(file, self._folders)

    def module(self, source: KernelSource, target: GPUTarget) -> ModuleType:
        """Runs the slice of a kernel, or imports its file."""
        self.driver.target = target
        if source["kind"] == "slice":
            return self._sliced(source, target)
        if self._slice is not None:
            self._forget()
            self._slice = self._slice_key = None
        return self._imported(source, target)

    def run_again(self) -> None:
        """Lets the next request run the code again. A compile that failed can leave functions in a state in which the next
        one succeeds."""
        self._slice_key = self._imported_key = None

    def check(self) -> None:
        """@raise JobFailure: if the code that ran needed a value that only a program run gives."""
        if self._slice is not None:
            self._slice.check()
        if self.driver.questions:
            message = UNANSWERED.format(self.driver.questions[0])
            raise JobFailure("unknown", message, hint=GIVE_GLOBALS)

    def check_inputs(self, source: KernelSource) -> None:
        """@raise JobFailure: if the code has loaded or read files that the hash of its result does not cover."""
        loaded: set[str] = set()
        if source["kind"] != "slice":
            loaded = {os.path.realpath(file) for _, file in self._later_modules()}
        self._read.check(source, loaded)

    def _sliced(self, source: SliceSource, target: GPUTarget) -> ModuleType:
        is_for_target = self._is_for(target)
        made = self._slice
        if made is None or self._slice_key != source["key"] or not is_for_target:
            self._forget()
            sys.path[:] = self._installed_path
            self.driver.questions.clear()
            self._slice = made = Slice(source, self._stand_ins)
            self._slice_key = None
            try:
                made.module(source["entry"])
                made.finish()
            except KeyboardInterrupt:
                raise
            except BaseException as error:
                self.check()
                raise self._failure(error) from error
            self.check()
            self._slice_key = source["key"]
        return made.module(source["entry"])

    def _failure(self, error: BaseException) -> JobFailure:
        if isinstance(error, UnknownValue):
            file, line = place_in_traceback(error, self.owned)
            return JobFailure("unknown", str(error), file, line, hint=GIVE_GLOBALS)
        return import_failure(error, self.owned)

    def _imported(self, source: ImportSource, target: GPUTarget) -> ModuleType:
        key = (source["path"], source["module"])
        is_for_target = self._is_for(target)
        if key != self._imported_key or not is_for_target:
            # A fresh start shows which files this one loads.
            self._forget()
            self._imported_key = key
            self._folders = real_folders(source["path"])
            sys.path[:] = [*source["path"], *self._installed_path]
            importlib.invalidate_caches()
        self.driver.questions.clear()
        if any(imports_torch(file) for file in source["closure"]) and importlib.util.find_spec("torch"):
            answer_torch(self.driver)
        try:
            module = importlib.import_module(source["module"])
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            failure = self._failure(error)
            self._imported_key = None
            self.check()
            raise failure from error
        self.check()
        check_origin(module, source)
        return module

    def _is_for(self, target: GPUTarget) -> bool:
        """True if the code that has run is also that for `target`: no file and no compile has asked for another one."""
        before, self._bound_target = self._bound_target, target
        return target == before or not self.driver.asked

    def _forget(self) -> None:
        # The next kernel must find the same state as in a new process.
        if self._slice is not None:
            self._slice.forget()
        for name, file in self._later_modules():
            if name != "__main__" and is_users(os.path.realpath(file)):
                del sys.modules[name]
        forget_modules(self._folders)
        self._folders = ()
        self._imported_key = None
        self._read.clear()
        self.driver.asked = False

    def _later_modules(self) -> list[tuple[str, str]]:
        """The names and files of modules that were loaded after the worker had started."""
        modules = [each for each in sys.modules.items() if self._first_modules.get(each[0]) is not each[1]]
        return [
            (name, file) for name, file in ((name, file_of(module)) for name, module in modules) if file is not None
        ]


def imports_torch(file: str) -> bool:
    try:
        with open(file, "rb") as opened:
            return file.endswith(".py") and b"import torch" in opened.read()
    except OSError:
        # Importing the file reports it.
        return False


def file_of(module: ModuleType) -> str | None:
    return getattr(module, "__file__", None)


def real_folders(folders: Iterable[str]) -> tuple[str, ...]:
    return tuple(os.path.join(os.path.realpath(folder), "") for folder in folders)


def lies_in(file: str, folders: tuple[str, ...]) -> bool:
    """True if a file is in one of the folders and is the user's."""
    real = os.path.realpath(file)
    return is_users(real) and any(real.startswith(folder) for folder in folders)


def forget_modules(folders: tuple[str, ...]) -> None:
    """Makes the next import of a module from these folders run its file again."""
    if not folders:
        return
    for name, module in list(sys.modules.items()):
        places = [getattr(module, "__file__", None), *getattr(module, "__path__", ())]
        if name != "__main__" and any(place is not None and lies_in(place, folders) for place in places):
            del sys.modules[name]


def unwrap(value: Any) -> list[Any]:
    """Returns the value and what its decorators wrap, outermost first."""
    chain = [value]
    while not isinstance(chain[-1], JITFunction) and hasattr(chain[-1], "fn"):
        chain.append(chain[-1].fn)
    return chain


def check_origin(module: ModuleType, source: ImportSource) -> None:
    origin = getattr(module, "__file__", None)
    if origin is None or os.path.realpath(origin) != os.path.realpath(source["file"]):
        message = f"the module name {source['module']} belongs to {origin or 'Python itself'}: rename the file"
        raise JobFailure("import", message, source["file"])
