"""Runs a list of benchmarks: `bench_worker.py JOB`. JOB is a file with a BenchJob.

Writes events to standard output, one line of JSON each: BenchVersions, BenchStart and so on. If a kernel breaks the CUDA context, ends with status 3; the
benchmarks that are left need another process.
"""

import json
import platform
import sys
import traceback
from pathlib import Path

# What the bridge knows of messages and constants.
sys.path.append(str(Path(__file__).resolve().parents[1] / "bridge"))

from aot_wire.check import parse
from aot_wire.messages import BenchDone, BenchEnd, BenchFatal, BenchJob, BenchStart, BenchVersions

BROKEN_CONTEXT = 3


def emit(event: BenchVersions | BenchStart | BenchDone | BenchFatal | BenchEnd) -> None:
    print(json.dumps(event), flush=True)


def emit_fatal(message: str) -> None:
    emit({"event": "fatal", "message": message})


def main(file: str) -> int:
    job = parse(BenchJob, json.loads(Path(file).read_text("utf-8")))
    try:
        import torch
        import triton
    except ImportError as error:
        emit_fatal(f"{sys.executable} cannot import PyTorch and Triton: {error}")
        return 2
    versions: BenchVersions = {
        "event": "versions",
        "python": platform.python_version(),
        "triton": triton.__version__,
        "torch": torch.__version__,
    }
    emit(versions)
    if not torch.cuda.is_available():
        emit_fatal(f"PyTorch {torch.__version__} of {sys.executable} finds no CUDA GPU")
        return 2
    from aot_bench.session import Session

    session = Session(job)
    for task in job["tasks"]:
        emit({"event": "start", "task": task["id"]})
        done: BenchDone = {"event": "done", "task": task["id"], **session.run(task)}
        emit(done)
        if not session.is_usable():
            return BROKEN_CONTEXT
    emit({"event": "end"})
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1]))
    except Exception as error:  # The caller shows the message instead of a traceback.
        traceback.print_exc()
        emit_fatal(f"{type(error).__name__}: {error}")
        sys.exit(1)
