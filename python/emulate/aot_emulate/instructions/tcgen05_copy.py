"""tcgen05.cp: copies from shared to tensor memory. Section 9.7.16.8.2 of the PTX ISA 9.0."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ..fault import Fault
from ..tensor_memory import LANES, blocks_of, tensor_memory
from ..values import operand
from .loads import address, chosen
from .tcgen05_mma import SharedMatrix

if TYPE_CHECKING:
    from ..machine import Machine
    from ..program import Instruction, Program
    from ..steps import Step
    from ..types import Mask

# The row that each lane gets, by the shape's rows and the multicast.
ROWS = {
    (128, ""): np.arange(LANES),
    (64, "warpx2::02_13."): np.arange(LANES) % 64,
    (64, "warpx2::01_23."): np.arange(LANES) // 64 * 32 + np.arange(LANES) % 32,
    (32, "warpx4."): np.arange(LANES) % 32,
}


def copy(instruction: Instruction, program: Program) -> Step | None:
    """Decodes tcgen05.cp: appends the copy to its block's queue. Copies that unpack elements are left out."""
    match = re.fullmatch(r"tcgen05\.cp\.cta_group::([12])\.(warpx\S+?\.)?(\d+)x(128|256)b", instruction.opcode)
    rows = ROWS.get((int(match.group(3)), match.group(2) or "")) if match else None
    if match is None or rows is None:
        return None
    in_pairs, count, width = match.group(1) == "2", int(match.group(3)), int(match.group(4)) // 128
    target, matrix = address(instruction.operands[0], 32, program), operand(instruction.operands[1], "u64", program)

    def run(m: Machine, mask: Mask) -> None:
        starts, descriptors = target(m), matrix(m)
        m.require(mask, "copies with")
        for thread in np.arange(m.threads)[chosen(m, mask)].tolist():
            start = int(starts[thread])
            if start >> 16:
                raise Fault(f"copies to lane {start >> 16} of tensor memory, and not to the first")
            columns = start + np.arange(4 * width)
            for block in blocks_of(m, thread, in_pairs):  # each of a pair from its own shared memory
                found = SharedMatrix(m, thread, block, int(descriptors[thread]), False, count, "u8", False, width)
                tensor_memory(m).check(block, columns, "writes")
                complete = partial(_complete, m, block, columns, rows, found, instruction)
                tensor_memory(m).issue(int(m.block[thread]), complete)

    return run


def _complete(
    m: Machine, block: int, columns: np.ndarray, rows: np.ndarray, found: SharedMatrix, instruction: Instruction
) -> None:
    """Copies when a thread waits for it."""
    memory = tensor_memory(m)
    try:
        data, undefined = found.unchanged()
    except Fault as fault:
        fault.does = f"waits for the tcgen05.cp of {instruction.where()}, which {fault.does}"
        raise
    words = np.ascontiguousarray(data.reshape(len(data), -1)).view(np.uint32)
    memory.content[block, :, columns] = words[rows].T
    memory.undefined[block, :, columns] = np.any(undefined.reshape(len(data), -1, 4)[rows], 2).T
