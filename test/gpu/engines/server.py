"""A server in small: it warms one kernel up, and requests need others, one in a module that is imported only then.

`server.py` runs everything, to be recorded. `server.py ENGINE WHEEL` starts the monitor of an engine after the warm-up
(monitors.py), and prints how long each first call took.
"""

import sys
import time
from pathlib import Path

import monitors
import torch
import triton
import triton.language as tl


@triton.jit
def scale(out, x, factor, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i, mask=i < n) * factor, mask=i < n)


@triton.jit
def softmax(out, x, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    values = tl.load(x + row * columns + i, mask=i < columns, other=-float("inf"))
    powers = tl.exp(values - tl.max(values, axis=0))
    tl.store(out + row * columns + i, powers / tl.sum(powers, axis=0), mask=i < columns)


def scaled(n, dtype):
    x = torch.randn(n, dtype=dtype, device="cuda")
    out = torch.empty_like(x)
    scale[(triton.cdiv(n, 256),)](out, x, 2.0, n, BLOCK=256)
    torch.testing.assert_close(out, x * 2)


def normalised(columns, warps):
    x = torch.randn(64, columns, device="cuda")
    out = torch.empty_like(x)
    softmax[(64,)](out, x, columns, BLOCK=triton.next_power_of_2(columns), num_warps=warps)
    torch.testing.assert_close(out, torch.softmax(x, dim=1))


def summed(n):
    import rare

    x = torch.randn(n, device="cuda")
    torch.testing.assert_close(rare.total(x), x.sum(), rtol=1e-4, atol=1e-3)


def requests():
    yield "scale, n = 1000", lambda: scaled(1000, torch.float32)
    yield "scale, n = 1", lambda: scaled(1, torch.float32)
    yield "scale, fp16", lambda: scaled(4096, torch.float16)
    yield "softmax, 4 warps", lambda: normalised(777, 4)
    yield "softmax, 8 warps", lambda: normalised(4096, 8)
    yield "a module that is imported now", lambda: summed(5000)


def main(engine=None, wheel=None):
    scaled(4096, torch.float32)
    torch.cuda.synchronize()
    if engine is not None:
        monitors.MONITORS[engine](Path(wheel))
    for name, request in requests():
        start = time.perf_counter()
        request()
        torch.cuda.synchronize()
        print(f"{name}: {(time.perf_counter() - start) * 1000:.2f} ms", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
