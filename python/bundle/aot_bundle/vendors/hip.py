"""AMD GPUs. Triton's helper library for them contains the path of the HIP runtime, so a bundle keeps this path."""

import functools
import os
import sys

from ..places import Refused
from ..vendor import Vendor


def runtime() -> str:
    """Returns the path of the HIP runtime. Raises Refused."""
    try:
        # Triton takes what PyTorch has loaded.
        import torch  # noqa: F401
    except ImportError:
        pass
    from triton.backends.amd.driver import _get_path_to_hip_runtime_dylib

    try:
        return str(_get_path_to_hip_runtime_dylib())
    except (RuntimeError, OSError) as error:
        raise Refused(f"Triton finds no HIP runtime ({error})") from error


def helper_source(source: bytes) -> bytes:
    from triton.backends.amd.driver import _get_path_to_hip_runtime_dylib

    return source.replace(b"/*py_libhip_search_path*/", _get_path_to_hip_runtime_dylib().encode(), 1)


def machine() -> dict[str, str]:
    """The path of the HIP runtime in the program's image. If TRITON_LIBHIP_PATH names it, it need not be here."""
    from triton.backends.amd import driver

    path = os.environ.get("TRITON_LIBHIP_PATH")
    if path:
        driver._get_path_to_hip_runtime_dylib = lambda: path
    try:
        return {"hipRuntime": runtime()}
    except Refused as refused:
        sys.exit(f"{refused}: set TRITON_LIBHIP_PATH to its path in the image of the program")


def machine_changes(environment: dict) -> list[str]:
    return different_runtime(environment.get("hipRuntime"))


@functools.cache
def different_runtime(there: str | None) -> list[str]:
    try:
        here = runtime()
    except Refused as refused:
        return [str(refused)]
    fix = "set TRITON_LIBHIP_PATH when you make the bundle, or make it in this image"
    return [] if here == there else [f"the HIP runtime is {here}, and the bundle was made for {there or 'none'}: {fix}"]


VENDOR = Vendor(
    folder="amd",
    utils="HIPUtils",
    launcher="HIPLauncher",
    helper="hip_utils",
    code="hsaco",
    # Before 3.9. It contains the libraries that are linked with kernels.
    keyed="folder of Triton",
    library=runtime,
    prefix="hip",
    helper_source=helper_source,
    machine=machine,
    machine_changes=machine_changes,
)
