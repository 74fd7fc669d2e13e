"""Starts the recorder in every Python that has this folder on PYTHONPATH.

Python imports one `sitecustomize`, the first on its path. So this one runs the next one too.
"""

import importlib.machinery
import importlib.util
import os
import sys


def start() -> None:
    here = os.path.dirname(os.path.abspath(__file__))
    folder = os.environ.get("TRITON_AOT_RECORD")
    try:
        if folder:
            from aot_record import start_recorder

            golden_limit = int(os.environ.get("TRITON_AOT_RECORD_GOLDEN") or 0)
            start_recorder(folder, golden_limit, os.environ.get("TRITON_AOT_RECORD_FOLDER") or os.getcwd())
    finally:
        # The program sees the path it would have without the recorder. Its child processes get PYTHONPATH.
        sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry) != here]
        run_next()


def run_next() -> None:
    spec = importlib.machinery.PathFinder.find_spec("sitecustomize", sys.path)
    if spec is None or spec.loader is None:
        return
    module = importlib.util.module_from_spec(spec)
    sys.modules["sitecustomize"] = module
    spec.loader.exec_module(module)


start()
