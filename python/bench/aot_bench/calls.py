"""Calls the user's functions: a kernel through Triton's JIT, as their program does, and one that computes the same with
PyTorch."""

import importlib
import inspect
import os
import sys
from typing import Any

import triton
from aot_sources.constants import from_wire
from aot_wire.messages import BenchFunction, BenchParameter, BenchTask
from triton.runtime.jit import JITFunction

from .inputs import Inputs


def jit_call(task: BenchTask, source: BenchFunction, inputs: Inputs, folder: str) -> Any:
    """Returns a function without parameters that launches the kernel with the constants, the options and the grid of an
    algo. The JIT specialises by itself."""
    chain = unwrap(import_function(source, folder))
    kernel = chain[-1]
    if not isinstance(kernel, JITFunction):
        raise TypeError(f"{source['function']} is not a kernel of @triton.jit")
    values = {**described(inputs.values(), task["parameters"]), **constants_of(task)}
    for wrapper in chain:
        for name, compute in getattr(wrapper, "values", {}).items():
            values.setdefault(name, compute(dict(values)))
    positional: list[Any] = []
    named = dict(task["options"])
    for parameter in kernel.params:
        if parameter.name not in values:
            continue
        # Programs pass the arguments by position and the constants by name.
        if named.keys() <= task["options"].keys() and not parameter.is_constexpr and len(positional) == parameter.num:
            positional.append(values[parameter.name])
        else:
            named[parameter.name] = values[parameter.name]
    launcher = kernel[tuple(task["grid"] or ())]
    return lambda: launcher(*positional, **named)


class Compiles:
    """Counts the compiles of the JIT that its cache did not save."""

    def __init__(self) -> None:
        self.count = 0
        triton.knobs.compilation.listener = self._listen

    def _listen(self, *, cache_hit: Any, **_: Any) -> None:
        self.count += not cache_hit


def unwrap(value: Any) -> list[Any]:
    """Returns the value and what its decorators wrap, outermost first."""
    chain = [value]
    while not isinstance(chain[-1], JITFunction) and hasattr(chain[-1], "fn"):
        chain.append(chain[-1].fn)
    return chain


def described(values: dict[str, Any], parameters: list[BenchParameter]) -> dict[str, Any]:
    """Replaces tensors that the kernel takes as descriptors."""
    blocks = {each["name"]: each["block"] for each in parameters if "block" in each}
    if not blocks:
        return values
    from triton.tools.tensor_descriptor import TensorDescriptor

    descriptors = {
        name: TensorDescriptor(values[name], list(values[name].shape), list(values[name].stride()), block)
        for name, block in blocks.items()
    }
    return {**values, **descriptors}


def constants_of(task: BenchTask) -> dict[str, Any]:
    return {name: from_wire(wire) for name, wire in task["constants"].items()}


def torch_call(source: BenchFunction, inputs: Inputs, folder: str) -> Any:
    """Returns a function without parameters that returns what the user's function returns."""
    function = import_function(source, folder)
    values = inputs.values()
    parameters = inspect.signature(function).parameters.values()
    takes_all = any(each.kind is inspect.Parameter.VAR_KEYWORD for each in parameters)
    named = {each.name for each in parameters if each.kind is not inspect.Parameter.VAR_KEYWORD}
    missing = [
        each.name for each in parameters
        if each.name in named - values.keys() and each.default is inspect.Parameter.empty
        and each.kind is not inspect.Parameter.VAR_POSITIONAL
    ]  # fmt: skip
    if missing:
        raise TypeError(
            f"{source['function']} takes {', '.join(missing)}; the kernel's parameters are {', '.join(values)}"
        )
    arguments = values if takes_all else {name: value for name, value in values.items() if name in named}
    return lambda: function(**arguments)


def outputs_of(returned: Any, outputs: dict[str, Any]) -> dict[str, Any]:
    """The outputs that a function returned, by name: one tensor, several in the order of the kernel's outputs, or a
    dictionary. If it returned nothing, it wrote into the kernel's own."""
    if returned is None:
        return outputs
    if isinstance(returned, dict):
        named = returned
    else:
        tensors = returned if isinstance(returned, (tuple, list)) else [returned]
        if len(tensors) > len(outputs):
            raise TypeError(f"the function returned {len(tensors)} tensors; the kernel has {len(outputs)} outputs")
        named = dict(zip(outputs, tensors))
    for name, tensor in named.items():
        if name not in outputs:
            raise TypeError(f"the function returned {name}; the kernel's outputs are {', '.join(outputs)}")
        if tensor.numel() != outputs[name].numel():
            sizes = [list(each.shape) for each in (tensor, outputs[name])]
            raise TypeError(f"the function returned {name} with the shape {sizes[0]}; the kernel's has {sizes[1]}")
    return {name: tensor.reshape(outputs[name].shape) for name, tensor in named.items()}


def import_file(file: str, folder: str) -> Any:
    """Imports a file by its dotted name: packages have an __init__.py. `folder` is the manifest's."""
    root, parts = os.path.dirname(file), [os.path.splitext(os.path.basename(file))[0]]
    while os.path.exists(os.path.join(root, "__init__.py")):
        root, parent = os.path.split(root)
        parts.insert(0, parent)
    sys.path[:0] = [entry for entry in dict.fromkeys((root, folder)) if entry not in sys.path]
    name = ".".join(parts)
    loaded = sys.modules.get(name)
    if loaded is not None and not is_from(loaded, file):
        # Another folder has a file of the same name.
        for each in [key for key in sys.modules if key == parts[0] or key.startswith(parts[0] + ".")]:
            del sys.modules[each]
        sys.path[:] = [root, *(entry for entry in sys.path if entry != root)]
        importlib.invalidate_caches()
    module = importlib.import_module(name)
    if not is_from(module, file):
        raise ImportError(f"the module name {name} belongs to {module.__file__}: rename {file}")
    return module


def import_function(source: BenchFunction, folder: str) -> Any:
    file = source["file"]
    # The module of a package is the one that programs of this Python have.
    module = import_file(file, folder) if file.endswith(".py") else importlib.import_module(file)
    if not hasattr(module, source["function"]):
        raise ImportError(f"{source['file']} has no function {source['function']}")
    return getattr(module, source["function"])


def is_from(module: Any, file: str) -> bool:
    own = getattr(module, "__file__", None)
    return own is not None and os.path.realpath(own) == os.path.realpath(file)
