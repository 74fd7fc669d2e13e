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
    # "registers": of its own thread. "warp": registers, from those of other threads, so that it matters which threads run it. "memory":
    # memory, an order of accesses, or which threads have ended; `Endless` compares or counts it. "hidden": more than that, such as
    # copies that are under way, or phases of barriers. "units": the same, and other hardware accesses shared memory.
    changes: Literal["registers", "warp", "memory", "hidden", "units"] = "registers"
    # Where its threads go on. Unless that is "after" it, others may run next.
    next: Literal["after", "label", "table", "call", "end", "waits"] = "after"
    # "exact": threads with equal operands get the same number. "moved": it has bits of its operands. "rounded": if its first type is a
    # floating-point one. "converted": rounded, or bits of an integer. "unknown": it was computed elsewhere. See `results`.
    result: Literal["exact", "moved", "rounded", "converted", "unknown"] = "exact"
    # How it computes an offset. "bits": it takes its operands as bits, which may have overflowed on purpose. See `overflow`.
    offset: Offset | Literal["bits"] | None = None
    # What it does with device memory, if its words name no other. "bulk": it copies many bytes at once.
    accesses: Literal["", "reads", "writes", "updates", "copies", "bulk"] = ""
    # Its order with accesses of other threads if its words name none, see `access`. That of fences alone is "acq_rel".
    order: Literal["weak", "relaxed", "acq_rel"] = "weak"
    # What it is counted as, if not as an instruction alone, see `counts`. Those that only prepare products or wait for them are not.
    counted: Literal["", "tensor core", "barriers", "shuffles", "atomics"] = ""
