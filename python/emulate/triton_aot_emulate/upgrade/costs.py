"""The costs of a kernel's code that are known without a GPU: what ptxas says, and what the emulation counts."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..occupancy import Needs, resident_blocks

if TYPE_CHECKING:
    from collections.abc import Mapping

    from aot_emulate.counts import Counts
    from aot_emulate.program import Place

    from ..gpus import Gpu

# What cuobjdump calls the registers and the stack of a thread.
REGISTERS, STACK = "REG", "STACK"
# Files of Triton, whose lines are others in another version.
LIBRARY = "/triton/language/"
# What is counted while launches run, in the order of a table.
COUNTED = (
    "instructions",
    "load requests",
    "load sectors",
    "store requests",
    "store sectors",
    "shared passes",
    "shared conflicts",
    "tensor core",
    "barriers",
    "shuffles",
    "atomics",
)


def of_code(resources: Mapping[str, int], metadata: Any, gpu: Gpu) -> dict[str, int]:
    """The costs of a compiled kernel: registers and stack of a thread, shared memory of a block, and blocks of a multiprocessor."""
    return {
        "registers": resources[REGISTERS],
        "stack bytes": resources[STACK],
        "shared bytes": metadata.shared,
        "resident blocks": resident_blocks(gpu, Needs.of(metadata), resources[REGISTERS]) // gpu.multiprocessors,
        "layout conversions": metadata.layout_conversions,
    }


@dataclass
class Sums:
    """What launches of two codes of a kernel counted."""

    own: dict[str, int] = field(default_factory=dict)
    other: dict[str, int] = field(default_factory=dict)
    _at: dict[str, dict[Place, list[int]]] = field(default_factory=dict)

    def add(self, own: Counts, other: Counts) -> None:
        """Adds a launch."""
        for index, (sums, counts) in enumerate(((self.own, own), (self.other, other))):
            for name, count in counts.of.items():
                sums[name] = sums.get(name, 0) + count
            for name, lines in counts.at.items():
                for place, count in lines.items():
                    if LIBRARY in place[0]:
                        continue
                    # A cache may have the other code with the path of another checkout.
                    at = os.path.basename(place[0]), place[1]
                    self._at.setdefault(name, {}).setdefault(at, [0, 0])[index] += count

    def lines(self) -> dict[str, str]:
        """For each count that has grown, the line of the program where it has grown most."""
        found = {}
        for name, lines in self._at.items():
            place, (before, now) = max(lines.items(), key=lambda each: each[1][1] - each[1][0])
            if self.other.get(name, 0) > self.own.get(name, 0) and now > before:
                found[name] = f"{place[0]}:{place[1]} has {now} in place of {before}"
        return found
