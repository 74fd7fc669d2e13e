"""tcgen05 of sm_100: tensor memory and its copies. Section 9.7.16 of the PTX ISA 9.0. Products are in tcgen05_mma."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from ..fault import Fault
from ..memory import RANK
from ..tensor_memory import tensor_memory
from ..values import operand, registers
from .loads import address, chosen
from .tcgen05_copy import copy
from .tcgen05_mma import product

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    # Indices of cells of tensor memory: blocks, lanes, columns.
    Cells: TypeAlias = tuple[np.ndarray, ...]

    from ..machine import Machine
    from ..program import Function, Instruction, Program
    from ..steps import Step
    from ..types import Mask

THREAD = np.arange(32)
GROUPS = ("cta_group::1", "cta_group::2")


def _leaders(m: Machine, mask: Mask) -> np.ndarray:
    """The first thread of each warp that executes an instruction of whole warps."""
    active = np.ones((m.threads // 32, 32), bool) if mask is None else mask.reshape(-1, 32)
    warps = active.any(1)
    if not active[warps].all():
        raise Fault("is executed by some threads of a warp only")
    return np.flatnonzero(warps) * 32


def _allocation(instruction: Instruction, function: Function, program: Program) -> Step:
    """alloc, dealloc and relinquish_alloc_permit: one warp executes them for its block, and of a pair of blocks one in each.

    Both of a pair get the same columns, since they allocate the same in the same order; products check the columns of both.
    """
    name = instruction.words[1]
    if name == "relinquish_alloc_permit":

        def close(m: Machine, mask: Mask) -> None:
            for block in m.block[_leaders(m, mask)]:
                tensor_memory(m).close(block)

        return close
    where, count = instruction.operands
    columns = operand(count, "u32", program)
    place = address(where, 32, program) if name == "alloc" else operand(where, "u32", program)

    def allocate(m: Machine, mask: Mask) -> None:
        counts, places, leaders = columns(m), place(m), _leaders(m, mask)
        m.require(mask, "allocates at")
        starts = [tensor_memory(m).allocate(int(m.block[thread]), int(counts[thread])) for thread in leaders]
        m.store_shared(leaders, places[leaders], np.array(starts, np.uint32).view(np.uint8).reshape(-1, 4))

    def free(m: Machine, mask: Mask) -> None:
        counts, starts = columns(m), place(m)
        m.require(mask, "frees")
        for thread in _leaders(m, mask):
            tensor_memory(m).free(int(m.block[thread]), int(starts[thread]), int(counts[thread]))

    return allocate if name == "alloc" else free


# Lane, column and number of 32-bit registers for one repetition, of each shape. Section 9.7.16.2.3.1.
# r is the register, t the thread; the second half of .16x32bx2 is `split` columns further.
SHAPES: dict[str, tuple[int, Callable[[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]]] = {
    "32x32b": (1, lambda r, t: (t, r)),
    "16x64b": (1, lambda r, t: (t // 4 + 8 * (t % 2), 2 * r + t // 2 % 2)),
    "16x128b": (2, lambda r, t: (t // 4 + 8 * (r % 2), 4 * (r // 2) + t % 4)),
    "16x256b": (4, lambda r, t: (t // 4 + 8 * (r // 2 % 2), 8 * (r // 4) + 2 * (t % 4) + r % 2)),
    "16x32bx2": (1, lambda r, t: (t % 16, r)),
}


def _move(instruction: Instruction, function: Function, program: Program) -> Step | None:
    """ld and st: copies between tensor memory and the registers of a warp.

    A load is done at once: Triton 3.9.0 uses registers before tcgen05.wait::ld, and ptxas orders by registers. A store is
    done at tcgen05.wait::st."""
    match = re.fullmatch(
        r"tcgen05\.(ld|st)\.sync\.aligned\.(\w+)\.x(\d+)(\.(?:un)?pack::16b)?\.b32", instruction.opcode
    )
    if match is None or match.group(2) not in SHAPES:
        return None
    name, shape, count, pack = match.groups()
    each, layout = SHAPES[shape]
    where, *rest = reversed(instruction.operands[:2]) if name == "ld" else instruction.operands
    names = registers(rest.pop(0) if name == "ld" else rest.pop())
    rest += instruction.operands[2:] if name == "ld" else []
    if len(names) != each * int(count):
        return None
    number = np.arange(len(names))[:, None]
    lanes, columns = np.broadcast_arrays(*layout(number, THREAD))
    halves = 2 if pack else 1
    columns = columns * halves
    if shape == "16x32bx2":
        columns = columns + THREAD // 16 * int(rest[0], 0)
    # A register is `halves` columns of 16 bits, or one of 32.
    lanes = np.stack([lanes] * halves)
    columns = np.stack([columns + half for half in range(halves)])
    base = address(where, 32, program)
    values = [operand(name, "b32", program) for name in names] if name == "st" else []

    def cells(m: Machine, mask: Mask, verb: str) -> tuple[np.ndarray, Cells]:
        """Indices of the accessed cells: arrays of warp, half, register, thread."""
        leaders = _leaders(m, mask)
        start = base(m).reshape(-1, 32)[leaders // 32]
        m.require(mask, f"{verb} tensor memory at")
        if (start != start[:, :1]).any():
            raise Fault("has addresses that differ between the threads of a warp")
        start = start[:, 0, None, None, None]
        block = m.block[leaders][:, None, None, None]
        lane, column = (start >> 16) + lanes, (start & 0xFFFF) + columns
        first = (leaders % m.per_block // 32 % 4 * 32)[:, None, None, None]
        outside = (lane < first) | (lane >= first + 32)
        if outside.any():
            own = int(first[outside.any((1, 2, 3))].flat[0])
            raise Fault(
                f"{verb} lane {int(lane[outside][0])} of tensor memory, but its warp can only access lanes {own} to {own + 31}"
            )
        tensor_memory(m).check(block, column, verb)
        return leaders, (block, lane, column)

    def load(m: Machine, mask: Mask) -> None:
        leaders, at = cells(m, mask, "reads")
        memory, warps = tensor_memory(m), leaders // 32
        value, unwritten = memory.content[at], np.any(memory.undefined[at], 1)  # of warp, half, register, thread
        value = (value[:, 0] & np.uint32(0xFFFF)) | (value[:, 1] << np.uint32(16)) if pack else value[:, 0]
        full, undefined = (np.zeros((len(names), m.threads // 32, 32), kind) for kind in (np.uint32, bool))
        full[:, warps], undefined[:, warps] = value.swapaxes(0, 1), unwritten.swapaxes(0, 1)
        for name, own, without in zip(names, full.reshape(-1, m.threads), undefined.reshape(-1, m.threads)):
            m.taint = None
            if without.any():
                m.mark(
                    without,
                    "tensor memory is read before anything wrote it, or before a wait for the tcgen05.mma that writes it",
                )
            m.write(name, own, mask)

    def store(m: Machine, mask: Mask) -> None:
        leaders, at = cells(m, mask, "writes")
        value, undefined = (np.empty((len(leaders), len(values), 32), kind) for kind in (np.uint32, bool))
        for index, read in enumerate(values):
            m.taint = None
            value[:, index] = read(m).reshape(-1, 32)[leaders // 32]
            undefined[:, index] = False if m.taint is None else m.taint.reshape(-1, 32)[leaders // 32]
        halves = np.stack([value & np.uint32(0xFFFF), value >> np.uint32(16)], 1) if pack else value[:, None]
        tensor_memory(m).stores.append((leaders // 32, at, halves, np.broadcast_to(undefined[:, None], halves.shape)))

    return load if name == "ld" else store


def _wait_stores(m: Machine, mask: Mask) -> None:
    memory = tensor_memory(m)
    left = []
    for warps, at, value, undefined in memory.stores:
        ready = np.ones(len(warps), bool) if mask is None else mask.reshape(-1, 32)[warps, 0]
        own = tuple(index[ready] for index in at)
        memory.content[own] = value[ready]
        memory.undefined[own] = undefined[ready]
        if not ready.all():
            left.append((warps[~ready], tuple(index[~ready] for index in at), value[~ready], undefined[~ready]))
    memory.stores = left


def _commit(instruction: Instruction, function: Function, program: Program) -> Step | None:
    """commit: the mbarrier's arrival, once all that the thread's block has issued is done; with a mask, that in each of its blocks."""
    group, *words = instruction.words[2:]
    multicast = words[-2] == "multicast::cluster"
    if group not in GROUPS or [word for word in words if word not in ("shared::cluster", "multicast::cluster")] != [
        "mbarrier::arrive::one",
        "b64",
    ]:
        return None
    # Triton 3.6.0 extends a shared address to 64 bits; only the lower 32 are used.
    place = address(instruction.operands[0], 32, program)
    blocks = operand(instruction.operands[1], "u16", program) if multicast else None

    def run(m: Machine, mask: Mask) -> None:
        threads = np.arange(m.threads)[chosen(m, mask)]
        addresses, masks = place(m), None if blocks is None else blocks(m)
        m.require(mask, "commits to")
        for thread in threads.tolist():
            own = int(addresses[thread])
            signalled = [own] if masks is None else _in_blocks(m, own, int(masks[thread]))
            owners = np.repeat(m.block[thread], len(signalled))
            complete = tensor_memory(m).committed(int(m.block[thread]))
            for where in m.shared.places(np.array(signalled, np.int64), owners, 8, "commits to").tolist():
                m.barriers.release(where, thread)
                m.barriers.later(where, _arrival(m, where, complete))

    return run


def _in_blocks(m: Machine, own: int, blocks: int) -> list[int]:
    """The same address in each block of a mask."""
    if blocks >> m.per_cluster:
        raise Fault(f"commits to blocks {blocks:#x} of a cluster that has {m.per_cluster}")
    return [own & ((1 << RANK) - 1) | rank << RANK for rank in range(m.per_cluster) if blocks >> rank & 1]


def _arrival(m: Machine, where: int, complete: Callable[[], object]) -> Callable[[], None]:
    def work() -> None:
        complete()
        m.barriers.arrive(where)

    return work


def decode(instruction: Instruction, function: Function, program: Program) -> Step | None:
    name, *words = instruction.words[1:]
    if name in ("alloc", "dealloc", "relinquish_alloc_permit"):
        return _allocation(instruction, function, program) if words[0] in GROUPS else None
    if name in ("ld", "st"):
        return _move(instruction, function, program)
    if name == "wait::ld" or name.startswith("fence::"):
        return lambda m, mask: None
    if name == "wait::st":
        return _wait_stores
    if name == "mma":
        return product(instruction, program)
    if name == "cp":
        return copy(instruction, program)
    return _commit(instruction, function, program) if name == "commit" else None
