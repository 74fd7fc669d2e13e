"""What Triton's JIT passes to its compiler, as JSON: enough to compile it again elsewhere, with the same key.

Triton's cache looks for a result by the wheel, the function with all that it uses, the types, constants and
attributes of the arguments, the options, the target and some environment variables (triton/runtime/cache.py,
`get_cache_key`, in 3.6 to 3.9). A bundle has this file too.
"""

import functools
import hashlib
import json
import traceback
from typing import Any


class Compiles:
    """Writes down each different compile of a process."""

    def __init__(self, journal: Any) -> None:
        self._journal = journal
        self._seen: set = set()

    def hook(self, original: Any) -> Any:
        """Returns the replacement of Triton's `compile`."""

        @functools.wraps(original)
        def compile(src: Any, target: Any = None, options: Any = None, **more: Any) -> Any:
            result = original(src, target=target, options=options, **more)
            try:
                self._write(src, result.metadata.target, options or {})
            except Exception:
                # The program goes on as if there were no recorder.
                self._journal.write("fault", message=traceback.format_exc())
            return result

        return compile

    def tuned_hook(self, original: Any) -> Any:
        """Returns the replacement of the autotuner's `check_disk_cache`, which it calls to keep its choices."""

        @functools.wraps(original)
        def check_disk_cache(autotuner: Any, tuning_key: Any, configs: Any, bench_fn: Any) -> Any:
            result = original(autotuner, tuning_key, configs, bench_fn)
            try:
                self._write_choice(autotuner, tuning_key, configs)
            except Exception:
                self._journal.write("fault", message=traceback.format_exc())
            return result

        return check_disk_cache

    def _write_choice(self, autotuner: Any, tuning_key: Any, configs: Any) -> None:
        from triton.runtime import driver

        target = driver.active.get_current_target()
        times = getattr(autotuner, "configs_timings", None)
        # What cannot be written as JSON is not kept by Triton either.
        if not tuning_key or not times or any(each.pre_hook for each in configs):
            return
        function = autotuner.base_fn
        self._journal.write(
            "tuned",
            module=function.__module__,
            function=function.__qualname__,
            file=function.__code__.co_filename,
            target=[target.backend, target.arch, target.warp_size],
            key=str(tuning_key),
            configs=[str(each) for each in configs],
            timings=[[vars(config), numbers(time)] for config, time in times.items()],
        )

    def _write(self, source: Any, target: Any, options: dict) -> None:
        if not hasattr(source, "fn"):
            return
        try:
            found = describe_compile(source, target, options)
        except Unusual as reason:
            found = {"module": source.fn.fn.__module__, "function": source.fn.fn.__qualname__, "refused": str(reason)}
        text = json.dumps(found)
        if text not in self._seen:
            if not self._seen:
                self._journal.write("environment", **environment())
            self._seen.add(text)
            self._journal.write("compile", **found)


def numbers(time: Any) -> Any:
    return [float(each) for each in time] if isinstance(time, (list, tuple)) else float(time)


class Unusual(Exception):
    """Something that cannot be compiled again elsewhere, with the reason."""


def describe_compile(source: Any, target: Any, options: dict) -> dict:
    """Describes a compile. `source`: Triton's ASTSource. `options`: as the JIT passes them to the compiler."""
    return {
        **describe_function(source.fn),
        "signature": source.signature,
        "constants": [[list(path), encode(value)] for path, value in source.constants.items()],
        "attributes": [[list(path), value] for path, value in source.attrs.items()],
        "options": set_options(target, options),
        "target": [target.backend, target.arch, target.warp_size],
    }


def describe_function(function: Any) -> dict:
    return {
        "module": function.fn.__module__,
        "function": function.fn.__qualname__,
        "file": function.fn.__code__.co_filename,
        "line": function.starting_line_number,
        # Without what it uses.
        "text": hashlib.sha256(function.src.encode()).hexdigest(),
        "functionKey": function.cache_key,
    }


def function_changes(now: dict, recorded: dict) -> list:
    """Returns how a function differs from the recorded one."""
    if now["functionKey"] == recorded["functionKey"]:
        return []
    if now["text"] != recorded["text"]:
        return ["its text has changed"]
    if now["line"] != recorded["line"]:
        return [f"it begins in line {now['line']}, and was recorded in line {recorded['line']}"]
    return ["a function or a global that it uses has changed"]


def set_options(target: Any, options: dict) -> dict:
    """Returns the options that the program set. Triton derives the others from the target."""
    from triton.compiler import make_backend

    defaults = vars(make_backend(target).parse_options({}))
    changed = {name: value for name, value in options.items() if name in defaults and value != defaults[name]}
    # The target has it.
    changed.pop("arch", None)
    return changed


def encode(value: Any) -> Any:
    """Returns a constant as JSON. What JSON lacks is an object with one key."""
    import triton.language as tl
    from triton.runtime.jit import JITFunction

    if value is None or isinstance(value, (bool, str)) or type(value) is int:
        return value
    if type(value) is float:
        # JSON does not tell 2.0 from 2, and keys do.
        return {"float": repr(value)}
    if isinstance(value, tl.constexpr):
        return {"constexpr": encode(value.value)}
    if isinstance(value, tl.dtype) and type(value) is tl.dtype:
        return {"dtype": value.name}
    if isinstance(value, (tuple, list)):
        return [encode(each) for each in value]
    if isinstance(value, JITFunction):
        return {"function": [value.fn.__module__, value.fn.__qualname__, value.fn.__code__.co_filename]}
    raise Unusual(f"a constant is an object of type {type(value).__name__}")


def decode(value: Any, function_of: Any) -> Any:
    """Returns the constant of `encode`. `function_of` finds a function by its module, its name and its file."""
    import triton.language as tl

    if isinstance(value, list):
        return tuple(decode(each, function_of) for each in value)
    if not isinstance(value, dict):
        return value
    ((kind, content),) = value.items()
    if kind == "float":
        return float(content)
    if kind == "constexpr":
        return tl.constexpr(decode(content, function_of))
    return tl.dtype(content) if kind == "dtype" else function_of(*content)


def source_of(compile_: dict, function: Any, function_of: Any) -> Any:
    """Returns Triton's ASTSource of a description, for a function that was found again."""
    from triton.compiler import ASTSource

    return ASTSource(
        function,
        {name: nested_tuples(type_) for name, type_ in compile_["signature"].items()},
        {tuple(path): decode(value, function_of) for path, value in compile_["constants"]},
        {tuple(path): value for path, value in compile_["attributes"]},
    )


def nested_tuples(value: Any) -> Any:
    return tuple(nested_tuples(each) for each in value) if isinstance(value, list) else value


def options_of(compile_: dict, backend: Any) -> Any:
    """Returns all options for the backend of a target."""
    return backend.parse_options({name: nested_tuples(value) for name, value in compile_["options"].items()})


def environment() -> dict:
    """Returns the parts of a key that are the same for all compiles of a process."""
    from triton._C.libtriton import get_cache_invalidating_env_vars
    from triton.runtime.cache import triton_key

    return {
        "triton": hashlib.sha256(triton_key().encode()).hexdigest(),
        "variables": dict(get_cache_invalidating_env_vars()),
    }
