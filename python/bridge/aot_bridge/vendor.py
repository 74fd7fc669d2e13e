"""The vendors of GPUs that kernels are compiled for. Other modules ask their table, and not which vendor it is."""

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from . import vendors

Arch = int | str


@dataclass(frozen=True)
class Vendor:
    # The last of Triton's stages, whose result GPUs load.
    code: str
    # True if one of the stages is PTX.
    has_ptx: bool
    # What kernel files are told of a GPU, by its architecture: the shared memory that a block can have, in bytes, and the
    # multiprocessors of one common GPU. Registers are those of a multiprocessor. What is not here is not answered.
    shared_memory: Mapping[Arch, int]
    multiprocessors: Mapping[Arch, int]
    registers: int | None
    # Returns the version of ptxas for an architecture; empty without ptxas.
    ptxas_version: Callable[[Arch], str]
    # Raises JobFailure if a kernel's IR asks for what its GPUs do not have, and Triton does not say so.
    check_ir: Callable[[Any], None]


def _read(backend: str) -> Vendor:
    vendor: Vendor = importlib.import_module(f"{vendors.__name__}.{backend}").VENDOR
    return vendor


# By Triton's names of the backends.
VENDORS = {each.name: _read(each.name) for each in pkgutil.iter_modules(vendors.__path__)}
