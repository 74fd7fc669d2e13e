"""`torch.autocast("cuda")`: the policies of CUDA's autocast, for tensors of the emulated GPU.

PyTorch's own are for tensors whose real device is a GPU. The same policies are registered here for a dispatch key that no
tensor has, and the key is part of each call while autocast is enabled.
"""

from __future__ import annotations

from typing import Any

import torch

# The key of GPUs for which PyTorch has no policies, nor tensors.
_KEY = "AutocastIPU"
# The lists of ATen/autocast_mode.h, by overload. `default` is the overload without a name.
LOWER_PRECISION = (
    "_convolution.deprecated", "_convolution", "conv1d", "conv2d", "conv3d", "conv_tbc", "conv_transpose1d",
    "conv_transpose2d.input", "conv_transpose3d.input", "convolution", "prelu", "addmm", "addmv", "addr", "matmul", "einsum",
    "mm", "mv", "linalg_vecdot", "linear", "addbmm", "baddbmm", "bmm", "chain_matmul", "linalg_multi_dot", "lstm_cell",
    "gru_cell", "rnn_tanh_cell", "rnn_relu_cell", "scaled_dot_product_attention",
)  # fmt: skip
FP32 = (
    "acos", "asin", "cosh", "erfinv", "exp", "expm1", "log", "log10", "log2", "log1p", "reciprocal", "rsqrt", "sinh", "tan",
    "pow.Tensor_Scalar", "pow.Tensor_Tensor", "pow.Scalar", "softplus", "layer_norm", "native_layer_norm", "rms_norm",
    "group_norm", "frobenius_norm.dim", "nuclear_norm", "nuclear_norm.dim", "cosine_similarity", "poisson_nll_loss",
    "cosine_embedding_loss", "nll_loss", "nll_loss2d", "hinge_embedding_loss", "kl_div", "l1_loss", "smooth_l1_loss",
    "huber_loss", "mse_loss", "margin_ranking_loss", "multilabel_margin_loss", "soft_margin_loss", "triplet_margin_loss",
    "multi_margin_loss", "binary_cross_entropy_with_logits", "dist", "pdist", "cdist", "renorm", "logsumexp",
    "upsample_nearest1d", "upsample_nearest2d", "upsample_nearest3d", "upsample_linear1d", "upsample_bilinear2d",
    "upsample_trilinear3d", "upsample_bicubic2d", "norm.Scalar", "norm.ScalarOpt_dim",
)  # fmt: skip
# The result is fp32, unless the program asks for a type.
FP32_RESULT = (
    "prod", "prod.dim_int", "softmax.int", "log_softmax.int", "cumprod", "cumsum", "linalg_vector_norm",
    "linalg_matrix_norm", "linalg_matrix_norm.str_ord", "sum", "sum.dim_IntList",
)  # fmt: skip
WIDEST = (
    "addcdiv", "addcmul", "atan2", "bilinear", "cross", "dot", "vdot", "grid_sampler", "index_put", "tensordot", "scatter_add",
)  # fmt: skip
_libraries: list[Any] = []


def replace_autocast() -> None:
    """Registers the policies, and makes `torch.set_autocast_enabled` switch them for CUDA."""
    others = torch.library.Library("_", "IMPL")
    others.fallback(torch.library.fallthrough_kernel, _KEY)
    library = torch.library.Library("aten", "IMPL")
    _libraries.extend((others, library))  # a library that is freed takes its kernels along
    for names, policy in ((LOWER_PRECISION, _lower), (FP32, _fp32), (FP32_RESULT, _fp32_result), (WIDEST, _widest)):
        for name in names:
            base, _, overload = name.partition(".")
            operator = getattr(getattr(torch.ops.aten, base, None), overload or "default", None)
            if operator is not None:
                library.impl(operator, _kernel(operator, policy), _KEY)
    library.impl(torch.ops.aten.binary_cross_entropy.default, _refuse, _KEY)
    enable = torch.set_autocast_enabled

    def set_autocast_enabled(device_type: Any, enabled: Any = None) -> None:
        if enabled is None:  # the old form has no device, and means CUDA
            device_type, enabled = "cuda", device_type
        enable(device_type, enabled)
        if device_type == "cuda":
            torch._C._dispatch_tls_set_dispatch_key_included(_KEY, enabled)
            torch._C._dispatch_tls_set_dispatch_key_excluded(_KEY, not enabled)

    torch.set_autocast_enabled = set_autocast_enabled


def _kernel(operator: Any, policy: Any) -> Any:
    without_autocast = torch._C.DispatchKeySet(getattr(torch._C.DispatchKey, _KEY))

    def kernel(*args: Any, **kwargs: Any) -> Any:
        with torch._C._ExcludeDispatchKeyGuard(without_autocast):
            args, kwargs = policy(operator, args, kwargs)
            return operator(*args, **kwargs)

    return kernel


def _lower(operator: Any, args: Any, kwargs: Any) -> Any:
    return _cast((args, kwargs), torch.get_autocast_dtype("cuda"))


def _fp32(operator: Any, args: Any, kwargs: Any) -> Any:
    return _cast((args, kwargs), torch.float32)


def _fp32_result(operator: Any, args: Any, kwargs: Any) -> Any:
    named = dict(zip((each.name for each in operator._schema.arguments), args)) | dict(kwargs)
    if _is_eligible(args[0]) and named.get("dtype") is None:
        named["dtype"] = torch.float32
        return (), named
    return args, kwargs


def _widest(operator: Any, args: Any, kwargs: Any) -> Any:
    types = {each.dtype for each in _eligible((args, dict(kwargs)))}
    return _cast((args, kwargs), torch.float32) if torch.float32 in types else (args, kwargs)


def _refuse(*args: Any, **kwargs: Any) -> Any:
    # PyTorch's own words.
    raise RuntimeError(
        "torch.nn.functional.binary_cross_entropy and torch.nn.BCELoss are unsafe to autocast.\nMany models use a sigmoid layer "
        "right before the binary cross entropy layer. In this case, combine the two layers using "
        "torch.nn.functional.binary_cross_entropy_with_logits or torch.nn.BCEWithLogitsLoss."
    )


def _is_eligible(value: Any) -> bool:
    return (
        isinstance(value, torch.Tensor)
        and value.is_floating_point()
        and value.dtype is not torch.float64
        and value.is_cuda
    )


def _eligible(value: Any) -> list[Any]:
    if isinstance(value, (tuple, list)):
        return [each for part in value for each in _eligible(part)]
    if isinstance(value, dict):
        return _eligible(list(value.values()))
    return [value] if _is_eligible(value) else []


def _cast(value: Any, dtype: Any) -> Any:
    """All tensors of a GPU that autocast may change, as `dtype`."""
    if isinstance(value, (tuple, list)):
        return type(value)(_cast(each, dtype) for each in value)
    if isinstance(value, dict):
        return {name: _cast(each, dtype) for name, each in value.items()}
    return value.to(dtype) if _is_eligible(value) and value.dtype is not dtype else value
