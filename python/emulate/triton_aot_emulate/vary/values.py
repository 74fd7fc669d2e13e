"""The arguments of a call as a tree whose leaves are tensors and integers, by path: `x`, `states[0]`, `self.weight`."""

from __future__ import annotations

import copy
import dataclasses
import sys
import types
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

# What is deeper is left as it is.
MOST_DEPTH = 6


class Context:
    """Stands in for the `ctx` of an `autograd.Function`, whose backward pass must find what the program's own call has saved."""

    def __init__(self, fields: dict[str, Any]) -> None:
        self.__dict__.update(fields)

    def save_for_backward(self, *tensors: Any) -> None:
        self.saved_tensors = tensors

    def mark_dirty(self, *_: Any) -> None:
        """Says nothing to PyTorch: there is no backward pass of this call."""

    mark_non_differentiable = set_materialize_grads = save_for_forward = mark_dirty


def mapped(value: Any, leaf: Callable[[str, Any], Any], path: str = "") -> Any:
    """The same tree with what `leaf` gives for each tensor and integer. Containers are new ones; all else is the same."""
    return _Mapping(leaf).of(value, path, 0)


def leaves(value: Any, path: str = "") -> dict[str, Any]:
    """The tensors and integers of a tree."""
    found: dict[str, Any] = {}

    def note(where: str, each: Any) -> Any:
        found.setdefault(where, each)
        return each

    mapped(value, note, path)
    return found


def keeps_state(value: Any) -> bool:
    """Whether a value has a generator of random numbers, or a tensor in an object that is not made anew for each call."""
    return _keeps(value, False, set(), 0)


def _keeps(value: Any, is_shared: bool, seen: set[int], depth: int) -> bool:
    torch = sys.modules["torch"]
    if isinstance(value, torch.Tensor):
        return is_shared
    if isinstance(value, torch.Generator):
        return True
    if id(value) in seen or depth > MOST_DEPTH or isinstance(value, (type, types.FunctionType, types.ModuleType)):
        return False
    seen.add(id(value))
    if isinstance(value, (tuple, list)):
        parts = list(value)
    else:
        is_copied = (
            isinstance(value, torch.nn.Module) or dataclasses.is_dataclass(value) or type(value) in (dict, Context)
        )
        is_shared = is_shared or not is_copied
        parts = list((value if isinstance(value, dict) else getattr(value, "__dict__", {})).values())
    return any(_keeps(each, is_shared, seen, depth + 1) for each in parts)


class _Mapping:
    def __init__(self, leaf: Callable[[str, Any], Any]) -> None:
        self._leaf = leaf
        self._torch = sys.modules["torch"]
        self._done: dict[int, tuple[Any, Any]] = {}  # also keeps what has the identity

    def of(self, value: Any, path: str, depth: int) -> Any:
        if type(value) is int:
            return self._leaf(path, value)
        if value is None or isinstance(value, (str, bytes, float, bool, type)) or depth > MOST_DEPTH:
            return value
        if id(value) not in self._done:
            self._done[id(value)] = value, value  # of a cycle
            self._done[id(value)] = value, self._made(value, path, depth + 1)
        return self._done[id(value)][1]

    def _made(self, value: Any, path: str, depth: int) -> Any:
        if isinstance(value, self._torch.Tensor):
            made = self._leaf(path, value)
            is_parameter = isinstance(value, self._torch.nn.Parameter) and made is not value and made is not None
            return self._torch.nn.Parameter(made.detach(), value.requires_grad) if is_parameter else made
        if isinstance(value, (tuple, list)):
            names = getattr(value, "_fields", None)
            parts = [
                self.of(each, f"{path}.{names[at]}" if names else f"{path}[{at}]", depth)
                for at, each in enumerate(value)
            ]
            if isinstance(value, self._torch.Size):
                return self._torch.Size(parts)
            return type(value)(*parts) if names else parts if type(value) is list else tuple(parts)
        if type(value) is dict:
            return {key: self.of(each, f"{path}[{key!r}]" if path else str(key), depth) for key, each in value.items()}
        if isinstance(value, (self._torch.autograd.function.FunctionCtx, Context)):
            return Context(self._fields(_context_fields(value), path, depth))
        if isinstance(value, self._torch.nn.Module) or dataclasses.is_dataclass(value):
            return self._object(value, path, depth)
        return value

    def _object(self, value: Any, path: str, depth: int) -> Any:
        made = copy.copy(value)
        for name in ("_parameters", "_buffers", "_modules"):
            parts = getattr(value, name, None)
            if isinstance(parts, dict) and isinstance(value, self._torch.nn.Module):
                object.__setattr__(made, name, type(parts)(self._fields(parts, path, depth)))
        own = {name: each for name, each in getattr(value, "__dict__", {}).items() if not name.startswith("_")}
        for name, each in self._fields(own, path, depth).items():
            object.__setattr__(made, name, each)
        return made

    def _fields(self, values: dict[str, Any], path: str, depth: int) -> dict[str, Any]:
        return {name: self.of(each, f"{path}.{name}", depth) for name, each in values.items()}


def _context_fields(context: Any) -> dict[str, Any]:
    fields = dict(getattr(context, "__dict__", {}))
    for name in ("saved_tensors", "needs_input_grad"):
        try:
            fields[name] = getattr(context, name)
        except (AttributeError, RuntimeError):
            continue  # The forward pass has saved nothing yet, or the backward pass has freed it.
    return fields
