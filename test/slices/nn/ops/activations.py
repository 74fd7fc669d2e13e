import torch
import triton
import triton.language as tl

# A value that another value is made from.
_HALF = 0.5
SLOPE = tl.constexpr(_HALF / 4)
NEGATIVE = tl.constexpr(-1.0)


@triton.jit
def relu(x):
    return tl.where(x > 0, x, 0.0)


@triton.jit
def gelu_like(x: torch.Tensor):
    # The annotation names something unknown.
    return tl.where(x > 0, x, x * SLOPE * NEGATIVE * -1.0)


def eager_relu(x: torch.Tensor) -> torch.Tensor:
    return torch.relu(x)
