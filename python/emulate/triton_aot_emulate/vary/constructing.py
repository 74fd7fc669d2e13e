"""Writes the arguments of a call as Python: tensors from random values, and the objects that hold them."""

from __future__ import annotations

import dataclasses
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch

from .trying import all_unwritten
from .values import Context

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .catching import Caught

# Integers of tensors that are written out, at most.
MOST_INTEGERS = 64
SEED = 0
_PLAIN = (bool, int, str, bytes, type(None), torch.dtype)
# What every module has, and its constructor sets.
_OF_MODULES = frozenset(vars(torch.nn.Module()))


class CannotWrite(Exception):
    """There is no expression for a value, or no name for a function."""


class Constructing:
    """The text of a call. `lines` make its arguments, and `made` are the names of those that are tensors."""

    def __init__(self, caught: Caught, new: Mapping[str, Any]) -> None:
        self._caught, self._new = caught, new
        self._imports: dict[str, set[str]] = {}
        self.lines = [f"torch.manual_seed({SEED})"]
        self.made: list[str] = []
        #: What the test imports as a whole.
        self.modules = {"torch"}
        code = caught.code
        self._function, skipped = self._called()
        names = [name for name in caught.tree if name not in skipped]
        self._values = {name: self._argument(name, caught.tree[name]) for name in names}
        self._positional = code.co_varnames[: code.co_argcount]
        rest = list(code.co_varnames[code.co_argcount + code.co_kwonlyargcount :])
        #: The names of `*args` and `**kwargs`.
        self._star = rest.pop(0) if code.co_flags & 4 else ""
        self._stars = rest.pop(0) if code.co_flags & 8 else ""

    def imports(self) -> list[str]:
        """The lines that import what the text names."""
        named = [f"from {module} import {', '.join(sorted(names))}" for module, names in self._imports.items()]
        return [*(f"import {module}" for module in sorted(self.modules)), *named]

    def call(self, changed: Mapping[str, str] = {}) -> str:
        """The call, with other text for some arguments."""
        given = []
        for name, value in {**self._values, **changed}.items():
            if name == self._star:
                given.append(f"*{value}")
            elif name == self._stars:
                given.append(f"**{value}")
            else:
                given.append(value if name in self._positional else f"{name}={value}")
        return f"{self._function}({', '.join(given)})"

    def _called(self) -> tuple[str, set[str]]:
        """The text of the function, and which arguments it does not need."""
        code, scope = self._caught.code, self._caught.scope
        if self._caught.cells:
            raise CannotWrite
        module = str(scope.get("__name__"))
        if scope.get(code.co_name) is not None:
            return self._imported(module, code.co_name), set()
        for owner, each in scope.items():
            of_class = vars(each).get(code.co_name) if isinstance(each, type) else None
            if getattr(getattr(of_class, "__func__", of_class), "__code__", None) is code:
                name = self._imported(module, owner)
                is_forward = issubclass(each, torch.autograd.Function) and code.co_name == "forward"
                return (f"{name}.apply", {code.co_varnames[0]}) if is_forward else (f"{name}.{code.co_name}", set())
        raise CannotWrite

    def _imported(self, module: str, name: str) -> str:
        if module == "__main__" or module not in sys.modules:
            module = Path(self._caught.code.co_filename).stem
        self._imports.setdefault(module, set()).add(name)
        return name

    def _argument(self, name: str, value: Any) -> str:
        text = self._expression(value, name)
        if "torch." not in text:
            return text
        self.lines.append(f"{name} = {text}")
        if isinstance(value, torch.Tensor):
            self.made.append(name)
        return name

    def _expression(self, value: Any, path: str) -> str:
        """An expression of a value, after lines that it needs."""
        is_parameter, is_new = isinstance(value, torch.nn.Parameter), path in self._new
        value = self._new.get(path, value)
        if isinstance(value, torch.Tensor):
            if not is_new:
                # It is in another argument, too.
                raise CannotWrite
            text = tensor_text(value)
            return f"torch.nn.Parameter({text})" if is_parameter else text
        if isinstance(value, torch.Size) or type(value) in (tuple, list):
            parts = ", ".join(self._expression(each, f"{path}[{at}]") for at, each in enumerate(value))
            return f"[{parts}]" if type(value) is list else f"({parts},)" if len(value) == 1 else f"({parts})"
        if type(value) is dict:
            items = (
                f"{self._expression(key, '')}: {self._expression(each, f'{path}[{key!r}]' if path else str(key))}"
                for key, each in value.items()
            )
            return f"{{{', '.join(items)}}}"
        if type(value) is float:
            return repr(value) if abs(value) < float("inf") else f'float("{value}")'
        if type(value) in _PLAIN:
            return repr(value)
        if isinstance(value, torch.device):
            return f'torch.device("{value}")'
        if isinstance(value, torch.autograd.function.FunctionCtx) or type(value) is Context:
            return self._context(value, path)
        if dataclasses.is_dataclass(value) and not isinstance(value, type):
            return self._object(value, path)
        if isinstance(value, tuple) and hasattr(value, "_fields"):
            return self._object(value, path)
        if isinstance(value, torch.nn.Module):
            return self._module(value, path)
        return self._named(value)

    def _context(self, value: Any, path: str) -> str:
        self.modules.add("types")
        fields = (f"{name}={self._expression(each, f'{path}.{name}')}" for name, each in vars(value).items())
        return f"types.SimpleNamespace({', '.join(fields)})"

    def _object(self, value: Any, path: str) -> str:
        names = getattr(value, "_fields", None) or [each.name for each in dataclasses.fields(value) if each.init]
        fields = (f"{name}={self._expression(getattr(value, name), f'{path}.{name}')}" for name in names)
        return f"{self._named(type(value))}({', '.join(fields)})"

    def _module(self, value: Any, path: str) -> str:
        """The name of a module, after the lines that make it without the arguments of its constructor, which are not known."""
        name, kind = re.sub(r"\W+", "_", path), self._named(type(value))
        self.lines += [f"{name} = {kind}.__new__({kind})", f"torch.nn.Module.__init__({name})"]
        parts = {**value._parameters, **value._buffers, **value._modules}
        own = {each: part for each, part in vars(value).items() if each not in _OF_MODULES}
        for each, part in {**parts, **own}.items():
            text = self._expression(part, f"{path}.{each}")
            is_buffer = each in value._buffers
            self.lines.append(f"{name}.register_buffer({each!r}, {text})" if is_buffer else f"{name}.{each} = {text}")
        if not value.training:
            self.lines.append(f"{name}.training = False")
        return name

    def _named(self, value: Any) -> str:
        """The name of a function or a class of a module."""
        module, name = getattr(value, "__module__", None), getattr(value, "__qualname__", None)
        if isinstance(module, str) and isinstance(name, str):
            of_function = self._caught.scope.get(name) is value
            if of_function or getattr(sys.modules.get(module), name, None) is value:
                return self._imported(str(self._caught.scope.get("__name__")) if of_function else module, name)
        raise CannotWrite


def tensor_text(tensor: Any) -> str:
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
