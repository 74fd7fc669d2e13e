"""PyTorch's operators on half-precision tensors, with the accumulation types of its CUDA kernels.

CUDA's kernels for products, softmax, norms and losses read bf16 and fp16, accumulate in fp32, and round the result once. The
CPU's kernels for the operators here round in between, or sum in another order on some machines: results then differ by more
than the tolerance of a test. So they are computed in fp32 and rounded once. All other operators of PyTorch 2.15 round on the
CPU where they round on a GPU.

Source: `acc_type` and `opmath_type` in ATen's kernels for CUDA. What these do not use them for, such as `pow` and `xlogy`, must
not be here.
"""

from __future__ import annotations

from typing import Any

import torch

# What oneDNN computes: how it rounds depends on the machine.
PRODUCTS = (
    "aten::mm", "aten::bmm", "aten::addmm", "aten::baddbmm", "aten::mv", "aten::addmv", "aten::dot", "aten::vdot",
    "aten::addmm_", "aten::baddbmm_", "aten::convolution", "aten::convolution_backward",
)  # fmt: skip
# Operator -> the results that CUDA does not round, by position: statistics that stay in fp32.
WIDENED: dict[str, tuple[int, ...]] = {
    **dict.fromkeys(PRODUCTS, ()),
    "aten::prod": (),
    "aten::_log_softmax": (),
    "aten::_softmax_backward_data": (),
    "aten::nll_loss_forward": (),
    "aten::native_layer_norm": (1, 2),
    "aten::native_layer_norm_backward": (),
    "aten::native_batch_norm": (1, 2),
    "aten::embedding_dense_backward": (),
    # Only with a factor `alpha`, which the CPU rounds.
    **dict.fromkeys(("aten::add", "aten::add_", "aten::sub", "aten::sub_"), ()),
}
_ONLY_WITH_ALPHA = {"aten::add", "aten::add_", "aten::sub", "aten::sub_"}
HALVES = (torch.bfloat16, torch.float16)


def widened(func: Any, keeps: tuple[int, ...], args: Any, kwargs: dict[str, Any]) -> Any:
    """Calls an operator with fp32 in place of half types, and rounds its results to the type that it would return."""
    half = _half([*args, *kwargs.values()])
    if half is None or (func._schema.name in _ONLY_WITH_ALPHA and kwargs.get("alpha", 1) == 1):
        return func(*args, **kwargs)
    written: list[tuple[Any, Any]] = []
    schema = func._schema.arguments
    wide_args = [_wide(value, argument, written) for value, argument in zip(args, schema)]
    named = {argument.name: argument for argument in schema}
    wide_kwargs = {name: _wide(value, named[name], written) for name, value in kwargs.items()}
    asked = kwargs.get("dtype")
    if asked in HALVES:
        wide_kwargs["dtype"] = torch.float32
        half = asked
    result = func(*wide_args, **wide_kwargs)
    for tensor, wide in written:
        if tensor.shape != wide.shape:
            tensor.resize_(wide.shape)
        tensor.copy_(wide)
    if asked is not None and asked not in HALVES:
        return result
    return _rounded(result, half, keeps, written)


def _half(values: list[Any]) -> Any:
    """The half type of the first tensor that has one."""
    for value in values:
        if isinstance(value, torch.Tensor) and value.dtype in HALVES:
            return value.dtype
        if isinstance(value, (list, tuple)):
            found = _half(list(value))
            if found is not None:
                return found
    return None


def _wide(value: Any, argument: Any, written: list[tuple[Any, Any]]) -> Any:
    if isinstance(value, torch.Tensor) and value.dtype in HALVES:
        wide = value.to(torch.float32)
        if argument.alias_info is not None and argument.alias_info.is_write:
            written.append((value, wide))
        return wide
    if isinstance(value, (list, tuple)) and any(isinstance(each, torch.Tensor) for each in value):
        return [_wide(each, argument, written) for each in value]
    return value


def _rounded(result: Any, half: Any, keeps: tuple[int, ...], written: list[tuple[Any, Any]]) -> Any:
    if isinstance(result, (list, tuple)):
        return type(result)(
            [each if index in keeps else _rounded(each, half, keeps, written) for index, each in enumerate(result)]
        )
    for tensor, wide in written:
        if result is wide:
            return tensor
    if isinstance(result, torch.Tensor) and result.dtype is torch.float32:
        return result.to(half)
    return result
