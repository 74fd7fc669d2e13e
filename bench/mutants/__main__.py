"""Mutants of kernels, on a GPU and in the emulator: see README.md of the folder above.

make BUNDLE [--seed N] [--scale X] [--sources N]     draws mutants (needs Triton's Python)
gpu BUNDLE OUTCOMES [--jobs N] [--seconds N]         runs them on the GPU
emulate BUNDLE OUTCOMES [--jobs N]                   runs them in the emulator
table BUNDLE GPU EMULATED                            compares both, as Markdown
"""

import argparse
import json
import os
import sys
import time
from pathlib import Path


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", choices=["make", "gpu", "emulate", "table", "work"])
    parser.add_argument("bundle", type=Path)
    parser.add_argument("files", nargs="*")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scale", type=float, default=0.8)
    parser.add_argument("--sources", type=int, default=300)
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--seconds", type=float, default=1e9, help="start no task after this time")
    parser.add_argument("--only", default="", help="mutants whose name has this text")
    options = parser.parse_args()
    if options.step == "make":
        from make import make

        make(options.bundle, options.seed, options.scale, options.sources)
        return
    from make import read

    bundle = read(options.bundle)
    if options.step == "work":
        if options.files[0] == "gpu":
            import gpu as step
        else:
            import emulate as step
        step.work(bundle)
    elif options.step == "table":
        from table import table

        print(table(bundle, *[json.loads(Path(file).read_text()) for file in options.files]))
    else:
        _run(options, bundle)


def _run(options, bundle: dict) -> None:
    import workers

    start, path = time.monotonic(), Path(options.files[0])
    path.parent.mkdir(parents=True, exist_ok=True)
    tasks = [*bundle["cases"], *(each["id"] for each in bundle["mutants"])]
    tasks = [task for task in tasks if options.only in task]
    results = {}

    def log(task: str, result: dict, done: int) -> None:
        results[task] = result
        if "/" not in task or done % 50 == 0:
            print(f"{time.monotonic() - start:.0f} s, {done} of {len(tasks)}: {task}: {result['outcome']} {result.get('detail', '')}", flush=True)
        if done % 25 == 0:
            path.write_text(json.dumps(results))

    # Each worker of the emulator is one thread; the GPU's workers mostly wait for the driver's compiler.
    os.environ |= {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "CUDA_CACHE_DISABLE": "1", "CUDA_MODULE_LOADING": "EAGER"}
    jobs = options.jobs or len(os.sched_getaffinity(0))
    command = [sys.executable, str(Path(__file__).parent), "work", str(options.bundle), options.step]
    limits = {"ready": 90, "load": 60 if options.step == "gpu" else 120, "run": 8}  # a GPU has ten launches in the last of these
    deadline = start + options.seconds
    workers.run(command, tasks, jobs, limits, log, deadline)
    path.write_text(json.dumps(results))
    counts = {}
    for result in results.values():
        counts[result["outcome"]] = counts.get(result["outcome"], 0) + 1
    print(f"{len(results)} of {len(tasks)} in {time.monotonic() - start:.0f} s with {jobs} workers: {counts}")


if __name__ == "__main__":
    main()
