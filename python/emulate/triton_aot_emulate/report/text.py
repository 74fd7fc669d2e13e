"""The report as text, for a terminal and for the log of a job."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .cleaning import one_line
from .compared import compared_lines
from .counting import count
from .remarks import HOWS, NOT_REPEATED, remarks
from .sources import source_lines
from .values import Found, Report, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..events import Varied
    from ..options import Outputs
    from .coverage import KernelCoverage

# Kernels in the table, tests of a finding, and values of a constant. The JSON has more.
MOST_KERNELS, MOST_TESTS, MOST_VALUES = 15, 3, 6


def report_lines(report: Report, outputs: Outputs) -> Iterator[str]:
    """What the launches showed, what could not be emulated, and where the time went. The last line has it in short."""
    return map(one_line, _lines(report, outputs))


def _lines(report: Report, outputs: Outputs) -> Iterator[str]:
    if report.kernels:
        yield from _times(report)
    if outputs.coverage:
        yield from _coverage(report.coverage)
    accepted = [each for each in report.found if 0 < each.launches == each.accepted]
    wrong, not_emulated, not_judged = (
        [each for each in found if each not in accepted]
        for found in (report.wrong, report.not_emulated, report.not_judged)
    )
    yield from _findings("accepted by tests", accepted, report.gpu)
    yield from _findings("wrong on a GPU too", [each for each in wrong if each.level == "error"], report.gpu)
    yield from _findings("warnings", [each for each in wrong if each.level != "error"], report.gpu)
    yield from _findings("not emulated, so nothing is known about them", not_emulated, report.gpu)
    yield from _findings("not judged, so nothing is known about them", not_judged, report.gpu)
    if report.varies and report.launches:
        yield from _varied(report)
    yield from compared_lines(report)
    yield from source_lines(report.sources)
    for problem in report.problems:
        yield f"error: {problem}"
    if report.launches or not report.sources:
        yield summary(report)


def summary(report: Report) -> str:
    """One sentence."""
    if report.launches == 0:
        if report.problems or report.found:
            return "no launch was emulated"
        if report.no_launch:
            return f"no launch was emulated, and none was needed: {report.no_launch}"
        if report.exit > 0:
            return (
                f"error: no launch was emulated: the program exited with status {report.exit} before it launched a "
                "kernel. Its own messages, above, say why"
            )
        used = (
            f"imported Triton {report.triton[0]} and launched no kernel" if report.triton else "did not import Triton"
        )
        return (
            f"error: no launch was emulated: the program {used}. Nothing is known about its kernels. "
            "Processes with `python -I` or `-E`, or without the variable PYTHONPATH, are not emulated"
        )
    seconds = sum(each.seconds for each in report.kernels)
    launches = f"{count(report.launches, 'launch')} of {count(len(report.kernels), 'kernel')}"
    parts = [f"{launches} emulated{report.gpu and f' for {report.gpu}'} in {seconds:.1f} of {report.seconds:.1f} s"]
    errors = [each for each in report.wrong if each.level == "error"]
    for found, word in ((errors, "wrong"), (report.not_emulated, "not emulated"), (report.not_judged, "not judged")):
        known = sum(each.launches for each in found)
        if known:
            parts.append(f"{known} {word}")
        if not all(each.launches for each in found):
            parts.append(f"an unknown number {word}")
    expected = sum(each.expected for each in report.found)
    if expected:
        parts.append(f"{expected} in tests that were expected to fail")
    accepted = sum(each.accepted for each in report.found)
    if accepted:
        parts.append(f"{accepted} accepted by tests")
    return ", ".join([*parts, "all right"] if report.all_right else parts)


def _times(report: Report) -> Iterator[str]:
    shown_kernels = report.kernels[:MOST_KERNELS]
    width = max(len("kernel"), *(len(each.kernel) for each in shown_kernels))
    yield f"{'kernel':{width}}  launches  seconds"
    for each in shown_kernels:
        yield f"{each.kernel:{width}}  {each.launches:8}  {each.seconds:7.1f}"
    rest = report.kernels[MOST_KERNELS:]
    if rest:
        launches, seconds = sum(each.launches for each in rest), sum(each.seconds for each in rest)
        yield f"{f'{len(rest)} more':{width}}  {launches:8}  {seconds:7.1f}"
    yield ""


def _findings(title: str, found: list[Found], gpu: str) -> Iterator[str]:
    if not found:
        return
    yield f"{title}:"
    for each in found:
        place = f" at {each.place}" if each.place else ""
        gpus = "" if each.gpus in ([], [gpu]) else f" for {' and '.join(each.gpus)}"
        kernel = f" in {each.kernel}" if each.kernel else ""
        # What the CPU and PyTorch's operators do has no kernel.
        noun = "launch" if each.kernel or not each.is_known else "time"
        launches = count(each.launches, noun) if each.launches else "an unknown number of launches"
        yield f"  {each.kind}{kernel}{place}: {launches}{gpus}"
        yield f"    {each.message}"
        if each.launched is not None and noun == "launch":
            yield f"    launched at {shown(each.launched[0])}:{each.launched[1]}"
        for test in each.tests[:MOST_TESTS]:
            yield f"    in {test}"
        if len(each.tests) > MOST_TESTS:
            yield f"    and {len(each.tests) - MOST_TESTS} more tests"
        if each.repeat:
            yield "    this test shows it again:"
            yield from (f"      {line}" for line in each.repeat.splitlines())
    yield ""


def _varied(report: Report) -> Iterator[str]:
    """What functions assume, how many calls were repeated with variations, and why the others were not."""
    for each in remarks(report):
        if each.kind == NOT_REPEATED:
            continue  # Below, they are in groups.
        level = "error" if each.level == "error" else "note"
        yield f"{level}: {each.place}: {each.function} {each.says}"
        yield from (f"  {line}" for line in each.more)
    if report.refused:
        yield f"to accept what is assumed, add the option `accept`: it is written to {shown(report.assumptions_file)}"
    kept = len(report.accepted) - len(report.stale)
    if kept:
        yield f"{count(kept, 'assumption')} accepted by {shown(report.assumptions_file)}"
    yield f"{_calls(each for each in report.varied if each.how == 'all')} repeated with variations"
    others: dict[tuple[str, str], list[Varied]] = {}
    for row in report.varied:
        if row.how != "all":
            others.setdefault((row.how, row.why), []).append(row)
    for (how, why), rows in sorted(others.items(), key=lambda each: -len(each[1])):
        yield f"  {_calls(rows)} {HOWS[how]}{why and f': {why}'}"
        yield from (f"    {row.function} at {shown(row.file)}:{row.line}" for row in rows[:MOST_TESTS])
        if len(rows) > MOST_TESTS:
            yield f"    and {len(rows) - MOST_TESTS} more"
    if report.nothing_varied:
        yield f"error: {report.nothing_varied}"
    yield ""


def _calls(rows: Iterable[Varied]) -> str:
    """`3 calls and 1 test`."""
    counts: dict[str, int] = {}
    for each in rows:
        counts[each.what] = counts.get(each.what, 0) + each.calls
    return " and ".join(count(number, what) for what, number in sorted(counts.items())) or "no call"


def _coverage(kernels: list[KernelCoverage]) -> Iterator[str]:
    if not kernels:
        return
    width = max(len("kernel"), *(len(each.kernel) for each in kernels))
    yield f"{'kernel':{width}}  variants  lines run  lines that no thread ran"
    for each in kernels:
        missed = [f"{shown(file)}:{ranges(each.missed(file))}" for file in each.lines if each.missed(file)]
        run = f"{each.run}/{each.total}"
        yield f"{each.kernel:{width}}  {len(each.variants):8}  {run:>9}  {', '.join(missed)}".rstrip()
        reached = _reached(each)
        if reached:
            yield f"  {reached}"
    total, run_ = sum(each.total for each in kernels), sum(each.run for each in kernels)
    yield f"{run_} of {total} lines with code were run"
    yield ""


def ranges(numbers: list[int]) -> str:
    """`3-5, 9`: ascending numbers in short."""
    parts: list[list[int]] = []
    for each in numbers:
        if parts and each == parts[-1][-1] + 1:
            parts[-1].append(each)
        else:
            parts.append([each])
    return ", ".join(str(each[0]) if len(each) == 1 else f"{each[0]}-{each[-1]}" for each in parts)


def _reached(kernel: KernelCoverage) -> str:
    """The values of constants and options, and the types of those arguments that have several."""
    found: dict[str, dict[str, None]] = {}
    fixed: set[str] = set()
    for variant in kernel.variants:
        for kind, values in variant.items():
            for name, value in values.items():
                found.setdefault(name, {})[value] = None
                if kind == "arguments":
                    fixed.add(name)
    parts = []
    for name, each in found.items():
        if name not in fixed or len(each) > 1:
            more = f", … ({len(each)} values)" if len(each) > MOST_VALUES else ""
            parts.append(f"{name}: {', '.join(list(each)[:MOST_VALUES])}{more}")
    return "; ".join(parts)
