"""AMD GPUs, and what a kernel asks for that they do not have: it is found in its IR with locations.

Triton ignores some of it, and fails for other things without a line.
"""

import os
import re
from typing import Any

import triton

from ..failure import JobFailure, Place
from ..vendor import Arch, Vendor

# As in src/features/amd/architectures.ts.
SHARED_MEMORY: dict[Arch, int] = {"gfx90a": 65536, "gfx942": 65536, "gfx950": 163840, "gfx1100": 65536}
SHARED_MEMORY.update({"gfx1151": 65536, "gfx1201": 65536, "gfx1250": 327680})

CUDA_FUNCTION = re.compile(r'\btt\.extern_elementwise .*\bsymbol = "(__nv_\w+)"')
ASSEMBLY = re.compile(r'\btt\.elementwise_inline_asm "((?:[^"\\]|\\.)*)"')
# A PTX instruction has its type after a dot; AMD's instructions begin with the unit that executes them.
PTX = re.compile(r"\b[a-z]\w*\.\w")
AMD = re.compile(r"\b(?:v|s|ds|global|flat|buffer|scratch|tensor)_[a-z]\w+")
NVIDIA_OPERATION = re.compile(r"\b(?:ttng|nvgpu|nvg|nvws|nvvm)\.\w+")
LOCATION = re.compile(r"\bloc\((#\w+|.*)\)$")
ALIAS = re.compile(r"^(#\w+) = loc\((.*)\)$", re.MULTILINE)
PLACE = re.compile(r'"([^"]+)":(\d+):\d+|#\w+')


def check_ir(module: Any) -> None:
    ir = str(module)
    for line in ir.splitlines():
        found = request_in(line)
        if found is not None:
            what, hint = found
            message = f"the kernel has {what}, which AMD GPUs do not have"
            raise JobFailure("compile", message, *place_of_line(line, ir), hint=hint)


def request_in(line: str) -> tuple[str, str] | None:
    """Returns what a line asks for, and what to do."""
    function, assembly, operation = CUDA_FUNCTION.search(line), ASSEMBLY.search(line), NVIDIA_OPERATION.search(line)
    leave_out = "or leave out these targets with `targets:`"
    if function is not None:
        return f"the function `{function[1]}` of CUDA's libdevice", (
            f"Import libdevice from triton.language.extra, {leave_out}."
        )
    if assembly is not None and PTX.search(assembly[1]) and not AMD.search(assembly[1]):
        return f"inline PTX (`{assembly[1]}`)", f"Write it in Triton, {leave_out}."
    if "tt.warp_specialize" in line:
        return "a loop with warp_specialize=True", f"Use a constant for it that configs set, {leave_out}."
    if operation is not None and assembly is None:
        return f"the NVIDIA operation `{operation[0]}`", f"Do without it, {leave_out}."
    return None


def place_of_line(line: str, ir: str) -> Place:
    """Returns file and line of the innermost call outside of Triton."""
    location = LOCATION.search(line)
    aliases = dict(ALIAS.findall(ir))
    waiting = [location[1]] if location is not None else []
    inside = os.path.join(os.path.dirname(triton.__file__), "")
    while waiting:
        for match in PLACE.finditer(waiting.pop(0)):
            if match[1] is None:
                waiting.append(aliases.pop(match[0], ""))
            elif not match[1].startswith(inside):
                return match[1], int(match[2])
    return None, None


VENDOR = Vendor(
    code="hsaco",
    has_ptx=False,
    shared_memory=SHARED_MEMORY,
    multiprocessors={},
    registers=None,
    ptxas_version=lambda _arch: "",
    check_ir=check_ir,
)
