"""Decides what a kernel does with a buffer, from its text, its compiled code and its calls."""

from dataclasses import dataclass

from .rules import Rule, first_of


@dataclass(frozen=True)
class Memory:
    """What is known about one buffer. `reads` and `writes` say what the code does; None if the code is not known."""

    reads: bool | None
    writes: bool | None
    # True if a call changed elements, or left some as they were.
    changes: bool = False
    keeps: bool = False


ROLES: tuple[Rule[Memory, str], ...] = (
    Rule(
        "without its code, what a call changes might be read too",
        lambda at: "inout" if at.writes is None and at.changes else None,
    ),
    Rule("what nothing writes is an input", lambda at: None if at.writes else "in"),
    Rule("what is read and written is both", lambda at: "inout" if at.reads else None),
    Rule("what is not written in full must have contents before", lambda at: "inout" if at.keeps else None),
    Rule("what is only written is an output", lambda _at: "out"),
)


def role_of(memory: Memory) -> str:
    return first_of(ROLES, memory) or "in"
