"""Products of a warpgroup: four warps. Section 9.7.15 of the PTX ISA 9.0.

They are asynchronous: a product is computed when a warp waits for its group. Until then the matrices in shared memory must stay
as they were when it was issued.

Registers are in order. Where a sum is read or written that no wait has completed, ptxas injects a wait (its message C7517), so that
is one here. But if a wait has completed an earlier product of the same sum, ptxas takes the sum for complete: it then has no value,
unless ptxas lets no two products of the function be under way (`Code.serialises`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..fault import Fault, OutOfBounds, Race, Unsupported
from ..formats import elements, stored_as
from ..swizzle import matrix_units, swizzled
from ..tensor_core import SUMS, core_of, multiplied
from ..values import operand, registers

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import TypeAlias

    from ..machine import Machine
    from ..program import Function, Instruction, Program
    from ..steps import Read, Step
    from ..types import Lanes, Mask

    # The sums of registers with a type in some warpgroups, and which of them have no value.
    Sums: TypeAlias = dict[tuple[tuple[str, ...], str, tuple[int, ...]], tuple[np.ndarray, Mask]]

WARPGROUP = 128

# The bytes in a row of the swizzle pattern, by the bits 62 and 63 of a matrix descriptor. Section 9.7.15.5.1.2.2.
ROWS = (16, 128, 64, 32)


KINDS = {"f16", "bf16", "tf32", "e4m3", "e5m2", "s8", "u8"}  # of the elements of A and B
PARTLY = "a wait for an earlier product of it has been, but none for the last one, and ptxas adds none"
RESULTS = {"f16", "f32", "s32"}


class Form:
    """What an instruction computes: D (64 x n) = A (64 x k) * B (k x n) + D."""

    def __init__(self, words: list[str], operands: list[str], program: Program) -> None:
        self.n, self.k = (int(each) for each in words[0][4:].split("k"))
        self.result, *self.kinds = words[1:4]
        self.saturates = "satfinite" in words
        self.core = core_of(program.target, self.kinds[0], "wgmma")
        targets, a, b, scale, *immediates = operands
        self.targets = registers(targets)
        self.a = (
            [operand(each, "b32", program) for each in registers(a)]
            if a.startswith("{")
            else operand(a, "u64", program)
        )
        self.b = operand(b, "u64", program)
        self.scale = operand(scale, "pred", program)
        numbers = [int(each, 0) for each in immediates]
        self.signs, self.transposed = numbers[:2] or [1, 1], numbers[2:]
        if isinstance(self.a, list):
            self.transposed = [0, *self.transposed]
        self.transposed = [*self.transposed, 0, 0][:2]

    def is_known(self) -> bool:
        if any(kind not in KINDS for kind in self.kinds) or self.result not in RESULTS:
            return False
        size = stored_as(self.kinds[0]).itemsize
        return (
            len(self.targets) == self.n // 2 // (2 if self.result == "f16" else 1)
            and self.k * size == 32
            and (size == 2 or not any(self.transposed))
        )


class Product:
    """A form that some warpgroups have issued: one row of each array for each."""

    def __init__(self, m: Machine, form: Form, groups: np.ndarray, number: int) -> None:
        self.form, self.groups = form, groups
        self.number = number
        self.adds = form.scale(m).reshape(-1, WARPGROUP)[groups, 0]
        places = [self._descriptors(m, each) for each in ((form.b,) if isinstance(form.a, list) else (form.a, form.b))]
        m.require(
            np.isin(np.arange(m.threads) // WARPGROUP, groups), "multiplies matrices at an address that depends on"
        )
        self.b = Matrix(m, groups, places[-1], form.n, bool(form.transposed[1]))
        if isinstance(form.a, list):
            self.a = None
            self.own = _fragment(m, form.a, groups, form.kinds[0])
        else:
            self.a = Matrix(m, groups, places[0], 64, bool(form.transposed[0]))

    def _descriptors(self, m: Machine, value: Read) -> np.ndarray:
        rows = value(m).reshape(-1, WARPGROUP)[self.groups]
        if (rows != rows[:, :1]).any():
            raise Fault("multiplies matrices whose descriptor is not the same in all threads")
        return rows[:, 0].astype(np.int64)

    def add_to(self, sums: np.ndarray, lacks: Lanes | None, chosen: np.ndarray) -> tuple[np.ndarray, Lanes | None]:
        """Adds the product of some of the warpgroups to their sums, in their type. `lacks`: which have no value, or None."""
        form, adds = self.form, self.adds[chosen][:, None, None]
        if self.a is None:
            own, no_row = self.own
            a, no_row = own[chosen], None if no_row is None else no_row[chosen]
        else:
            a, no_row = self.a.read(chosen, form.kinds[0])
        b, no_column = self.b.read(chosen, form.kinds[1])
        b = b.transpose(0, 2, 1)
        if form.signs[0] * form.signs[1] < 0:
            a = -a
        before = np.where(adds, sums, sums.dtype.type(0))
        lacks = None if lacks is None else lacks & adds
        for each in (
            None if no_row is None else no_row[:, :, None],
            None if no_column is None else no_column[:, None, :],
        ):
            if each is not None:
                lacks = np.broadcast_to(each, sums.shape) if lacks is None else lacks | each
        if form.result != "s32":
            return multiplied(a, b, before, (form.kinds[0], form.kinds[1]), form.core), lacks
        total = before.astype(np.int64) + (a @ b).astype(np.int64)
        return (np.clip(total, -(2**31), 2**31 - 1) if form.saturates else total).astype(np.int32), lacks


class Matrix:
    """A matrix of `rows` by 32 bytes of K in the shared memory of each warpgroup. Section 9.7.15.5.1.2.

    `units` are its units of 16 bytes: [warpgroup, row, 2], or, if K is not the axis of adjacent elements (`transposed`),
    [warpgroup, k, row / 8].
    """

    def __init__(self, m: Machine, groups: np.ndarray, descriptors: np.ndarray, rows: int, transposed: bool) -> None:
        start, leading, stride = ((descriptors >> shift & 0x3FFF) << 4 for shift in (0, 16, 32))
        modes = np.unique(descriptors >> 62 & 3)
        if len(modes) > 1:
            raise Unsupported("matrix descriptors with several swizzle modes")
        row = ROWS[int(modes[0])]
        if row > 16 and (descriptors >> 49 & 7).any():  # without swizzling, it means nothing
            raise Unsupported("a matrix descriptor with a base offset")
        start, leading, stride = (each[:, None, None] for each in (start, leading, stride))
        own = swizzled(start + matrix_units(leading, stride, row, transposed, rows, 16), row)
        if (own + 16 > m.shared.size).any():
            raise OutOfBounds(
                f"multiplies a matrix at byte {int(own.max())} of shared memory, which has {m.shared.size}"
            )
        self.m, self.groups, self.transposed = m, groups, transposed
        block = m.block[groups * WARPGROUP]
        self.units = (own + (block * m.shared.stride)[:, None, None]) // 16
        m.shared.require_fence(self.units)
        self.before = self._bytes(np.arange(len(groups)))[0]

    def _bytes(self, chosen: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        units = self.units[chosen]
        for group, own in zip(self.groups[chosen].tolist(), units):
            if self.m.races.watches(group * WARPGROUP):
                # All four warps read. The first byte of each unit stands for it.
                self.m.races.read(
                    group * WARPGROUP + np.arange(0, WARPGROUP, 32), np.tile(own.reshape(-1) * 16, (4, 1))
                )
        return self.m.shared.read_units(units)

    def read(self, chosen: np.ndarray, kind: str) -> tuple[np.ndarray, Lanes | None]:
        """The elements [warpgroup, row, k] of some warpgroups, and the rows that have elements without a value, or None."""
        data, undefined = self._bytes(chosen)
        if ((data != self.before[chosen]) & ~undefined).any():
            raise Race("waits for a product whose matrix in shared memory has been overwritten since it was issued")
        values = elements(data.reshape(*data.shape[:2], -1), kind)
        lacks = None
        if undefined.any():
            lacks = np.any(undefined.reshape(*values.shape, -1), (1 if self.transposed else 2, -1))
        return values.transpose(0, 2, 1) if self.transposed else values, lacks


def _fragment(m: Machine, values: Sequence[Read], groups: np.ndarray, kind: str) -> tuple[np.ndarray, Lanes | None]:
    """A from the registers of its threads, and its rows without a value. Section 9.7.15.5.1.1 shows who holds what."""
    raw, lacks = [], np.zeros((len(groups), 4, 2, 8), bool)
    for index, value in enumerate(values):
        m.taint = None
        raw.append(value(m).reshape(-1, WARPGROUP)[groups])
        if m.taint is not None:
            lacks[:, :, index % 2] |= m.taint.reshape(-1, 4, 8, 4)[groups].any(-1)
    m.taint = None
    # [warpgroup, warp, row, quarter, half of K, half of the rows, elements]
    words = np.ascontiguousarray(np.stack(raw, -1)).view(stored_as(kind)).reshape(len(groups), 4, 8, 4, 2, 2, -1)
    matrix = elements(np.ascontiguousarray(words.transpose(0, 1, 5, 2, 4, 3, 6)), kind).reshape(len(groups), 64, -1)
    return matrix, lacks.reshape(-1, 64) if lacks.any() else None


def _sums(raw: np.ndarray) -> np.ndarray:
    """D [warpgroup, 64, n] from its registers [register, warpgroup, thread, elements]."""
    parts = raw.transpose(1, 2, 0, 3).reshape(raw.shape[1], 4, 8, 4, -1, 2, 2)
    return np.ascontiguousarray(parts.transpose(0, 1, 5, 2, 4, 3, 6)).reshape(raw.shape[1], 64, -1)


def _registers(sums: np.ndarray, elements: int) -> np.ndarray:
    """The inverse of `_sums`."""
    parts = sums.reshape(len(sums), 4, 2, 8, -1, 4, 2).transpose(0, 1, 3, 5, 4, 2, 6)
    return np.ascontiguousarray(parts.reshape(len(sums), WARPGROUP, -1, elements).transpose(2, 0, 1, 3))


class Warpgroups:
    """What the warpgroups of a machine have issued."""

    def __init__(self, m: Machine) -> None:
        if m.per_block % WARPGROUP:
            raise Fault(f"runs wgmma in a block of {m.per_block} threads, which is not a multiple of {WARPGROUP}")
        self.m = m
        self.count = m.threads // WARPGROUP
        # Instruction -> the warps that wait there for the others of their warpgroup.
        self.arrived: dict[int, np.ndarray] = {}
        self.passed: dict[int, np.ndarray] = {}  # instruction -> the warps for which it has been run already
        self.products = 0
        # For each warpgroup: groups of products, the last of which is not committed.
        self.issued: list[list[list[Product]]] = [[[]] for _ in range(self.count)]
        # Register -> the threads in which it is a sum that no wait has completed.
        self.awaited: dict[str, np.ndarray] = {}
        # The registers of a product -> the threads in which they are such sums.
        self.chains: dict[tuple[str, ...], np.ndarray] = {}
        self.lacks: dict[str, np.ndarray] = {}  # register -> those of them in which it had no value before
        # Register -> those of them in which a wait has completed some, but not all of its products.
        self.partly: dict[str, np.ndarray] = {}

    def meet(self, key: int, mask: Mask) -> tuple[np.ndarray, Mask]:
        """Returns the warpgroups of which all warps have come to an instruction, and the threads that wait for others."""
        warps = np.ones((self.count, 4), bool)
        if mask is not None:
            lanes = mask.reshape(-1, 32)
            warps = np.any(lanes, 1).reshape(-1, 4)
            if (warps != lanes.all(1).reshape(-1, 4)).any():
                raise Fault("runs wgmma in a part of a warp")
        passed = self.passed.pop(key, None)
        if passed is not None:
            self.passed[key] = passed & ~warps
            warps = warps & ~passed
        before = self.arrived.pop(key, np.False_)
        whole = np.all(warps | before, 1)
        if not np.any(before) and (whole == warps.any(1)).all():
            return np.flatnonzero(whole), None
        self.arrived[key] = (warps | before) & ~whole[:, None]
        if (whole[:, None] & before).any():
            self.passed[key] = self.passed.get(key, False) | (whole[:, None] & before & ~warps)
            self.m.wake()
        waits = np.repeat((warps & ~whole[:, None]).reshape(-1), 32)
        return np.flatnonzero(whole), waits if waits.any() else None

    def issue(self, product: Product) -> None:
        """Until the wait, the sums have no value but for another product."""
        m, targets = self.m, product.form.targets
        m.promised |= dict.fromkeys(targets, self.wait_for)
        for group in product.groups.tolist():
            self.issued[group][-1].append(product)
        lanes = np.isin(np.arange(m.threads) // WARPGROUP, product.groups)
        chain = self.chains.get(tuple(targets), np.zeros(m.threads, bool))
        if chain[lanes].all():
            return
        self.chains[tuple(targets)] = chain | lanes
        without, unwritten = ~lanes, np.zeros(m.threads, np.uint32)
        for name in targets:
            m.registers.setdefault(name, unwritten)
            has, awaited = m.partial.get(name), self.awaited.get(name)
            if has is not None:
                lacks = lanes & ~has if awaited is None else lanes & ~has & ~awaited
                self.lacks[name] = lacks | (self.lacks[name] & without if name in self.lacks else False)
            m.partial[name] = without if has is None else has & without
            self.awaited[name] = lanes if awaited is None else awaited | lanes

    def wait(self, mask: Mask, left: int) -> None:
        """Computes the products of all groups but the last `left`, for the warpgroups that have threads in the mask."""
        here = range(self.count) if mask is None else np.flatnonzero(mask.reshape(-1, WARPGROUP).any(1)).tolist()
        due: dict[Product, list[int]] = {}
        for group in here:
            groups = self.issued[group]
            end = max(len(groups) - 1 - left, 0)
            for product in (each for one in groups[:end] for each in one):
                due.setdefault(product, []).append(group)
            del groups[:end]
        self._compute(due)

    def wait_for(self, name: str) -> None:
        """The wait that ptxas injects where active threads use a register: for the groups up to the last one that defines it.

        Its products need not have been committed.
        """
        m, left = self.m, []
        active = np.ones(m.threads, bool) if m.active is None else m.active
        if (self.partly.get(name, False) & active).any() and not m.code.serialises:
            return
        for group in np.flatnonzero(active.reshape(-1, WARPGROUP).any(1)).tolist():
            if any(name in product.form.targets for product in self.issued[group][-1]):
                self.issued[group].append([])
            committed = self.issued[group][:-1]
            defines = [any(name in product.form.targets for product in each) for each in committed]
            left.append(defines[::-1].index(True) if True in defines else len(committed))
        self.wait(m.active, min(left))

    def _compute(self, due: dict[Product, list[int]]) -> None:
        sums: Sums = {}
        for product, groups in sorted(due.items(), key=lambda each: each[0].number):
            form = product.form
            key = (tuple(form.targets), form.result, tuple(groups))
            if key not in sums:
                if any(set(targets) & set(form.targets) for targets, _, _ in sums):
                    self._store(sums)
                sums[key] = self._load(form, groups)
            sums[key] = product.add_to(*sums[key], np.searchsorted(product.groups, groups))
        self._store(sums)

    def _load(self, form: Form, groups: list[int]) -> tuple[np.ndarray, Lanes | None]:
        raw = np.stack([self.m.whole(name).reshape(-1, WARPGROUP)[groups] for name in form.targets])
        sums = _sums(raw.view(SUMS[form.result]).reshape(*raw.shape, -1))
        nowhere = np.zeros(self.m.threads, bool)
        lacks = np.stack([self.lacks.get(name, nowhere).reshape(-1, WARPGROUP)[groups] for name in form.targets])
        return sums, _sums(np.repeat(lacks[..., None], sums.size // lacks.size, -1)) if lacks.any() else None

    def _store(self, sums: Sums) -> None:
        m = self.m
        for (targets, _, groups), (values, lacks) in sums.items():
            lanes = np.isin(np.arange(m.threads) // WARPGROUP, groups)
            left = self._left(groups, targets)
            self.chains[targets] = self.chains[targets] & (~lanes | left)
            raw = _registers(values, 4 // values.itemsize).view(np.uint32)[..., 0]
            without_all = (
                [None] * len(targets) if lacks is None else np.any(_registers(lacks, 4 // values.itemsize), -1)
            )
            for name, own, without in zip(targets, raw, without_all):
                self.awaited[name] = self.awaited[name] & (~lanes | left)
                promised = m.promised.pop(name, None)
                m.taint = None
                if without is not None and without.any():
                    m.mark(self._spread(groups, without), m.shared.cause)
                m.write(name, self._spread(groups, own), None if lanes.all() else lanes)
                if promised and self.awaited[name].any():
                    m.promised[name] = promised
                if name in self.partly or left.any():
                    self.partly[name] = self.partly.get(name, False) & ~lanes | left
                if left.any():
                    lacking = m.partial.get(name)
                    self.lacks[name] = self.lacks.get(name, False) & ~lanes | (
                        np.zeros(m.threads, bool) if lacking is None else left & ~lacking
                    )
                    m.partial[name] = ~left if lacking is None else lacking & ~left
                    m.partial_causes[name] = PARTLY
        m.taint = None
        sums.clear()

    def _left(self, groups: Iterable[int], targets: tuple[str, ...]) -> np.ndarray:
        """The threads of some warpgroups to whose sums another product that is under way adds."""
        names = set(targets)
        mine = [
            group
            for group in groups
            if any(names.intersection(each.form.targets) for issued in self.issued[group] for each in issued)
        ]
        return np.isin(np.arange(self.m.threads) // WARPGROUP, mine)

    def _spread(self, groups: Iterable[int], values: np.ndarray) -> np.ndarray:
        full = np.zeros((self.count, WARPGROUP), values.dtype)
        full[list(groups)] = values
        return full.reshape(-1)


def decode(instruction: Instruction, function: Function, program: Program) -> Step | None:
    words = instruction.words
    if words[1] == "mma_async":
        return _product(instruction, program)
    if words[1] == "fence":
        # Registers are in order here.
        return lambda m, mask: None
    if words[1] == "commit_group":

        def commit(m: Machine, mask: Mask) -> Mask:
            state = m.unit(Warpgroups)
            groups, waits = state.meet(id(instruction), mask)
            for group in groups.tolist():
                state.issued[group].append([])
            return waits

        return commit
    if words[1] == "wait_group":
        left = int(instruction.operands[0], 0)
        return lambda m, mask: m.unit(Warpgroups).wait(mask, left)
    return None


def _product(instruction: Instruction, program: Program) -> Step | None:
    words = instruction.words[2:]
    if words[:2] != ["sync", "aligned"]:
        return None
    form = Form(words[2:], instruction.operands, program)
    if not form.is_known():
        return None

    def run(m: Machine, mask: Mask) -> Mask:
        state = m.unit(Warpgroups)
        groups, waits = state.meet(id(instruction), mask)
        if len(groups):
            state.products += 1
            state.issue(Product(m, form, groups, state.products))
        return waits

    return run
