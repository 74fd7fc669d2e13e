"""The errors of operators that are called with tensors they do not take."""

from __future__ import annotations


def wrong_dtypes(operator, tensors, allowed):
    """Returns the error for tensors whose dtypes, together, no implementation has."""
    for at, (name, tensor) in enumerate(tensors.items()):
        possible = [each[at] for each in allowed]
        if tensor.dtype not in possible:
            expected = " or ".join(dict.fromkeys(map(_text, possible)))
            return TypeError(
                f"{operator}: {name} has dtype {_text(tensor.dtype)}; expected {expected}"
            )
    found = _all_text(tensors, [tensor.dtype for tensor in tensors.values()])
    expected = " or ".join(f"({_all_text(tensors, each)})" for each in allowed)
    return TypeError(f"{operator}: the dtypes are ({found}); expected {expected}")


def wrong_axes(operator, name, found, expected):
    """Returns the error for a tensor with another number of axes."""
    axes = "1 axis" if found == 1 else f"{found} axes"
    return ValueError(f"{operator}: {name} has {axes}; expected {expected}")


def wrong_size(operator, name, axis, found, expected, formula):
    """Returns the message for a size that does not agree with the other tensors."""
    why = "" if formula == str(expected) else f" ({formula})"
    return f"{operator}: {name}.shape[{axis}] is {found}; expected {expected}{why}"


def _all_text(names, dtypes):
    return ", ".join(f"{name} {_text(dtype)}" for name, dtype in zip(names, dtypes))


def _text(dtype):
    return str(dtype).rpartition(".")[2]
