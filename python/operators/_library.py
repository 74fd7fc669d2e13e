"""Loads the library with the kernels, and TVM-FFI, by which it is called.

Nothing is compiled. Importing TVM-FFI beside PyTorch before 2.10 would compile an extension for
the exchange of tensors, which needs a C++ compiler. Calls are a few microseconds slower without;
`pip install torch-c-dlpack-ext` brings it compiled.
"""

from __future__ import annotations

import ctypes
import importlib.util
import os
from pathlib import Path
from typing import Any

_VARIABLE = "TVM_FFI_DISABLE_TORCH_C_DLPACK"


def _import_tvm_ffi() -> Any:
    if importlib.util.find_spec("tvm_ffi") is None:
        raise ModuleNotFoundError(f"{__package__} needs TVM-FFI: pip install apache-tvm-ffi", name="tvm_ffi")
    if _VARIABLE in os.environ or not _would_compile():
        import tvm_ffi

        return tvm_ffi
    os.environ[_VARIABLE] = "1"
    try:
        import tvm_ffi
    finally:
        del os.environ[_VARIABLE]
    return tvm_ffi


def _would_compile() -> bool:
    try:
        import torch
    except ImportError:
        return False
    has_exchange = hasattr(torch.Tensor, "__dlpack_c_exchange_api__") or hasattr(
        torch.Tensor, "__c_dlpack_exchange_api__"
    )
    return not has_exchange and importlib.util.find_spec("torch_c_dlpack_ext") is None


def _find() -> Path:
    """Returns the library for the GPUs that PyTorch is for: there can be `libNAME.so`, and `libNAME.VENDOR.so`."""
    files = list(Path(__file__).parent.glob("lib*.so"))
    if len(files) == 1:
        return files[0]
    own = [each for each in files if _vendor_of(each) and _has_torch_for(_vendor_of(each))]
    [file] = own or [each for each in files if not _vendor_of(each)]
    return file


def _vendor_of(file: Path) -> str:
    """Returns the vendor in a file's name; empty without one."""
    return Path(file.stem).suffix.removeprefix(".")


def _has_torch_for(vendor: str) -> bool:
    """True if `torch.version` has a version of what PyTorch calls the vendor's GPUs by."""
    try:
        import torch
    except ImportError:
        return False
    return getattr(torch.version, vendor, None) is not None


_file = _find()

library = _import_tvm_ffi().load_module(_file)


def register(operator: str, namespace: str, name: str) -> bool:
    """Registers the C function of an operator with PyTorch, which then calls it without Python.

    Returns False if PyTorch lacks the functions for that.
    """
    # TVM-FFI has loaded the same file.
    function = getattr(ctypes.PyDLL(str(_file)), f"aot_torch_register_{operator}", None)
    return function is not None and function(namespace.encode(), name.encode()) == 0
