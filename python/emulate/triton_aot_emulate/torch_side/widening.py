"""PyTorch's operators with the accumulation of its CUDA kernels, where the CPU's accumulate worse.

Two things decide whether a test passes within its tolerance:

- CUDA's kernels for products, softmax, norms and losses read bf16 and fp16, accumulate in fp32, and round once. The CPU's for the
  operators of `IN_FP32` round in between. They are computed in fp32 and rounded once.
- CUDA's kernels sum in trees: threads add few numbers, and then each other's sums. The CPU's for the operators of `IN_FP64` add
  one number after the other, so that errors of fp32 grow with the length. They are computed in fp64 and rounded once.

All other operators of PyTorch 2.15 round on the CPU where they round on a GPU. Source: `acc_type` and `opmath_type` in ATen's
kernels for CUDA. What these do not use them for, such as `pow` and `xlogy`, must not be here.
"""

from __future__ import annotations

from typing import Any

import torch

# What oneDNN computes: how it rounds depends on the machine.
PRODUCTS = (
    "aten::mm", "aten::bmm", "aten::addmm", "aten::baddbmm", "aten::mv", "aten::addmv", "aten::addmm_", "aten::baddbmm_",
    "aten::convolution", "aten::convolution_backward",
)  # fmt: skip
# Operators that round only where they are called with a factor `alpha`, which the CPU rounds too.
WITH_ALPHA = ("aten::add", "aten::add_", "aten::sub", "aten::sub_")
# Operator -> the results that CUDA does not round, by position: statistics that stay in fp32.
IN_FP32: dict[str, tuple[int, ...]] = {
    **dict.fromkeys((*PRODUCTS, *WITH_ALPHA), ()),
    "aten::_log_softmax": (),
    "aten::_softmax_backward_data": (),
    "aten::nll_loss_forward": (),
    "aten::native_layer_norm": (1, 2),
    "aten::native_batch_norm": (1, 2),
}
IN_FP64 = (
    "aten::native_layer_norm_backward", "aten::native_group_norm_backward", "aten::native_batch_norm_backward",
    "aten::embedding_dense_backward", "aten::norm", "aten::linalg_vector_norm", "aten::dot", "aten::vdot", "aten::prod",
)  # fmt: skip
HALVES = (torch.bfloat16, torch.float16)


def widened(func: Any, args: Any, kwargs: dict[str, Any]) -> Any:
    """Calls an operator as CUDA computes it. Returns NotImplemented if that is how the CPU does."""
    name = func._schema.name
    if name in IN_FP64:
        return _Wide((*HALVES, torch.float32), torch.float64, ()).call(func, args, kwargs)
    keeps = IN_FP32.get(name)
    if keeps is None or (name in WITH_ALPHA and kwargs.get("alpha", 1) == 1):
        return NotImplemented
    return _Wide(HALVES, torch.float32, keeps).call(func, args, kwargs)


class _Wide:
    """One call with the type `wide` in place of the `narrow` ones. Results at the positions of `keeps` stay wide."""

    def __init__(self, narrow: tuple[Any, ...], wide: Any, keeps: tuple[int, ...]) -> None:
        self._narrow, self._wide, self._keeps = narrow, wide, keeps
        self._written: list[tuple[Any, Any]] = []  # tensors that the operator writes, and those that it gets instead

    def call(self, func: Any, args: Any, kwargs: dict[str, Any]) -> Any:
        rounded = self._type_of([*args, *kwargs.values()])
        if rounded is None:
            return NotImplemented
        arguments = func._schema.arguments
        named = {each.name: each for each in arguments}
        wide_args = [self._widen(value, each) for value, each in zip(args, arguments)]
        wide_kwargs = {name: self._widen(value, named[name]) for name, value in kwargs.items()}
        asked = kwargs.get("dtype")
        if asked is not None:
            rounded, wide_kwargs["dtype"] = asked, self._wide
        result = func(*wide_args, **wide_kwargs)
        for tensor, wide in self._written:
            if tensor.shape != wide.shape:
                tensor.resize_(wide.shape)
            tensor.copy_(wide)
        return self._round(result, rounded)

    def _type_of(self, values: list[Any]) -> Any:
        """The type of the first tensor that has a narrow one."""
        for value in values:
            if isinstance(value, torch.Tensor) and value.dtype in self._narrow:
                return value.dtype
        return None

    def _widen(self, value: Any, argument: Any) -> Any:
        if not isinstance(value, torch.Tensor) or value.dtype not in self._narrow:
            return value
        wide = value.to(self._wide)
        if argument.alias_info is not None and argument.alias_info.is_write:
            self._written.append((value, wide))
        return wide

    def _round(self, result: Any, dtype: Any) -> Any:
        if isinstance(result, (list, tuple)):
            return type(result)(
                [each if index in self._keeps else self._round(each, dtype) for index, each in enumerate(result)]
            )
        for tensor, wide in self._written:
            if result is wide:
                return tensor
        if isinstance(result, torch.Tensor) and result.dtype is self._wide:
            return result.to(dtype)
        return result
