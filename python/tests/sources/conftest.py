"""The fixture of the tests that read sources."""

from pathlib import Path

import pytest
from project import Sources


@pytest.fixture
def sources(tmp_path: Path) -> Sources:
    return Sources(tmp_path)
