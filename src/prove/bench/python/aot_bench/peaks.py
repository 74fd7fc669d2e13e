"""Measures what the GPU can do: the roofline of the kernels."""

import torch

from .inputs import DTYPES

GIB = 1 << 30
REPETITIONS = 20
# Rows and columns of the product that is timed.
SIZE = 8192


def bandwidth() -> float:
    """Bytes that a copy reads and writes in a second."""
    free = torch.cuda.mem_get_info()[0]
    count = min(GIB, free // 4)
    source = torch.empty(count, dtype=torch.uint8, device="cuda").fill_(1)
    target = torch.empty_like(source)
    return 2 * count / fastest(lambda: target.copy_(source))


def matrix_rate(element: str):
    """Operations that torch.mm computes in a second; None if it does not take the type."""
    if element not in ("fp16", "bf16", "fp32", "f32", "fp64"):
        return None
    dtype = getattr(torch, DTYPES[element])
    # tl.dot uses TF32 unless it is told otherwise.
    torch.backends.cuda.matmul.allow_tf32 = True
    # The rate of doubles is so low that a smaller product reaches it.
    size = SIZE // 2 if element == "fp64" else SIZE
    left, right = [torch.empty(size, size, dtype=torch.float32, device="cuda").normal_().to(dtype) for _ in range(2)]
    out = torch.empty(size, size, dtype=dtype, device="cuda")
    try:
        return 2 * size**3 / fastest(lambda: torch.mm(left, right, out=out))
    finally:
        torch.backends.cuda.matmul.allow_tf32 = False


def fastest(call) -> float:
    """Seconds of the fastest call."""
    events = [[torch.cuda.Event(enable_timing=True) for _ in range(2)] for _ in range(REPETITIONS)]
    for _ in range(3):
        call()
    for start, end in events:
        start.record()
        call()
        end.record()
    torch.cuda.synchronize()
    return min(start.elapsed_time(end) for start, end in events) / 1000
