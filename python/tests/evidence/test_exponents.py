"""Products whose exponential a kernel takes as it is are small in its test, so that nothing overflows."""

from pathlib import Path

import pytest
from test_static import infer


@pytest.mark.parametrize(
    ("value", "is_small"),
    [
        ("tl.exp2(tl.dot(a, b) - c)", True),
        ("tl.exp(tl.dot(a, b))", True),
        ("tl.exp(tl.dot(a, b) - tl.max(tl.dot(a, b), 1)[:, None])", False),
        ("tl.dot(a, b) + c", False),
    ],
)
def test_products_in_exponents_are_small(tmp_path: Path, value: str, is_small: bool) -> None:
    text = f"""@triton.jit
def k(x, y, z, out, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)[:, None] * BLOCK + tl.arange(0, BLOCK)[None, :]
    a = tl.load(x + at)
    b = tl.load(y + at)
    c = tl.load(z + at)
    tl.store(out + at, {value})
"""
    smoke = infer(tmp_path, text).entry.smoke
    assert smoke is not None
    small = {"uniform": {"from": -0.25, "to": 0.25}} if is_small else None
    assert [each.fill for each in smoke.buffers] == [small, small, None, None]
