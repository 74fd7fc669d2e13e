"""The report as JSON, and as JUnit XML."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from .compared import rows
from .lcov import write_lcov
from .remarks import remarks
from .sarif import write_sarif
from .values import Report, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..options import Outputs
    from .remarks import Remark
    from .values import Found

# Raised when a field changes its meaning or is removed.
VERSION = 1
# XML 1.0 has no other control characters.
_ALLOWED = {9, 10, 13}


def write_files(report: Report, outputs: Outputs) -> Iterator[str]:
    """Writes the files that were asked for. Gives an error for each that cannot be written."""
    for path, write in (
        (outputs.report, write_json),
        (outputs.junit, write_junit),
        (outputs.sarif, write_sarif),
        (outputs.coverage, write_lcov),
    ):
        if path:
            try:
                write(report, path)
            except OSError as error:
                yield f"error: cannot write {path}: {error.strerror}"


def write_json(report: Report, path: str) -> None:
    """Writes all fields of a report."""
    fields = {**asdict(report), "compared": [row.as_json() for row in rows(report)], "right": report.is_right}
    del fields["slower"]
    text = json.dumps({"version": VERSION, **fields}, indent=2)
    Path(path).write_text(text + "\n", encoding="utf-8")


def write_junit(report: Report, path: str) -> None:
    """Writes a test suite with a test case for each kernel: what is wrong is a failure, what is not emulated an error.

    Functions of which something is to say have a test case too.
    """
    suite = ET.Element("testsuite", name=f"Triton kernels, emulated for {report.gpu}")
    failures = errors = 0
    times = {each.kernel: each.seconds for each in report.kernels}
    for name in dict.fromkeys([*times, *(each.kernel for each in report.found)]):
        time = f"{times.get(name, 0):.3f}"
        case = ET.SubElement(suite, "testcase", classname="triton", name=_clean(name) or "all kernels", time=time)
        for each in report.found:
            if each.kernel == name and each.ends_the_run:
                failures, errors = failures + each.is_known, errors + (not each.is_known)
                _add(case, "failure" if each.is_known else "error", each)
    functions: dict[tuple[str, str], list[Remark]] = {}
    for remark in remarks(report):
        functions.setdefault((remark.file, remark.function), []).append(remark)
    for (_, function), about in functions.items():
        case = ET.SubElement(suite, "testcase", classname="triton.calls", name=_clean(function), time="0.000")
        refused = [one for one in about if one.level == "error"]
        failures += len(refused)
        for remark in refused:
            failure = ET.SubElement(case, "failure", type=remark.kind, message=_clean(remark.says))
            failure.text = _clean("\n".join(remark.lines()))
        notes = [line for one in about if one not in refused for line in one.lines()]
        if notes:
            ET.SubElement(case, "system-out").text = _clean("\n".join(notes))
    for problem in filter(None, [*report.problems, report.nothing_varied]):
        case = ET.SubElement(suite, "testcase", classname="triton", name="emulation")
        errors += 1
        ET.SubElement(case, "error", message=_clean(problem))
    suite.set("tests", str(len(suite)))
    suite.set("failures", str(failures))
    suite.set("errors", str(errors))
    suite.set("time", f"{report.seconds:.3f}")
    ET.ElementTree(suite).write(path, encoding="utf-8", xml_declaration=True)


def _add(case: ET.Element, tag: str, found: Found) -> None:
    element = ET.SubElement(case, tag, type=_clean(found.kind), message=_clean(found.message))
    lines = [f"launched at {shown(found.launched[0])}:{found.launched[1]}"] if found.launched else []
    lines += [f"in {test}" for test in found.tests]
    element.text = _clean("\n".join([*lines, *(["", found.repeat] if found.repeat else [])]))


def _clean(text: str) -> str:
    return "".join(each if each.isprintable() or ord(each) in _ALLOWED else "?" for each in text)
