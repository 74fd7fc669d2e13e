"""Compares the operator of the example softmax with Triton's JIT and with PyTorch's own softmax.

    python3 bench/operators.py        # on a machine with a GPU; the wheel of examples/softmax is installed

Two operators of the same kernel are compared: that of the wheel, and one of `torch.library.triton_op` and
`wrap_triton`, which compiles the kernel when it runs. Host time is what the CPU needs for a call, kernel time is
what the GPU needs. All are measured in turns in one process.
"""

import importlib.util
import json
import statistics
import sys
import time
from pathlib import Path

import torch
import triton

import softmax

ROOT = Path(__file__).resolve().parent.parent
# What a package without measurements uses: the first config of the manifest.
CONFIG = {"BLOCK": 1024, "num_warps": 4}
ROUNDS = 41
CALLS = 200


def kernel_file():
    """The example's Python file, which has the name of the package."""
    spec = importlib.util.spec_from_file_location("softmax_kernels", ROOT / "examples/softmax/softmax.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


KERNELS = kernel_file()


@torch.library.triton_op("bench::softmax", mutates_args={})
def jit_softmax(x: torch.Tensor) -> torch.Tensor:
    y = torch.empty_like(x)
    rows, cols = x.shape
    torch.library.wrap_triton(KERNELS.softmax_forward_kernel)[(rows,)](x, y, cols, **CONFIG)
    return y


def plain_jit(x):
    y = torch.empty_like(x)
    rows, cols = x.shape
    KERNELS.softmax_forward_kernel[(rows,)](x, y, cols, **CONFIG)
    return y


def host_time(function, x):
    """Microseconds of CPU time for a call, while the GPU keeps up."""
    torch.cuda.synchronize()
    start = time.perf_counter()
    for _ in range(CALLS):
        function(x)
    elapsed = time.perf_counter() - start
    torch.cuda.synchronize()
    return elapsed / CALLS * 1e6


def kernel_time(graph):
    """Microseconds of GPU time for a call."""
    start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    start.record()
    graph.replay()
    end.record()
    torch.cuda.synchronize()
    return start.elapsed_time(end) / 20 * 1e3


def captured(function, x):
    function(x)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        for _ in range(20):
            function(x)
    return graph


def medians(samples):
    return {name: statistics.median(values) for name, values in samples.items()}


def main():
    functions = {
        "operator": softmax.softmax,
        "triton_op": jit_softmax,
        "plain JIT": plain_jit,
        "PyTorch": lambda x: torch.softmax(x, 1),
        "torch.empty_like": torch.empty_like,
    }
    ffi = softmax.ffi.softmax
    result = {
        "gpu": torch.cuda.get_device_name(0),
        "torch": torch.__version__,
        "triton": triton.__version__,
        "host": {},
        "kernel": {},
    }
    x = torch.randn(16, 256, device="cuda")
    y = torch.empty_like(x)
    hosts = {**functions, "ffi call, output given": lambda x: ffi(x, y)}
    for function in hosts.values():
        for _ in range(20):
            function(x)
    samples = {name: [] for name in hosts}
    for _ in range(ROUNDS):
        for name, function in hosts.items():
            samples[name].append(host_time(function, x))
    host = medians(samples)
    result["host"] = {name: round(value, 2) for name, value in host.items()}
    print(f"{result['gpu']}, PyTorch {torch.__version__}, Triton {triton.__version__}")
    print("\nhost time of a call, 16 x 256 fp32")
    for name, value in host.items():
        print(f"  {name:24} {value:7.2f} us   {value / host['triton_op']:5.2f} x triton_op")

    del functions["torch.empty_like"]
    for rows, cols in ((4096, 1000), (4096, 1024), (8192, 8192)):
        x = torch.randn(rows, cols, device="cuda")
        graphs = {name: captured(function, x) for name, function in functions.items()}
        samples = {name: [] for name in graphs}
        for _ in range(ROUNDS):
            for name, graph in graphs.items():
                samples[name].append(kernel_time(graph))
        kernel = medians(samples)
        result["kernel"][f"{rows} x {cols}"] = {name: round(value, 2) for name, value in kernel.items()}
        print(f"\nkernel time, {rows} x {cols} fp32")
        for name, value in kernel.items():
            print(f"  {name:24} {value:7.2f} us   {value / kernel['triton_op']:5.2f} x triton_op")

    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(json.dumps(result, indent=2) + "\n")
    ratio = host["operator"] / host["triton_op"]
    print(f"\nhost time of the operator: {ratio:.2f} x that of triton_op; target: at most 0.33")


main()
