"""Runs Triton's compile.py for each list of arguments in standard input, and link.py, in the current folder.

They need no GPU: they ask the driver for the target and for the C names of types only. Their option for the target
passes text where Triton expects numbers.
"""

import json
import runpy
import sys
from pathlib import Path

import triton
from aot_bridge.device import TargetDriver
from triton.backends.compiler import GPUTarget
from triton.backends.nvidia.driver import ty_to_cpp


def run_tool(name: str, arguments: list[str]) -> None:
    sys.argv = [f"{name}.py", *arguments]
    runpy.run_module(f"triton.tools.{name}", run_name="__main__")


def main(arch: str, link: str) -> None:
    driver = TargetDriver(map_python_to_cpp_type=ty_to_cpp)
    driver.target = GPUTarget("cuda", int(arch), 32)
    triton.runtime.driver.set_active(driver)
    headers: list[str] = []
    for arguments in json.load(sys.stdin):
        run_tool("compile", arguments)
        headers += sorted({str(path) for path in Path().rglob("*.h")} - set(headers))
    run_tool("link", [*headers, "-o", link])


if __name__ == "__main__":
    main(*sys.argv[1:])
