"""Runs the tests of a package once for each planted fault: `python3 planted.py ROOT PACKAGE TESTS FAULTS OUT.json [--jobs N] -- COMMAND`.

ROOT is the folder that is imported from; PACKAGE (`conch/kernels`) and TESTS are folders in it, and FAULTS is what plant.py
wrote for PACKAGE. COMMAND starts pytest, and gets the names of the files with tests that import the faulty file. Tests that fail
without a fault are left out.
"""

import argparse
import ast
import json
import os
import re
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


def run(chosen, files, fault=None, without=()):
    """Runs files with tests in a copy of the tree that has a fault, `without` some tests. Returns outcome, failed tests, output, seconds."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "root"
        shutil.copytree(chosen.root, root, ignore=shutil.ignore_patterns("__pycache__"))
        if fault is not None:
            path = root / chosen.package / fault["file"]
            raw = path.read_bytes()
            path.write_bytes(raw[: fault["start"]] + fault["after"].encode() + raw[fault["end"] :])
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(root), os.environ.get("PYTHONPATH", "")])}
        environment["TRITON_CACHE_DIR"] = str(Path(folder) / "cache")
        start = time.monotonic()
        command = [*chosen.command, "-rfE", *(f"--deselect={each}" for each in without), *files]
        try:
            done = subprocess.run(
                command, cwd=root, env=environment, capture_output=True, text=True, timeout=chosen.timeout, check=False
            )
            outcome, text = ("passed" if done.returncode in (0, 5) else "failed"), done.stdout + done.stderr
        except subprocess.TimeoutExpired as late:
            outcome, text = "too long", (late.stdout or b"").decode()
        failed = re.findall(r"^(?:FAILED|ERROR) (\S+::.+?)(?: - |$)", text, re.M)
        return {"outcome": outcome, "failed": failed, "tail": text[-4000:], "seconds": round(time.monotonic() - start)}


def files_of(chosen, fault):
    """The files with tests that import the faulty file."""
    faulty = chosen.root / chosen.package / fault["file"]
    files = sorted((chosen.root / chosen.tests).glob("*test*.py"))
    return tuple(str(each.relative_to(chosen.root)) for each in files if faulty in imported(chosen.root, each, set()))


def main():
    parser = argparse.ArgumentParser()
    for name in ("root", "package", "tests", "faults", "out"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--jobs", type=int, default=4)
    parser.add_argument("--timeout", type=int, default=500)
    parser.add_argument("--only", default="", help="a part of the names of files with faults")
    split = sys.argv.index("--")
    chosen = parser.parse_args(sys.argv[1:split])
    chosen.command = sys.argv[split + 1 :]
    faults = [json.loads(path.read_text()) for path in sorted(chosen.faults.glob("*.json"))]
    faults = [each for each in faults if any(part in each["file"] for part in chosen.only.split(","))]
    with ThreadPoolExecutor(chosen.jobs) as pool:
        groups = sorted({files_of(chosen, fault) for fault in faults} - {()})
        clean = dict(zip(groups, pool.map(lambda files: run(chosen, files), groups)))
        for files, result in clean.items():
            print(f"without a fault: {result['outcome']}, {len(result['failed'])} left out, {result['seconds']} s: {files}")

        def check(fault):
            files = files_of(chosen, fault)
            if not files or clean[files]["outcome"] == "too long":
                return {"outcome": "no test", "failed": [], "tail": "", "seconds": 0}
            return run(chosen, files, fault, clean[files]["failed"])

        results = list(pool.map(check, faults))
    chosen.out.write_text(json.dumps([{"fault": fault, **result} for fault, result in zip(faults, results)], indent=1))
    for fault, result in zip(faults, results):
        print(f"{result['outcome']:>8} {result['seconds']:4} s  {fault['file']}:{fault['line']}: {fault['kind']}", flush=True)


if __name__ == "__main__":
    main()
