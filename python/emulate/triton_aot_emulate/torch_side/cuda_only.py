"""Operators that PyTorch has for CUDA only, by what computes the same on the CPU."""

from __future__ import annotations

from typing import Any

import torch

# Products whose result has another type than the factors: they are computed in the type of the result.
WITH_TYPE = ("aten::mm", "aten::bmm", "aten::addmm", "aten::baddbmm")


def cuda_only(func: Any, args: Any, kwargs: dict[str, Any]) -> Any:
    """Calls an operator that only CUDA has. Returns NotImplemented for all others."""
    name = func._schema.name
    if name not in WITH_TYPE or func._overloadname not in ("dtype", "dtype_out"):
        return NotImplemented
    names = [each.name for each in func._schema.arguments]
    values = dict(zip(names, args)) | kwargs
    dtype, out = values.pop("out_dtype"), values.pop("out", None)
    wide = {key: value.to(dtype) if isinstance(value, torch.Tensor) else value for key, value in values.items()}
    result = getattr(torch.ops.aten, name.split("::")[1]).default(**wide)
    if out is None:
        return result
    if out.shape != result.shape:
        out.resize_(result.shape)
    return out.copy_(result)
