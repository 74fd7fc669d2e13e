"""What the emulation of a program showed, put together from the journals of its processes."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ..assumptions import write
from ..events import (
    Accepted,
    Agreed,
    Assumed,
    Compared,
    Covered,
    Grouped,
    Imported,
    Launched,
    OfFunction,
    Unusable,
    Varied,
)
from ..findings import MOST_TESTS, NOT_JUDGED
from ..verdicts import BAD
from .coverage import coverage_of
from .no_launch import no_launch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..reading import Record
    from .coverage import KernelCoverage
    from .sources import CheckedSource

# Exit codes, as those of triton-aot: what a run ends with if the program has ended well.
USAGE, UNKNOWN, WRONG = 2, 3, 6


@dataclass(frozen=True)
class KernelTime:
    """How often a kernel was launched, how many seconds its emulation took, and of how many launches the result is known."""

    kernel: str
    launches: int
    seconds: float
    judged: int


@dataclass(frozen=True)
class Found:
    """Launches that showed the same: one kernel, kind and place. `message` is that of the first.

    `is_known` is false if they could not be emulated, or, with the kind `not-judged`, if nothing is known for another reason:
    then `launches` is 0 if their number is not known, and `kernel` is empty if it may be any. `repeat` is a test that shows it again. All that pytest expected to fail are
    `expected`, and those that a marker of the test accepts are `accepted`. `gpus` are those for which it was found.
    """

    kernel: str
    kind: str
    message: str
    launches: int
    expected: int
    accepted: int
    is_known: bool
    level: str
    file: str | None
    line: int | None
    launched: tuple[str, int] | None
    tests: list[str]
    gpus: list[str]
    repeat: str = ""

    @property
    def ends_the_run(self) -> bool:
        """True if a run that shows this is not right."""
        return self.level == "error" and self.is_open

    @property
    def is_open(self) -> bool:
        """True unless all of its launches were in tests that expect or accept it."""
        return self.launches == 0 or self.launches > self.expected + self.accepted

    @property
    def place(self) -> str:
        """File and line of the kernel; empty if its code has no lines."""
        return "" if self.file is None else f"{shown(self.file)}:{self.line}"


@dataclass(frozen=True)
class Report:
    """What one run showed, or several: then `gpu` names all GPUs, and `seconds` is the sum of their times.

    `exit` is the program's exit code, negative for a signal; of several, the first that is not 0. `program` is that of the first.
    If it `varies`, calls were to be repeated, and `varied` says which were and why others were not.
    `assumptions` are what functions need of their arguments and do not check; `accepted` are those that the file `assumptions_file`
    has, if calls showed something of them. `agreements` say how far calls agree that should.
    `no_launch` says why there was no launch, if that is no error. `sources` are the files that were to be checked, of --find.
    `compared` has what other code of the kernels computed, and `slower` those of it that cost too much, if that is an error.
    """

    gpu: str
    program: list[str]
    exit: int
    seconds: float
    kernels: list[KernelTime] = field(default_factory=list)
    found: list[Found] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    triton: list[str] = field(default_factory=list)
    coverage: list[KernelCoverage] = field(default_factory=list)
    varied: list[Varied] = field(default_factory=list)
    assumptions: list[Assumed] = field(default_factory=list)
    assumptions_file: str = ""
    accepted: list[Accepted] = field(default_factory=list)
    agreements: list[Agreed] = field(default_factory=list)
    no_launch: str = ""
    sources: list[CheckedSource] = field(default_factory=list)
    compared: list[Compared] = field(default_factory=list)
    slower: list[Compared] = field(default_factory=list)
    varies: bool = False

    @property
    def launches(self) -> int:
        """The number of launches of all kernels."""
        return sum(each.launches for each in self.kernels)

    @property
    def wrong(self) -> list[Found]:
        """What is wrong on a GPU too."""
        return [each for each in self.found if each.is_known]

    @property
    def not_emulated(self) -> list[Found]:
        """Launches that the emulator cannot execute."""
        return [each for each in self.found if not each.is_known and each.kind != NOT_JUDGED]

    @property
    def not_judged(self) -> list[Found]:
        """Launches about which nothing is known for other reasons."""
        return [each for each in self.found if each.kind == NOT_JUDGED]

    @property
    def all_right(self) -> bool:
        """True if the program has ended well, and each launch was judged and showed nothing."""
        return (
            self.exit == 0
            and self.is_right
            and not self.found
            and all(each.judged == each.launches for each in self.kernels)
        )

    @property
    def refused(self) -> list[Assumed]:
        """What functions assume although the project's file, if there is one, does not have it."""
        return self.assumptions if self.assumptions_file else []

    @property
    def stale(self) -> list[Accepted]:
        """Accepted conditions that are not needed."""
        return [each for each in self.accepted if each.is_stale]

    @property
    def nothing_varied(self) -> str:
        """Why nothing is known of variations; empty if a call was repeated, or none was to be."""
        if not self.varies or not self.launches or any(each.how in ("all", "part") for each in self.varied):
            return ""
        why = "" if self.varied else ": no function of the program gets tensors on the GPU and launches a kernel"
        return f"no call was repeated, so no other size, layout or content was tried{why}"

    @property
    def code(self) -> int:
        """The exit code if the program has ended well."""
        ends = [each for each in self.found if each.ends_the_run]
        verdicts = {kind for each in self.compared for kind in each.counts}
        if self.problems or self.refused or self.stale or any(each.kind != NOT_JUDGED for each in ends):
            return WRONG
        if verdicts & {*BAD} or self.slower:
            return WRONG
        if any(each.problem for each in self.sources):
            return USAGE
        if ends or self.nothing_varied or "unjudged" in verdicts:
            return UNKNOWN
        return 0 if self.launches or self.no_launch or self.sources else WRONG

    @property
    def is_right(self) -> bool:
        """True if launches were emulated, and all of them were right."""
        return self.launches > 0 and self.ends_well

    @property
    def ends_well(self) -> bool:
        """True if a run whose program ended well ends well."""
        return self.code == 0


def with_accepted(report: Report) -> Report:
    """Writes what functions assume to the project's file. Gives the report of a run whose file had it."""
    path, stale = report.assumptions_file, report.stale
    if path and (report.assumptions or stale):
        write(path, report.assumptions, stale)
    new = [Accepted(each.function, each.file, each.line, each.condition, path, 1) for each in report.assumptions]
    return replace(report, assumptions=[], accepted=[each for each in [*report.accepted, *new] if each not in stale])


def shown(path: str) -> str:
    """A path as people read it: relative to this folder, if it is below."""
    try:
        relative = os.path.relpath(path)
    except (OSError, ValueError):
        return path  # This folder was removed, or the path is empty.
    return path if relative.startswith("..") else relative


def make_report(records: list[Record]) -> Report:
    """The report on runs. It is in the order in which they began."""
    kernels: dict[str, KernelTime] = {}
    found: dict[tuple[object, ...], Found] = {}
    problems: dict[str, None] = {}
    triton: dict[str, None] = {}
    shown_of: dict[tuple[object, ...], OfFunction] = {}
    records = sorted(records, key=lambda each: float("inf") if each.run is None else each.run.began)
    runs = [each.run for each in records if each.run is not None]
    launched = set()
    for record in records:
        gpu = None if record.run is None else record.run.gpu
        for one in _found(record, gpu):
            key = one.kernel, one.kind, one.file, one.line, one.level, one.kind == NOT_JUDGED and one.message
            found[key] = _together(found[key], one) if key in found else one
        for event in record.events:
            if isinstance(event, Launched):
                launched.add(gpu)
                before = kernels.get(event.kernel, KernelTime(event.kernel, 0, 0.0, 0))
                kernels[event.kernel] = KernelTime(
                    event.kernel,
                    before.launches + event.launches,
                    before.seconds + event.seconds,
                    before.judged + event.judged,
                )
            elif isinstance(event, Unusable):
                problems[event.message] = None
            elif isinstance(event, Imported):
                triton[event.version] = None
            elif isinstance(event, OfFunction):
                known = shown_of.get(event.key)
                shown_of[event.key] = event if known is None else known.with_other(event)
    functions = sorted(shown_of.values(), key=lambda each: (each.file, each.line, str(each.key)))
    gpus = list(dict.fromkeys(run.gpu for run in runs))
    if kernels:
        problems.update({f"no launch was emulated for {gpu}": None for gpu in gpus if gpu not in launched})
    compared = _compared(records)
    return Report(
        " and ".join(gpus),
        runs[0].program if runs else [],
        next((run.exit for run in runs if run.exit), 0),
        sum(run.seconds for run in runs),
        sorted(kernels.values(), key=lambda each: -each.seconds),
        sorted(found.values(), key=lambda each: (not each.is_known, each.kernel, each.line or 0)),
        list(problems),
        list(triton),
        coverage_of(event for record in records for event in record.events if isinstance(event, Covered)),
        [each for each in functions if isinstance(each, Varied) and each.calls > 0],
        [each for each in functions if isinstance(each, Assumed)],
        next((run.assumptions for run in runs if run.assumptions), ""),
        [each for each in functions if isinstance(each, Accepted)],
        [each for each in functions if isinstance(each, Agreed)],
        "" if kernels else no_launch(records),
        compared=compared,
        slower=[each for each in compared if each.slower and any(run.fails_on_slower for run in runs)],
        varies=any(run.varies for run in runs),
    )


def _compared(records: list[Record]) -> list[Compared]:
    """What other code computed in all processes: one event for each variant and each other code."""
    found: dict[tuple[str, str], Compared] = {}
    for event in (event for record in records for event in record.events if isinstance(event, Compared)):
        key = event.hash, event.other
        found[key] = found[key].with_other(event) if key in found else event
    return list(found.values())


def _found(record: Record, gpu: str | None) -> Iterator[Found]:
    """What the launches of a run showed, and what is not known about them."""
    gpus = [] if gpu is None else [gpu]
    for event in record.events:
        if isinstance(event, Grouped):
            place = event.place
            yield Found(
                event.kernel,
                event.kind,
                event.message,
                event.launches,
                event.expected,
                event.accepted,
                event.is_known,
                event.level,
                None if place is None else place.file,
                None if place is None else place.line,
                event.launched,
                event.tests,
                gpus,
                str(event.fault.get("repeat", "")),
            )
        elif isinstance(event, Launched) and event.launches > event.judged + event.failed:
            yield _not_judged(event.kernel, DID_NOT_END, event.launches - event.judged - event.failed, gpus)
    for damage in record.damages:
        yield _not_judged("", damage, 0, gpus)


DID_NOT_END = "a process began this launch and did not write how it ended: it was ended before, or could not write"


def _not_judged(kernel: str, why: str, launches: int, gpus: list[str]) -> Found:
    return Found(kernel, NOT_JUDGED, why, launches, 0, 0, False, "error", None, None, None, [], gpus)


def _together(one: Found, other: Found) -> Found:
    tests = list(dict.fromkeys([*one.tests, *other.tests]))[:MOST_TESTS]
    gpus = list(dict.fromkeys([*one.gpus, *other.gpus]))
    counts = {name: getattr(one, name) + getattr(other, name) for name in ("launches", "expected", "accepted")}
    return Found(**{**vars(one), **counts, "tests": tests, "gpus": gpus})
