"""Conditions on scalars in Triton's interpreter."""

import numpy as np
import triton.language as tl
from aot_bridge.interpreter import pointer, scalar
from triton.runtime.interpreter import InterpretedFunction


def kernel(out, n):
    at = tl.arange(0, 4)
    tl.store(out + at, 1.0, mask=(at < 3) & (tl.program_id(0) < n))


def test_a_condition_on_scalars_is_part_of_a_mask() -> None:
    written = np.zeros(4, np.float32)
    InterpretedFunction(kernel)[(1,)](
        pointer("fp32", written.ctypes.data), scalar("i32", np.array([1], np.int32).view(np.uint8))
    )
    assert written.tolist() == [1, 1, 1, 0]
    InterpretedFunction(kernel)[(1,)](
        pointer("fp32", written.ctypes.data), scalar("i32", np.array([0], np.int32).view(np.uint8))
    )
    assert written.tolist() == [1, 1, 1, 0]
