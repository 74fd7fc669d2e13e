"""Compares gradients of a call with those of a reference in float64, or with differences of what the call itself computes.

Differences are known up to rounding, and up to what changes between a step and half of it. A gradient is wrong if it is further from
them in most of the random directions that are tried.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from ..findings import KernelFault
from .copies import copied
from .trying import undisturbed
from .values import leaves

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ..emulation import Emulation
    from .catching import Caught
    from .reference import Reference

DIRECTIONS = 3
# What a gradient may be away from the reference or the differences, as a share of its norm. Wrong formulas are further.
SHARE, SHARE_OF_HALF = 0.02, 0.06
SEED = 64


class Gradients:
    """Gradients of one call. `run` makes it with other leaves."""

    def __init__(self, emulation: Emulation, caught: Caught, run: Callable[[Mapping[str, Any]], Any]) -> None:
        self._emulation, self._caught = emulation, caught
        self._apply = _function_of(caught)
        self._run = run
        self._weights: list[Any] = []

    def wrong(self, reference: Reference | None) -> str:
        """What is wrong with the gradient of one of the arguments; empty if nothing is, or if there is none."""
        with self._emulation.trying(), undisturbed(), torch.enable_grad():  # Forward passes run without.
            torch.manual_seed(SEED)
            try:
                return self._wrong(reference)
            except KernelFault as error:
                return f"the backward pass is wrong: {error}"
            except Exception:
                return ""  # There is no backward pass, or it does not want this.

    def _wrong(self, reference: Reference | None) -> str:
        new = self._leaves()
        outputs = [each for each in self._outputs(new) if each.requires_grad]
        if not outputs:
            return ""
        self._weights = [torch.randn(each.shape, device=each.device) for each in outputs]
        wanted = [path for path, each in new.items() if _wants_gradient(each)]
        loss = self._loss(outputs)
        found = torch.autograd.grad(loss, [new[path] for path in wanted], allow_unused=True)
        gradients = {path: each for path, each in zip(wanted, found) if each is not None}
        expected = {} if reference is None else self._of_reference(reference, list(gradients))
        for path, gradient in gradients.items():
            if path in expected:
                says = _far(path, gradient, expected[path])
            elif new[path].dtype.itemsize >= 4:
                says = self._differs(path, gradient.to(torch.float64))
            else:
                says = ""  # Differences in narrow types are rounding.
            if says:
                return says
        return ""

    def _leaves(self) -> dict[str, Any]:
        return {
            path: copied(each) if isinstance(each, torch.Tensor) else each for path, each in self._caught.copies.items()
        }

    def _outputs(self, new: Mapping[str, Any]) -> list[Any]:
        if self._apply is None:
            returned = self._run(new)
        else:
            tree = self._caught.arguments(new)
            returned = self._apply(*[each for name, each in tree.items() if name != "ctx"])
        return [
            each
            for each in leaves(returned, "result").values()
            if isinstance(each, torch.Tensor) and each.is_floating_point()
        ]

    def _loss(self, outputs: list[Any]) -> Any:
        """A number that depends on all results."""
        parts = [(each.to(torch.float64) * weight).sum() for each, weight in zip(outputs, self._weights)]
        return torch.stack(parts).sum()

    def _of_reference(self, reference: Reference, paths: list[str]) -> dict[str, Any]:
        new = {
            path: each.detach().to(torch.float64)
            if isinstance(each, torch.Tensor) and each.is_floating_point()
            else each
            for path, each in self._leaves().items()
        }
        inputs = [new[path].requires_grad_() for path in paths]
        outputs = [each for each in leaves(reference.call(new), "result").values() if isinstance(each, torch.Tensor)]
        outputs = [each for each in outputs if each.requires_grad]
        if [each.shape for each in outputs] != [each.shape for each in self._weights]:
            return {}
        found = torch.autograd.grad(self._loss(outputs), inputs, allow_unused=True)
        return {path: torch.zeros_like(new[path]) if each is None else each for path, each in zip(paths, found)}

    def _differs(self, path: str, gradient: Any) -> str:
        """Compares a gradient with differences in random directions."""
        base = self._caught.copies[path].detach()
        step = torch.finfo(base.dtype).eps ** (1 / 3) * max(float(base.abs().max()), 1e-3)
        norm, wrong, is_flat = float(gradient.norm()), [], True
        for _ in range(DIRECTIONS):
            direction = torch.where(torch.rand(base.shape, device=base.device) < 0.5, -1.0, 1.0).to(base.dtype)
            whole, noise = self._slope(path, direction, step)
            half, _ = self._slope(path, direction, step / 2)
            is_flat = is_flat and whole == half == 0
            along = float((gradient * direction).sum())
            allowed = SHARE * max(norm, abs(half)) + 4 * abs(whole - half) + noise
            if not abs(along - half) <= allowed:
                wrong.append((along, half))
        if len(wrong) <= DIRECTIONS // 2 or is_flat:
            return ""  # What is flat is rounded in steps: its gradient is a choice.
        along, half = wrong[0]
        return f"the gradient of {path} is {along:.6g} along a random direction, and differences of results give {half:.6g}"

    def _slope(self, path: str, direction: Any, step: float) -> tuple[float, float]:
        """The slope of the loss, and how much of it may be rounding."""
        ends, noise = [], 0.0
        for sign in (1, -1):
            new = self._leaves()
            with torch.no_grad():
                new[path].add_(direction, alpha=sign * step)
            outputs = self._outputs(new)[: len(self._weights)]
            ends.append(float(self._loss(outputs)))
            for each, weight in zip(outputs, self._weights):
                noise += torch.finfo(each.dtype).eps * float((each.to(torch.float64) * weight).norm())
        return (ends[0] - ends[1]) / (2 * step), 8 * noise / step


def _function_of(caught: Caught) -> Any:
    """The `apply` of an `autograd.Function` whose forward pass was caught."""
    owner, _, name = caught.name.rpartition(".")
    found: Any = caught.scope.get(owner)
    is_function = name == "forward" and isinstance(found, type) and issubclass(found, torch.autograd.Function)
    return found.apply if is_function else None


def _wants_gradient(value: Any) -> bool:
    return isinstance(value, torch.Tensor) and value.is_floating_point() and value.requires_grad


def _far(path: str, gradient: Any, expected: Any) -> str:
    share = SHARE if gradient.dtype.itemsize >= 4 else SHARE_OF_HALF
    away = (gradient.to(torch.float64) - expected).abs()
    wrong = ~(away <= share * float(expected.abs().max()))
    if not bool(wrong.any()):
        return ""
    at = tuple(int(each) for each in wrong.nonzero()[0])
    values = f"{float(gradient[at]):.6g}, and {float(expected[at]):.6g} is expected"
    return f"{int(wrong.sum())} of {wrong.numel()} elements of the gradient of {path} are wrong, such as element {at}: {values}"
