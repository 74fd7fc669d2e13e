"""What calls of functions showed that is no fault of a kernel: what they assume, what they no longer need, how far calls agree."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .values import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .values import Report


class Remark(NamedTuple):
    """A remark on a function. `level` is `error`, `note`, or `none` for what is as it should be; `file` and `line` are its place. `more` are further lines."""

    kind: str
    level: str
    function: str
    file: str
    line: int
    says: str
    more: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()

    @property
    def place(self) -> str:
        return f"{shown(self.file)}:{self.line}"

    def lines(self) -> list[str]:
        """All that is said, for files that have no other place for it."""
        return [f"{self.place}: {self.function} {self.says}", *self.more, *(f"in {test}" for test in self.tests)]


NOT_REPEATED = "not-repeated"
# With how many variations a call or a test was repeated, if not with all.
HOWS = {"not": "not repeated", "part": "repeated in part", "failed": "not repeated, since it fails"}
# By what is compared, the kind of a remark; and by how far it agrees, what it says.
KINDS = {"alone": "batch", "again": "not-repeatable"}
SAYS = {
    ("alone", "bits"): "gives a row alone the same bits as in its batch",
    ("alone", "rounding"): "gives a row alone other bits than in its batch, within rounding: {}",
    ("alone", "different"): "gives a row alone another result than in its batch: {}",
    ("again", "rounding"): "is not deterministic: the same call differs within rounding: {}",
}


def remarks(report: Report) -> Iterator[Remark]:
    """All remarks, in order: the assumptions first."""
    file = shown(report.assumptions_file)
    for each in report.assumptions:
        manifest = f"requires: {each.requires}" if each.requires else each.manifest
        more = (each.says, f"to check it: {each.check}", f"in a manifest: {manifest}")
        also = f", and {file} does not have it" if file else ""
        yield Remark(
            "assumption",
            "error" if file else "note",
            each.function,
            each.file,
            each.line,
            f"assumes {each.condition}, which it does not check{also}",
            more,
            tuple(each.tests),
        )
    for stale in report.stale:
        path, _, line = stale.at.rpartition(":")
        says = f"no longer needs {stale.condition}: calls that break it are right. Remove the line, or have it done by the option `accept`"
        yield Remark("assumption", "error", stale.function, path, int(line), says)
    repeated = {each.place for each in report.varied if each.how == "all"}
    kernels = {kernel for each in report.varied if each.how == "all" for kernel in each.kernels}
    for row in report.varied:
        # A test that compares nothing is no gap if its kernels were launched by calls that were repeated.
        if row.place not in repeated and not (row.what == "test" and kernels.issuperset(row.kernels)):
            says = f"was {HOWS[row.how]}{row.why and f': {row.why}'}"
            yield Remark(NOT_REPEATED, "note", row.function, row.file, row.line, says)
    for agreed in report.agreements:
        says = SAYS[agreed.what, agreed.how].format(agreed.says)
        level = "none" if agreed.how == "bits" else "note"
        yield Remark(KINDS[agreed.what], level, agreed.function, agreed.file, agreed.line, says)
