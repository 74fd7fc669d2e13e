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


def access_of(instruction: Instruction) -> Access:
    """How an instruction accesses device memory, or the order of a fence."""
    words = instruction.words
    if "volatile" in words:
        return RELAXED
    order = next((word for word in words if word in ("relaxed", *ACQUIRES, *RELEASES)), instruction.mnemonic.order)
    if order == "weak":
        return WEAK
    return Access(True, "cta" in words, order in ACQUIRES, order in RELEASES)


def is_fence(instruction: Instruction) -> bool:
    """Whether an instruction orders what the thread does before and after it, for other blocks too."""
    return instruction.mnemonic.order == "acq_rel" and "cta" not in instruction.words


def bytes_of(instruction: Instruction) -> int:
    """How many bytes of device memory a thread accesses at once; 0 if none."""
    accesses, words = instruction.mnemonic.accesses, instruction.words
    if accesses == "bulk":
        return BULK if "global" in words else 0
    if accesses == "copies":
        return int(instruction.operands[2], 0) if len(instruction.operands) > 2 else 0
    if not accesses or any(word.partition("::")[0] in ("shared", "local", "param", "const") for word in words):
        return 0
    vector = next((int(word[1:]) for word in words if re.fullmatch(r"v[248]", word)), 1)
    return bits_of(words[-1]) // 8 * vector
