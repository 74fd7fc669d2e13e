"""Assembles the kept PTX of kernels again, as their compile did, and compares the results.

stdin: an AssembleRequest. stdout: a JSON list of booleans: whether ptxas makes this cubin of the PTX.
"""

import base64
import contextlib
import hashlib
import json
import os
import sys
import tempfile
import zlib
from concurrent.futures import ThreadPoolExecutor

from aot_bridge.line_tables import without_hashes
from aot_bridge.reproducible_ptxas import fix_address_layout, fix_temporary_names, fix_tool_paths
from aot_compiled.ptx_lines import without_lines
from aot_wire.check import parse
from aot_wire.messages import AssembleRequest, KeptPtx


def main() -> None:
    request = parse(AssembleRequest, json.load(sys.stdin))
    # Where addresses are random, the same PTX can give several cubins.
    attempts = 1 if fix_address_layout() else 5
    from triton import knobs

    fix_tool_paths(knobs)
    fix_temporary_names()
    kernels = request["kernels"]
    found = [False] * len(kernels)
    # As in stages.py: ptxas finds no source files, and writes line tables only on request.
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(request["processes"]) as pool:
        os.chdir(folder)
        for has_tables in (False, True):
            knobs.compilation.disable_line_info = not has_tables
            own = [index for index, each in enumerate(kernels) if has_lines(each) == has_tables]
            # What Triton prints about an error goes to the other stream.
            with contextlib.redirect_stdout(sys.stderr):
                for index, same in zip(own, pool.map(lambda each: is_same(kernels[each], attempts), own)):
                    found[index] = same
        os.chdir("/")
    print(json.dumps(found))


def has_lines(kernel: KeptPtx) -> bool:
    return "lineInfo" in kernel.get("settings", {})


def is_same(kernel: KeptPtx, attempts: int) -> bool:
    from triton.backends.compiler import GPUTarget, Language
    from triton.compiler import make_backend

    located = without_hashes(zlib.decompress(base64.b64decode(kernel["packedPtx"])).decode())
    backend = make_backend(GPUTarget("cuda", kernel["arch"], 32))
    stages: dict = {}
    backend.add_stages(stages, backend.parse_options(dict(kernel["options"])), Language.TRITON)
    ptx = located if has_lines(kernel) else without_lines(located)
    try:
        return any(hashlib.sha256(stages["cubin"](ptx, {})).hexdigest() == kernel["cubin"] for _ in range(attempts))
    except Exception as error:
        # ptxas refuses it.
        print(error, file=sys.stderr)
        return False


if __name__ == "__main__":
    main()
