"""Runs Triton's own compile.py and link.py and returns the files they write."""

import contextlib
import importlib
import os
import runpy
import shutil
import sys
import tempfile
from pathlib import Path

import triton
from triton.backends.compiler import GPUTarget
from triton.backends.nvidia.driver import ty_to_cpp
from triton.tools.compile import CompileArgs, compile_kernel

from .closure_process import Service
from .compilation import number_cache_entries
from .failure import JobFailure, compile_failure, import_failure
from .device import TargetDriver
from .kernel_files import forget_modules, lies_in, real_folders


class TritonTools(Service):
    def __init__(self):
        # compile.py asks the driver for the target and for the C names of types, and for nothing else.
        self._driver = TargetDriver(map_python_to_cpp_type=ty_to_cpp)
        self._installed_path = list(sys.path)
        triton.runtime.driver.set_active(self._driver)
        number_cache_entries()

    def answer(self, request: dict) -> dict:
        try:
            with tempfile.TemporaryDirectory() as folder:
                run = self._compile if request["kind"] == "compile-py" else link
                return {"ok": True, **run(request, Path(folder))}
        except JobFailure as failure:
            return failure.as_answer()

    def _compile(self, request: dict, folder: Path) -> dict:
        source, arguments = request["source"], request["arguments"]
        self._driver.target = GPUTarget(*(request["target"][key] for key in ("backend", "arch", "warpSize")))
        sys.path[:] = [*source["path"], *self._installed_path]
        importlib.invalidate_caches()
        own_folders = real_folders([*source["path"], os.path.dirname(source["file"])])

        def owned(file: str) -> bool:
            return lies_in(file, own_folders)

        try:
            with observed_compile() as kernels:
                compile_kernel(
                    CompileArgs(
                        path=source["file"],
                        kernel_name=source["function"],
                        out_path=folder / arguments["out_name"],
                        **arguments,
                    )
                )
        except KeyboardInterrupt:
            raise
        except (ImportError, SyntaxError, SystemExit) as error:
            raise import_failure(error, owned) from error
        except Exception as error:
            if isinstance(error, AttributeError) and error.name == "create_binder":
                message = "compile.py does not support @triton.autotune and @triton.heuristics"
                raise JobFailure("function", message) from error
            raise compile_failure(error, owned) from error
        finally:
            # The next kernel must find the same state as in a new process.
            forget_modules(own_folders)
            shutil.rmtree(os.environ["TRITON_CACHE_DIR"], ignore_errors=True)
        metadata = kernels[-1].metadata
        return {
            "files": read_files(folder),
            "symbol": metadata.name,
            "numWarps": metadata.num_warps,
            "shared": metadata.shared,
            "tensorMemory": getattr(metadata, "tmem_size", None) or 0,
        }


def link(request: dict, folder: Path) -> dict:
    for name, text in request["headers"].items():
        (folder / name).write_bytes(text.encode())
    headers = [str(folder / name) for name in request["headers"]]
    before, sys.argv = sys.argv, ["link.py", *headers, "-o", str(folder / request["name"])]
    try:
        runpy.run_module("triton.tools.link", run_name="__main__")
    except (Exception, SystemExit) as error:
        raise JobFailure("compile", f"link.py: {type(error).__name__}: {error}") from error
    finally:
        sys.argv = before
    return {"files": {name: text for name, text in read_files(folder).items() if name not in request["headers"]}}


@contextlib.contextmanager
def observed_compile():
    """Collects the results of triton.compile, since compile.py does not return what its C code leaves out."""
    kernels = []
    original = triton.compile

    def compile_and_note(*args, **kwargs):
        kernels.append(original(*args, **kwargs))
        return kernels[-1]

    triton.compile = compile_and_note
    try:
        yield kernels
    finally:
        triton.compile = original


def read_files(folder: Path) -> dict:
    return {file.name: file.read_bytes().decode() for file in sorted(folder.iterdir())}
