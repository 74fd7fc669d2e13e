"""Looks at the tensors of launches. Needs PyTorch.

Those of one launch of each compiled kernel are compared before and after it. Integers are looked at in several.
"""

import math
import os
import struct
import sys
from typing import Any

from .describe import is_buffer
from .integers import facts_of
from .journal import Journal
from .tables import tables_of

# Elements of a tensor that is looked at, and bytes of all copies that are held during the launch.
MOST_ELEMENTS = 2**26
MOST_COPIED = 2**30
# Different launches of a compiled kernel whose integers are looked at.
MOST_WITH_INTEGERS = 32

# The element types of .npy files, by PyTorch's names. Those without a NumPy type keep their bits.
NPY_TYPES = {
    "bool": "|b1",
    "uint8": "|u1",
    "int8": "|i1",
    "int16": "<i2",
    "int32": "<i4",
    "int64": "<i8",
    "uint16": "<u2",
    "uint32": "<u4",
    "uint64": "<u8",
    "float16": "<f2",
    "float32": "<f4",
    "float64": "<f8",
    "bfloat16": "<u2",
}


class Contents:
    def __init__(self, journal: Journal, kernel: int, golden_limit: int) -> None:
        self._journal = journal
        self._kernel = kernel
        self._golden_limit = golden_limit
        self._wanted = True
        self._with_integers = 0

    def before(self, call: int, kernel: Any, function: Any, args: tuple, first: "Snapshot | None" = None) -> Any:
        """Returns the function to call after the launch; None if this launch is not looked at. `first` is what the tensors
        were before the launches that measured configs."""
        torch = sys.modules.get("torch")
        if not self._wanted or torch is None:
            return None
        tensors = readable_tensors(torch, kernel, function, args)
        if tensors is None:
            return None
        self._wanted = False
        is_first = first is not None and first.is_of(tensors)
        snapshot = first if first is not None and is_first else Snapshot(torch, tensors)
        golden = self._golden_files(tensors)
        files = {name: {"before": self._save(call, name, "before", tensors[name], False)} for name in golden}

        def after() -> None:
            with torch.no_grad():
                kept = {name: unchanged(torch, copy, tensors[name]) for name, copy in snapshot.copies.items()}
            # What a reference returns must not be NaN.
            if any(has_nan(torch, tensors[name]) for name in golden):
                files.clear()
            for name, pair in files.items():
                pair["after"] = self._save(call, name, "after", tensors[name], True)
            buffers = {
                name: {
                    "elements": each.numel(),
                    "range": snapshot.ranges[name],
                    "moments": snapshot.moments[name],
                    **kept.get(name, {"unchanged": None}),
                    "files": files.get(name),
                }
                for name, each in tensors.items()
            }
            self._journal.write("contents", kernel=self._kernel, call=call, beforeTrials=is_first, buffers=buffers)

        return after

    def integers(self, kernel: Any, function: Any, args: tuple) -> dict:
        """Returns the facts about the integer tensors of a launch that is made next, by parameter."""
        torch = sys.modules.get("torch")
        if torch is None or self._with_integers >= MOST_WITH_INTEGERS:
            return {}
        self._with_integers += 1
        found = {}
        try:
            with torch.no_grad():
                for name, tensor in (readable_tensors(torch, kernel, function, args) or {}).items():
                    facts = facts_of(torch, tensor)
                    if facts is not None:
                        found[name] = facts
        except RuntimeError:
            # No memory left.
            return {}
        return found

    def tables(self, kernel: Any, function: Any, args: tuple) -> dict:
        """Returns the lists of addresses of a launch that is made next, by parameter."""
        torch = sys.modules.get("torch")
        if torch is None:
            return {}
        with torch.no_grad():
            return tables_of(torch, readable_tensors(torch, kernel, function, args) or {})

    def range_of_all(self, tensors: Any) -> list | None:
        """Returns the least and the greatest element of all tensors."""
        torch = sys.modules["torch"]
        with torch.no_grad():
            ranges = [found for each in tensors if (found := range_of(torch, each)) is not None]
        return [min(each[0] for each in ranges), max(each[1] for each in ranges)] if ranges else None

    def _golden_files(self, tensors: dict) -> list:
        """Returns the tensors to save: all or, if they are too large together, none."""
        total = sum(each.numel() * each.element_size() for each in tensors.values())
        return list(tensors) if 0 < 2 * total <= self._golden_limit else []

    def _save(self, call: int, name: str, when: str, tensor: Any, widen: bool) -> str:
        file = f"{self._journal.name}-{self._kernel}-{call}-{name}-{when}.npy"
        write_npy(os.path.join(self._journal.folder, file), tensor, widen)
        return file


class Snapshot:
    """The contents of the tensors of a launch, by parameter. `copies` has no tensors beyond the limit."""

    def __init__(self, torch: Any, tensors: dict) -> None:
        self._tensors = {name: identity(each) for name, each in tensors.items()}
        with torch.no_grad():
            self.ranges = {name: range_of(torch, each) for name, each in tensors.items()}
            self.moments = {name: moments_of(torch, each) for name, each in tensors.items()}
            self.copies = copies_of(torch, tensors)

    def is_of(self, tensors: dict) -> bool:
        """True if these are the same tensors, whatever they hold now."""
        return self._tensors == {name: identity(each) for name, each in tensors.items()}


def snapshot_of(kernel: Any, function: Any, args: tuple) -> Snapshot | None:
    """Returns the contents of the tensors of a launch that is made next; None if they cannot be read."""
    torch = sys.modules.get("torch")
    tensors = None if torch is None else readable_tensors(torch, kernel, function, args)
    return None if tensors is None else Snapshot(torch, tensors)


def identity(tensor: Any) -> tuple:
    return tensor.data_ptr(), tuple(tensor.shape), tuple(tensor.stride()), tensor.dtype


def readable_tensors(torch: Any, kernel: Any, function: Any, args: tuple) -> Any:
    """Returns the tensors of a launch by parameter; None while a CUDA graph is captured: then none can be read."""
    buffers = {
        name: tensor_of(torch, value)
        for name, type_, value in zip(function.arg_names, kernel.src.signature.values(), args)
        if is_buffer(type_)
    }
    tensors = {name: each for name, each in buffers.items() if each is not None}
    if any(each.is_cuda for each in tensors.values()) and torch.cuda.is_current_stream_capturing():
        return None
    return tensors


def tensor_of(torch: Any, value: Any) -> Any:
    """Returns the PyTorch tensor of an argument: itself, below a descriptor, or below triton.reinterpret."""
    if isinstance(value, torch.Tensor):
        return value
    base = getattr(value, "base", None)
    return base if isinstance(base, torch.Tensor) else None


def range_of(torch: Any, tensor: Any) -> list | None:
    """Returns the least and the greatest finite element; None if there is none or the tensor is too large."""
    if not 0 < tensor.numel() <= MOST_ELEMENTS or tensor.is_complex():
        return None
    try:
        values = finite(torch, tensor) if tensor.is_floating_point() else tensor.detach()
        if values.dtype == torch.bool:
            values = values.to(torch.uint8)
        if values.numel() == 0:
            return None
        return [values.min().item(), values.max().item()]
    except (RuntimeError, NotImplementedError):
        # No memory left, or no minimum of this type.
        return None


def moments_of(torch: Any, tensor: Any) -> list | None:
    """Returns the mean and the standard deviation of the finite elements; None as `range_of`, and for integers."""
    if not 0 < tensor.numel() <= MOST_ELEMENTS or not tensor.is_floating_point():
        return None
    try:
        values = finite(torch, tensor)
        moments = torch.stack([values.mean(), values.std(correction=0)]).tolist() if values.numel() > 0 else []
    except (RuntimeError, NotImplementedError):
        return None
    # The squares of large elements are infinite.
    return moments if moments and all(map(math.isfinite, moments)) else None


def finite(torch: Any, tensor: Any) -> Any:
    values = tensor.detach()
    values = values.float() if values.element_size() < 4 else values
    return values[torch.isfinite(values)]


def has_nan(torch: Any, tensor: Any) -> bool:
    return tensor.is_floating_point() and bool(torch.isnan(tensor.float()).any().item())


def copies_of(torch: Any, tensors: dict) -> dict:
    copies, total = {}, 0
    for name, tensor in tensors.items():
        total += tensor.numel() * tensor.element_size()
        if total > MOST_COPIED:
            break
        try:
            copies[name] = bits(torch, tensor).clone()
        except RuntimeError:
            break
    return copies


def unchanged(torch: Any, copy: Any, tensor: Any) -> dict:
    """Returns how many elements are as in the copy, how many of these are not zero, and how often two such are neighbours."""
    same = copy == bits(torch, tensor)
    kept = (same & (copy != 0)).reshape(-1)
    pairs = kept[1:] & kept[:-1]
    counts = torch.stack([same.sum(), kept.sum(), pairs.sum()]).tolist()
    return dict(zip(("unchanged", "unchangedNonzero", "unchangedNeighbours"), counts))


def bits(torch: Any, tensor: Any) -> Any:
    """Returns the elements as integers, so that equal bits are equal even for NaN."""
    sizes = {1: torch.uint8, 2: torch.int16, 4: torch.int32, 8: torch.int64}
    return tensor.detach().view(sizes[tensor.element_size()])


def write_npy(path: str, tensor: Any, widen: bool) -> None:
    """Writes a .npy file of version 1.0 in C order, with one axis for a tensor without axes.

    A type that NumPy lacks is written as its bits, or as float32 if `widen` is set.
    """
    import torch

    tensor = tensor.detach()
    name = str(tensor.dtype).removeprefix("torch.")
    foreign = name == "bfloat16" or name.startswith("float8")
    if foreign and widen:
        tensor, name = tensor.float(), "float32"
    elif foreign:
        tensor = tensor.view(torch.uint8 if tensor.element_size() == 1 else torch.int16)
    kind = NPY_TYPES.get(name, "|u1")
    data = bits(torch, tensor).contiguous().cpu().reshape(-1).view(torch.uint8).numpy().tobytes()
    sizes = "".join(f"{size}, " for size in tensor.shape or (1,))
    header = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': ({sizes.rstrip(' ')}), }}"
    padding = -(10 + len(header) + 1) % 64
    text = (header + " " * padding + "\n").encode("latin1")
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text + data)
