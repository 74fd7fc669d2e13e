"""A kernel that the server imports when it first needs it."""

import torch
import triton
import triton.language as tl


@triton.autotune(configs=[triton.Config({"BLOCK": size}) for size in (256, 1024)], key=["n"], reset_to_zero=["out"])
@triton.jit
def add_up(out, x, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.atomic_add(out, tl.sum(tl.load(x + i, mask=i < n, other=0.0), axis=0))


def total(x):
    out = torch.zeros((), device=x.device)
    add_up[lambda meta: (triton.cdiv(x.numel(), meta["BLOCK"]),)](out, x, x.numel())
    return out
