"""Calls a kernel through Triton's JIT, as a user's program does."""

import triton
import triton.language as tl
from triton.runtime.jit import JITFunction

from .modules import import_function


def call_of(task: dict, inputs, folder: str):
    """Returns a function without parameters that launches the kernel with the constants, the options and the grid of an
    algo. The JIT specialises by itself."""
    source = task["source"]
    chain = unwrap(import_function(source, folder))
    kernel = chain[-1]
    if not isinstance(kernel, JITFunction):
        raise TypeError(f"{source['function']} is not a kernel of @triton.jit")
    values = {**described(inputs.values(), task["parameters"]), **constants_of(task)}
    for wrapper in chain:
        for name, compute in getattr(wrapper, "values", {}).items():
            values.setdefault(name, compute(dict(values)))
    positional, named = [], dict(task["options"])
    for parameter in kernel.params:
        if parameter.name not in values:
            continue
        # Programs pass the arguments by position and the constants by name.
        if named.keys() <= task["options"].keys() and not parameter.is_constexpr and len(positional) == parameter.num:
            positional.append(values[parameter.name])
        else:
            named[parameter.name] = values[parameter.name]
    launcher = kernel[tuple(task["grid"])]
    return lambda: launcher(*positional, **named)


class Compiles:
    """Counts the compiles of the JIT that its cache did not save."""

    def __init__(self):
        self.count = 0
        triton.knobs.compilation.listener = self._listen

    def _listen(self, *, cache_hit, **_) -> None:
        self.count += not cache_hit


def unwrap(value) -> list:
    """Returns the value and what its decorators wrap, outermost first."""
    chain = [value]
    while not isinstance(chain[-1], JITFunction) and hasattr(chain[-1], "fn"):
        chain.append(chain[-1].fn)
    return chain


def described(values: dict, parameters: list) -> dict:
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


def constants_of(task: dict) -> dict:
    return {name: from_wire(*wire) for name, wire in task["constants"].items()}


def from_wire(kind: str, text: str):
    """See WireConstant in src/manifest/terms/constant.ts."""
    if kind == "int":
        return int(text)
    if kind == "float":
        return float(text)
    if kind == "bool":
        return text == "true"
    if kind == "none":
        return None
    if kind == "dtype":
        return getattr(tl, text)
    return text
