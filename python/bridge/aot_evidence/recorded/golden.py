"""Finds the calls whose inputs and outputs a recording has."""

from dataclasses import dataclass

from .drafts import Call, Draft
from .recording import Contents


@dataclass(frozen=True)
class Golden:
    """One call, with the contents of all its buffers."""

    call: Call
    contents: dict[str, Contents]


def golden_of(draft: Draft) -> Golden | None:
    for member in draft.members:
        contents = member.contents
        call = next((each for each in draft.calls if each.kernel is member and each.id == member.contents_call), None)
        if call is not None and contents and all(each.before is not None for each in contents.values()):
            return Golden(call, contents)
    return None


def golden_calls(draft: Draft) -> list[Golden] | None:
    """One call for each choice; None if one lacks it."""
    found = [golden_of(each) for each in draft.parts]
    known = [each for each in found if each is not None]
    return known if len(known) == len(found) else None
