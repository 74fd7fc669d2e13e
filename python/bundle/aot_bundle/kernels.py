"""Finds the kernels of recorded compiles again, in a Python without a GPU."""

import base64
import functools
import hashlib
import importlib
import importlib.util
import os
import sys
from typing import Any, NoReturn

from .compiles import describe_function, function_changes, options_of, source_of
from .places import Refused, is_own_file, spec_of


class Driver:
    """Answers what Triton asks before it compiles, and nothing that needs a GPU."""

    def __init__(self, target: Any) -> None:
        self._target = target

    def get_current_target(self) -> Any:
        return self._target

    def get_current_device(self) -> int:
        return 0

    def get_current_stream(self, _device: Any) -> int:
        return 0

    def get_active_torch_device(self) -> str:
        return "cuda:0"

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("__"):
            raise AttributeError(name)
        raise Refused(f"it asks the GPU driver for `{name}` while it is imported")


def use_driver(target: Any) -> None:
    """Lets Triton find a GPU of this target."""
    import triton

    triton.runtime.driver.set_active(Driver(target))


def target_of(backend: str, arch: Any, warp_size: int) -> Any:
    from triton.backends.compiler import GPUTarget

    return GPUTarget(backend, arch, warp_size)


@functools.cache
def function_of(module: str, name: str, file: str) -> Any:
    """Returns a JIT function. Raises Refused with the reason if it is not there."""
    if "<locals>" in name:
        raise Refused(f"{file} makes it inside of a function, so it cannot be found again: define it at the top level")
    if file.startswith("<"):
        raise Refused(f"it has no file: it was made by `exec` ({file})")
    found = load(module, spec_of(module, name, file).origin)
    for part in name.split("."):
        if not hasattr(found, part):
            raise Refused(f"`{module}` has no `{name}`")
        found = getattr(found, part)
    return below_wrappers(found, name)


def below_wrappers(found: Any, name: str) -> Any:
    """Returns the JIT function below @triton.autotune, @triton.heuristics and other wrappers."""
    from triton.runtime.jit import JITFunction

    while not isinstance(found, JITFunction):
        found = getattr(found, "fn", None)
        if found is None:
            raise Refused(f"`{name}` is not a Triton kernel")
    return found


@functools.cache
def load(name: str, file: str) -> Any:
    """Imports a module. A program's own file is imported under another name, so that its main part does not run."""
    try:
        if not is_own_file(name):
            return importlib.import_module(name)
        spec = importlib.util.spec_from_file_location("aot_bundle_main", file)
        # A path that ends with .py always has a spec and a loader.
        module = importlib.util.module_from_spec(spec)  # type: ignore[arg-type]
        sys.modules["aot_bundle_main"] = module
        spec.loader.exec_module(module)  # type: ignore[union-attr]
        return module
    except Refused:
        raise
    except ImportError as error:
        raise Refused(f"`{name}` cannot be imported: {error}") from error
    except BaseException as error:
        raise Refused(
            f"`{name}` cannot be imported without a GPU: {type(error).__name__}: {error}{place_of(error, file)}"
        ) from error


def place_of(error: BaseException, file: str) -> str:
    """Returns the line of the module, or the last one outside of Triton, that an error came from."""
    lines, trace = [], error.__traceback__
    while trace is not None:
        lines.append((trace.tb_frame.f_code.co_filename, trace.tb_lineno))
        trace = trace.tb_next
    own = [each for each in lines if os.path.realpath(each[0]) == os.path.realpath(file)] or lines[-1:]
    return f" ({own[-1][0]}:{own[-1][1]})" if own else ""


def prepare(compile_: dict, target: Any) -> tuple:
    """Returns the source and the options of a compile for a target, and their key. Raises Refused."""
    from triton._C.libtriton import get_cache_invalidating_env_vars
    from triton.compiler import make_backend
    from triton.runtime.cache import get_cache_key

    function = function_of(compile_["module"], compile_["function"], compile_["file"])
    source = source_of(compile_, function, function_of)
    backend = make_backend(target)
    options = options_of(compile_, backend)
    return source, options, folder_of(get_cache_key(source, backend, options, get_cache_invalidating_env_vars()))


def folder_of(key: str) -> str:
    """Returns the folder of a key in Triton's cache (`_base32` in triton/runtime/cache.py)."""
    return base64.b32encode(hashlib.sha256(key.encode()).digest()).decode().rstrip("=")


def changes(compile_: dict) -> list:
    """Returns how the function differs from the recorded one."""
    function = function_of(compile_["module"], compile_["function"], compile_["file"])
    return function_changes(describe_function(function), compile_)
