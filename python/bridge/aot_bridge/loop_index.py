"""Loops of kernels in Triton's interpreter: their indices, and their ends.

On a GPU, the index of a loop is a tensor, so a kernel can call `i.to(tl.int64)`. The interpreter loops with Python's
`range`, whose indices are plain integers.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
import triton.language as tl
from triton.runtime import interpreter
from triton.runtime.interpreter import InterpretedFunction, TensorHandle


class LoopIndex(int):
    """An integer of Python that can be cast as a tensor can."""

    @property
    def dtype(self) -> tl.dtype:
        return tl.int32 if -(2**31) <= self < 2**31 else tl.int64

    def to(self, *args: Any, **kwargs: Any) -> tl.tensor:
        element = interpreter._get_np_dtype(self.dtype)
        return tl.tensor(TensorHandle(np.array([int(self)], element), self.dtype), self.dtype).to(*args, **kwargs)


def with_integer(name: str) -> Any:
    """Returns a method of LoopIndex for an operator: with an integer, the result is an index too."""
    own = getattr(int, name)

    def operate(self: LoopIndex, other: Any) -> Any:
        result = own(self, other)
        return LoopIndex(result) if type(result) is int else result

    return operate


for _operator in ("add", "sub", "mul", "floordiv", "mod"):
    for _name in (f"__{_operator}__", f"__r{_operator}__"):
        setattr(LoopIndex, _name, with_integer(_name))


class LoopRange:
    """A `range` of such indices."""

    def __init__(self, *limits: Any):
        self._numbers = range(*limits)

    def __iter__(self) -> Iterator[LoopIndex]:
        return map(LoopIndex, self._numbers)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._numbers, name)

    def __len__(self) -> int:
        return len(self._numbers)

    def __getitem__(self, at: Any) -> Any:
        return self._numbers[at]


def loop_as_on_a_gpu() -> None:
    """Makes the loops of kernels have these indices."""
    rewrite, patch_tensor, patch_core = (
        InterpretedFunction.rewrite,
        interpreter._patch_lang_tensor,
        interpreter._patch_lang_core,
    )

    def _rewrite(self: Any) -> Any:
        # Names of a kernel's module come before those of Python.
        self.fn.__globals__.setdefault("range", LoopRange)
        return rewrite(self)

    def _patch_lang_tensor(tensor: Any, scope: Any) -> None:
        patch_tensor(tensor, scope)
        # The interpreter's own needs arrays without axes from NumPy 2.5 on, and the ends of loops have one.
        scope.set_attr(tensor, "__index__", lambda self: int(self.handle.data.item()))

    def _patch_lang_core(lang: Any, scope: Any) -> None:
        patch_core(lang, scope)
        made = lang.range
        scope.set_attr(lang, "range", lambda *args, **kwargs: map(LoopIndex, made(*args, **kwargs)))

    InterpretedFunction.rewrite = _rewrite
    interpreter._patch_lang_tensor, interpreter._patch_lang_core = _patch_lang_tensor, _patch_lang_core
