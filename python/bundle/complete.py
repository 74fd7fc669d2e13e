"""Finds the other specialisations that Triton's JIT would make of a recorded kernel."""

import itertools
import json
from collections.abc import Iterator
from typing import Any, NoReturn

from aot_bundle.compiles import decode, describe_compile
from aot_bundle.kernels import function_of, use_driver

# Compiles of one kernel, recorded ones included.
MOST = 64


class Captured(Exception):
    """Ends a call of the JIT before it compiles."""


class Pointer:
    """A tensor as the JIT sees it."""

    def __init__(self, dtype: str, is_aligned: bool, is_small: bool):
        self.dtype = dtype
        self._address = 16 if is_aligned else 8
        self._range = 2**30 if is_small else 2**40

    def data_ptr(self) -> int:
        return self._address

    def ptr_range(self) -> int:
        """Some of Triton's backends mark what is below 2 GB."""
        return self._range


def completed(compiles: list, vendors: dict) -> tuple:
    """Returns the compiles that are not among these, and how many more there are for the kernels with too many.

    Integers are 1, divisible by 16 or neither, and pointers aligned to 16 bytes or not: these are the classes
    that the JIT compiles separately. Those that differ least from a recorded compile come first. Tensors stay below
    2 GB, or above, as they were recorded. `vendors`: a target for each backend.
    """
    known = {json.dumps(each, sort_keys=True) for each in compiles}
    groups: dict = {}
    for each in compiles:
        if each["target"][0] in vendors:
            groups.setdefault((each["module"], each["function"], each["target"][0]), []).append(each)
    found: list = []
    left_out: dict = {}
    for (module, name, backend), group in groups.items():
        target = vendors[backend]
        use_driver(target)
        # The JIT keeps the backend that it first asked.
        function_of(module, name, group[0]["file"]).device_caches.clear()
        candidates = sorted(itertools.chain.from_iterable(map(alternatives, group)), key=lambda each: each[0])
        room = MOST - len(group)
        for _distance, compile_, arguments in candidates:
            other = captured(compile_, arguments)
            text = json.dumps(other, sort_keys=True)
            if other is None or text in known:
                continue
            known.add(text)
            if room > 0:
                room -= 1
                found.append(other)
            else:
                left_out[f"{module}:{name}"] = left_out.get(f"{module}:{name}", 0) + 1
    return found, left_out


def alternatives(compile_: dict) -> Iterator[Any]:
    """Yields argument lists with the number of arguments whose class differs, as (number, compile, arguments)."""
    function = function_of(compile_["module"], compile_["function"], compile_["file"])
    constants = {tuple(path): value for path, value in compile_["constants"]}
    attributes = {tuple(path): value for path, value in compile_["attributes"]}
    choices = []
    for index, (parameter, type_) in enumerate(zip(function.params, compile_["signature"].values())):
        values = values_of(parameter, type_, constants.get((index,)), attributes.get((index,)))
        if values is None:
            return
        choices.append(values)
    # Every further class multiplies the number, so only the nearest are looked at.
    for distance in range(1, len(choices) + 1):
        places = [index for index, values in enumerate(choices) if len(values) > 1]
        for changed in itertools.combinations(places, distance):
            for values in itertools.product(*(choices[index][1:] for index in changed)):
                arguments = [each[0] for each in choices]
                for index, value in zip(changed, values):
                    arguments[index] = value
                yield distance, compile_, arguments
        if distance == 2:
            return


def values_of(parameter: Any, type_: Any, constant: Any, attributes: Any) -> Any:
    """Returns values for a parameter, the recorded class first; None if the JIT cannot be asked about it."""
    if parameter.is_constexpr:
        return [decode(constant, function_of)]
    names = {attribute for attribute, _value in attributes or []}
    is_aligned = "tt.divisibility" in names
    if type_ == "constexpr":
        if constant == 1 and type(constant) is int:
            return [1, 16, 17]
        return [decode(constant, function_of)] if not isinstance(constant, list) else None
    if not isinstance(type_, str) or type_.startswith(("tensordesc", "nvTmaDesc")):
        return None
    if type_.startswith("*"):
        element = type_[1:].removeprefix("k")
        pair = [Pointer(element, aligned, "tt.pointer_range" in names) for aligned in (True, False)]
        return pair if is_aligned else pair[::-1]
    if type_[0] in "iu" and type_ not in ("i1", "u1"):
        base = {"i64": 2**40, "u64": 2**63}.get(type_, 0)
        classes = [base + 16, base + 17] if is_aligned else [base + 17, base + 16]
        return classes if base else [*classes, 1]
    return [True if type_ in ("i1", "u1") else 0.5]


def captured(compile_: dict, arguments: list) -> Any:
    """Returns the compile that the JIT asks for; None if it refuses the arguments."""
    function = function_of(compile_["module"], compile_["function"], compile_["file"])
    seen = []

    def capture(src: Any, target: Any = None, options: Any = None, **_more: Any) -> NoReturn:
        seen.append(describe_compile(src, target, options))
        raise Captured

    # Makes the binder, which sets the compiler.
    function.device_caches[0]
    original, function.compile = function.compile, capture
    try:
        function.run(*arguments, grid=(1,), warmup=True, **compile_["options"])
    except Captured:
        pass
    except Exception:
        return None
    finally:
        function.compile = original
    # A program's own file has another name here.
    names = {name: compile_[name] for name in ("module", "file")}
    return {**seen[0], **names} if seen else None
