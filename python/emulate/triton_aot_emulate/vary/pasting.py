"""Writes a wrong call as a test that can be pasted. Its values are random, from a seed, so the test is short and always the same."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch

from .trying import all_unwritten
from .values import leaves

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .catching import Caught

# Integers of tensors that are written out, at most.
MOST_INTEGERS = 64
SEED = 0
_PLAIN = (bool, float, str, type(None), torch.dtype)


class Pasted:
    """The test of a call with these leaves. `text` is empty if its arguments cannot be written in a line each.

    `says` is what is special about the call, and `nan` the result that must not have NaN, if that is what is wrong.
    """

    def __init__(self, caught: Caught, new: Mapping[str, Any], says: str, nan: str) -> None:
        self._caught, self._new = caught, new
        self.text = self._written(says, nan)

    def leaves(self) -> dict[str, Any]:
        """The leaves of the call as the test makes them, by the same text."""
        torch.manual_seed(SEED)
        return {
            path: eval(_tensor(each), {"torch": torch}) if _is_tensor(each) else each
            for path, each in self._new.items()
        }

    def _written(self, says: str, nan: str) -> str:
        code, module = self._caught.code, str(self._caught.scope.get("__name__"))
        name = code.co_name
        if self._caught.scope.get(name, None) is None or self._caught.cells or code.co_flags & 12:
            return ""
        values = {argument: self._value(each, argument) for argument, each in self._caught.tree.items()}
        if any(each is None for each in values.values()):
            return ""
        module = Path(code.co_filename).stem if module == "__main__" or module not in sys.modules else module
        count = code.co_argcount
        made = [f"    {argument} = {value}" for argument, value in values.items() if "torch." in str(value)]
        given = [argument if "torch." in str(value) else str(value) for argument, value in values.items()]
        given = [text if at < count else f"{argument}={text}" for at, (argument, text) in enumerate(zip(values, given))]
        call = f"{name}({', '.join(given)})"
        body = [f"    result = {call}", f"    assert not {nan}.isnan().any()"] if nan else [f"    {call}"]
        special = re.sub(r"\W+", "_", says).strip("_")
        return "\n".join(
            [
                "import torch",
                f"from {module} import {name}",
                "",
                "",
                f"def test_{name}_{special}():",
                f"    torch.manual_seed({SEED})",
                *made,
                *body,
            ]
        )

    def _value(self, value: Any, path: str) -> str | None:
        """An expression of an argument; None if there is none."""
        if path in self._new and (_is_tensor(value) or type(value) is int):
            new = self._new[path]
            return _tensor(new) if _is_tensor(new) else repr(new)
        if isinstance(value, _PLAIN):
            return repr(value)
        if type(value) in (tuple, list) and leaves(value, path):
            parts = [self._value(each, f"{path}[{at}]") for at, each in enumerate(value)]
            if None not in parts:
                inside = ", ".join(str(each) for each in parts)
                return f"[{inside}]" if type(value) is list else f"({inside},)"
        return None


def _is_tensor(value: Any) -> bool:
    return isinstance(value, torch.Tensor)


def _tensor(tensor: Any) -> str:
    """An expression for a tensor like this one."""
    place = f'dtype={tensor.dtype}, device="{tensor.device.type}"'
    shape = ", ".join(map(str, tensor.shape)) or "()"
    if all_unwritten(tensor):
        made = f"torch.empty({shape}, {place})"
    elif tensor.dtype is torch.bool:
        made = (
            f'torch.randint(2, ({shape},), device="{tensor.device.type}").bool()'
            if tensor.dim()
            else f"torch.tensor(True, {place})"
        )
    elif not tensor.is_floating_point() and not tensor.is_complex():
        most = int(tensor.max()) + 1 if tensor.numel() else 1
        least = int(tensor.min()) if tensor.numel() else 0
        is_short = tensor.numel() <= MOST_INTEGERS
        made = (
            f"torch.tensor({tensor.tolist()}, {place})"
            if is_short
            else f"torch.randint({least}, {most}, ({shape},), {place})"
        )
    elif tensor.dtype.itemsize == 1:
        made = f'torch.randn({shape}, device="{tensor.device.type}").to({tensor.dtype})'
    else:
        made = f"torch.randn({shape}, {place})"
    if tensor.is_contiguous():
        return made
    return f"torch.empty_strided({tuple(tensor.shape)}, {tensor.stride()}, {place}).copy_({made})"
