"""The second codes of a program's kernels, and what their launches showed: an event for each variant and each other code."""

from __future__ import annotations

import os
from collections import defaultdict
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from aot_compiled.miscompilations import TABLE

from ..events import Compared
from ..parsing import LARGEST
from .compilers import NotCompiled
from .costs import Sums, of_code
from .seconds import Code, others_of
from .workers import Workers

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

    from aot_emulate.counts import Counts

    from ..emulation import Request
    from ..gpus import Gpu
    from ..journal import Journal
    from ..options import Options
    from ..verdicts import Verdict
    from .comparing import Comparison


class Comparisons:
    """Starts the compilers, and keeps what was compared in the journal."""

    def __init__(self, options: Options, gpu: Gpu, journal: Journal) -> None:
        self._others, self._gpu = others_of(options, gpu), gpu
        self._journal = journal
        self._codes: dict[str, list[Code]] = {}  # by the hash of the program's own variant
        self._own: dict[str, Future[dict[str, int]]] = {}
        self._workers = Workers(1, "ptxas")
        self._forget()
        os.register_at_fork(after_in_child=self._forget)

    def _forget(self) -> None:
        """Has compared nothing. A child of a fork does not report its parent's launches."""
        self._found: dict[tuple[str, str], Compared] = {}
        self._sums: dict[tuple[str, str], Sums] = defaultdict(Sums)

    def start(self, source: Any, metadata: Any, launcher_of: Callable[[Any, Gpu], Any]) -> list[Code]:
        """Begins to compile a kernel that the program has compiled, for all others. Kernels that are no functions have no other code."""
        if not self._others or not hasattr(source, "fn"):
            return []
        from aot_record.compiles import nested_tuples, set_options

        # Triton keeps metadata as JSON, which has no tuples.
        values = {name: nested_tuples(value) for name, value in metadata._asdict().items()}
        options = set_options(metadata.target, values)
        codes = [Code(other, source, options, launcher_of) for other in self._others]
        self._codes[metadata.hash] = codes
        return codes

    def measure(self, assembly: Any, metadata: Any) -> None:
        """Begins to find what the program's own code takes."""
        if metadata.hash not in self._own:
            self._own[metadata.hash] = self._workers.submit(lambda: of_code(assembly.resources, metadata, self._gpu))

    def add(self, request: Request, counts: Counts, comparison: Comparison) -> None:
        """Judges a launch of the program by its second codes. `counts` are those of its own."""
        variant = request.variant
        for code, verdict in zip(self._codes[variant.hash], comparison.judge(request.seconds)):
            key = variant.hash, code.other.name
            if verdict.counts is not None:
                self._sums[key].add(counts, verdict.counts)
            found = self._found.get(key) or self._first(request, code)
            self._found[key] = found = _with(found, verdict, self._sums[key])
            self._journal.write(found, ("compared", *key))

    def _first(self, request: Request, code: Code) -> Compared:
        try:
            made = code.made
        except NotCompiled:
            return Compared(**vars(request.variant), other=code.other.name)
        issues = sorted({issue for issue, _, _ in made["metadata"].get("miscompilations", ())})
        return Compared(
            **vars(request.variant),
            other=code.other.name,
            own=self._own[request.variant.hash].result(),
            others=of_code(made["resources"], SimpleNamespace(**made["metadata"]), code.other.gpu),
            wrong=[f"{TABLE[issue].message} (triton-lang/triton#{issue})" for issue in issues],
        )


def _with(known: Compared, verdict: Verdict, sums: Sums) -> Compared:
    counts = {**known.counts, verdict.kind: known.counts.get(verdict.kind, 0) + 1}
    is_worse = verdict.kind not in known.says or verdict.error > known.error
    return Compared(
        **{
            **vars(known),
            "counts": counts,
            "says": {**known.says, verdict.kind: verdict.says} if verdict.says and is_worse else known.says,
            # The journal has no infinities.
            "error": min(max(known.error, verdict.error), LARGEST),
            "own": {**known.own, **sums.own},
            "others": {**known.others, **sums.other},
            "lines": sums.lines(),
        }
    )
