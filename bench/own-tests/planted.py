"""Runs the tests of a package once for each planted fault: `python3 planted.py ROOT PACKAGE TESTS FAULTS OUT.json [--jobs N] -- COMMAND`.

ROOT is the folder that is imported from; PACKAGE (`conch/kernels`) and TESTS are folders in it, and FAULTS is what plant.py
wrote for PACKAGE. COMMAND starts pytest, and gets the names of the files with tests that import the faulty file. The first run is
without a fault.
"""

import argparse
import ast
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path


def imported(root, path, seen):
    """All files below a root that a file imports, itself included."""
    if path in seen:
        return seen
    seen.add(path)
    for node in ast.walk(ast.parse(path.read_text())):
        names = []
        if isinstance(node, ast.Import):
            names = [each.name for each in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module, *(f"{node.module}.{each.name}" for each in node.names)]
        for name in names:
            base = root.joinpath(*name.split("."))
            for candidate in (base.with_suffix(".py"), base / "__init__.py"):
                if candidate.exists():
                    imported(root, candidate, seen)
    return seen


def run(chosen, fault):
    """Runs the tests with a fault (None: without) in a copy of the tree."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "root"
        shutil.copytree(chosen.root, root, ignore=shutil.ignore_patterns("__pycache__"))
        files = sorted((root / chosen.tests).glob("*test*.py"))
        if fault is not None:
            path = root / chosen.package / fault["file"]
            raw = path.read_bytes()
            files = [each for each in files if path in imported(root, each, set())]
            path.write_bytes(raw[: fault["start"]] + fault["after"].encode() + raw[fault["end"] :])
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(root), os.environ.get("PYTHONPATH", "")])}
        environment["TRITON_CACHE_DIR"] = str(Path(folder) / "cache")
        start = time.monotonic()
        if not files:
            return {"outcome": "no test", "tail": "", "seconds": 0}
        command = [*chosen.command, *(str(each.relative_to(root)) for each in files)]
        try:
            done = subprocess.run(
                command, cwd=root, env=environment, capture_output=True, text=True, timeout=chosen.timeout, check=False
            )
            outcome, text = ("passed" if done.returncode == 0 else "failed"), done.stdout + done.stderr
        except subprocess.TimeoutExpired:
            outcome, text = "too long", ""
        return {"outcome": outcome, "tail": text[-2500:], "seconds": round(time.monotonic() - start)}


def main():
    parser = argparse.ArgumentParser()
    for name in ("root", "package", "tests", "faults", "out"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--jobs", type=int, default=4)
    parser.add_argument("--timeout", type=int, default=500)
    split = sys.argv.index("--")
    chosen = parser.parse_args(sys.argv[1:split])
    chosen.command = sys.argv[split + 1 :]
    faults = [None, *(json.loads(path.read_text()) for path in sorted(chosen.faults.glob("*.json")))]
    with ThreadPoolExecutor(chosen.jobs) as pool:
        results = list(pool.map(lambda fault: run(chosen, fault), faults))
    chosen.out.write_text(json.dumps([{"fault": fault, **result} for fault, result in zip(faults, results)], indent=1))
    for fault, result in zip(faults, results):
        what = "without a fault" if fault is None else f"{fault['file']}:{fault['line']}: {fault['kind']}"
        print(f"{result['outcome']:>8} {result['seconds']:4} s  {what}")


if __name__ == "__main__":
    main()
