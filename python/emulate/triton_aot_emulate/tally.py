"""Counts what the launches of a process showed, and keeps the counts in its journal."""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .events import Grouped, Launched
from .findings import MOST_TESTS

if TYPE_CHECKING:
    from collections.abc import Collection

    from .events import OfFunction
    from .findings import Finding
    from .journal import Journal


@dataclass
class Counts:
    """The launches of a kernel, as in `Launched`. If their line `is_marked`, it lacks one, which has begun."""

    launches: int = 0
    judged: int = 0
    failed: int = 0
    seconds: float = 0.0
    is_marked: bool = False


@dataclass
class Group:
    """Findings of one kernel, kind and place. `expected` are those of tests that pytest expected to fail, `accepted` by a marker."""

    first: Finding
    launches: int = 0
    expected: int = 0
    accepted: int = 0
    tests: list[str] = field(default_factory=list)


class Tally:
    """The counts of a process, from which a report is made. A child of a fork counts from zero."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._start()
        os.register_at_fork(after_in_child=self._start)

    def _start(self) -> None:
        self._lock = threading.Lock()
        self._kernels: dict[str, Counts] = {}
        self._losses = 0
        self._groups: dict[object, Group] = {}
        self._recent: dict[object, tuple[Finding, int]] = {}  # the first of a group since the test began, and how many
        self._shown: dict[object, Any] = {}

    def begin(self, kernel: str) -> None:
        """Adds a launch. Until `end` says how it ended, the journal has one that did not end."""
        with self._lock:
            self._losses = self._journal.losses
            counts = self._kernels.setdefault(kernel, Counts())
            counts.launches += 1
            if counts.is_marked or not self._journal.mark(("kernel", kernel)):
                self._write_counts(kernel, counts)
            else:
                counts.is_marked = True

    def end(self, kernel: str, seconds: float, is_judged: bool) -> None:
        """Says that the launch which has begun was judged, or that its finding says why not.

        One of which the journal lacks something is neither, and stays as one that did not end.
        """
        with self._lock:
            counts = self._kernels[kernel]
            counts.seconds += seconds
            if self._losses == self._journal.losses:
                counts.judged += is_judged
                counts.failed += not is_judged
            self._write_counts(kernel, counts)

    def _write_counts(self, kernel: str, counts: Counts) -> None:
        line = Launched(kernel, counts.launches, counts.judged, counts.failed, round(counts.seconds, 6))
        self._journal.write(line, ("kernel", kernel))
        counts.is_marked = False

    def shown(self, event: OfFunction) -> None:
        """Adds what a call of a function shows. The same of several calls is one."""
        key = event.key
        with self._lock:
            known = self._shown.get(key)
            self._shown[key] = event if known is None else known.with_other(event)
            self._journal.write(self._shown[key], key)

    def shown_of(self, place: tuple[str, str, int]) -> list[OfFunction]:
        """What calls of the function at a place have shown."""
        return [each for each in self._shown.values() if (each.function, each.file, each.line) == place]

    def found(self, finding: Finding) -> None:
        """Adds a finding. Those that are alike are one group, with the text of the first."""
        fault = finding.fault
        key = (
            finding.kernel,
            finding.kind,
            finding.level,
            str(fault.get("at") or fault.get("instruction") or fault.get("error")),
        )
        with self._lock:
            group = self._groups.setdefault(key, Group(finding))
            group.launches += 1
            if finding.test and finding.test not in group.tests and len(group.tests) < MOST_TESTS:
                group.tests.append(finding.test)
            first, count = self._recent.get(key, (finding, 0))
            self._recent[key] = first, count + 1
            self._write(key)

    def start_test(self) -> None:
        """Forgets which findings are recent."""
        with self._lock:
            self._recent.clear()

    def recent(self) -> list[Finding]:
        """The findings since the test began, those that are alike once."""
        return [finding for finding, _ in self._recent.values()]

    def expect_recent(self) -> None:
        """Says that pytest expected the running test to fail: its findings are no reason to."""
        with self._lock:
            for key, (_, count) in self._recent.items():
                self._groups[key].expected += count
                self._write(key)
            self._recent.clear()

    def accept_recent(self, kinds: Collection[str]) -> None:
        """Says that the running test accepts findings of these kinds."""
        with self._lock:
            for key, (finding, count) in self._recent.items():
                if finding.kind in kinds and count:
                    self._groups[key].accepted += count
                    self._recent[key] = finding, 0
                    self._write(key)

    def _write(self, key: object) -> None:
        group = self._groups[key]
        counts = {name: getattr(group, name) for name in ("launches", "expected", "accepted", "tests")}
        self._journal.write(Grouped(**vars(group.first), **counts), ("finding", key))
