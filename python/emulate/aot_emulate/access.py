"""How an instruction accesses device memory: whether others may access it at the same time, and what it orders.

Chapter "Memory Consistency Model" of the PTX ISA 9.0. `ld` and `st` are weak unless they say otherwise, `atom` and
`red` are relaxed, and `volatile` is relaxed for the whole system.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .values import bits_of

if TYPE_CHECKING:
    from .program import Instruction

ACQUIRES, RELEASES = ("acquire", "acq_rel", "sc"), ("release", "acq_rel", "sc")
# The unit in which the accesses of bulk copies are watched, in bytes.
BULK = 4


@dataclass(frozen=True)
class Access:
    """`is_local`: only threads of the own block may rely on the order, which is that of `acquires` and `releases`."""

    is_strong: bool = False
    is_local: bool = False
    acquires: bool = False
    releases: bool = False


WEAK, RELAXED = Access(), Access(is_strong=True)


def access_of(words: list) -> Access:
    """The access of a `ld`, `st`, `atom` or `red`, or the order of a `fence` or `membar`, by its words."""
    name = words[0]
    if name == "membar":
        return Access(True, "cta" in words, True, True)
    if name == "fence":
        order = next((word for word in words if word in (*ACQUIRES, *RELEASES)), "acq_rel")
    elif "volatile" in words:
        return RELAXED
    else:
        order = next(
            (word for word in words if word in ("relaxed", *ACQUIRES, *RELEASES)),
            "relaxed" if name in ("atom", "red") or "reduce" in words else "weak",
        )
    if order == "weak":
        return WEAK
    return Access(True, "cta" in words, order in ACQUIRES, order in RELEASES)


def is_fence(words: list) -> bool:
    """Whether an instruction orders what the thread does before and after it, for other blocks too."""
    return words[0] in ("fence", "membar") and not {"proxy", "mbarrier_init", "cta"} & set(words)


def bytes_of(instruction: Instruction) -> int:
    """How many bytes of device memory a thread accesses at once; 0 if none."""
    name, *words = instruction.words
    if name in ("cp", "tensormap"):
        if "bulk" in words or name == "tensormap":
            return BULK if "global" in words else 0
        return int(instruction.operands[2], 0) if len(instruction.operands) > 2 else 0
    if name not in ("ld", "st", "atom", "red") or any(
        word.partition("::")[0] in ("shared", "local", "param", "const") for word in words
    ):
        return 0
    vector = next((int(word[1:]) for word in words if re.fullmatch(r"v[248]", word)), 1)
    return bits_of(words[-1]) // 8 * vector
