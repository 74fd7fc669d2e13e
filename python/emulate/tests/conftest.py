"""Marks the tests of the files in long.txt, which take ten seconds and more."""

from pathlib import Path

import pytest

FOLDER = Path(__file__).parent
LONG = (FOLDER / "long.txt").read_text().split()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.parent == FOLDER and item.path.name in LONG:
            item.add_marker(pytest.mark.long)
