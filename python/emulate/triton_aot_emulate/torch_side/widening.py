"""PyTorch's operators on half-precision tensors, with the accumulation types of its CUDA kernels.

CUDA's kernels read bf16 and fp16, compute in fp32, and round the result once. Many of the CPU's kernels round in between: sums
of many elements then differ by more than the tolerance of a test. The operators here are computed in fp32 and rounded once.

Source: `opmath_type` and `acc_type` of ATen, which CUDA's kernels use throughout.
"""

from __future__ import annotations

from typing import Any

import torch

# Operator -> the results that CUDA does not round, by position: statistics that stay in fp32.
WIDENED: dict[str, tuple[int, ...]] = {
    **dict.fromkeys(
        (
            # Products of matrices.
            "aten::mm", "aten::bmm", "aten::addmm", "aten::baddbmm", "aten::addbmm", "aten::mv", "aten::addmv", "aten::dot",
            "aten::vdot", "aten::addmm_", "aten::baddbmm_", "aten::convolution", "aten::convolution_backward",
            "aten::_convolution", "aten::linear", "aten::linear_backward", "aten::_addmm_activation",
            # Sums and means.
            "aten::sum", "aten::nansum", "aten::mean", "aten::prod", "aten::var", "aten::std", "aten::var_mean",
            "aten::std_mean", "aten::logsumexp", "aten::norm", "aten::linalg_vector_norm", "aten::_foreach_norm",
            # Softmax and losses.
            "aten::_softmax", "aten::_log_softmax", "aten::_softmax_backward_data", "aten::_log_softmax_backward_data",
            "aten::nll_loss_forward", "aten::nll_loss_backward", "aten::nll_loss2d_forward", "aten::nll_loss2d_backward",
            "aten::mse_loss", "aten::mse_loss_backward", "aten::smooth_l1_loss", "aten::smooth_l1_loss_backward",
            "aten::huber_loss", "aten::huber_loss_backward", "aten::binary_cross_entropy", "aten::binary_cross_entropy_backward",
            "aten::binary_cross_entropy_with_logits", "aten::xlogy",
            # Norms.
            "aten::native_group_norm", "aten::native_group_norm_backward",
            "aten::native_batch_norm_backward", "aten::native_layer_norm_backward", "aten::_fused_rms_norm_backward",
            # Embeddings: CUDA's kernel for gradients sums in fp32.
            "aten::embedding_dense_backward",
            # Pooling.
            "aten::_adaptive_avg_pool2d", "aten::avg_pool2d", "aten::avg_pool1d",
            # Functions of one element with several steps.
            "aten::gelu", "aten::gelu_backward", "aten::silu", "aten::silu_backward", "aten::softplus",
            "aten::softplus_backward", "aten::log_sigmoid_forward", "aten::log_sigmoid_backward", "aten::sigmoid_backward",
            "aten::tanh_backward", "aten::mish", "aten::mish_backward", "aten::elu", "aten::elu_backward", "aten::glu",
            "aten::glu_backward", "aten::hardswish", "aten::hardswish_backward", "aten::addcmul", "aten::addcmul_",
            "aten::addcdiv", "aten::addcdiv_", "aten::lerp", "aten::lerp_", "aten::logaddexp", "aten::pow", "aten::rsqrt",
        ),
        (),
    ),
    "aten::native_layer_norm": (1, 2),
    "aten::_fused_rms_norm": (1,),
    "aten::native_batch_norm": (1, 2),
}  # fmt: skip
HALVES = (torch.bfloat16, torch.float16)


def widened(func: Any, keeps: tuple[int, ...], args: Any, kwargs: dict[str, Any]) -> Any:
    """Calls an operator with fp32 in place of half types, and rounds its results to the type that it would return."""
    half = _half([*args, *kwargs.values()])
    if half is None:
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
