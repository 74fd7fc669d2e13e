"""Runs a test once more, with other numbers, and puts back what that changes."""

from __future__ import annotations

import inspect
import traceback
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import torch
from aot_variations.sizes import Case

from .apart import limited
from .copies import copied
from .drawn import seeds
from .kept import kept
from .trying import undisturbed
from .values import mapped
from .watching import Watching

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import CodeType

    from ..emulation import Emulation, Trial
    from .own_numbers import Numbers
    from .watching import Compared


@dataclass
class Repeat:
    """How a repeat has ended."""

    error: BaseException | None
    compared: list[Compared]
    made: list[tuple[str, tuple[int, ...]]]
    trial: Trial
    line: int = 0

    def shapes(self) -> list[object]:
        """The shapes of what kernels got."""
        return [tuple(each.shape) for request in self.trial.requests for _, each in request.tensors]

    def repeated(self) -> set[tuple[str, str]]:
        """The tensors of integers that kernels got in which a value is twice, by kernel and argument."""
        return {
            (request.program.name, name)
            for request in self.trial.requests
            for name, each in request.tensors
            if each.dtype in (torch.int32, torch.int64) and each.unique().numel() < each.numel()
        }


@dataclass
class Change:
    """What is other in a repeat: `alter` gets what the test draws."""

    case: Case = field(default_factory=Case)
    alter: Callable[[str, int, Any], Any] | None = None


class Rerunning:
    """A test that can be run again. `count` says how often it was, and `has_changed` whether the last run changed what others see."""

    def __init__(self, emulation: Emulation, test: Callable[..., Any], function: Any, numbers: Numbers) -> None:
        self._emulation, self._test, self._function, self._numbers = emulation, test, function, numbers
        self._scopes = [function.__globals__, *([vars(test.__self__)] if hasattr(test, "__self__") else [])]
        self.count = 0
        self.has_changed = False

    def run(self, change: Change, seed: int = 0, passes: bool = False, executes: bool = True) -> Repeat:
        """Runs the test once more."""
        self.count += 1
        made = self._numbers.made(change.case)
        assert made is not None
        code, arguments = made
        own = mapped(arguments, lambda _, each: copied(each) if isinstance(each, torch.Tensor) else each)
        watching = Watching(self._function.__code__.co_filename, change.alter, passes)
        before: CodeType = self._function.__code__
        error: BaseException | None = None
        with self._emulation.trying() as trial, undisturbed(), kept(*self._scopes) as changes, ExitStack() as open_:
            open_.enter_context(watching.of_numpy(self._function.__globals__))
            open_.enter_context(seeds(seed))
            if not executes:
                open_.enter_context(self._emulation.without_executing())
            try:
                self._function.__code__ = code
                with watching, limited():
                    self._test(**own)
                torch.cuda.synchronize()
            except KeyboardInterrupt:
                raise
            except BaseException as raised:  # whatever ends the test, also pytest.skip: it does not want these numbers
                error = raised
            finally:
                self._function.__code__ = before
        self.has_changed = changes.found
        return Repeat(error, watching.compared, watching.made, trial, _line(error, before.co_filename))


def code_of(test: Callable[..., Any]) -> Any:
    """The function of a test, without its decorators."""
    function: Any = inspect.unwrap(test)
    return getattr(function, "__func__", function)


def _line(error: BaseException | None, file: str) -> int:
    """The line of the test at which it has ended."""
    lines = (
        [each.lineno for each in traceback.extract_tb(error.__traceback__) if each.filename == file] if error else []
    )
    return lines[-1] or 0 if lines else 0
