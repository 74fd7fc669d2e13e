"""The findings as SARIF 2.1.0, which code scanning of GitHub and editors read.

`src/report/sarif.ts` writes the same of what `smoke` finds: `test/fixtures/sarif` has what both write.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

from ..findings import NOT_JUDGED
from .remarks import remarks

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from .values import Report

RULES = {
    "out-of-bounds": "reads or writes memory that the kernel must not access",
    "misaligned": "an address that is not a multiple of the size of the access",
    "undefined": "depends on memory or a register that nothing has written",
    "race": "depends on which of several threads, warps or thread blocks comes first",
    "deadlock": "threads that wait forever, or a loop that never ends",
    "assertion": "an assertion of the kernel is false",
    "approximation": "a decision that depends on how a GPU rounds an approximate result",
    "execution": "any other failure of the kernel",
    "not-a-number": "an output that is NaN, or infinite where it must not be",
    "unsupported": "the emulator cannot execute it, so nothing is known",
    "too-long": "the emulator was not done in time, so nothing is known",
    "layout": "other results with other strides",
    "not-repeatable": "outputs that differ between two calls with the same inputs",
    "batch": "other results for a row alone than for the row in a batch",
    "launch": "a launch that CUDA refuses",
    "unwritten": "elements of an output that the kernel does not write",
    "nan": "NaN in a result, and in no input",
    "assumption": "a condition that the code takes for granted, and that its callers may break",
    "order": "other results if blocks run in another order",
    "tuning": "other results after the trials of an autotuner",
    "miscompilation": "code that this version of Triton is known to compile wrongly",
    "unwatched": "not all races in device memory were watched",
    "not-repeated": "a call that was not made again with other sizes, layouts and contents",
    "not-judged": "nothing is known of a launch",
}


def write_sarif(report: Report, path: str) -> None:
    """Writes a file, also without findings: it closes the alerts of earlier runs."""
    text = json.dumps(sarif_of(report, _root()), indent=2)
    Path(path).write_text(text + "\n", encoding="utf-8")


class _Row(NamedTuple):
    """A result: `level` is `error`, `warning` or `note`, and `places` are files and lines, the best first."""

    kind: str
    level: str
    name: str
    message: str
    places: list[tuple[str | None, int | None]]


def sarif_of(report: Report, root: Path) -> dict[str, Any]:
    """The document. `root` is the folder that addresses are relative to. What has no place is a notification."""
    found = [(each, _location(each, root)) for each in _rows(report)]
    placed = [(each, location) for each, location in found if location is not None]
    kinds = sorted({each.kind for each, _ in placed})
    unread = [each.problem for each in report.sources if each.problem]
    notes = [("error", problem) for problem in [*report.problems, *unread, report.nothing_varied] if problem]
    notes += [
        ("warning", f"{kernel.name} at {each.file}:{kernel.line} was not checked: nothing that ran launches it")
        for each in report.sources
        for kernel in each.missed
    ]
    notes += [(each.level, each.message) for each, location in found if location is None]
    run = {
        "tool": {
            "driver": {
                "name": "triton-aot",
                "informationUri": "https://github.com/triton-aot/triton-aot-action",
                "rules": [{"id": kind, "shortDescription": {"text": RULES.get(kind, kind)}} for kind in kinds],
            }
        },
        # Jobs of a matrix emulate several GPUs: their findings do not replace each other.
        "automationDetails": {"id": f"triton-aot/emulate/{report.gpu.replace(' ', '-')}/"},
        "invocations": [
            {
                "executionSuccessful": all(level != "error" for level, _ in notes),
                "toolExecutionNotifications": [{"level": level, "message": {"text": text}} for level, text in notes],
            }
        ],
        "results": list(_results(placed, kinds)),
    }
    return {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}


def _rows(report: Report) -> Iterator[_Row]:
    for each in report.found:
        if each.is_open:
            # What the emulator cannot execute may be right. What was not judged means that the run shows too little.
            is_error = each.level == "error" and (each.is_known or each.kind == NOT_JUDGED)
            places = [(each.file, each.line), *([each.launched] if each.launched else [])]
            yield _Row(each.kind, "error" if is_error else "warning", each.kernel, each.message, places)
    for remark in remarks(report):
        if remark.level == "none":
            continue
        text = ". ".join([f"{remark.function} {remark.says}", *remark.more])
        yield _Row(remark.kind, remark.level, remark.function, text, [(remark.file, remark.line)])


def _results(placed: Iterable[tuple[_Row, _Location]], kinds: list[str]) -> Iterator[dict[str, Any]]:
    seen: dict[str, int] = {}
    for each, (uri, file, line) in placed:
        # Lines move, so a finding is known by the text of its line, and by its number among equal ones.
        parts = "\n".join([each.kind, each.name, uri, _line_text(file, line)])
        key = hashlib.sha256(parts.encode("utf-8", "replace")).hexdigest()[:16]
        seen[key] = seen.get(key, 0) + 1
        place = {"artifactLocation": {"uri": uri}, "region": {"startLine": line}}
        yield {
            "ruleId": each.kind,
            "ruleIndex": kinds.index(each.kind),
            "level": each.level,
            "message": {"text": each.message},
            "locations": [{"physicalLocation": place}],
            # The action upload-sarif computes `primaryLocationLineHash`, and warns of any other.
            "partialFingerprints": {"tritonAot/v1": f"{key}:{seen[key]}"},
        }


# Bytes of a file whose lines are read.
LARGEST_SOURCE = 1 << 24
# An address, and the file and the line that it is of.
_Location = tuple[str, str, int]


def _location(row: _Row, root: Path) -> _Location | None:
    """The kernel's line; the launch's if the kernel is not in the repository. Code scanning shows no other files."""
    known = [(real, line or 1) for file, line in row.places if file is not None and (real := _real_path(file))]
    for file, line in known:
        if Path(file).is_relative_to(root):
            return quote(Path(file).relative_to(root).as_posix(), safe="/!*'()"), file, line
    return next(((Path(file).as_uri(), file, line) for file, line in known), None)


def _line_text(file: str, line: int) -> str:
    """Empty if there is no such line, or the file is a device or too large to be a source."""
    try:
        if not os.path.isfile(file) or os.path.getsize(file) > LARGEST_SOURCE:
            return ""
        return Path(file).read_text("utf-8", "replace").split("\n")[line - 1].strip()
    except (OSError, IndexError):
        return ""


def _real_path(file: str) -> str:
    """Empty if the name is none, or this folder was removed."""
    try:
        return os.path.realpath(file)
    except (OSError, ValueError):
        return ""


def _root() -> Path:
    """The folder of the repository; else this folder."""
    workspace = os.environ.get("GITHUB_WORKSPACE")
    here = Path(_real_path(workspace or ".") or os.devnull)
    if workspace:
        return here
    return next((folder for folder in (here, *here.parents) if (folder / ".git").exists()), here)
