"""Calls a function of the user that computes the same with PyTorch."""

import inspect

from .modules import import_function


def call_of(source: dict, inputs, folder: str):
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
        raise TypeError(f"{source['function']} takes {', '.join(missing)}; the kernel's parameters are {', '.join(values)}")
    arguments = values if takes_all else {name: value for name, value in values.items() if name in named}
    return lambda: function(**arguments)


def outputs_of(returned, outputs: dict) -> dict:
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
