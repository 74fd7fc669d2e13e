"""Tensors of which a kernel takes a root or a logarithm hold positive numbers in a test."""

from pathlib import Path

import pytest
from test_static import infer

KERNEL = """@triton.jit
def k(a, b, y, decay, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    one = tl.load(a + at).to(tl.float32)
    other = tl.load(b + at)
    tl.store(y + at, {value})

def run(a, b, y):
    k[(1,)](a, b, y, 0.9, BLOCK=64)
"""


@pytest.mark.parametrize(
    ("value", "positive"),
    [
        pytest.param("tl.sqrt(one) + other", ["a"], id="a root"),
        pytest.param("one + tl.log(tl.sum(other))", ["b"], id="a logarithm of a sum"),
        pytest.param("tl.sqrt(decay * one + (1.0 - decay) * other * other)", ["a"], id="a square is positive"),
        pytest.param("tl.sqrt(tl.sum((one - other) * (one - other)))", [], id="a square of a difference"),
        pytest.param("tl.rsqrt(one * one / 64 + 1e-6) * other", [], id="a mean of squares"),
        pytest.param("tl.log(one / other)", ["a", "b"], id="a quotient"),
        pytest.param("tl.log(tl.exp(one) + tl.exp(other))", [], id="exponentials"),
        pytest.param("tl.log(tl.maximum(one, 1e-6)) + other", [], id="nothing below a positive number"),
        pytest.param("tl.log(tl.maximum(one, other))", ["a", "b"], id="the larger one"),
        pytest.param("one ** decay + other ** 2", ["a"], id="a power that is no whole number"),
        pytest.param("tl.sqrt(one - other)", [], id="nothing is known of a difference"),
        pytest.param("one + other", [], id="a sum has any sign"),
    ],
)
def test_arguments_of_roots_are_positive(tmp_path: Path, value: str, positive: list[str]) -> None:
    smoke = infer(tmp_path, KERNEL.format(value=value)).entry.smoke
    assert smoke is not None
    fills = {each.name: each.fill for each in smoke.buffers}
    assert fills == {name: {"uniform": {"from": 0.5, "to": 1.5}} if name in positive else None for name in "aby"}
