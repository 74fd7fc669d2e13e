"""Makes bytes of a kernel, with all that its code uses, that a Python with another Triton can make the kernel of again.

cloudpickle does it for Python's functions. Triton's objects are made again by the other Triton, since their contents differ.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import io
import os
import sys
from dataclasses import dataclass
from types import ModuleType
from typing import Any


@dataclass(frozen=True)
class Job:
    """A compile as Triton's JIT asks for it. `options` are those that the program has set; `arch` is the other GPU's."""

    source: Any
    options: dict[str, Any]
    arch: int
    folder: str


def to_bytes(job: Job, cloudpickle: ModuleType) -> bytes:
    """The job as bytes. Raises what cannot be pickled."""
    source = job.source
    buffer = io.BytesIO()
    parts = (type(source), source.fn, source.signature, source.constants, source.attrs)
    _pickler(cloudpickle)(buffer).dump((parts, job.options, job.arch, job.folder))
    return buffer.getvalue()


def _pickler(cloudpickle: ModuleType) -> Any:
    import triton.language as tl
    from triton.runtime import jit

    constexpr_function = getattr(jit, "ConstexprFunction", ())

    class Pickler(cloudpickle.Pickler):  # type: ignore[name-defined]
        def reducer_override(self, value: Any) -> Any:
            kind = type(value)
            if isinstance(value, jit.JITFunction):
                if _is_of_triton(value.fn):
                    return named, (value.fn.__module__, value.fn.__qualname__)
                _by_value(value.fn)
                options = {"noinline": value.noinline, "debug": value.debug}
                return made_again, (kind, value.fn, options, _text(value), _of_signature(value))
            if constexpr_function and isinstance(value, constexpr_function):
                if _is_of_triton(value.fn):
                    return named, (value.fn.__module__, value.fn.__qualname__)
                _by_value(value.fn)
                return kind, (value.fn,)
            if kind is tl.constexpr:
                return kind, (value.value,)
            if kind is tl.dtype:
                return kind, (value.name,)
            return super().reducer_override(value)

    def _by_value(function: Any) -> None:
        module = sys.modules.get(function.__module__)
        if module is not None and function.__module__ != "__main__":
            cloudpickle.register_pickle_by_value(module)

    return Pickler


def _is_of_triton(function: Any) -> bool:
    return (function.__module__ or "").partition(".")[0] == "triton" and "<locals>" not in function.__qualname__


def _text(function: Any) -> tuple[str, list[str]] | None:
    """The file of a function that is no file, such as that of `exec`, with its lines, as the program's `linecache` has them."""
    file = function.fn.__code__.co_filename
    return None if os.path.exists(file) else (file, inspect.findsource(function.fn)[0])


class Unknown:
    """A value that no code of a kernel uses, such as a class in an annotation. It has all attributes."""

    def __getattr__(self, name: str) -> Unknown:
        if name.startswith("__") and name != "__triton_builtin__":
            raise AttributeError(name)
        return self

    def __getitem__(self, _key: object) -> Unknown:
        return self

    def __or__(self, _other: object) -> Unknown:
        return self

    __ror__ = __or__


def _of_signature(function: Any) -> dict[str, Any]:
    """The globals that a function's signature names. Triton reads it, and cloudpickle only looks at what Python executes."""
    arguments = function.parse().body[0].args
    names = {each.id for each in ast.walk(arguments) if isinstance(each, ast.Name)}
    values = {name: function.fn.__globals__[name] for name in names if name in function.fn.__globals__}
    return {name: value if _is_plain(value) else Unknown() for name, value in values.items()}


def _is_plain(value: Any) -> bool:
    if value is None or isinstance(value, (bool, int, float, str)):
        return True
    name = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None) or ""
    return str(name).partition(".")[0] == "triton"


def named(module: str, name: str) -> Any:
    """The object of Triton with a name."""
    found: Any = importlib.import_module(module)
    for part in name.split("."):
        found = getattr(found, part)
    return found


def made_again(
    kind: Any, function: Any, options: dict[str, Any], text: tuple[str, list[str]] | None, others: dict[str, Any]
) -> Any:
    """A function of Triton, by the other Triton. `others` are globals that it needs too."""
    function.__globals__.update({name: value for name, value in others.items() if name not in function.__globals__})
    if text is not None:
        import linecache

        file, lines = text
        linecache.cache[file] = (sum(map(len, lines)), None, lines, file)
    return kind(function, **options)


def import_cloudpickle(folder: str) -> ModuleType:
    """The program's cloudpickle, or else the one in the folder of the other Triton. Raises ImportError if there is none."""
    sys.path.append(folder)
    try:
        return importlib.import_module("cloudpickle")
    finally:
        sys.path.remove(folder)
