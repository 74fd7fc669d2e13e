"""ldmatrix and stmatrix. Sections 9.7.14.5.15 and 9.7.14.5.16 of the PTX ISA 9.0.

The first eight threads of a warp have the addresses of the rows of the first matrix, the next eight those of the second,
and so on. A register holds two elements of a row: thread 0 the first two, thread 3 the last two, thread 4 those of the next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..results import are_results
from ..values import operand, registers
from .loads import address, chosen
from .warp import share_taint, whole_warps

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from ..machine import Machine
    from ..types import Mask

    # Moves the rows at addresses, for some threads of a mask.
    Rows: TypeAlias = Callable[[Machine, Mask, np.ndarray, np.ndarray], None]

    from ..machine import Machine
    from ..program import Function, Instruction, Program
    from ..steps import Decoder, Step
    from ..types import Mask


def _decoder(compute: Callable[[list[str], bool, Function, Program], Rows], matrix: int, at: int) -> Decoder:
    def decoder(instruction: Instruction, function: Function, program: Program) -> Step | None:
        words = instruction.words
        if "m8n8" not in words or words[-1] != "b16" or any("cluster" in word for word in words):
            return None
        place = address(instruction.operands[at], 32, program)
        names = registers(instruction.operands[matrix])
        run_for = compute(names, "trans" in words, function, program)

        def run(m: Machine, mask: Mask) -> None:
            whole_warps(m, mask, words[0])
            addresses = place(m)
            m.require(mask, "uses an address that depends on")
            threads = np.arange(m.threads)[chosen(m, mask)]
            run_for(m, mask, threads, addresses)

        return run

    return decoder


def _load(names: list[str], trans: bool, function: Function, program: Program) -> Rows:
    def run(m: Machine, mask: Mask, threads: np.ndarray, addresses: np.ndarray) -> None:
        m.taint = None
        used = threads[threads % 32 < 8 * len(names)]
        rows: np.ndarray = (
            m.load_shared(used, addresses[used], 16).view(np.uint16).reshape(len(threads) // 32, len(names), 8, 8)
        )
        share_taint(m)
        if trans:
            rows = np.ascontiguousarray(rows.transpose(0, 1, 3, 2))
        pairs = rows.view(np.uint32).reshape(-1, len(names), 32)
        for index, name in enumerate(names):
            full = np.zeros(m.threads, np.uint32)
            full[threads] = pairs[:, index].reshape(-1)
            m.write(name, full, mask)

    return run


def _store(names: list[str], trans: bool, function: Function, program: Program) -> Rows:
    reads = [operand(name, "b32", program) for name in names]

    def run(m: Machine, mask: Mask, threads: np.ndarray, addresses: np.ndarray) -> None:
        pairs = np.stack([read(m)[threads].reshape(-1, 32) for read in reads], 1)
        share_taint(m)
        rows: np.ndarray = pairs.view(np.uint16).reshape(-1, 8, 8)
        if trans:
            rows = np.ascontiguousarray(rows.transpose(0, 2, 1))
        used = threads[threads % 32 < 8 * len(names)]
        m.store_shared(
            used, addresses[used], rows.reshape(-1, 8).view(np.uint8), lambda: are_results(names, function, program)
        )

    return run


load = _decoder(_load, 0, 1)
store = _decoder(_store, 1, 0)
