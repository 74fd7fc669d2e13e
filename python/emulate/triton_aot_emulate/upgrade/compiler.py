"""Compiles kernels with another Triton: a process that reads jobs and writes what Triton made of each.

usage: compiler.py FOLDER PATHS FILE, with the folder of the other Triton (empty: the program's own), the program's `sys.path`, and
the file of the program's cloudpickle, of which both must have the same version.

Each job is 8 bytes with its length, and the job (`sending.py`). Each answer is a line of JSON.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import struct
import sys
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator


class Quiet:
    """What the compiler's last stages ask of an emulation."""

    @contextlib.contextmanager
    def preparing(self, _kernel: str) -> Iterator[None]:
        yield


def prepare() -> None:
    """Makes Triton stop at PTX, as in the emulated program."""
    from triton_aot_emulate.beside import import_shared

    import_shared("aot_compiled")
    from triton_aot_emulate.triton_side.assembly import assemble_on_demand
    from triton_aot_emulate.triton_side.stages import keep_ptx

    quiet: Any = Quiet()
    keep_ptx(quiet)
    assemble_on_demand()


def answer(data: bytes) -> dict[str, Any]:
    """What Triton makes of a job: PTX, metadata and what a thread takes; or why there is nothing."""
    import pickle

    from triton.backends.compiler import GPUTarget
    from triton.compiler import compile

    try:
        # The bytes are those of the program that started this process.
        (kind, function, signature, constants, attributes), options, arch, folder = pickle.loads(data)
    except Exception as error:
        return {"unread": _said(error)}
    with contextlib.suppress(OSError):
        os.chdir(folder)
    try:
        made = compile(
            kind(function, signature, constants, attributes), target=GPUTarget("cuda", arch, 32), options=options
        )
        return {"ptx": made.asm["ptx"], "metadata": made.metadata._asdict(), "resources": made.asm.resources}
    except Exception as error:
        return {"refused": _said(error)}


def _said(error: Exception) -> str:
    text = str(error).strip()
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def serve(jobs: IO[bytes], answers: IO[str]) -> None:
    """Answers jobs until there are no more."""
    while len(head := jobs.read(8)) == 8:
        (size,) = struct.unpack("<Q", head)
        answers.write(json.dumps(answer(jobs.read(size)), default=_plain) + "\n")
        answers.flush()


def _plain(value: Any) -> Any:
    return vars(value) if hasattr(value, "__dict__") else str(value)


if __name__ == "__main__":
    # What kernels' files and tools print is no answer.
    streams = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    other, program, pickles = sys.argv[1], json.loads(sys.argv[2]), sys.argv[3]
    sys.path[:0] = [os.path.dirname(os.path.dirname(pickles))]
    importlib.import_module("cloudpickle")
    # The folder of this file has other modules.
    ours = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    sys.path[:] = [each for each in (other, ours) if each] + program
    prepare()
    serve(*streams)
