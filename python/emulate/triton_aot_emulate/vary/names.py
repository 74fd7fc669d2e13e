"""Which tensor an argument with a stride belongs to, by the names of both: `x_row_stride` and `stride_xm` belong to `x_ptr`."""

from __future__ import annotations

import re
from collections.abc import Sequence

# Parts of the names of pointers that name no tensor.
_POINTER = {"ptr", "ptrs", "pointer", "desc", "tensor", "base", "p"}
# Parts of the names of strides that name no tensor.
_STRIDE = {"stride", "strides", "row", "col", "column", "batch", "head"}


def is_stride(name: str) -> bool:
    """Whether a name says that the argument is a stride."""
    return "stride" in name.lower()


def owner(stride: str, tensors: Sequence[Sequence[str]]) -> int | None:
    """The index of the tensor to which a stride belongs, each given by all of its names; None unless it is clear."""
    parts = [each for each in _parts(stride) if each not in _STRIDE]
    named = [[_tensor_name(name) for name in names] for names in tensors]
    for fits in (_is_part, _has_one_letter_more, _begins_alike):
        found = {
            index: max(len(each) for each in names if fits(each, parts))
            for index, names in enumerate(named)
            if any(fits(each, parts) for each in names)
        }
        best = [index for index, length in found.items() if length == max(found.values())]
        if best:
            return best[0] if len(best) == 1 else None
    return None


def _parts(name: str) -> list[str]:
    """The words of a name: `strideX` is two, as `stride_x` is."""
    words = re.split(r"[^a-z0-9]+", re.sub(r"([sS])tride(?=[A-Za-z])", r"\1tride_", name).lower())
    return [each for each in words if each]


def _tensor_name(name: str) -> str:
    parts = _parts(name)
    kept = [each for each in parts if each not in _POINTER] or parts
    return "_".join(kept)


def _is_part(name: str, parts: Sequence[str]) -> bool:
    return f"_{name}_" in f"_{'_'.join(parts)}_"


def _has_one_letter_more(name: str, parts: Sequence[str]) -> bool:
    """`xm` of `x`, and `kvh` of `kv`."""
    return any(each[:-1] == name for each in parts)


def _begins_alike(name: str, parts: Sequence[str]) -> bool:
    """`om` of `out`."""
    return any(len(each) <= 2 and each[0] == name[0] for each in parts)
