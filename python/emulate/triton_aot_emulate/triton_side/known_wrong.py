"""What is said of kernels that this version of Triton is known to compile to wrong results."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from aot_compiled.miscompilations import TABLE, is_wrong, triton_version


def known_wrong(places: Iterable[Any]) -> list[tuple[str, dict[str, object]]]:
    """A text for each line of a kernel, with the values of a finding. `places` are those of `stages.py`, as JSON has them."""
    by_line: dict[tuple[str, int], list[int]] = {}
    for issue, file, line in places:
        by_line.setdefault((file, line), []).append(issue)
    return [_described(issues, *place) for place, issues in by_line.items()]


def _described(issues: list[int], file: str, line: int) -> tuple[str, dict[str, object]]:
    wrong = "; ".join(f"{TABLE[issue].message} (triton-lang/triton#{issue})" for issue in issues)
    says = f"Triton {triton_version()} is known to compile this wrongly: {wrong}. {_remedy(issues)}"
    at = {"file": file, "line": line}
    return says, {"kind": "miscompilation", "says": [says], "at": at, "issues": issues}


def _remedy(issues: list[int]) -> str:
    rights = [TABLE[issue].right for issue in issues if is_wrong(issue)]
    if not rights or None in rights:
        return "Change the code: no release is known to be right"
    # Releases with one digit are in the order of their text.
    return f"Use Triton {max(each for each in rights if each is not None)} or later, or change the code"
