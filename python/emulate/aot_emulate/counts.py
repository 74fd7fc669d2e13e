"""Counts what the warps of a launch do: instructions, sectors of device memory, and passes through the banks of shared memory.

A warp that accesses device memory makes one request, for as many sectors of 32 bytes as its threads access. Shared memory has 32
banks of 4 bytes; words of one bank need a pass each. Threads that access 8 or 16 bytes take turns: 16 or 8 of a warp at once.
Source: CUDA C++ Best Practices Guide, "Coalesced Access to Global Memory" and "Shared Memory and Memory Banks"; the counts are those
of Nsight Compute's `l1tex__t_sectors_pipe_lsu_mem_global_op_ld`, `l1tex__t_requests…` and `l1tex__data_bank_conflicts_pipe_lsu`.
"""

from __future__ import annotations

import copy
from collections import defaultdict
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from .instructions.loads import address
from .memory import KIND, SHARED, kinds_of
from .values import bits_of, operand, registers

if TYPE_CHECKING:
    from .code import Code
    from .machine import Machine
    from .program import Instruction, Place, Program
    from .steps import Read, Step
    from .types import Mask

SECTOR, BANKS, WORD = 32, 32, 4


class Access(NamedTuple):
    """What an instruction accesses: how to read its address, how many bytes of it, and by which threads of a warp, the first ones.

    `space`: `shared`, or None for device memory, where a generic address may mean shared memory too. `taken`: how to read how many
    bytes a thread really copies; those that copy none access nothing.
    """

    name: str
    place: Read
    size: int
    space: str | None
    lanes: int = 32
    taken: Read | None = None


class Counts:
    """`of` has the sums by what is counted, and `at` the same for each line of the source."""

    def __init__(self) -> None:
        self.of: dict[str, int] = defaultdict(int)
        self.at: dict[str, dict[Place, int]] = defaultdict(lambda: defaultdict(int))

    def watched(self, code: Code) -> Code:
        """The code, whose instructions count what they do."""
        counted = copy.copy(code)
        counted.steps = [
            partial(self._run, step, each, each.mnemonic.counted, _access_of(each, code.program))
            for step, each in zip(code.steps, code.instructions)
        ]
        return counted

    def _run(
        self, step: Step, instruction: Instruction, kind: str, access: Access | None, m: Machine, mask: Mask
    ) -> Mask:
        warps = m.threads // 32 if mask is None else int(mask.reshape(-1, 32).any(1).sum())
        self._add("instructions", warps, None)
        if kind:
            self._add(kind, warps, None)
        if access is not None:
            taint, cause = m.taint, m.cause
            addresses = access.place(m)
            active = np.ones(m.threads, bool) if mask is None else mask
            if access.taken is not None:
                active = active & (access.taken(m) > 0)
            m.taint, m.cause = taint, cause
            if active.any():
                self._access(access, addresses, active, instruction)
        return step(m, mask)

    def _access(self, access: Access, addresses: np.ndarray, mask: np.ndarray, instruction: Instruction) -> None:
        warps = np.flatnonzero(mask.reshape(-1, 32).any(1))
        rows, active = addresses.reshape(-1, 32)[warps], mask.reshape(-1, 32)[warps] & (np.arange(32) < access.lanes)
        is_shared = access.space is not None
        if access.space is None:
            kinds = kinds_of(addresses[mask])
            if kinds.any():
                if (kinds != SHARED).any():
                    return
                is_shared, rows = True, rows & ~KIND
        if is_shared:
            passes, least = _passes(rows, active, access.size)
            self._add("shared passes", passes, instruction.place)
            self._add("shared conflicts", passes - least, instruction.place)
            return
        self._add(f"{access.name} requests", len(warps), instruction.place)
        self._add(f"{access.name} sectors", _distinct(rows, active, access.size, SECTOR), instruction.place)

    def _add(self, name: str, count: int, place: Place | None) -> None:
        self.of[name] += count
        if place is not None and count:
            self.at[name][place] += count


def _access_of(instruction: Instruction, program: Program) -> Access | None:
    name, *words = instruction.words
    space = next((word.partition("::")[0] for word in words if word.partition("::")[0] in SPACES), None)
    operands = instruction.operands
    if name in ("ld", "st") and space in ("global", "shared", None):
        where, what = (operands[1], operands[0]) if name == "ld" else (operands[0], operands[1])
        size = bits_of(words[-1]) // 8 * len(registers(what))
    elif (
        name == "cp" and words[0] == "async" and "bulk" not in words and len(operands) >= 3 and "mbarrier" not in words
    ):
        taken = operand(operands[3], "u32", program) if len(operands) > 3 else None
        return Access("load", address(operands[1], 64, program), int(operands[2], 0), None, taken=taken)
    elif name in ("ldmatrix", "stmatrix"):
        # Eight threads of the warp have the addresses of the rows of a matrix.
        where, what = (operands[1], operands[0]) if name == "ldmatrix" else (operands[0], operands[1])
        return Access(name, address(where, 32, program), 16, "shared", 8 * len(registers(what)))
    else:
        return None
    bits = 32 if space == "shared" else 64
    return Access(
        "load" if name == "ld" else "store",
        address(where, bits, program),
        size,
        "shared" if space == "shared" else None,
    )


SPACES = ("global", "shared", "local", "param", "const")


def _distinct(rows: np.ndarray, active: np.ndarray, size: int, unit: int) -> int:
    """How many different units the active threads of each warp access, in all."""
    first, last = rows // unit, (rows + size - 1) // unit
    units = np.concatenate([first + step for step in range(int((last - first).max(initial=0)) + 1)], 1)
    wanted = np.concatenate([active & (first + step <= last) for step in range(units.shape[1] // rows.shape[1])], 1)
    ordered = np.sort(np.where(wanted, units, -1), 1)
    is_new = np.ones(ordered.shape, bool)
    is_new[:, 1:] = ordered[:, 1:] != ordered[:, :-1]
    return int((is_new & (ordered >= 0)).sum())


def _passes(rows: np.ndarray, active: np.ndarray, size: int) -> tuple[int, int]:
    """The passes of accesses to shared memory, and how many there were without conflicts."""
    turns = max(1, size // WORD)
    rows, active = rows.reshape(-1, 32 // turns), active.reshape(-1, 32 // turns)
    rows, active = rows[active.any(1)], active[active.any(1)]
    words = rows[:, :, None] // WORD + np.arange(turns)
    words = np.where(active[:, :, None], words, -1).reshape(len(rows), -1)
    ordered = np.sort(words, 1)
    is_new = ordered >= 0
    is_new[:, 1:] &= ordered[:, 1:] != ordered[:, :-1]
    count = np.zeros((len(rows), BANKS), int)
    np.add.at(count, (np.nonzero(is_new)[0], ordered[is_new] % BANKS), 1)
    return int(count.max(1, initial=0).sum()), len(rows)
