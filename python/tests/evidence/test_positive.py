"""Data whose logarithm or root a kernel takes are positive in its test."""

from pathlib import Path

import pytest
from test_static import infer

POSITIVE = {"uniform": {"from": 0.5, "to": 2}}


@pytest.mark.parametrize(
    ("value", "x", "y"),
    [
        ("tl.log(a)", POSITIVE, None),
        ("tl.log2(a.to(tl.float32) + 1e-6)", POSITIVE, None),
        ("tl.sqrt(tl.sum(a * tl.exp(b)))", POSITIVE, None),
        ("tl.rsqrt(a * b)", POSITIVE, POSITIVE),
        ("tl.sqrt(tl.sum(a * a))", None, None),
        ("tl.log(tl.sum(tl.exp(a - b)))", None, None),
        ("tl.log2(tl.max(tl.abs(a)))", None, None),
    ],
)
def test_data_have_the_sign_that_a_function_needs(tmp_path: Path, value: str, x: object, y: object) -> None:
    text = f"""@triton.jit
def k(x, y, out, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    a = tl.load(x + at)
    b = tl.load(y + at)
    tl.store(out + at, {value} + b)
"""
    smoke = infer(tmp_path, text).entry.smoke
    assert smoke is not None
    assert [each.fill for each in smoke.buffers] == [x, y, None]
