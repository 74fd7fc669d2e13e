"""Runs Triton's compile.py and link.py from the command line, on a machine without a GPU.

Usage: `run_triton_tool.py ARCH`. Each line of standard input is a JSON list: MODULE ARGUMENTS... It runs in a process of
its own, forked after the import of Triton. The tools ask the GPU driver for the GPU's architecture and for the C names of
types; a stub answers.
"""

import json
import os
import runpy
import sys

import triton
from triton.backends.compiler import GPUTarget
from triton.backends.nvidia.driver import ty_to_cpp

arch = int(sys.argv[1])


class StubDriver:
    map_python_to_cpp_type = staticmethod(ty_to_cpp)

    def get_current_target(self):
        return GPUTarget("cuda", arch, 32)


triton.runtime.driver.set_active(StubDriver())
for line in sys.stdin.read().splitlines():
    pid = os.fork()
    if pid == 0:
        sys.argv = json.loads(line)
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
        sys.exit(0)
    _pid, status = os.waitpid(pid, 0)
    if status != 0:
        sys.exit(1)
