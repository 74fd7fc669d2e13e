"""What the second execution of a launch shows, in words of one table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from aot_emulate.counts import Counts

# In the order of what a reader must see first. Those of `BAD` end a run with an error.
KINDS = {
    "new": "new finding",
    "differs": "differs",
    "refused": "does not compile or launch",
    "unjudged": "not judged",
    "gone": "finding is gone",
    "both": "same finding",
    "varies": "varies by itself",
    "rounding": "differs within rounding",
    "equal": "bits equal",
}
BAD = ("new", "differs", "refused")
# Costs that take time: more registers alone do not.
TIMED = ("stack bytes", "instructions", "load sectors", "store sectors", "shared passes")
# Costs of the code alone. All others are sums over launches.
OF_CODE = ("registers", "stack bytes", "shared bytes", "resident blocks", "layout conversions")


@dataclass(frozen=True)
class Verdict:
    """`kind` is a key of KINDS; `says` has the finding, the message of the compiler, or the largest difference, which is `error`.

    `counts` are those of the second execution, if it came to its end.
    """

    kind: str
    says: str = ""
    error: float = 0.0
    counts: Counts | None = None
