"""The coverage as an lcov tracefile, which genhtml, Codecov and editors read.

Source: geninfo(1), "TRACEFILE FORMAT". A count is the number of variants of kernels in which a thread has run a line.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from .cleaning import one_line
from .values import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .coverage import KernelCoverage
    from .values import Report


def write_lcov(report: Report, path: str) -> None:
    """Writes the files that are there: code that was made while the program ran has none."""
    files = sorted({file for kernel in report.coverage for file in kernel.lines if os.path.isfile(file)})
    Path(path).write_text(
        "".join(f"{one_line(line)}\n" for file in files for line in _record(file, report.coverage)), "utf-8"
    )


def _record(file: str, kernels: list[KernelCoverage]) -> Iterator[str]:
    yield "TN:"
    yield f"SF:{shown(file)}"
    # Two functions of one name are one, as they are for a Python module.
    own = {kernel.kernel: kernel for kernel in kernels if kernel.file == file}
    for kernel in own.values():
        yield f"FN:{kernel.line},{kernel.kernel}"
    for kernel in own.values():
        yield f"FNDA:{len(kernel.variants)},{kernel.kernel}"
    yield f"FNF:{len(own)}"
    yield f"FNH:{len(own)}"
    counts: dict[int, int] = {}
    for kernel in kernels:
        for line, count in kernel.lines.get(file, {}).items():
            counts[line] = counts.get(line, 0) + count
    for line in sorted(counts):
        yield f"DA:{line},{counts[line]}"
    yield f"LF:{len(counts)}"
    yield f"LH:{sum(count > 0 for count in counts.values())}"
    yield "end_of_record"
