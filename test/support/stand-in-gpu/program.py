"""A program with three kernels that runs on the stand-in GPU. Its argument says how it ends."""

import os
import signal
import subprocess
import sys
import time

import stand_in_gpu as gpu
import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, y_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    tl.store(out_ptr + offsets, tl.load(x_ptr + offsets, mask) + tl.load(y_ptr + offsets, mask), mask)


@triton.autotune([triton.Config({"BLOCK": 64}, num_warps=2), triton.Config({"BLOCK": 128}, num_warps=4)], key=["n"])
@triton.jit
def scale_kernel(x_ptr, factor, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    tl.store(x_ptr + offsets, tl.load(x_ptr + offsets, mask) * factor, mask)


@triton.jit
def copy_rows(x_ptr, out_ptr, stride, bias_ptr, n_columns, HAS_BIAS: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    values = tl.load(x_ptr + row * stride + columns, columns < n_columns)
    if HAS_BIAS:
        values += tl.load(bias_ptr + columns, columns < n_columns)
    tl.store(out_ptr + row * n_columns + columns, values, columns < n_columns)


def blocks(n):
    return lambda meta: (triton.cdiv(n, meta["BLOCK"]),)


def work():
    for n in (1000, 4096, 98432):
        add_kernel[blocks(n)](gpu.tensor(n), gpu.tensor(n), gpu.tensor(n), n, BLOCK=256)
        scale_kernel[blocks(n)](gpu.tensor(n), 0.5, n)
    add_kernel[blocks(640)](*[gpu.tensor(640, dtype=gpu.float16)] * 3, 640, BLOCK=256)
    for rows in (7, 20):
        x, out, bias = gpu.tensor(rows, 100, strides=(128, 1)), gpu.tensor(rows, 100), gpu.tensor(100)
        copy_rows[(rows,)](x, out, 128, bias, 100, HAS_BIAS=True, BLOCK=128)
        copy_rows[(rows,)](x, out, 128, None, 100, HAS_BIAS=False, BLOCK=128)


def main(end):
    if end == "child":
        raise SystemExit(subprocess.call([sys.executable, __file__, "return"]))
    work()
    if end == "raise":
        raise ValueError("the program is wrong")
    if end == "exit":
        sys.exit(5)
    if end == "crash":
        os.kill(os.getpid(), signal.SIGKILL)
    if end == "wait":
        open("waiting", "w").close()
        time.sleep(60)


if __name__ == "__main__":
    main(sys.argv[1])
