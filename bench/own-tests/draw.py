"""A plugin of pytest: runs a draw of the collected tests. `DRAW=N pytest -p draw`, the same tests for the same N and DRAW_SEED.

It takes from each file in turn, so that files with thousands of parameters do not push the others out. What is drawn from a file
depends on that file only: another one may have other tests on a GPU.
"""

import itertools
import os
import random

import pytest


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    count = int(os.environ.get("DRAW", "0"))
    if not 0 < count < len(items):
        return
    files = {}
    for name in sorted(item.nodeid for item in items):
        files.setdefault(name.split("::")[0], []).append(name)
    for file, names in files.items():
        random.Random(f"{os.environ.get('DRAW_SEED', '1')} {file}").shuffle(names)
    turns = [name for turn in itertools.zip_longest(*files.values()) for name in turn if name is not None]
    chosen = set(turns[:count])
    left_out = [item for item in items if item.nodeid not in chosen]
    items[:] = [item for item in items if item.nodeid in chosen]
    config.hook.pytest_deselected(items=left_out)
