"""Describes kernels and calls as JSON. Constants are pairs of a kind and a text, as in src/manifest/terms/constant.ts."""

import dataclasses
import inspect
import re
from typing import Any

from .aot_sources.constants import plain, wire_or_none

SIMPLE = (bool, int, float, str)


def unwrap(decorated: Any) -> Any:
    """Returns the JIT function below @autotune, @heuristics and other wrappers; None if there is none."""
    from triton.runtime.jit import JITFunction

    while not isinstance(decorated, JITFunction):
        decorated = getattr(decorated, "fn", None)
        if decorated is None:
            return None
    return decorated


def describe_kernel(kernel: Any, function: Any, autotuner: Any) -> dict:
    if function is None:
        return {"name": kernel.name, "source": None}
    source = kernel.src
    target = kernel.metadata.target
    return {
        "name": function.fn.__qualname__,
        "source": {
            "file": function.fn.__code__.co_filename,
            "line": function.fn.__code__.co_firstlineno,
        },
        "parameters": [{"name": each.name, "constexpr": bool(each.is_constexpr)} for each in function.params],
        "signature": {name: type_text(type_) for name, type_ in source.signature.items()},
        "constants": {
            function.arg_names[path[0]]: wire(value) for path, value in source.constants.items() if len(path) == 1
        },
        "options": changed_options(kernel),
        "target": {"backend": target.backend, "arch": target.arch},
        "autotune": describe_autotuner(autotuner),
        "ttir": kernel.asm.get("ttir"),
    }


def type_text(type_: Any) -> str:
    return type_ if isinstance(type_, str) else "tuple"


def changed_options(kernel: Any) -> dict:
    """Returns the options that differ from the defaults of the backend, and the number of warps and stages."""
    from triton.compiler import make_backend

    metadata = kernel.metadata
    defaults = make_backend(metadata.target).parse_options({})
    options = {}
    for field in dataclasses.fields(type(defaults)):
        value = getattr(metadata, field.name, None)
        changed = value != getattr(defaults, field.name) or field.name in ("num_warps", "num_stages")
        if isinstance(value, SIMPLE) and changed:
            options[field.name] = value
    # With warp specialisation, Triton puts the total of all warps into the metadata.
    warps = re.search(r'"ttg\.num-warps" = (\d+)', kernel.asm.get("ttgir", ""))
    if warps:
        options["num_warps"] = int(warps[1])
    return options


def describe_autotuner(autotuner: Any) -> dict | None:
    if autotuner is None:
        return None
    return {
        "configs": [
            {"constants": {name: wire(value) for name, value in config.kwargs.items()}, "options": options_of(config)}
            for config in autotuner.configs
        ],
    }


def options_of(config: Any) -> dict:
    return {name: value for name, value in config.all_kwargs().items() if name not in config.kwargs}


def wire(value: Any) -> list:
    return wire_or_none(value) or ["other", kind_of(plain(value))]


def kind_of(value: Any) -> str:
    """Returns what a value is that C cannot pass, for a message."""
    if isinstance(value, tuple):
        return "a named tuple" if hasattr(value, "_fields") else "a tuple of values that a manifest cannot have"
    if isinstance(value, list):
        return "a list"
    if callable(value) or inspect.isfunction(getattr(value, "fn", None)):
        return "a function"
    return f"an object of type {type(value).__name__}"


def integer_positions(kernel: Any) -> list:
    return [index for index, type_ in enumerate(kernel.src.signature.values()) if is_integer(type_)]


def is_integer(type_: Any) -> bool:
    return isinstance(type_, str) and re.fullmatch(r"[iu]\d+", type_) is not None


def is_buffer(type_: Any) -> bool:
    return isinstance(type_, str) and type_.startswith(("*", "tensordesc"))


def describe_call(kernel: Any, function: Any, grid: tuple, args: tuple) -> dict:
    scalars, buffers = {}, {}
    for name, type_, value in zip(function.arg_names, kernel.src.signature.values(), args):
        if is_buffer(type_):
            buffers[name] = describe_buffer(value)
        elif type_ != "constexpr" and isinstance(type_, str):
            scalars[name] = wire(scalar(value))
    sizes = [int(size) for size in grid]
    return {"grid": sizes + [1] * (3 - len(sizes)), "scalars": scalars, "buffers": buffers}


def scalar(value: Any) -> Any:
    """Returns the Python number of a number of NumPy or PyTorch."""
    return value if isinstance(value, SIMPLE) else value.item()


def describe_buffer(value: Any) -> dict:
    shape, strides = layout_of(value)
    return {"shape": [int(size) for size in shape], "strides": [int(stride) for stride in strides]}


def layout_of(value: Any) -> tuple:
    if hasattr(value, "block_shape"):
        return value.shape, value.strides
    # triton.reinterpret wraps a tensor.
    value = getattr(value, "base", value) if not hasattr(value, "shape") else value
    strides = value.stride() if callable(getattr(value, "stride", None)) else contiguous(value.shape)
    return value.shape, strides


def contiguous(shape: Any) -> list:
    strides: list[int] = []
    step = 1
    for size in reversed(list(shape)):
        strides.insert(0, step)
        step *= size
    return strides
