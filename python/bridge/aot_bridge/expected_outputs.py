"""Answers requests for the expected outputs of a case: calls a reference function, or interprets the kernel."""

import inspect
from typing import Any

import numpy as np
from aot_sources.constants import from_wire
from aot_wire.check import parse
from aot_wire.messages import ArrayArgument, Done, Failed, InterpreterJob, ReferenceJob, ReferenceOutput, ValueArgument

from .closure_process import Service
from .device import gpu_target
from .failure import JobFailure, Owned, place_in_traceback
from .interpreter import interpret
from .kernel_files import KernelFiles

NUMBERS = "biuf"

Argument = ArrayArgument | ValueArgument


class ExpectedOutputs(Service):
    """Writes the outputs as raw elements to the files that a request names."""

    def __init__(self) -> None:
        self._files = KernelFiles()

    def answer(self, kind: str, request: object) -> Done | Failed:
        try:
            if kind == "interpreter":
                launch = parse(InterpreterJob, request)
                interpret(self._function(launch), launch, self._files.owned)
                self._files.check_inputs(launch["source"])
            else:
                job = parse(ReferenceJob, request)
                call(self._function(job), job, self._files.owned)
                self._files.check_inputs(job["source"])
            return {"ok": True}
        except JobFailure as failure:
            return failure.as_answer()

    def _function(self, job: InterpreterJob | ReferenceJob) -> Any:
        source = job["source"]
        module = self._files.module(source, gpu_target(job["target"]))
        if not hasattr(module, source["function"]):
            raise JobFailure("function", f"the file has no function {source['function']}", source["file"])
        return getattr(module, source["function"])


def call(function: Any, request: ReferenceJob, owned: Owned) -> None:
    file, line = request["source"]["file"], line_of(function)
    arguments = {name: read(argument) for name, argument in wanted(function, request["arguments"], file, line).items()}
    try:
        result = function(**arguments)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise JobFailure("run", f"{type(error).__name__}: {error}", *place_in_traceback(error, owned)) from error
    try:
        outputs = request["outputs"]
        for output, value in zip(outputs, in_order(result, [output["name"] for output in outputs])):
            as_elements(value, output).tofile(output["file"])
    except ValueError as error:
        raise JobFailure("result", str(error), file, line) from error


def line_of(function: Any) -> int | None:
    code = getattr(inspect.unwrap(function), "__code__", None)
    return code.co_firstlineno if code is not None else None


def wanted(function: Any, provided: dict[str, Argument], file: str, line: int | None) -> dict[str, Argument]:
    """Returns the arguments that the function names, or all of them if it has `**`."""
    if not callable(function):
        raise JobFailure("function", f"{function!r} is not a function", file)
    parameters = list(inspect.signature(function).parameters.values())
    named = [each for each in parameters if each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY)]
    missing = [each.name for each in named if each.default is each.empty and each.name not in provided]
    if missing:
        known = f"available values: {', '.join(provided)}" if provided else "no values are available"
        raise JobFailure("parameters", f"no value for the parameter {', '.join(missing)}; {known}", file, line)
    if any(each.kind is each.VAR_KEYWORD for each in parameters):
        return provided
    return {each.name: provided[each.name] for each in named if each.name in provided}


def read(argument: Argument) -> Any:
    return np.load(argument["file"]) if argument["kind"] == "array" else from_wire(argument["value"])


def in_order(result: Any, names: list[str]) -> list[Any]:
    expected = f"expected {', '.join(names)}"
    if result is None:
        raise ValueError(f"the function returned nothing; {expected}")
    if isinstance(result, dict):
        wrong = [f"{name} is missing" for name in names if name not in result]
        wrong += [f"{name} is not an output" for name in result if name not in names]
        if wrong:
            raise ValueError(f"the function returned a dict with wrong keys: {', '.join(wrong)}; {expected}")
        return [result[name] for name in names]
    values = list(result) if isinstance(result, tuple) else [result]
    if len(values) != len(names):
        count = "one array" if len(values) == 1 else f"{len(values)} arrays"
        raise ValueError(f"the function returned {count}; {expected}")
    return values


def as_elements(value: Any, output: ReferenceOutput) -> np.ndarray:
    name, shape = output["name"], tuple(output["shape"])
    array = np.asarray(value)
    if array.dtype.kind not in NUMBERS:
        raise ValueError(f"{name} has the type {array.dtype}, expected real numbers")
    if array.shape != shape:
        raise ValueError(f"{name} has the shape {list(array.shape)}, expected {list(shape)}")
    element = np.dtype(output["type"])
    if element.kind == "f":
        nans = np.argwhere(np.isnan(array))
        if len(nans) and "nan" not in output:
            place = f"{name}[{', '.join(map(str, nans[0]))}]"
            elements = "1 element" if array.size == 1 else f"{array.size} elements"
            remedy = f"if that is right, set `nan: true` for {name} in `smoke.buffers`"
            raise ValueError(f"{name} is NaN in {len(nans)} of {elements}; the first is {place}; {remedy}")
        return np.ascontiguousarray(array, element)
    with np.errstate(invalid="ignore"):
        whole = np.ascontiguousarray(array.astype(element))
    if not np.array_equal(whole, array):
        raise ValueError(f"{name} has values that {element} cannot represent")
    return whole
