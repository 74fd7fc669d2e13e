"""Watches what a test compares, and changes the random numbers that it makes, while it runs again."""

from __future__ import annotations

import contextlib
import math
import re
import sys
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import torch
from torch.overrides import TorchFunctionMode

from ..caller import is_inside

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

# Functions that make numbers of any sign and size, and of other distributions.
NORMAL = {"randn", "randn_like", "normal", "normal_"}
UNIFORM = {"rand", "rand_like", "uniform_"}
# Functions that compare tensors, and the tolerances that they have by themselves.
_COMPARING = {"isclose": (1e-5, 1e-8), "allclose": (1e-5, 1e-8), "equal": (0.0, 0.0)}
# Comparisons of an error with the largest that a test allows.
_BELOW = {"lt", "le", "__lt__", "__le__"}
# What makes a number for Python of a tensor.
_NUMBER = {"item", "__float__"}
_ASSERTED = re.compile(r"assert (\S+) <=? (\S+)")
# The tensors that are changed one by one, at most.
MOST_MADE = 4

# Makes other numbers of those that a function has made; `at` counts such calls of the test.
Alter = "Callable[[str, int, Any], Any]"


@dataclass
class Compared:
    """A comparison that a test has made. An `is_error` is of an error with the largest allowed, and `two` is 0."""

    one: Any
    two: Any
    rtol: float
    atol: float
    is_close: bool
    is_error: bool = False


def failed(error: AssertionError, compared: list[Compared]) -> tuple[int, Compared] | None:
    """The comparison that an assertion has made, and its index; None if it is not known."""
    if not compared:
        return None
    # What PyTorch says of a comparison needs numbers too.
    own = [at for at, each in enumerate(compared) if each.atol != math.inf]
    if own and not compared[own[-1]].is_close:
        return own[-1], compared[own[-1]]
    last, found = compared[-1], _ASSERTED.match(str(error))
    if found is None or not last.is_error:
        return None
    try:
        value, most = map(float, found.groups())
    except ValueError:
        return None
    is_shown = _is_shown(value, float(last.one))
    return (len(compared) - 1, replace(last, atol=most, is_close=False)) if is_shown else None


class Watching(TorchFunctionMode):
    """`alter` gets what the code in `file` draws. If `passes`, every comparison ends well."""

    def __init__(self, file: str, alter: Callable[[str, int, Any], Any] | None = None, passes: bool = False) -> None:
        super().__init__()
        self._file, self._alter, self._passes = file, alter, passes
        self.compared: list[Compared] = []
        #: The functions that have drawn numbers, and the shapes of these.
        self.made: list[tuple[str, tuple[int, ...]]] = []

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs = kwargs or {}
        name = getattr(func, "__name__", "")
        if name in _COMPARING and len(args) > 1:
            return self._compare(name, func, args, kwargs)
        made = func(*args, **kwargs)
        if name in _NUMBER and args and isinstance(made, float):
            # What Python compares it with is in the message of the assertion.
            value = torch.tensor(made, dtype=torch.float64)
            self.compared.append(Compared(value, torch.zeros(()), 0.0, math.inf, True, True))
            return 0.0 if self._passes and math.isnan(made) else made
        if name in _BELOW and _is_bound(args):
            self.compared.append(Compared(args[0].detach(), torch.zeros(()), 0.0, args[1], bool(made), True))
            return torch.ones_like(made) if self._passes else made
        if (
            (name in NORMAL or name in UNIFORM)
            and isinstance(made, torch.Tensor)
            and self._is_of_test(sys._getframe(1))
        ):
            self.made.append((name, tuple(made.shape)))
            if self._alter is not None:
                other = self._alter(name, len(self.made) - 1, made)
                if other is not made:
                    with torch.no_grad():
                        made.copy_(other)
        return made

    def _compare(self, name: str, func: Any, args: Any, kwargs: Any) -> Any:
        made = func(*args, **kwargs)
        rtol, atol = _COMPARING[name]
        given = dict(zip(("rtol", "atol"), args[2:4])) | kwargs
        close = bool(made.all()) if isinstance(made, torch.Tensor) else bool(made)
        self.add(args[0], args[1], float(given.get("rtol", rtol)), float(given.get("atol", atol)), close)
        if self._passes:
            return torch.ones_like(made) if isinstance(made, torch.Tensor) else True
        return made

    def add(self, one: Any, two: Any, rtol: float, atol: float, is_close: bool) -> None:
        if isinstance(one, torch.Tensor) and isinstance(two, torch.Tensor):
            self.compared.append(Compared(one.detach().clone(), two.detach().clone(), rtol, atol, is_close))

    def _is_of_test(self, frame: FrameType | None) -> bool:
        """Whether the innermost frame of the program is in the test's file."""
        while frame is not None and is_inside(frame):
            frame = frame.f_back
        return frame is not None and frame.f_code.co_filename == self._file

    @contextlib.contextmanager
    def of_numpy(self, scope: dict[str, Any]) -> Iterator[None]:
        """Watches NumPy's comparisons too, also where the test has imported them by name."""
        testing = sys.modules.get("numpy.testing")
        places: list[tuple[dict[str, Any], str, Any]] = []
        if testing is not None:
            for name, rtol in (("assert_allclose", 1e-7), ("assert_array_equal", 0.0)):
                function = getattr(testing, name)
                for where in (vars(testing), scope):
                    for key in [key for key, each in where.items() if each is function]:
                        places.append((where, key, function))
                        where[key] = self._watched(function, rtol)
        try:
            yield
        finally:
            for where, key, function in places:
                where[key] = function

    def _watched(self, function: Any, default: float) -> Any:
        def watched(actual: Any, desired: Any, *args: Any, **kwargs: Any) -> None:
            given = dict(zip(("rtol", "atol"), args)) | kwargs if default else {}
            sides = [_as_tensor(each) for each in (actual, desired)]
            self.add(sides[0], sides[1], float(given.get("rtol", default)), float(given.get("atol", 0.0)), True)
            if not self._passes:
                try:
                    function(actual, desired, *args, **kwargs)
                except AssertionError:
                    if None not in sides:
                        self.compared[-1].is_close = False
                    raise

        return watched


def _as_tensor(value: Any) -> Any:
    """None if it is no array of numbers."""
    try:
        return value if isinstance(value, torch.Tensor) else torch.from_numpy(value.copy())
    except (AttributeError, TypeError):
        return None


def _is_bound(args: Any) -> bool:
    return (
        len(args) > 1
        and isinstance(args[0], torch.Tensor)
        and args[0].dim() == 0
        and args[0].is_floating_point()
        and isinstance(args[1], float)
    )


def _is_shown(value: float, number: float) -> bool:
    return value == number or (math.isnan(value) and math.isnan(number))
