"""Keeps the conditions of a call that the text of a kernel and of its launches says, such as `n <= BLOCK` after
`BLOCK=triton.next_power_of_2(n)`: a recording shows some sizes only, and the constants are those of these sizes."""

from ..expressions import tried
from .constants import integer_of
from .drafts import Call, Draft


def met(conditions: list[str], draft: Draft) -> list[str]:
    """Those over arguments and constants of the entry that every recorded call meets."""
    return [each for each in conditions if all(is_met(each, draft, call) for call in draft.calls)]


def is_met(condition: str, draft: Draft, call: Call) -> bool:
    constants = next((part.constants for part in draft.parts if call in part.calls), draft.constants)
    known = {**constants, **call.config, **call.scalars}
    values = {name: value for name, each in known.items() if (value := integer_of(each)) is not None}
    low, _, high = condition.partition(" <= ")
    least, most = tried(low, values), tried(high, values)
    return least is not None and most is not None and least <= most
