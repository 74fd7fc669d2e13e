"""What tests of several packages use."""

import pytest
from golden import FOLDER, Golden


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """The section that is named as the test and, in a table of tests, its row."""
    test, _, row = request.node.name.removesuffix("]").partition("[")
    name = f"{test.removeprefix('test_').replace('_', ' ')} {row}".rstrip()
    return Golden(FOLDER / f"{request.path.stem.removeprefix('test_')}.txt", name)
