"""The lines of journals: what processes write, and what is read again."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Literal

from .findings import MOST_TESTS, Finding
from .parsing import Count, parse
from .verdicts import OF_CODE, TIMED


@dataclass(frozen=True)
class Lost:
    """The first line of a run: why a process could not write its journal; empty if all could."""

    reason: str


@dataclass(frozen=True)
class Ran:
    """A run, from its begin. `exit` is None until it has ended; then `journals` has the checksum of each process's journal.

    `assumptions` is the file of --assumptions, and `varies` says whether calls are repeated.
    """

    gpu: str
    program: list[str]
    began: float
    exit: int | None
    seconds: float
    may_launch_nothing: bool = False
    journals: dict[str, str] = field(default_factory=dict)
    assumptions: str = ""
    fails_on_slower: bool = False
    varies: bool = False

    def __post_init__(self) -> None:
        if self.exit is not None and not -64 <= self.exit <= 255:
            raise ValueError("exit is not an exit code or a signal")


@dataclass(frozen=True)
class Launched:
    """The launches of a kernel in a process. `judged` are those whose result is known, and of which all findings were written.

    For each of the `failed`, a finding says why nothing is known about it. The process has begun all others, and not ended them.
    If there is a mark at the end of the line, it has begun one more.
    """

    kernel: str
    launches: Count
    judged: Count
    failed: Count
    seconds: float

    def __post_init__(self) -> None:
        if self.judged + self.failed > self.launches:
            raise ValueError("more launches have ended than begun")


@dataclass(frozen=True)
class Place:
    """A line of a kernel."""

    file: str
    line: Count


@dataclass(frozen=True)
class Grouped(Finding):
    """Findings that are alike: the first, and how many there are."""

    level: Literal["error", "warning"] = "error"
    launches: Count = 1
    expected: Count = 0
    accepted: Count = 0
    tests: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        _ = self.place

    @property
    def place(self) -> Place | None:
        """Where the kernel is wrong, if that is known. Raises ValueError if it is no place."""
        found: Place | None = parse(Place | None, self.fault.get("at"), "fault.at")
        return found


@dataclass(frozen=True)
class Unusable:
    """Why a process could not be emulated."""

    message: str


@dataclass(frozen=True)
class Imported:
    """The version of Triton that a process has imported."""

    version: str
    process: Count


@dataclass(frozen=True)
class Session:
    """A process that is pytest. It `is_idle` if it was not asked to run a test."""

    process: Count
    is_idle: bool


@dataclass(frozen=True)
class OfFunction:
    """What calls of a function of the program showed."""

    function: str
    file: str
    line: Count

    @property
    def place(self) -> tuple[str, str, int]:
        """The function, its file, and the line where it begins."""
        return self.function, self.file, self.line

    @property
    def key(self) -> tuple[object, ...]:
        """What is the same of what several calls show of the same."""
        raise NotImplementedError

    def with_other(self, other: Any) -> Any:
        """This, with what another call shows of the same."""
        raise NotImplementedError


How = Literal["all", "part", "not", "failed"]


@dataclass(frozen=True)
class Varied(OfFunction):
    """Calls of a function that launched kernels, or a test. They were repeated with `all` variations, with a `part`, or `not`; a test that has `failed` is not repeated.
    `why` says why not with all.

    A call that ends takes one from those that did not.
    """

    what: Literal["call", "test"]
    how: How
    why: str
    calls: int
    kernels: list[str] = field(default_factory=list)

    @property
    def key(self) -> tuple[object, ...]:
        return "varied", self.file, self.line, self.what, self.how, self.why

    def with_other(self, other: Varied) -> Varied:
        kernels = list(dict.fromkeys([*self.kernels, *other.kernels]))
        return replace(self, calls=self.calls + other.calls, kernels=kernels)


@dataclass(frozen=True)
class Assumed(OfFunction):
    """What a function of the program needs of its arguments and does not check: without the `condition`, it `says` what is wrong.

    `check` is what the host code could check, and `requires` the same for a manifest; if a manifest has no such condition,
    `manifest` says what to write there.
    """

    condition: str
    check: str
    requires: str
    says: str
    tests: list[str] = field(default_factory=list)
    manifest: str = ""

    @property
    def key(self) -> tuple[object, ...]:
        return "assumed", self.file, self.line, self.condition

    def with_other(self, other: Assumed) -> Assumed:
        return replace(self, tests=list(dict.fromkeys([*self.tests, *other.tests]))[:MOST_TESTS])


@dataclass(frozen=True)
class Accepted(OfFunction):
    """A condition that the project accepts, in a line of its file. `needed` calls break it and are wrong; `spared` ones are right."""

    condition: str
    at: str
    needed: Count = 0
    spared: Count = 0

    @property
    def key(self) -> tuple[object, ...]:
        return "accepted", self.file, self.line, self.condition

    @property
    def is_stale(self) -> bool:
        """True if calls that break it are right."""
        return self.needed == 0 < self.spared

    def with_other(self, other: Accepted) -> Accepted:
        return replace(self, needed=self.needed + other.needed, spared=self.spared + other.spared)


@dataclass(frozen=True)
class Agreed(OfFunction):
    """How far calls agree that should: `again` with the same arguments, or with a row `alone` and in its batch."""

    what: Literal["again", "alone"]
    how: Literal["bits", "rounding", "different"]
    says: str

    @property
    def key(self) -> tuple[object, ...]:
        return "agreed", self.file, self.line, self.what

    def with_other(self, other: Agreed) -> Agreed:
        return max(self, other, key=lambda each: ("bits", "rounding", "different").index(each.how))


@dataclass(frozen=True)
class Variant:
    """A kernel as it was compiled for some launches. `hash` is Triton's for it; `line` is where its function begins.

    `constants` are constexpr values, `options` such as `num_warps`, and `arguments` types, with what Triton knows of the values.
    """

    hash: str
    kernel: str
    file: str = ""
    line: int = 0
    constants: dict[str, str] = field(default_factory=dict)
    options: dict[str, str] = field(default_factory=dict)
    arguments: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Covered(Variant):
    """Which lines of a variant a thread has run."""

    lines: dict[str, dict[int, bool]] = field(default_factory=dict)


@dataclass(frozen=True)
class Compared(Variant):
    """What the code of another Triton, or for another GPU, computed in the launches of a variant.

    `other` says which. `counts` has how many launches gave each verdict, and `says` the text of the first or, of differences, the
    worst; `error` is the largest difference. `own` and `others` are the costs of either code, as `upgrade/costs.py` names them, and
    `lines` says where those of the other code are higher. What it is known to be compiled wrongly stands in `wrong`.
    """

    other: str = ""
    counts: dict[str, Count] = field(default_factory=dict)
    says: dict[str, str] = field(default_factory=dict)
    error: float = 0.0
    own: dict[str, Count] = field(default_factory=dict)
    others: dict[str, Count] = field(default_factory=dict)
    lines: dict[str, str] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)

    @property
    def slower(self) -> list[str]:
        """The costs of the other code that are a tenth higher or more."""
        return [name for name, cost in self.others.items() if name in TIMED and cost > 1.1 * self.own.get(name, 0)]

    def with_other(self, other: Compared) -> Compared:
        """This, with what the launches of another process show. Costs of the code, which both have, are not added."""
        worse, better = (self, other) if self.error >= other.error else (other, self)
        return replace(
            worse,
            counts=_sum(self.counts, other.counts),
            says={**better.says, **worse.says},
            own={**worse.own, **_sum(_launched(self.own), _launched(other.own))},
            others={**worse.others, **_sum(_launched(self.others), _launched(other.others))},
        )


def _sum(one: dict[str, int], other: dict[str, int]) -> dict[str, int]:
    return {name: one.get(name, 0) + other.get(name, 0) for name in (*one, *other)}


def _launched(costs: dict[str, int]) -> dict[str, int]:
    """The costs that were counted while launches ran."""
    return {name: cost for name, cost in costs.items() if name not in OF_CODE}


Event = (
    Lost
    | Ran
    | Launched
    | Grouped
    | Unusable
    | Imported
    | Session
    | Varied
    | Assumed
    | Accepted
    | Agreed
    | Covered
    | Compared
)
KINDS: dict[str, Any] = {
    "lost": Lost,
    "run": Ran,
    "kernel": Launched,
    "finding": Grouped,
    "problem": Unusable,
    "triton": Imported,
    "pytest": Session,
    "varied": Varied,
    "assumed": Assumed,
    "accepted": Accepted,
    "agreed": Agreed,
    "variant": Covered,
    "compared": Compared,
}
NAMES = {kind: name for name, kind in KINDS.items()}
