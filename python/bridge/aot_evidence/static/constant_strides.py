"""Guesses the strides that are constants of a kernel, as in `x.stride(0)` for a tl.constexpr: those of tensors without gaps."""

from ..entry import Smoke
from ..expressions import evaluate
from ..facts import Parameter
from .launch import Launch


def fitting_strides(launch: Launch, smoke: Smoke) -> dict[str, int]:
    """Values with which the rows of the tensors of a test do not overlap in any case and have no gaps, by the name of the constant."""
    guessed = {each.name for each in launch.parameters.values() if is_guess(each)}
    values = {name: value for name, value in launch.constants.items() if type(value) is int}
    found: dict[str, int] = {}
    for case in smoke.cases:
        known = dict(values)
        for each in [*case, *smoke.arguments]:
            try:
                known[each.name] = evaluate(each.value[1], known) if each.value is not None else 0
            except (ArithmeticError, LookupError, SyntaxError, TypeError):
                continue
        for buffer in smoke.buffers:
            if buffer.shape is None or buffer.strides is None or len(buffer.shape) != len(buffer.strides):
                continue
            reach = 1
            for size, stride in reversed(list(zip(buffer.shape, buffer.strides))):
                try:
                    if stride in guessed:
                        found[stride] = max(found.get(stride, 1), reach)
                    step = found.get(stride) if stride in guessed else evaluate(stride, {**known, **found})
                    reach = max(reach, evaluate(size, known) * (step or 1))
                except (ArithmeticError, LookupError, SyntaxError, TypeError):
                    break
    # What is called a stride has no other use. Another constant is only made large enough.
    return {name: value for name, value in found.items() if value > values[name] or "stride" in name.lower()}


def is_guess(parameter: Parameter) -> bool:
    return parameter.kind == "constant" and parameter.note == "guess" and (parameter.value or ("",))[0] == "int"
