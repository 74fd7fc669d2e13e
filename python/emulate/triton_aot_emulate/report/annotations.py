"""The report as annotations of GitHub, at the lines of the kernels."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from .cleaning import one_line
from .remarks import remarks

if TYPE_CHECKING:
    from .values import Report

# GitHub shows ten of each kind for a step.
MOST = 10


def annotation_lines(report: Report, environment: Mapping[str, str]) -> Iterator[str]:
    """Workflow commands; none outside of GitHub Actions.

    Source: https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
    """
    if environment.get("GITHUB_ACTIONS") != "true":
        return
    root = environment.get("GITHUB_WORKSPACE") or "."
    for problem in filter(None, [*report.problems, report.nothing_varied]):
        yield f"::error title=Emulation::{_data(problem)}"
    for each in [each for each in report.found if each.is_open][:MOST]:
        level = "error" if each.level == "error" else "warning"
        title = _property(f"{each.kind} in {each.kernel}" if each.kernel else each.kind)
        place = _place([(each.file, each.line), each.launched], root)
        yield f"::{level} {place}title={title}::{_data(each.message)}"
    for remark in [each for each in remarks(report) if each.level == "error"][:MOST]:
        place = _place([(remark.file, remark.line)], root)
        yield f"::error {place}title={remark.kind}::{_data(f'{remark.function} {remark.says}')}"


def _place(places: Sequence[tuple[str | None, int | None] | None], root: str) -> str:
    """The kernel's line; the launch's if the kernel is not in the repository."""
    for place in places:
        if place is not None and place[0] is not None:
            try:
                relative = Path(os.path.realpath(place[0])).relative_to(os.path.realpath(root))
            except (OSError, ValueError):
                continue  # It is not in the repository, or this folder was removed.
            if place[1]:
                return f"file={_property(str(relative))},line={place[1]},"
    return ""


def _data(text: str) -> str:
    return one_line(text).replace("%", "%25")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
