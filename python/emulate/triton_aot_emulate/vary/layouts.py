"""Tries other layouts of the tensors of a call: the same values must have the same results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aot_variations.conditions import RIGHT, WRONG
from aot_variations.contents import EQUAL_ROWS
from aot_variations.layouts import EXPANDED, PADDED, layout_assumption
from aot_variations.sizes import Case

from .pasting import OtherLayout
from .trying import difference

if TYPE_CHECKING:
    from collections.abc import Callable

    from .cases import Call
    from .reporting import Reporting
    from .trying import Outcome, Tried


def check_layouts(
    call: Call,
    base: Outcome,
    if_wrong: Callable[[Case], Tried | None],
    same: Callable[[Case, Outcome | None], Tried | None],
    report: Reporting,
) -> None:
    """Tries the layouts of each tensor alone. `same` compares the results of a case, and `if_wrong` gives it if it is wrong."""
    for path, tensor in call.tensors.items():
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
        if PADDED in wrong and _gets_all_strides(wrong[PADDED].outcome):
            how = f"with {PADDED} in {path}, although the kernel gets all strides"
            shows = OtherLayout(path) if wrong[PADDED].outcome.kind == "layout" else None
            report.fault(wrong[PADDED], how, shows)
        elif wrong:
            report.assume(layout_assumption(path, set(wrong), right), next(iter(wrong.values())))


def _gets_all_strides(outcome: Outcome) -> bool:
    """Whether the last kernel of a call has an argument for each stride of its tensors but the innermost: it is meant to use them."""
    if not outcome.requests:
        return False
    request = outcome.requests[-1]
    strides = sum("stride" in name.lower() for name, _ in request.numbers)
    return strides >= sum(max(tensor.dim() - 1, 0) for _, tensor in request.tensors) > 0
