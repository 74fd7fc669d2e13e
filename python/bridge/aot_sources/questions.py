"""Finds the values that a kernel's slice needs and that are known only when the program runs, one after the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from .modules import Project, SourceError, as_source_errors
from .slices import slice_kernel

if TYPE_CHECKING:
    from aot_wire.messages import ReadSource, SourceRequest, WireConstant

    from .slices import Explained

    class Question(Explained, total=False):
        # True if the kernel cannot do without the value.
        certain: bool


MOST_QUESTIONS = 30


def ask(
    file: str,
    function: str,
    project: Project,
    answer: Callable[[Question], tuple[str, WireConstant] | None],
    configs: bool = True,
    whole: bool = False,
) -> tuple[dict[str, WireConstant], SourceError | None, ReadSource | None]:
    """Calls `answer` with each question (see `slices.explain`; "certain" is true if the kernel cannot do without). It
    returns a key of `globals` and its value as a WireConstant, or None. Returns the values by key, what remains a problem
    (a SourceError or None), and the slice if there is none.

    `configs`: the configs of @triton.autotune are wanted too. `whole`: also asks for what the code may not need, such as
    what a branch reads."""
    answers: dict[str, WireConstant] = {}
    passed: set[str | None] = set()
    while len(answers) < MOST_QUESTIONS:
        source: SourceRequest = {
            "file": file,
            "function": function,
            "mode": "slice",
            "globals": answers,
            "installed": [],
            "configs": configs,
        }
        problem = None
        sliced = None
        try:
            with as_source_errors():
                sliced = slice_kernel(source, project)
            # Configs are computed by running their slice, which may meet any of these.
            unknown = [*(sliced["configs"]["unknown"] if "configs" in sliced else [])]
            unknown += sliced["code"]["unknown"] if whole and sliced["code"]["kind"] == "slice" else []
            # Says more than its type has: see `slices.explain`.
            questions = cast("list[Question]", unknown)
        except SourceError as error:
            if error.kind == "function":
                raise
            problem = error
            questions = [
                {
                    "key": error.key,
                    "message": str(error),
                    "hint": error.hint,
                    "constant": error.constant,
                    "enough": error.enough,
                    "certain": True,
                }
            ]
        question = next((each for each in questions if each["key"] not in (None, *answers, *passed)), None)
        if question is None:
            return answers, problem, sliced
        found = answer(question)
        if found is None or found[0] in answers:
            passed.add(question["key"])
        else:
            answers[found[0]] = found[1]
    return answers, None, None
