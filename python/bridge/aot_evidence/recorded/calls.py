"""Chooses the calls that cases describe."""

import math

from ..types import parse_type
from .drafts import Call, Constants, Draft
from .recording import Layout

# Bytes of the buffers of a case.
MOST_BYTES = 2**30
MOST_CASES = 6
MOST_AXES = 8
# Blocks and elements that Triton's interpreter computes in seconds.
MOST_BLOCKS = 1024
MOST_ELEMENTS = 2**23


def elements_of(call: Call) -> int:
    return sum(math.prod(each.shape) for each in call.buffers.values())


def is_small(call: Call) -> bool:
    """True if Triton's interpreter computes a call in seconds."""
    return math.prod(call.grid) <= MOST_BLOCKS and elements_of(call) <= MOST_ELEMENTS


def usable_calls(draft: Draft) -> list[Call]:
    """The calls that a case can describe."""
    return [call for call in draft.calls if min(call.grid) >= 1 and bytes_of(call, draft) <= MOST_BYTES]


def bytes_of(call: Call, draft: Draft) -> float:
    return sum(bytes_of_buffer(draft.types.get(name, ""), layout) for name, layout in call.buffers.items())


def bytes_of_buffer(text: str, layout: Layout) -> float:
    """Infinite for a buffer that no case can have."""
    type_ = parse_type(text)
    if type_ is None or type_.kind == "scalar" or len(layout.shape) > MOST_AXES or 0 in layout.shape:
        return math.inf
    return math.prod(layout.shape) * type_.bytes


def calls_to_describe(draft: Draft) -> list[Call]:
    """Of several choices, small calls of each if it has some."""
    if not draft.choices:
        return chosen(usable_calls(draft), draft)
    found = []
    for choice in draft.choices:
        usable = usable_calls(choice)
        found += chosen([each for each in usable if is_small(each)] or usable, choice)
    return found


def chosen(usable: list[Call], draft: Draft) -> list[Call]:
    """A small call for each set of hints, then those that took the most time."""
    by_size = sorted(usable, key=elements_of)
    first = [next((call for call in by_size if call.kernel is kernel), None) for kernel in draft.members]
    by_time = sorted(usable, key=lambda call: -call.count * (0.01 if call.gpu_ms is None else call.gpu_ms))
    wanted = [call for call in [*first, *by_size[:1], *by_time] if call is not None]
    kept = list(dict.fromkeys(wanted))[:MOST_CASES]
    return sorted((call for call in usable if call in kept), key=elements_of)


def distinct_cases(draft: Draft, cases: list[Constants], calls: list[Call]) -> tuple[list[Constants], list[Call]]:
    """Leaves out equal cases. Of several choices, each keeps as many as the one with the fewest."""
    values = dict(zip(calls, cases))
    groups = []
    for part in draft.parts:
        seen: list[Constants] = []
        own = [call for call in calls if not draft.choices or call in part.calls]
        group = []
        for call in own:
            if values[call] not in seen:
                seen.append(values[call])
                group.append(call)
        groups.append(group)
    fewest = min(map(len, groups))
    kept = [call for group in groups for call in group[:fewest]]
    return [values[call] for call in kept], kept
