"""Compares the host time of a call of an operator with PyTorch's own and with Triton's JIT.

    python3 bench/operators.py        # on a machine with a GPU; the wheel of bench/README.md is installed

All add two vectors and allocate the result: the operator of the wheel, `torch.add`, and the same kernel by the JIT, as
an operator of `torch.library.triton_op` and without one. Host time is what the CPU needs for a call. All are measured
in turns in one process.
"""

import importlib.util
import json
import statistics
import sys
import time
from pathlib import Path

import torch
import triton

import vector_add

SOURCE = Path(__file__).resolve().parent.parent / "examples/vector-add/vector_add.py"
CONFIG = {"BLOCK": 1024, "num_warps": 4}
SIZE = 4096
ROUNDS = 41
CALLS = 500
# Of the operator's time and that of torch.add.
TARGET = 1.25


def kernel_file():
    spec = importlib.util.spec_from_file_location("vector_add_kernels", SOURCE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


KERNELS = kernel_file()
GRID = (triton.cdiv(SIZE, CONFIG["BLOCK"]),)


@torch.library.triton_op("bench::add", mutates_args={})
def jit_operator(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    out = torch.empty_like(x)
    torch.library.wrap_triton(KERNELS.add_kernel)[GRID](x, y, out, x.numel(), **CONFIG)
    return out


def plain_jit(x, y):
    out = torch.empty_like(x)
    KERNELS.add_kernel[GRID](x, y, out, x.numel(), **CONFIG)
    return out


def host_time(function, x, y):
    """Microseconds of CPU time for a call, while the GPU keeps up."""
    torch.cuda.synchronize()
    start = time.perf_counter()
    for _ in range(CALLS):
        function(x, y)
    elapsed = time.perf_counter() - start
    torch.cuda.synchronize()
    return elapsed / CALLS * 1e6


def main():
    x, y = (torch.randn(SIZE, device="cuda") for _ in range(2))
    out = torch.empty_like(x)
    ffi = vector_add.ffi.add
    functions = {
        "torch.add": torch.add,
        "PACKAGE.add": vector_add.add,
        "torch.ops.PACKAGE.add": lambda x, y: torch.ops.vector_add.add(x, y),
        "triton_op": jit_operator,
        "plain JIT": plain_jit,
        "PACKAGE.ffi.add, output given": lambda x, y: ffi(x, y, out),
        "torch.add, output given": lambda x, y: torch.add(x, y, out=out),
        "torch.empty_like": lambda x, y: torch.empty_like(x),
    }
    for name, function in functions.items():
        for _ in range(20):
            result = function(x, y)
        if "given" not in name and "empty" not in name:
            torch.testing.assert_close(result, x + y)
    samples = {name: [] for name in functions}
    for _ in range(ROUNDS):
        for name, function in functions.items():
            samples[name].append(host_time(function, x, y))
    host = {name: statistics.median(values) for name, values in samples.items()}
    ratios = {name: value / host["torch.add"] for name, value in host.items()}
    gpu = torch.cuda.get_device_name(0)
    print(f"{gpu}, PyTorch {torch.__version__}, Triton {triton.__version__}")
    print(f"host time of a call, {SIZE} fp32, and its ratio to that of torch.add")
    for name, value in host.items():
        print(f"  {name:30} {value:7.2f} us   {ratios[name]:5.2f}")
    if len(sys.argv) > 1:
        result = {"gpu": gpu, "torch": torch.__version__, "triton": triton.__version__, "host": host, "ratios": ratios}
        Path(sys.argv[1]).write_text(json.dumps(result, indent=2) + "\n")
    worst = max(ratios["PACKAGE.add"], ratios["torch.ops.PACKAGE.add"])
    print(f"the operator takes at most {worst:.2f} x the time of torch.add; target: {TARGET}")


main()
