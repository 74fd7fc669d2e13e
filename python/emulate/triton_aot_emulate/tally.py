"""Counts what the launches of a process showed, and keeps the counts in its journal."""

from __future__ import annotations

import os
import threading
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING

from .findings import MOST_TESTS

if TYPE_CHECKING:
    from collections.abc import Collection

    from .findings import Finding
    from .journal import Journal


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
        self._kernels: dict[str, tuple[int, float]] = {}
        self._groups: dict[object, Group] = {}
        self._recent: dict[object, tuple[Finding, int]] = {}  # the first of a group since the test began, and how many
        self._varied: dict[str, int] = {}

    def launched(self, kernel: str, seconds: float) -> None:
        """Adds a launch, which took so long."""
        with self._lock:
            launches, before = self._kernels.get(kernel, (0, 0.0))
            total = self._kernels[kernel] = (launches + 1, before + seconds)
            self._journal.write(
                "kernel", ("kernel", kernel), kernel=kernel, launches=total[0], seconds=round(total[1], 6)
            )

    def varied(self, why_not: str) -> None:
        """Adds a launch that was repeated with other strides; `why_not` says why it was not, if it was not."""
        with self._lock:
            self._varied[why_not] = count = self._varied.get(why_not, 0) + 1
            self._journal.write("varied", ("varied", why_not), why_not=why_not, launches=count)

    def found(self, finding: Finding) -> None:
        """Adds a finding. Those that are alike are one group, with the text of the first."""
        key = (
            finding.kernel,
            finding.kind,
            finding.level,
            str(finding.fault.get("at") or finding.fault.get("instruction")),
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
        self._journal.write("finding", ("finding", key), **{**asdict(group.first), **counts})
