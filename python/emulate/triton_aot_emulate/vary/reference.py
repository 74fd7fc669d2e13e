"""Compares what a call computes with what a function of the user computes from the same arguments, in float64 where it can.

A right kernel may be further from it than the function itself is in the given types: by rounding in another order, and by what
rounding of the inputs moves. Tensor cores round inputs too.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch
from aot_variations.conditions import UNKNOWN, WRONG

from .comparing import far, far_integers, largest, moved
from .copies import copied
from .drawn import to_neighbours
from .trying import difference, undisturbed
from .values import leaves

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ..emulation import Emulation, Request
    from .catching import Caught
    from .trying import Outcome

# How much further a right kernel may be than the reference in the given types.
TIMES_REFERENCE = 4.0
# Roundings of results.
ULPS = 8.0
# The distance from 1 to the next number of TF32, to which tensor cores may round float32.
TF32 = 2.0**-10
_loaded: dict[str, Any] = {}


class Reference:
    """A function that computes what a caught one should."""

    def __init__(self, emulation: Emulation, caught: Caught, function: Callable[..., Any], name: str) -> None:
        self._emulation, self._caught, self._function, self.name = emulation, caught, function, name

    def inputs(self, new: Mapping[str, Any]) -> dict[str, Any]:
        """Copies of leaves, before the call can change them."""
        return {path: copied(each).detach() if isinstance(each, torch.Tensor) else each for path, each in new.items()}

    def judge(self, inputs: Mapping[str, Any], outcome: Outcome) -> None:
        """Makes a right outcome wrong if it is far from the reference, and unknown if that has no such results."""
        exact = self.results(_widened(inputs))
        own = self.results(inputs)
        expected = exact or own
        if not expected:
            outcome.verdict = UNKNOWN
            return
        got = self._matching(outcome, inputs, expected)
        if got is None:
            outcome.verdict = UNKNOWN
            return
        others: dict[float, list[dict[str, Any]]] = {}
        for path, value in expected.items():
            eps = _precision(got[path], inputs, outcome.requests)
            if eps not in others:
                signs = (1, -1)
                moves = [{name: _neighbours(each, sign, eps) for name, each in inputs.items()} for sign in signs]
                others[eps] = [self.results(_widened(each) if exact else each) for each in moves]
            found = [each.get(path) for each in others[eps]]
            says = _says(got[path], value, own.get(path) if exact else None, found, eps)
            if says:
                outcome.verdict, outcome.kind = WRONG, "values"
                outcome.says = f"{says} by {self.name}: {path}"
                return

    def results(self, inputs: Mapping[str, Any]) -> dict[str, Any]:
        """What the reference computes, by path: what it returns, else the arguments that it changes. Empty if it raises."""
        new = self.inputs(inputs)
        try:
            with self._emulation.trying(), undisturbed():
                returned = self.call(new)
        except Exception:
            return {}
        found = {path: each.detach() for path, each in leaves(returned, "result").items() if _is_tensor(each)}
        return found or _changed(inputs, new)

    def call(self, new: Mapping[str, Any]) -> Any:
        """Calls the reference with these leaves."""
        arguments, keywords = bound(self._function, self._caught.arguments(new)) or ([], {})
        return self._function(*arguments, **keywords)

    def _matching(
        self, outcome: Outcome, inputs: Mapping[str, Any], expected: Mapping[str, Any]
    ) -> dict[str, Any] | None:
        """The results of the call by the names that the reference has for them."""
        returned = {path: each for path, each in outcome.results.items() if path not in inputs}
        for found in (returned, _changed(inputs, outcome.results), outcome.results):
            by_name = found if expected.keys() <= found.keys() else dict(zip(expected, found.values()))
            if len(by_name) >= len(expected) and all(by_name[path].shape == expected[path].shape for path in expected):
                return by_name
        return None


def reference_of(emulation: Emulation, caught: Caught) -> Reference | None:
    """The reference that the user has named for a function, or one that takes its arguments."""
    for text in filter(None, map(str.strip, emulation.options.reference.split(","))):
        named, _, place = text.rpartition("=")
        if named and named not in (caught.name, caught.code.co_name):
            continue
        function = _load(emulation, place)
        if function is not None and bound(function, caught.tree) is not None:
            return Reference(emulation, caught, function, place.rpartition(":")[2])
    return None


def bound(function: Callable[..., Any], tree: Mapping[str, Any]) -> tuple[list[Any], dict[str, Any]] | None:
    """How a reference is called with arguments: by their names, without those that it does not take, or in their order."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return None
    kinds = {each.kind for each in parameters}
    takes = {each.name for each in parameters}
    needs = {each.name for each in parameters if each.default is each.empty}
    tensors = {name for name, each in tree.items() if any(map(_is_tensor, leaves(each).values()))}
    if inspect.Parameter.VAR_POSITIONAL not in kinds and needs <= tree.keys() and tensors <= takes:
        return [], {name: each for name, each in tree.items() if name in takes}
    if len(needs) <= len(tree) <= len(takes):
        return list(tree.values()), {}
    return None


def _load(emulation: Emulation, place: str) -> Any:
    """A function by its module or file. The report says if there is none: the run has not done what was asked for."""
    if place not in _loaded:
        module, _, name = place.rpartition(":")
        try:
            _loaded[place] = getattr(_module(module), name)
        except Exception as error:
            from ..events import Unusable

            _loaded[place] = None
            says = f"--reference {place}: {type(error).__name__}: {error}"
            emulation.journal.write(Unusable(says))
    return _loaded[place]


def _module(name: str) -> Any:
    if not name.endswith(".py"):
        # Programs such as `pytest` do not import from the current folder by themselves.
        sys.path.append(os.getcwd())
        try:
            return importlib.import_module(name)
        finally:
            sys.path.remove(os.getcwd())
    known = [
        each
        for each in sys.modules.values()
        if os.path.realpath(getattr(each, "__file__", None) or "") == os.path.realpath(name)
    ]
    if known:
        return known[0]
    spec = importlib.util.spec_from_file_location(Path(name).stem, name)
    if spec is None or spec.loader is None:
        raise ImportError(f"{name} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _says(got: Any, expected: Any, own: Any, others: list[Any], eps: float) -> str:
    if not got.is_floating_point():
        return far_integers(got.to(torch.float64), expected.to(torch.float64), others)
    expected = expected.to(torch.float64)
    allowed = moved(expected, others) + ULPS * eps * largest(expected)
    if own is not None and own.shape == expected.shape:
        allowed += TIMES_REFERENCE * largest(own.to(torch.float64) - expected)
    # What the type cannot hold, and what is expected to be no number, is not compared.
    holds = expected.isfinite() & (expected.abs() <= torch.finfo(got.dtype).max)
    return far(torch.where(holds, got.to(torch.float64), 0.0), torch.where(holds, expected, 0.0), allowed)


def _precision(got: Any, inputs: Mapping[str, Any], requests: list[Request]) -> float:
    """The distance from 1 to the next number of the type in which a right kernel may compute."""
    eps = torch.finfo(got.dtype).eps if got.is_floating_point() else torch.finfo(torch.float32).eps
    if any(_has_product(each) for each in requests):
        floats = [each.dtype for each in inputs.values() if _is_tensor(each) and each.is_floating_point()]
        eps = max(eps, *(TF32 if each is torch.float32 else torch.finfo(each).eps for each in floats), eps)
    return float(eps)


def _has_product(request: Request) -> bool:
    """Whether a kernel uses tensor cores."""
    functions = [request.program.kernel, *request.program.functions.values()]
    starts = ("mma", "wgmma.mma", "tcgen05.mma")
    return any(each.opcode.startswith(starts) for function in functions for each in function.instructions)


def _widened(inputs: Mapping[str, Any]) -> dict[str, Any]:
    return {
        path: each.to(torch.float64) if _is_tensor(each) and each.is_floating_point() else each
        for path, each in inputs.items()
    }


def _neighbours(value: Any, sign: int, eps: float) -> Any:
    return to_neighbours(value, sign, eps) if _is_tensor(value) else value


def _changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    return {
        path: after[path].detach()
        for path, each in before.items()
        if _is_tensor(each) and path in after and difference({path: each}, {path: after[path]})
    }


def _is_tensor(value: Any) -> bool:
    return isinstance(value, torch.Tensor)
