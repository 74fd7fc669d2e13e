"""Hints on names that a kernel's file does not define."""

import pytest
from aot_bridge.failure import hint_on_name


@pytest.mark.parametrize(
    ("text", "name", "hint"),
    [
        (
            "import triton.language as TL",
            "tl",
            "Line 1 imports triton.language as `TL`: write `TL`, or import it as `tl`.",
        ),
        (
            "from triton import language as l",
            "tl",
            "Line 1 imports triton.language as `l`: write `l`, or import it as `tl`.",
        ),
        ("import triton", "tl", "Add `import triton.language as tl` to the file."),
        ("\nBLOCK_SIZE = 64", "BLOCK_SIZ", "Did you mean `BLOCK_SIZE`, of line 2?"),
        ("def helper(): pass", "helpr", "Did you mean `helper`, of line 1?"),
        ("import numpy", "helper", None),
        ("not Python", "helper", None),
    ],
)
def test_hint_on_name(tmp_path, text, name, hint):
    (tmp_path / "k.py").write_text(text)
    assert hint_on_name(f"NameError: {name} is not defined", str(tmp_path / "k.py")) == hint


def test_no_hint_on_other_messages(tmp_path):
    assert hint_on_name("NameError: tl is not defined", str(tmp_path / "missing.py")) is None
    assert hint_on_name("TypeError: no", None) is None
