"""A row of the table of instructions, see `instructions`: what the emulator and its analyses know of an instruction by its name.

The defaults are those of most instructions: one that computes numbers in registers of its own thread.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Literal, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np

Decode = TypeVar("Decode")


@dataclass(frozen=True)
class Offset:
    """How an instruction takes part in computing an offset: in 64 bits, and as a text with a place for each operand."""

    text: str
    compute: Callable[..., np.ndarray]


@dataclass(frozen=True)
class Mnemonic(Generic[Decode]):
    """What is known of all instructions whose opcode starts with a name. `decode` makes an instruction a step."""

    decode: Decode
    # What it changes:
    # - "registers": registers of its own thread, from those of its own thread and from memory;
    # - "warp": registers, from those of other threads too, so that it matters which threads run it;
    # - "memory": memory, which threads have ended, or an order of accesses; `Endless` compares or counts it;
    # - "hidden": more than that, such as copies that are under way, phases of barriers, and arguments of functions;
    # - "units": the same, and units of hardware other than the threads access shared memory.
    changes: Literal["registers", "warp", "memory", "hidden", "units"] = "registers"
    # Which instruction comes next: the one after it, the one at a label, one of a table of labels, the first one of a function,
    # or none. Before those that wait for other threads go on, these run.
    next: Literal["after", "label", "table", "call", "end", "waits"] = "after"
    # What its result is to threads that compute copies of one, see `results`:
    # - "exact": a number that threads with equal operands agree on, and that has not their bits;
    # - "moved": bits of its operands;
    # - "rounded": a rounded number, if its first type is a floating-point one;
    # - "converted": a rounded number, or bits of an integer;
    # - "unknown": computed elsewhere.
    result: Literal["exact", "moved", "rounded", "converted", "unknown"] = "exact"
    # How it computes an offset, see `overflow`. "bits": it takes its operands as bits, which may have overflowed on purpose. None: it
    # ends what is known of an offset.
    offset: Offset | Literal["bits"] | None = None
    # What it does with device memory, if its words name no other memory. "bulk": it copies many bytes at once.
    accesses: Literal["", "reads", "writes", "updates", "copies", "bulk"] = ""
    # Its order with accesses of other threads if its words name none, see `access`. Only fences are "acq_rel" by default.
    order: Literal["weak", "relaxed", "acq_rel"] = "weak"
