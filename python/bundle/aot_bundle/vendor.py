"""The vendors of GPUs that bundles have kernels for. Other modules ask their table, and not which vendor it is."""

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass

from . import vendors


@dataclass(frozen=True)
class Vendor:
    # The folder of Triton's backend, and its classes there.
    folder: str
    utils: str
    launcher: str
    # The helper library that every program loads.
    helper: str
    # The code that GPUs load: how its file ends.
    code: str
    # What of the machine Triton's key of a kernel covers, in a sentence.
    keyed: str
    # Returns the path or the name of the driver's library. Raises Refused.
    library: Callable[[], str]
    # The functions of this library begin so.
    prefix: str
    # Returns the source of the helper library as Triton compiles it, given the one in Triton's wheel.
    helper_source: Callable[[bytes], bytes] = lambda source: source
    # Returns what a bundle keeps of the machine that it was made for: further fields of its `environment`. Ends the program
    # if that is not known.
    machine: Callable[[], dict[str, str]] = dict
    # Returns how this machine differs from it.
    machine_changes: Callable[[dict], list[str]] = lambda _environment: []


def _read(backend: str) -> Vendor:
    vendor: Vendor = importlib.import_module(f"{vendors.__name__}.{backend}").VENDOR
    return vendor


# By Triton's names of the backends.
VENDORS = {each.name: _read(each.name) for each in pkgutil.iter_modules(vendors.__path__)}


def vendor_of_helper(filename: str) -> Vendor | None:
    """Returns the vendor whose helper library a file is; None for other files."""
    return next((each for each in VENDORS.values() if filename.startswith(f"{each.helper}.")), None)
