"""Describes a kernel function: its parameters and @triton.autotune configs."""

import contextlib
import inspect
from typing import Any

from aot_sources.constants import to_wire
from aot_wire.messages import AutotuneConfig, KernelFunction, KernelParameter

from .failure import JobFailure, def_line
from .kernel_files import unwrap

CONFIG_OPTIONS = ("num_warps", "num_stages", "num_ctas", "maxnreg")


def describe(decorated: Any, file: str) -> KernelFunction:
    """Returns the same form as inspect_sources.py."""
    chain = unwrap(decorated)
    function = chain[-1]
    start = def_line(function)
    arguments = function.parse().body[0].args
    lines = {
        arg.arg: start + arg.lineno - 1 for arg in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    }
    return {
        "line": start,
        "parameters": [describe_parameter(each, lines.get(each.name, start)) for each in function.params],
        "jit": True,
        # Their functions are Python objects here; the manifest must say what guards their values.
        "heuristics": [
            {"parameter": name, "line": start, "untranslated": f"@triton.heuristics of {name}"}
            for wrapper in chain
            for name in getattr(wrapper, "values", {})
        ],
        "hooks": [
            {"name": name_of(hook), "file": None, "line": None, "does": None}
            for hook in getattr(function, "pre_run_hooks", [])
        ],
        "autotuneKey": next(([str(name) for name in tuner.keys] for tuner in chain if hasattr(tuner, "keys")), []),
        "autotune": next(
            ({"static": configs_as_data(tuner.configs, file)} for tuner in chain if hasattr(tuner, "configs")), None
        ),
    }


def describe_parameter(parameter: Any, line: int) -> KernelParameter:
    has_default = parameter.default is not inspect.Parameter.empty
    description: KernelParameter = {
        "name": parameter.name,
        "constexpr": parameter.is_constexpr,
        "hasDefault": has_default,
        "line": line,
    }
    if parameter.annotation_type:
        # Callers do not see the `k` of constant memory.
        description["type"] = parameter.annotation_type.replace("*k", "*", 1)
    if has_default:
        with contextlib.suppress(TypeError):
            description["default"] = to_wire(parameter.default)
    return description


# Each is compiled for every target. Kernels of people have some hundreds.
MOST_CONFIGS = 10_000


def configs_as_data(configs: list[Any], file: str) -> list[AutotuneConfig]:
    if len(configs) > MOST_CONFIGS:
        message = f"@triton.autotune has {len(configs)} configs; at most {MOST_CONFIGS} can be built"
        raise JobFailure("function", message, file)
    try:
        return [config_as_data(config) for config in configs]
    except TypeError as error:
        raise JobFailure("function", f"unsupported config of @triton.autotune: {error}", file) from error


def config_as_data(config: Any) -> AutotuneConfig:
    options = {name: getattr(config, name, None) for name in CONFIG_OPTIONS}
    hook = getattr(config, "pre_hook", None)
    described: AutotuneConfig = {
        "constants": {name: to_wire(value) for name, value in config.kwargs.items()},
        "options": {name: value for name, value in options.items() if value is not None},
    }
    if hook is not None:
        described["hook"] = name_of(hook)
    return described


def name_of(hook: Any) -> str:
    name = getattr(hook, "__name__", type(hook).__name__)
    return "a lambda" if name == "<lambda>" else name
