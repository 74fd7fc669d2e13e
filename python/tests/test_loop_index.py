"""Loops of kernels in Triton's interpreter."""

import warnings
from typing import Any

import numpy as np
import pytest
import triton.language as tl
from aot_bridge.interpreter import scalar
from aot_bridge.loop_index import LoopIndex, LoopRange
from triton.runtime.interpreter import InterpretedFunction

results: list[Any] = []


def kernel(n, m):
    for i in range(n):
        results.append(i.to(tl.int64) * 2**40)
        for j in range(i, n, 2):
            after = j + 1
            results.append(after.to(tl.int64) * 2**40)
    for i in tl.range(n):
        before = 2 * i - 1
        results.append(before.to(tl.int64) * 2**40)
    if m > 0:
        results.append(m)


def test_the_index_of_a_loop_can_be_cast() -> None:
    results.clear()
    sizes = [scalar("i32", np.array([each], np.int32).view(np.uint8)) for each in (3, 0)]
    with warnings.catch_warnings():
        # NumPy 2.5 refuses to make a number of an array with axes.
        warnings.simplefilter("error", DeprecationWarning)
        InterpretedFunction(kernel)[(1,)](*sizes)
    expected = [0, 1, 3, 1, 2, 2, 3, -1, 1, 3]
    assert [int(each.handle.data.item()) for each in results] == [2**40 * each for each in expected]


@pytest.mark.parametrize("numbers", [range(3), range(2, 9, 3), range(5, 0, -2), range(0)])
def test_the_indices_are_the_numbers_of_a_range(numbers: range) -> None:
    loop = LoopRange(numbers.start, numbers.stop, numbers.step)
    assert list(loop) == list(numbers)
    assert len(loop) == len(numbers)
    assert (loop.start, loop.stop, loop.step) == (numbers.start, numbers.stop, numbers.step)
    assert all(type(each) is LoopIndex for each in loop)


def test_an_operation_with_another_type_gives_its_type() -> None:
    assert type(LoopIndex(3) + 0.5) is float
    assert type(10 - LoopIndex(3)) is LoopIndex
    assert LoopIndex(2**31).dtype == tl.int64
