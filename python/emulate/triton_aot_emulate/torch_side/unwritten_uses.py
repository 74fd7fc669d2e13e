"""Names the tensors of which kernels have left elements unwritten, where PyTorch's operators compute with these.

That may be meant: the results may be masked or cut off later. So they are only named when a test or the program fails.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import torch

from ..caller import from_here, is_inside, launched_at, running_test
from ..findings import Finding
from .places import storage_of
from .unwritten import unwritten

if TYPE_CHECKING:
    from ..emulation import Emulation

# The attribute of storages that nothing had written when they were made.
MADE = "_triton_aot_made"
# The bytes of the largest storage that is looked at.
MOST = 64 << 20


@dataclass
class Made:
    """The place where a tensor was made, and the kernels that got it since. `is_tried`: in a trial, not by the program."""

    place: tuple[str, int] | None
    dtype: Any
    kernels: dict[str, None] = field(default_factory=dict)
    is_tried: bool = False

    def __str__(self) -> str:
        place = f" made at {self.place[0]}:{self.place[1]}" if self.place is not None else ""
        return f"never written by {' and '.join(self.kernels)}, of a tensor{place}"


class Use(NamedTuple):
    made: Made
    says: str


_uses: list[Use] = []


def forget_uses() -> None:
    """A test begins."""
    _uses.clear()


def note_launch(kernel: str, tensors: list[tuple[str, Any]], is_tried: bool) -> None:
    """A kernel gets tensors."""
    for _, tensor in tensors:
        made = getattr(storage_of(tensor), MADE, None)
        if made is not None:
            made.kernels.setdefault(kernel)
            made.is_tried |= is_tried


def made_of(tensor: Any) -> str:
    """The place where a tensor was made, and which kernels have not written all of it; empty if that is not known."""
    made = getattr(storage_of(tensor), MADE, None)
    return f" ({made})" if made is not None and made.kernels else ""


def reads_unwritten(func: Any, args: Any, kwargs: dict[str, Any]) -> list[tuple[Made, Any]]:
    """The tensors that an operator reads, with elements which no kernel has written although one got them."""
    schema = func._schema
    if any(each.alias_info is not None and not each.alias_info.is_write for each in schema.returns):
        return []  # a view
    found = []
    given = [*zip(schema.arguments, args), *((each, kwargs.get(each.name)) for each in schema.arguments[len(args) :])]
    for argument, value in given:
        if argument.alias_info is not None and argument.alias_info.is_write:
            continue
        for tensor in value if isinstance(value, (list, tuple)) else [value]:
            made = getattr(storage_of(tensor), MADE, None) if isinstance(tensor, torch.Tensor) else None
            if made is not None and made.kernels and made.dtype is tensor.dtype and _has_unwritten(tensor):
                found.append((made, tensor))
    return found


def note_use(found: list[tuple[Made, Any]], result: Any) -> None:
    """An operator has read such tensors. It used their values if they are in its result, or have decided it."""
    results = result if isinstance(result, (list, tuple)) else [result]
    if not any(
        not isinstance(each, torch.Tensor) or not each.is_floating_point() or each.isnan().any() for each in results
    ):
        return
    for made, tensor in found:
        if made.is_tried or _is_repeating() or any(made is each.made for each in _uses):
            continue
        where = unwritten(tensor)
        first = tuple(map(int, where.nonzero()[0]))
        place = launched_at()
        used = f", and {place[0]}:{place[1]} uses them" if place is not None else ""
        count = f"{int(where.sum())} of {where.numel()} elements"
        _uses.append(Use(made, f"{count} were {made}, such as element {first}{used}"))


def report_uses(emulation: Emulation) -> list[str]:
    """Reports the uses since the test began, which has failed, and returns what is said of them."""
    found = []
    for made, says in _uses:
        kernel = next(reversed(made.kernels))
        values: dict[str, object] = {"kind": "unwritten", "says": [says]}
        if made.place is not None:
            values["at"] = dict(zip(("file", "line"), made.place))
        message = from_here(f"{kernel}: {says}")
        emulation.report(Finding(kernel, "unwritten", message, values, None, running_test(), level="warning"))
        found.append(message)
    _uses.clear()
    return found


def _is_repeating() -> bool:
    """Whether it is not the program that calls the operator, but what keeps its calls to repeat them."""
    frame = sys._getframe(1)
    while frame is not None and is_inside(frame):
        if str(frame.f_globals.get("__name__")).startswith("triton_aot_emulate.vary"):
            return True
        frame = frame.f_back  # type: ignore[assignment]  # the outermost frame has None
    return False


def _has_unwritten(tensor: Any) -> bool:
    storage = storage_of(tensor)
    if storage.nbytes() > MOST or not _any(_whole(storage, tensor.dtype)):
        delattr(storage, MADE)  # what is written stays so
        return False
    return _any(tensor)


def _any(tensor: Any) -> bool:
    return bool(unwritten(tensor).any())


def _whole(storage: Any, dtype: Any) -> Any:
    count = storage.nbytes() // dtype.itemsize
    return torch._C.TensorBase.set_(torch.empty(0, dtype=dtype, device="cpu"), storage, 0, (count,), (1,))
