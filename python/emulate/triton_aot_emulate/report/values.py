"""What the emulation of a program showed, put together from the journals of its processes."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..findings import MOST_TESTS
from .coverage import coverage_of
from .no_launch import no_launch

if TYPE_CHECKING:
    from .coverage import KernelCoverage


@dataclass(frozen=True)
class KernelTime:
    """How often a kernel was launched, and how many seconds its emulation took."""

    kernel: str
    launches: int
    seconds: float


@dataclass(frozen=True)
class Found:
    """Launches that showed the same: one kernel, kind and place. `message` is that of the first.

    `is_known` is false if they could not be emulated. All that pytest expected to fail are `expected`, and those that a
    marker of the test accepts are `accepted`. `gpus` are those for which it was found.
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

    @property
    def ends_the_run(self) -> bool:
        """True if a run that shows this is wrong."""
        return self.level == "error" and self.is_open

    @property
    def is_open(self) -> bool:
        """True unless all of its launches were in tests that expect or accept it."""
        return self.launches > self.expected + self.accepted

    @property
    def place(self) -> str:
        """File and line of the kernel; empty if its code has no lines."""
        return "" if self.file is None else f"{shown(self.file)}:{self.line}"


@dataclass(frozen=True)
class Report:
    """What one run showed, or several: then `gpu` names all GPUs, and `seconds` is the sum of their times.

    `exit` is the program's exit code, negative for a signal; of several, the first that is not 0. `program` is that of the first.
    `varied` has how many launches were repeated with other strides (its key is empty), and for each reason how many were not.
    `no_launch` says why there was no launch, if that is no error.
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
    varied: dict[str, int] = field(default_factory=dict)
    no_launch: str = ""

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
        """Launches about which nothing is known."""
        return [each for each in self.found if not each.is_known]

    @property
    def is_right(self) -> bool:
        """True if launches were emulated, and all of them were right."""
        return self.launches > 0 and not self.problems and not any(each.ends_the_run for each in self.found)

    @property
    def ends_well(self) -> bool:
        """True if a run whose program ended well ends well."""
        return self.is_right or (self.no_launch != "" and not self.problems and not self.found)


def shown(path: str) -> str:
    """A path as people read it: relative to this folder, if it is below."""
    relative = os.path.relpath(path)
    return path if relative.startswith("..") else relative


def make_report(events: list[dict[str, Any]]) -> Report:
    """The report on the runs whose events these are, from all journals. It is in the order in which the runs began."""
    kernels: dict[str, KernelTime] = {}
    found: dict[tuple[object, ...], Found] = {}
    problems: dict[str, None] = {}
    triton: dict[str, None] = {}
    varied: dict[str, int] = {}
    runs = sorted((event for event in events if event["event"] == "run"), key=lambda run: run["began"])
    order = {run["folder"]: place for place, run in enumerate(runs)}
    events = sorted(events, key=lambda event: order.get(event["folder"], len(runs)))
    gpu_of = {run["folder"]: run["gpu"] for run in runs}
    for run in runs:
        if run["exit"] is None:
            problems[f"a run for {run['gpu']} has not ended: {' '.join(run['program'])}"] = None
    for event in events:
        if event["event"] == "kernel":
            name = event["kernel"]
            before = kernels.get(name, KernelTime(name, 0, 0.0))
            kernels[name] = KernelTime(name, before.launches + event["launches"], before.seconds + event["seconds"])
        elif event["event"] == "finding":
            one = _found(event, gpu_of.get(event["folder"]))
            key = (one.kernel, one.kind, one.file, one.line, one.is_known, one.level)
            found[key] = _together(found[key], one) if key in found else one
        elif event["event"] == "problem":
            problems[event["message"]] = None
        elif event["event"] == "triton":
            triton[event["version"]] = None
        elif event["event"] == "varied":
            varied[event["why_not"]] = varied.get(event["why_not"], 0) + event["launches"]
    if kernels:
        launched = {gpu_of.get(event["folder"]) for event in events if event["event"] == "kernel"}
        for gpu in gpu_of.values():
            if gpu not in launched:
                problems[f"no launch was emulated for {gpu}"] = None
    return Report(
        " and ".join(dict.fromkeys(gpu_of.values())),
        runs[0]["program"] if runs else [],
        next((run["exit"] for run in runs if run["exit"]), 0),
        sum(run["seconds"] for run in runs),
        sorted(kernels.values(), key=lambda each: -each.seconds),
        sorted(found.values(), key=lambda each: (not each.is_known, each.kernel, each.line or 0)),
        list(problems),
        list(triton),
        coverage_of(event for event in events if event["event"] == "variant"),
        varied,
        "" if kernels else no_launch(events),
    )


def _found(event: dict[str, Any], gpu: str | None) -> Found:
    place = event["fault"].get("at") or {}
    launched = event["launched"]
    return Found(
        event["kernel"],
        event["kind"],
        event["message"],
        event["launches"],
        event["expected"],
        event.get("accepted", 0),
        event["is_known"],
        event["level"],
        place.get("file"),
        place.get("line"),
        None if launched is None else (launched[0], launched[1]),
        event["tests"],
        [] if gpu is None else [gpu],
    )


def _together(one: Found, other: Found) -> Found:
    tests = list(dict.fromkeys([*one.tests, *other.tests]))[:MOST_TESTS]
    gpus = list(dict.fromkeys([*one.gpus, *other.gpus]))
    counts = {name: getattr(one, name) + getattr(other, name) for name in ("launches", "expected", "accepted")}
    return Found(**{**vars(one), **counts, "tests": tests, "gpus": gpus})
