"""Tries other layouts of the tensors of a call: the same values must have the same results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aot_variations.conditions import RIGHT, WRONG
from aot_variations.contents import EQUAL, EQUAL_ROWS
from aot_variations.layouts import EXPANDED, EXPANDED_ELEMENT, PADDED, layout_assumptions
from aot_variations.sizes import Case

from .kernel_text import is_unused
from .pasting import OtherLayout
from .trying import difference

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from .cases import Call
    from .reporting import Reporting
    from .trying import Outcome, Tried


def check_layouts(
    call: Call,
    base: Outcome,
    gradients: Collection[str],
    if_wrong: Callable[[Case], Tried | None],
    same: Callable[[Case, Outcome | None], Tried | None],
    report: Reporting,
) -> None:
    """Tries the layouts of each tensor alone. `same` compares the results of a case, and `if_wrong` gives it if it is wrong.

    `gradients` are those that PyTorch hands to a backward pass: it expands that of a sum.
    """
    for path, tensor in call.tensors.items():
        if call.is_made(path):
            continue
        if path in gradients and tensor.numel() > 1:
            equal = same(Case(path=path, contents=EQUAL), None)
            expanded = Case(path=path, contents=EQUAL, layout=EXPANDED_ELEMENT)
            if equal is not None and equal.outcome.verdict == RIGHT and same(expanded, equal.outcome) is not None:
                wrong_gradient = if_wrong(expanded)
                if wrong_gradient is not None:
                    report.fault(wrong_gradient, f"with {report.says(expanded)}, as of .sum().backward()")
                    continue
        cases = [case for case in call.layouts() if case.path == path]
        tried = [each for each in (same(case, base) for case in cases) if each is not None]
        right = {each.case.layout for each in tried if each.outcome.verdict == RIGHT}
        is_wrong = any(each.outcome.verdict == WRONG for each in tried)
        if not is_wrong and tensor.dim() > 1 and len(tensor) > 1 and not difference({path: tensor}, base.results):
            equal = same(Case(path=path, contents=EQUAL_ROWS), None)
            if equal is not None and equal.outcome.verdict == RIGHT:
                cases = [Case(path=path, contents=EQUAL_ROWS, layout=EXPANDED)]
                same(cases[0], equal.outcome)
        wrong = {each.layout: found for each in cases if (found := if_wrong(each)) is not None}
        gets = _gets_strides(base, wrong[PADDED].outcome) if PADDED in wrong else ""
        if gets:
            how = f"with {PADDED} in {path}, although the kernel gets {gets}"
            shows = OtherLayout(path) if wrong[PADDED].outcome.kind == "layout" else None
            report.fault(wrong[PADDED], how, shows)
        elif wrong:
            for condition, layout in layout_assumptions(path, set(wrong), right).items():
                report.assume(condition, wrong[layout])


def _gets_strides(base: Outcome, outcome: Outcome) -> str:
    """Which strides a kernel is meant to use and gets: all but the innermost of its tensors, or one that it never uses; empty if neither."""
    if not outcome.requests:
        return ""
    request = outcome.requests[-1]
    strides = sum("stride" in name.lower() for name, _ in request.numbers)
    if strides >= sum(max(tensor.dim() - 1, 0) for _, tensor in request.tensors) > 0:
        return "all strides"
    # Of the numbers that a kernel gets, only strides are others with another layout.
    for before, now in zip(base.requests, outcome.requests):
        changed = [name for name, value in now.numbers if (name, value) not in before.numbers]
        unused = next((name for name in changed if is_unused(now.variant, name)), "")
        if unused and before.program.name == now.program.name:
            return unused
    return ""
