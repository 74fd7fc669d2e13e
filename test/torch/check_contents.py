"""Prints what the recorder writes about the tensors of a kernel that an autotuner measures first, as JSON lines."""

import json
import sys
from types import SimpleNamespace

import torch

# The folder of the recorder.
sys.path.insert(0, sys.argv[1])
import aot_record.calls  # noqa: E402
from aot_record.calls import Calls  # noqa: E402


class Journal:
    folder, name = ".", "journal"

    def write(self, kind, **fields):
        if kind in ("contents", "fault"):
            print(json.dumps({"kind": kind, **fields}))


class Hook:
    """Stands for Triton's hooks after a launch."""

    def __init__(self):
        self.hooks = []

    def add(self, hook):
        self.hooks.append(hook)

    def remove(self, hook):
        self.hooks.remove(hook)


class Compiled:
    """Stands for a compiled kernel of one config."""

    def __init__(self, function):
        self.src = SimpleNamespace(fn=function, signature={"x": "*fp32", "out": "*fp32"}, constants={})
        self.metadata = SimpleNamespace(target=SimpleNamespace(backend="cuda", arch=90))
        self.asm = {}


# What a compiled kernel has otherwise is described elsewhere.
aot_record.calls.describe_kernel = lambda *_: {}
function = SimpleNamespace(arg_names=["x", "out"])
configs = [Compiled(function), Compiled(function)]
calls = Calls(Journal(), 0, SimpleNamespace(facts=lambda *_: {}), False)
runtime = SimpleNamespace(launch_exit_hook=Hook())


def launch(kernel, x, out):
    """Writes the lower triangle, as the kernel would."""
    metadata = hooked(kernel, (1,), 0, x, out)
    at = torch.tril_indices(*x.shape)
    out[at[0], at[1]] = x[at[0], at[1]]
    for each in list(runtime.launch_exit_hook.hooks):
        each(metadata)


hooked = calls.hook(lambda *_: object(), runtime)
x = torch.tensor([[3.0, 1, 2], [-1, 1, -3], [4, -2, 3]])
for size in (3, 2):
    out = torch.zeros(size, size)
    with calls.paused():
        for kernel in configs:
            launch(kernel, x[:size, :size], out)
    launch(configs[size - 2], x[:size, :size], out)
