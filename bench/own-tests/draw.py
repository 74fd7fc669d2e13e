"""A plugin of pytest: runs a draw of the collected tests. `DRAW=N pytest -p draw`, the same tests for the same N and DRAW_SEED."""

import os
import random

import pytest


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    count = int(os.environ.get("DRAW", "0"))
    if not 0 < count < len(items):
        return
    seed = os.environ.get("DRAW_SEED", "1")
    chosen = set(random.Random(seed).sample(sorted(item.nodeid for item in items), count))
    left_out = [item for item in items if item.nodeid not in chosen]
    items[:] = [item for item in items if item.nodeid in chosen]
    config.hook.pytest_deselected(items=left_out)
