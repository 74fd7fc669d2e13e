"""A false `tl.assume` in Triton's interpreter."""

import base64

import numpy as np
import pytest
import triton.language as tl
from aot_bridge.failure import JobFailure
from aot_bridge.interpreter import interpret
from triton.runtime.interpreter import InterpretedFunction


def kernel(n, m):
    tl.assume(n > 1)
    tl.assume(m % 4 == 0)


def call(n: int, m: int) -> None:
    def scalar(value: int) -> dict:
        return {"kind": "scalar", "type": "i32", "bytes": base64.b64encode(np.int32(value)).decode()}

    arguments = {"n": scalar(n), "m": scalar(m)}
    request = {"source": {"function": "kernel"}, "grid": [1], "outputs": [], "arguments": arguments}
    interpret(InterpretedFunction(kernel), request, lambda file: file == __file__)


def test_is_told_with_its_line() -> None:
    call(2, 4)
    with pytest.raises(JobFailure, match=r"the condition of `tl\.assume` is false") as failed:
        call(2, 6)
    first = kernel.__code__.co_firstlineno
    assert (failed.value.reason, failed.value.file, failed.value.line) == ("assumption", __file__, first + 2)
