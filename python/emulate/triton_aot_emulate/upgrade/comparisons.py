"""The second codes of a program's kernels, and what their launches showed: an event for each variant and each other code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..events import Compared
from .seconds import Code, others_of
from .verdicts import Verdict

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..emulation import Request
    from ..gpus import Gpu
    from ..journal import Journal
    from ..options import Options
    from .comparing import Comparison


class Comparisons:
    """Starts the compilers, and keeps what was compared in the journal."""

    def __init__(self, options: Options, gpu: Gpu, journal: Journal) -> None:
        self._others = others_of(options, gpu)
        self._journal = journal
        self._found: dict[tuple[str, str], Compared] = {}
        self._own: dict[str, Any] = {}

    def start(self, source: Any, metadata: Any, launcher_of: Callable[[Any, Gpu], Any]) -> list[Code]:
        """Begins to compile a kernel that the program has compiled, for all others."""
        if not self._others:
            return []
        from aot_record.compiles import nested_tuples, set_options

        # Triton keeps metadata as JSON, which has no tuples.
        values = {name: nested_tuples(value) for name, value in metadata._asdict().items()}
        options = set_options(metadata.target, values)
        return [Code(other, other.start(source, options), launcher_of) for other in self._others]

    def add(self, request: Request, comparison: Comparison) -> None:
        """Judges a launch of the program by its second codes."""
        for other, verdict in zip(self._others, comparison.judge(request.seconds)):
            key = request.variant.hash, other.name
            known = self._found.get(key) or Compared(**vars(request.variant), other=other.name)
            self._found[key] = found = _with(known, verdict)
            self._journal.write(found, ("compared", *key))


def _with(known: Compared, verdict: Verdict) -> Compared:
    counts = {**known.counts, verdict.kind: known.counts.get(verdict.kind, 0) + 1}
    is_worse = verdict.kind not in known.says or verdict.error > known.error
    says = {**known.says, verdict.kind: verdict.says} if verdict.says and is_worse else known.says
    return Compared(**{**vars(known), "counts": counts, "says": says, "error": max(known.error, verdict.error)})
