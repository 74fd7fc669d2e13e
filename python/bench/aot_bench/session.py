"""Runs the benchmarks of one process."""

import math
from collections.abc import Callable
from typing import Any

import torch
from aot_wire.messages import BenchJob, BenchOutcome, BenchTask

from .calls import Compiles, jit_call, outputs_of, torch_call
from .inputs import Inputs, InputsOfCase
from .package import Package
from .timing import Clock, first_time, rounds_of

MESSAGE_LIMIT = 2000

# What to call, by contender.
Calls = dict[str, Callable[[], Any]]
# Messages by contender.
Faults = dict[str, str]


class Session:
    def __init__(self, job: BenchJob):
        self._job = job
        self._package = Package(job["library"])
        self._inputs = InputsOfCase()
        self._compiles = Compiles()
        # The kernels and algos that have run.
        self._loaded: set[tuple[str, int]] = set()
        self._clock: Clock | None = None

    def run(self, task: BenchTask) -> BenchOutcome:
        """Times a task. What fails is left out, with the reason in `faults`."""
        faults: Faults = {}
        try:
            inputs = self._inputs.get(task["case"], self._job["cases"][task["case"]])
        except Exception as error:
            return {"faults": {"package": message_of(error)}}
        calls = self._calls(task, inputs, faults)
        first = self._first_calls(task, calls, faults)
        unequal = self._compare(calls, inputs, faults)
        if "package" not in calls or not self.is_usable():
            return {"faults": faults}
        if self._clock is None:
            self._clock = Clock()
        try:
            rounds = rounds_of(self._clock, calls, inputs.restore, self._job["settings"])
        except Exception as error:
            return {"faults": {**faults, "package": message_of(error)}}
        return {"rounds": rounds, "first": first, "differences": unequal, "faults": faults}

    def is_usable(self) -> bool:
        """True if no kernel has broken the CUDA context."""
        try:
            torch.cuda.synchronize()
        except RuntimeError:
            return False
        return True

    def _calls(self, task: BenchTask, inputs: Inputs, faults: Faults) -> Calls:
        folder, source, torch_source = self._job["folder"], task["source"], task["torch"]
        makers: dict[str, Callable[[], Any]] = {"package": lambda: self._package.call_of(task, inputs)}
        if source is not None:
            makers["jit"] = lambda: jit_call(task, source, inputs, folder)
        if torch_source is not None:
            makers["torch"] = lambda: torch_call(torch_source, inputs, folder)
        return attempt(makers, faults)

    def _first_calls(self, task: BenchTask, calls: Calls, faults: Faults) -> dict[str, float]:
        """Calls each once. Returns the microseconds of those that really were first: the package loads the cubin, and
        the JIT compiles."""
        first = {}
        code = (task["kernel"], task["algo"])
        for name, call in list(calls.items()):
            compiles = self._compiles.count
            try:
                time = first_time(call)
                if (name == "package" and code not in self._loaded) or self._compiles.count > compiles:
                    first[name] = time
            except Exception as error:
                faults[name] = message_of(error)
                del calls[name]
                if not self.is_usable():
                    calls.clear()
        self._loaded.add(code)
        return first

    def _compare(self, calls: Calls, inputs: Inputs, faults: Faults) -> dict[str, dict[str, float | None]]:
        """Returns how far the outputs of the others are from those of the package."""
        outputs = {}
        for name, call in list(calls.items()):
            try:
                inputs.clear()
                returned = call()
                own = outputs_of(returned, inputs.outputs()) if name == "torch" else inputs.outputs()
                outputs[name] = {name: tensor.clone() for name, tensor in own.items()}
            except Exception as error:
                faults[name] = message_of(error)
                del calls[name]
        expected = outputs.pop("package", {})
        return {name: differences(found, expected) for name, found in outputs.items()} if expected else {}


def attempt(makers: dict[str, Callable[[], Any]], faults: Faults) -> Calls:
    calls = {}
    for name, make in makers.items():
        try:
            calls[name] = make()
        except Exception as error:
            faults[name] = message_of(error)
    return calls


def message_of(error: BaseException) -> str:
    text = f"{type(error).__name__}: {error}"
    return text if len(text) <= MESSAGE_LIMIT else f"{text[:MESSAGE_LIMIT]}…"


def differences(found: dict[str, Any], expected: dict[str, Any]) -> dict[str, float | None]:
    """Returns ‖found - expected‖ / ‖expected‖ for each output; None where only one of them is a number."""
    return {name: difference(found[name], expected[name]) for name in found if found[name].numel() > 0}


def difference(found: Any, expected: Any) -> float | None:
    a, b = found.double(), expected.double()
    odd = ~(a.isfinite() & b.isfinite())
    if bool(((a != b) & ~(a.isnan() & b.isnan()) & odd).any()):
        return None
    a, b = a.masked_fill(odd, 0), b.masked_fill(odd, 0)
    norm = float((a - b).norm())
    scale = float(b.norm())
    if norm == 0:
        return 0.0
    return norm / scale if scale > 0 and math.isfinite(norm) else None
