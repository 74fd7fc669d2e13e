"""What the code of another Triton, or for another GPU, changes in the launches of a program: a table, and what a reader must know."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..upgrade.costs import COUNTED
from ..verdicts import BAD, KINDS, OF_CODE
from .counting import count
from .values import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..events import Compared
    from .values import Report

# A cost that is higher by less than this is not worth a line.
LEAST = 1.02


@dataclass(frozen=True)
class Row:
    """A kernel as it was compiled for some launches, and one other code of it. `alike` has variants with the same constants."""

    event: Compared
    alike: tuple[Compared, ...] = ()

    @property
    def kernel(self) -> str:
        """The kernel, with the types in which it differs from variants that are alike, its constants and options."""
        types = self.event.arguments.items()
        shown = [
            f"{name}: {kind}" for name, kind in types if any(each.arguments.get(name) != kind for each in self.alike)
        ]
        values = {**self.event.constants, **self.event.options}
        return f"{self.event.kernel} ({', '.join([*shown, *(f'{name}={value}' for name, value in values.items())])})"

    @property
    def kinds(self) -> list[str]:
        """The verdicts of its launches, the worst first."""
        return [kind for kind in KINDS if self.event.counts.get(kind)]

    @property
    def verdict(self) -> str:
        """Its verdicts, with how many launches have each if they differ."""
        kinds = self.kinds
        if len(kinds) == 1:
            return KINDS[kinds[0]]
        return ", ".join(f"{KINDS[kind]} ({self.event.counts[kind]})" for kind in kinds)

    @property
    def is_bad(self) -> bool:
        return bool({*BAD} & {*self.kinds})

    @property
    def notes(self) -> list[str]:
        """What is to be said of its verdicts."""
        says = [self.event.says[kind] for kind in self.kinds if kind in self.event.says]
        return [*says, *(f"known to be compiled wrongly: {wrong}" for wrong in self.event.wrong)]

    def as_json(self) -> dict[str, object]:
        """What the report has of it: the event, and the texts of the table."""
        return {
            **vars(self.event),
            "function": self.event.kernel,
            "kernel": self.kernel,
            "verdict": self.verdict,
            "right": not self.is_bad,
            "launches": sum(self.event.counts.values()),
            "note": ". ".join(self.notes),
            "costs": "; ".join(self.costs()),
        }

    def costs(self) -> Iterator[str]:
        """The costs that are different, the higher ones with the line where they have grown most."""
        own, others = self.event.own, self.event.others
        for name in (*OF_CODE, *COUNTED):
            before, now = own.get(name, 0), others.get(name, 0)
            if max(before, now) >= LEAST * min(before, now) and before != now:
                place, _, grown = self.event.lines.get(name, "").partition(" ")
                yield f"{name} {before} → {now}{f' ({_shown_place(place)} {grown})' if place else ''}"


def rows(report: Report) -> list[Row]:
    """All rows, the worst first."""
    order = list(KINDS)
    alike = defaultdict(list)
    for each in report.compared:
        alike[_constants(each)].append(each)
    return sorted(
        (Row(each, tuple(alike[_constants(each)])) for each in report.compared),
        key=lambda row: (row.event.other, order.index(row.kinds[0]), row.event.kernel, row.event.hash),
    )


def _constants(event: Compared) -> tuple[str, ...]:
    return event.other, event.kernel, event.file, str(event.constants), str(event.options)


def compared_lines(report: Report) -> Iterator[str]:
    """The report on what was compared, as text: a line for each kernel, and more where something is different."""
    found = rows(report)
    for other in dict.fromkeys(row.event.other for row in found):
        these = [row for row in found if row.event.other == other]
        yield f"with the code of {other}:"
        for row in these:
            file = f" at {shown(row.event.file)}:{row.event.line}" if row.event.file else ""
            yield f"  {row.verdict}: {row.kernel}{file}, {count(sum(row.event.counts.values()), 'launch')}"
            yield from (f"    {note}" for note in row.notes)
            costs = "; ".join(row.costs())
            if costs:
                yield f"    {'costs too much' if row.event in report.slower else 'costs'}: {costs}"
        total = {kind: sum(row.event.counts.get(kind, 0) for row in these) for kind in KINDS}
        parts = ", ".join(f"{number} {KINDS[kind]}" for kind, number in total.items() if number)
        yield f"  {count(sum(total.values()), 'launch')}: {parts}"
        yield ""


def _shown_place(place: str) -> str:
    file, _, line = place.rpartition(":")
    return f"{shown(file)}:{line}"
