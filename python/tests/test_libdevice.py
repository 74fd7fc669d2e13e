"""Functions of libdevice in Triton's interpreter."""

import math
from typing import Any

import numpy as np
import pytest
import triton.language as tl
from aot_bridge.interpreter import scalar
from triton.language.extra import libdevice
from triton.language.extra.cuda import libdevice as cuda_libdevice
from triton.runtime.interpreter import InterpretedFunction

results: list[Any] = []


def kernel(x, y):
    results.append(libdevice.rsqrt(x))
    results.append(cuda_libdevice.pow(x, y))
    results.append(libdevice.isnan(x - y))
    results.append(libdevice.llrint(x + 0.1))
    results.append(libdevice.erf(tl.full((2, 4), 0.0, tl.float32) + x))
    results.append(libdevice.fma(tl.full((2, 4), 0.0, tl.float32) + x, y, 1.0))


def test_a_kernel_can_call_them() -> None:
    results.clear()
    x, y = (scalar("fp32", np.array([each], np.float32).view(np.uint8)) for each in (2.0, 3.0))
    InterpretedFunction(kernel)[(1,)](x, y)
    types = [(each.dtype, each.type.is_block()) for each in results]
    assert types == [
        (tl.float32, False),
        (tl.float32, False),
        (tl.int32, False),
        (tl.int64, False),
        (tl.float32, True),
        (tl.float32, True),
    ]
    found = [each.handle.data.ravel()[0] for each in results]
    assert found == pytest.approx([2**-0.5, 8, 0, 2, math.erf(2), 7])
    assert results[-1].handle.data.shape == (2, 4)


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("tanh", 0.5, math.tanh(0.5)),
        ("fast_expf", 0.5, math.exp(0.5)),
        ("exp10", 2.0, 100),
        ("round", -2.5, -3),
        ("rint", -2.5, -2),
        ("float2int_rz", -2.5, -2),
        ("saturatef", math.nan, 0),
        ("erfinv", 0.5, 0.4769362762),
        ("normcdf", 0.0, 0.5),
        ("tgamma", 5.0, 24),
        ("lgamma", 0.0, math.inf),
        ("sinpi", 0.5, 1),
    ],
)
def test_values(name: str, value: float, expected: float) -> None:
    found = getattr(libdevice, name)(scalar("fp32", np.array([value], np.float32).view(np.uint8)))
    assert found.handle.data.tolist() == pytest.approx([expected])
