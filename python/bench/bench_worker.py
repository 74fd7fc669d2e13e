"""Runs a list of benchmarks: `bench_worker.py JOB`. JOB is a JSON file (see src/prove/bench/job.ts).

Writes events to standard output, one line of JSON each. If a kernel breaks the CUDA context, ends with status 3; the
benchmarks that are left need another process.
"""

import json
import platform
import sys
import traceback
from typing import Any

BROKEN_CONTEXT = 3


def emit(**event: Any) -> None:
    print(json.dumps(event), flush=True)


def main(file: str) -> int:
    with open(file, encoding="utf-8") as opened:
        job = json.load(opened)
    try:
        import torch
        import triton
    except ImportError as error:
        emit(event="fatal", message=f"{sys.executable} cannot import PyTorch and Triton: {error}")
        return 2
    emit(event="versions", python=platform.python_version(), triton=triton.__version__, torch=torch.__version__)
    if not torch.cuda.is_available():
        emit(event="fatal", message=f"PyTorch {torch.__version__} of {sys.executable} finds no CUDA GPU")
        return 2
    from aot_bench.session import Session

    session = Session(job)
    for task in job["tasks"]:
        emit(event="start", task=task["id"])
        result = session.run(task)
        emit(event="done", task=task["id"], **result)
        if not session.is_usable():
            return BROKEN_CONTEXT
    emit(event="end")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1]))
    except Exception as error:  # The caller shows the message instead of a traceback.
        traceback.print_exc()
        emit(event="fatal", message=f"{type(error).__name__}: {error}")
        sys.exit(1)
