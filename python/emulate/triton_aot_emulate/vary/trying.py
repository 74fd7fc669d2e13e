"""Makes a call again, and says what came of it: it is right, wrong, refused by the host code, or not known."""

from __future__ import annotations

import contextlib
import io
import random
import sys
import traceback
import types
import warnings
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import torch
from aot_variations.conditions import REFUSED, RIGHT, UNKNOWN, WRONG, Judged, Judgement

from ..findings import KernelFault, NotEmulated, is_refusal
from ..torch_side.unwritten import unwritten
from ..torch_side.unwritten_uses import made_of
from .stopping import Stopped, stopped
from .values import leaves

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from ..emulation import Emulation, Request
    from .catching import Caught


# The kind of a launch that CUDA does not take.
REFUSED_LAUNCH = "launch"


@dataclass
class Outcome(Judgement):
    """`fault` is what the emulator says of what is wrong. `results` are the tensors afterwards.

    `nan` is the result with NaN, if that is wrong or says that nothing has written it. `outputs` are the arguments that nothing had written before, and that the call has written.
    It `draws` if it has drawn random numbers.
    """

    kernel: str = ""
    fault: dict[str, object] = field(default_factory=dict)
    launched: tuple[str, int] | None = None
    results: dict[str, Any] = field(default_factory=dict)
    requests: list[Request] = field(default_factory=list)
    outputs: frozenset[str] = frozenset()
    nan: str = ""
    has_nan: bool = False
    draws: bool = False


Tried = Judged[Outcome]


class Trier:
    """Makes one caught call with other leaves."""

    def __init__(self, emulation: Emulation, call: Caught) -> None:
        self._emulation, self._call = emulation, call
        #: Arguments that every call must write.
        self.outputs: frozenset[str] = frozenset()

    def attempt(self, new: Mapping[str, Any], executes: bool = True) -> Outcome:
        """Makes the call with these leaves. Unless it `executes`, all that is shown is whether a launch is refused."""
        before = {path: each.detach().clone() for path, each in new.items() if _on_gpu(each)}
        idle = contextlib.nullcontext() if executes else self._emulation.without_executing()
        with self._emulation.trying() as trial, undisturbed() as draws, idle:
            try:
                with stopped(lambda: len(trial.requests)):
                    returned = self.run(new)
                    torch.cuda.synchronize()
                outcome = self._judged(returned, new, before)
            except KernelFault as error:
                outcome = _wrong(error.finding)
            except (NotEmulated, Stopped) as error:
                outcome = Outcome(UNKNOWN, says=str(error).partition("\n")[0] or "it takes too long")
            except KeyboardInterrupt:
                raise
            except BaseException as error:
                # Whatever the host code says, also SystemExit or pytest.skip: it does not want this call.
                outcome = self._refused(error)
            has_drawn = draws()
        found = [each for each in trial.findings if each.level == "error" and each.is_known]
        if outcome.verdict in (RIGHT, REFUSED) and found:
            outcome = _wrong(found[0])
        outcome.requests, outcome.draws = trial.requests, has_drawn
        if outcome.kernel == "" and trial.requests:
            outcome.kernel, outcome.launched = trial.requests[-1].program.name, trial.places[-1]
        return outcome

    def _refused(self, error: BaseException) -> Outcome:
        """A call that an exception has ended: of the host code, or of a launch that CUDA refuses."""
        if not is_refusal(error):
            return Outcome(REFUSED)
        says = " ".join(str(error).split("\n"))
        frames = traceback.extract_tb(error.__traceback__)
        at = [each for each in frames if each.filename == self._call.code.co_filename]
        launched = (at[-1].filename, at[-1].lineno or 0) if at else None
        return Outcome(REFUSED, REFUSED_LAUNCH, says, launched=launched)

    def run(self, new: Mapping[str, Any]) -> Any:
        """Makes the call with these leaves, and gives what it returns."""
        call, code = self._call, self._call.code
        tree = call.arguments(new)
        cells = tuple(
            types.CellType(call.cells[name]) if name in call.cells else types.CellType() for name in code.co_freevars
        )
        function = types.FunctionType(code, call.scope, code.co_name, None, cells)
        names = list(code.co_varnames)
        arguments = [tree[name] for name in names[: code.co_argcount]]
        rest = names[code.co_argcount + code.co_kwonlyargcount :]
        if code.co_flags & 4:
            arguments += tree[rest.pop(0)]
        keywords = {name: tree[name] for name in names[code.co_argcount :][: code.co_kwonlyargcount]}
        if code.co_flags & 8:
            keywords.update(tree[rest.pop(0)])
        return function(*arguments, **keywords)

    def _judged(self, returned: Any, new: Mapping[str, Any], before: Mapping[str, Any]) -> Outcome:
        results = {path: each.detach() for path, each in leaves(returned, "result").items() if _on_gpu(each)}
        has_nan = any(_any_nan(each) for each in results.values())
        must = {*results, *self.outputs}
        for path, each in new.items():
            if path in before:
                results.setdefault(path, each.detach())
        empty = {path for path, each in before.items() if _any_unwritten(each)}
        left = {path for path, each in results.items() if _any_unwritten(each)}
        outcome = Outcome(RIGHT, results=results, outputs=frozenset(empty - left), has_nan=has_nan)
        missing = [path for path in results if path in must & left]
        if missing and not empty - self.outputs:
            where = unwritten(results[missing[0]])
            outcome.verdict, outcome.kind = WRONG, "unwritten"
            outcome.nan = missing[0] if results[missing[0]].is_floating_point() else ""
            count = f"{int(where.sum())} of {where.numel()} elements of {missing[0]}"
            outcome.says = f"nothing has written {count}, such as element {first(where)}{made_of(results[missing[0]])}"
        elif has_nan and not any(_has_nan_or_infinity(each) for each in before.values()):
            path = next(path for path, each in results.items() if _any_nan(each))
            outcome.verdict, outcome.kind, outcome.nan = WRONG, "nan", path
            where = first(results[path].isnan())
            outcome.says = f"{path} has NaN, and no input has it, such as element {where}"
        return outcome


def difference(expected: Mapping[str, Any], got: Mapping[str, Any]) -> str:
    """How results differ by more than rounding; empty if they do not."""
    for path, before in expected.items():
        now = got.get(path)
        if now is None or now.shape != before.shape or now.dtype != before.dtype:
            return f"{path} has another shape or type"
        one, other = before.detach().to(torch.float64), now.detach().to(torch.float64)
        precision = torch.finfo(before.dtype).eps ** 0.5 if before.is_floating_point() else 0.0
        finite = one[one.isfinite()]
        most = float(finite.abs().max()) if finite.numel() else 0.0
        wrong = ~((one == other) | (one.isnan() & other.isnan()) | ((one - other).abs() <= precision * most))
        if bool(wrong.any()):
            at = first(wrong)
            return f"{int(wrong.sum())} of {wrong.numel()} elements of {path} are others, such as element {at}: {float(one[at]):.6g} and {float(other[at]):.6g}"
    return ""


def _wrong(finding: Any) -> Outcome:
    if finding.kind == "assertion":
        return Outcome(REFUSED)
    return Outcome(WRONG, finding.kind, finding.message, finding.kernel, dict(finding.fault), finding.launched)


@contextlib.contextmanager
def undisturbed() -> Iterator[Callable[[], bool]]:
    """Random numbers go on as if nothing had been drawn inside, each time the same; what is printed inside is not shown.

    Gives a function that says whether something was drawn.
    """
    numpy = sys.modules.get("numpy")

    def now() -> tuple[Any, ...]:
        drawn = None if numpy is None else numpy.random.get_state()
        return torch.get_rng_state(), torch.cuda.get_rng_state(), random.getstate(), drawn

    def has_drawn() -> bool:
        new = now()
        return not all(map(torch.equal, new[:2], states[:2])) or repr(new[2:]) != repr(states[2:])

    states = now()
    try:
        with (
            contextlib.redirect_stdout(io.StringIO()),
            contextlib.redirect_stderr(io.StringIO()),
            warnings.catch_warnings(),
        ):
            warnings.simplefilter("ignore")
            yield has_drawn
    finally:
        torch.set_rng_state(states[0])
        torch.cuda.set_rng_state(states[1])
        random.setstate(states[2])
        if numpy is not None:
            numpy.random.set_state(states[3])


def _on_gpu(value: Any) -> bool:
    return isinstance(value, torch.Tensor) and bool(value.is_cuda)


def all_unwritten(tensor: Any) -> bool:
    """Whether nothing has written a tensor."""
    return tensor.numel() > 0 and bool(unwritten(tensor).all())


def _any_unwritten(tensor: Any) -> bool:
    return bool(unwritten(tensor).any())


def _has_nan_or_infinity(tensor: Any) -> bool:
    """Whether an element is NaN that something has written, or infinity."""
    if not tensor.is_floating_point():
        return False
    return bool((tensor.isnan() & ~unwritten(tensor)).any()) or bool((tensor == float("inf")).any())


def _any_nan(tensor: Any) -> bool:
    return tensor.is_floating_point() and bool(tensor.isnan().any())


def first(where: Any) -> tuple[int, ...]:
    """The index of the first element that is true."""
    return tuple(int(each) for each in where.nonzero()[0])
