"""Which variants of kernels were launched, and which lines of them a thread has run: from all processes, together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..events import Covered


@dataclass(frozen=True)
class KernelCoverage:
    """A kernel, whose function begins at `line` of `file`, and its variants: their `constants`, `options` and `arguments`.

    `lines` has, for each file and line with code in any of them, the number of variants in which a thread has run it.
    """

    kernel: str
    file: str
    line: int
    variants: list[dict[str, dict[str, str]]]
    lines: dict[str, dict[int, int]]

    @property
    def total(self) -> int:
        """The number of lines with code."""
        return sum(map(len, self.lines.values()))

    @property
    def run(self) -> int:
        """The number of lines that a thread has run."""
        return sum(count > 0 for lines in self.lines.values() for count in lines.values())

    def missed(self, file: str) -> list[int]:
        """The lines of a file that no thread has run."""
        return sorted(line for line, count in self.lines[file].items() if count == 0)


def coverage_of(events: Iterable[Covered]) -> list[KernelCoverage]:
    """The coverage of all kernels, in the order of their files."""
    variants: dict[str, Covered] = {}
    ran: dict[str, dict[tuple[str, int], bool]] = {}
    for event in events:
        variants.setdefault(event.hash, event)
        lines = ran.setdefault(event.hash, {})
        for place, has_run in _places(event.lines):
            lines[place] = lines.get(place, False) or has_run
    kernels: dict[tuple[str, int, str], KernelCoverage] = {}
    for key, event in variants.items():
        name, file, line = event.kernel, event.file, event.line
        kernel = kernels.setdefault((file, line, name), KernelCoverage(name, file, line, [], {}))
        kernel.variants.append({"constants": event.constants, "options": event.options, "arguments": event.arguments})
        for (path, number), has_run in ran[key].items():
            counts = kernel.lines.setdefault(path, {})
            counts[number] = counts.get(number, 0) + has_run
    return [kernels[key] for key in sorted(kernels)]


def _places(lines: dict[str, dict[int, bool]]) -> Iterator[tuple[tuple[str, int], bool]]:
    for file, numbers in lines.items():
        for line, has_run in numbers.items():
            yield (file, line), has_run
