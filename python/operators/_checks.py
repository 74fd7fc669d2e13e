"""The errors of operators that are called with tensors they do not take."""

from __future__ import annotations

from typing import Any, NoReturn


def wrong_dtypes(operator: str, tensors: dict[str, Any], allowed: list) -> TypeError:
    """Returns the error for tensors whose dtypes, together, no implementation has.

    It is about the first tensor with a dtype that none has beside those before it.
    """
    left = list(allowed)
    for at, (name, tensor) in enumerate(tensors.items()):  # noqa: B007 (`name` is used below)
        possible = dict.fromkeys(each[at] for each in left)
        if tensor.dtype not in possible:
            break
        left = [each for each in left if each[at] == tensor.dtype]
    expected = " or ".join(map(_text, possible))
    return TypeError(f"{operator}: {name} has dtype {_text(tensor.dtype)}; expected {expected}")


def wrong_axes(operator: str, name: str, found: int, expected: int) -> ValueError:
    """Returns the error for a tensor with another number of axes."""
    axes = "1 axis" if found == 1 else f"{found} axes"
    return ValueError(f"{operator}: {name} has {axes}; expected {expected}")


def wrong_size(operator: str, name: str, axis: int, found: int, expected: int, formula: str) -> str:
    """Returns the message for a size that does not agree with the other tensors."""
    why = "" if formula == str(expected) else f" ({formula})"
    return f"{operator}: {name}.shape[{axis}] is {found}; expected {expected}{why}"


def no_gradients(operator: str) -> tuple:
    """Returns the functions that PyTorch needs for gradients, of an operator that has none."""

    def gradients(_ctx: Any, *_: Any) -> NoReturn:
        raise RuntimeError(f"{operator} has no gradients: its manifest has no `backward`")

    def save(ctx: Any, inputs: Any, output: Any) -> None:
        pass

    return gradients, save


def lost_gradients(operator: str) -> RuntimeError:
    """Returns the error for a tensor that requires a gradient, in the operator without gradients.

    That is what transformations such as vmap and export call if they hide that it is required.
    """
    return RuntimeError(
        f"{operator}: a tensor requires a gradient, which this operator does not compute; "
        f"call {operator}_with_grad, or call it under torch.no_grad()"
    )


def changed_gradients(operator: str) -> RuntimeError:
    """Returns the error for a tensor that requires a gradient, in an operator that changes tensors."""
    return RuntimeError(f"{operator}: it changes a tensor in place and has no gradients; call it under torch.no_grad()")


def _text(dtype: Any) -> str:
    return str(dtype).rpartition(".")[2]
