"""Adds vectors of several lengths, and measures how long a launch takes."""

import time

import torch
import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, y_ptr, out_ptr, n_elements, BLOCK_SIZE: tl.constexpr):
    offsets = tl.program_id(axis=0) * BLOCK_SIZE + tl.arange(0, BLOCK_SIZE)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask)
    y = tl.load(y_ptr + offsets, mask=mask)
    tl.store(out_ptr + offsets, x + y, mask=mask)


def add(x, y):
    out = torch.empty_like(x)
    n_elements = out.numel()
    add_kernel[lambda meta: (triton.cdiv(n_elements, meta["BLOCK_SIZE"]),)](x, y, out, n_elements, BLOCK_SIZE=1024)
    return out


def seconds_per_launch(launches: int) -> float:
    x, y = torch.rand(2, 4096, device="cuda")
    torch.cuda.synchronize()
    start = time.perf_counter()
    for _ in range(launches):
        add(x, y)
    torch.cuda.synchronize()
    return (time.perf_counter() - start) / launches


if __name__ == "__main__":
    for n in (98432, 1000, 4096):
        x, y = torch.rand(2, n, device="cuda")
        torch.testing.assert_close(add(x, y), x + y)
    print(f"microseconds per launch: {seconds_per_launch(20_000) * 1e6:.3f}")
