"""tcgen05.mma: matrix products of shared and tensor memory into tensor memory. Section 9.7.16.10 of the PTX ISA 9.0."""

from __future__ import annotations

import re
from functools import lru_cache, partial
from typing import TYPE_CHECKING

import numpy as np

from ..fault import Fault, OutOfBounds, Race, Unsupported
from ..formats import VALUES, elements, stored_as
from ..swizzle import matrix_units, swizzled
from ..tensor_core import BLACKWELL, multiplied
from ..tensor_memory import blocks_of, tensor_memory
from ..values import operand
from .loads import address, chosen

if TYPE_CHECKING:
    from ..machine import Machine
    from ..program import Instruction, Program
    from ..steps import Read, Step
    from ..tensor_memory import TensorMemory
    from ..types import Lanes, Mask

# The codes of an instruction descriptor's atype and btype. E2M3 and E3M2, 3 and 4, are left out: Triton has no such type.
FLOATS = {0: "e4m3", 1: "e5m2", 5: "e2m1"}
TYPES = {
    "f16": {0: "f16", 1: "bf16"},
    "tf32": {2: "tf32"},
    "f8f6f4": FLOATS,
    "i8": {0: "u8", 1: "s8"},
    "mxf8f6f4": FLOATS,
    "mxf4": {1: "e2m1"},
    "mxf4nvf4": {1: "e2m1"},
}
SCALES = {  # scale factors for each row of A and column of B
    ("mxf8f6f4", "block32"): 1,
    ("mxf8f6f4", "scale_vec::1X"): 1,
    ("mxf4", "block32"): 2,
    ("mxf4", "scale_vec::2X"): 2,
    ("mxf4nvf4", "block32"): 2,
    ("mxf4nvf4", "scale_vec::2X"): 2,
    ("mxf4nvf4", "block16"): 4,
    ("mxf4nvf4", "scale_vec::4X"): 4,
}
# By the code of a result: how a cell of tensor memory has it.
RESULTS = ((np.uint16, np.float16), (np.uint32, np.float32), (np.uint32, np.int32))
SWIZZLES = {0: 16, 1: 128, 2: 128, 4: 64, 6: 32}  # bytes of a row, by the code of a shared memory descriptor


_units = lru_cache(256)(matrix_units)


def _swizzled(addresses: np.ndarray, mode: int) -> np.ndarray:
    if mode == 1:  # 128 bytes in atoms of 32
        return addresses ^ (addresses >> 2 & 0x60)
    return swizzled(addresses, SWIZZLES[mode])


class SharedMatrix:
    """A matrix in the shared memory of a block, as a tcgen05.mma or tcgen05.cp of `thread` finds it. Section 9.7.16.4.1 has the
    descriptor.

    `width` is how many units of 16 bytes are copied of each row; None: the two that a product takes.
    """

    def __init__(
        self,
        m: Machine,
        thread: int,
        block: int,
        descriptor: int,
        transposed: bool,
        rows: int,
        kind: str,
        padded: bool,
        width: int | None = None,
    ) -> None:
        leading, stride, mode = (descriptor >> 16 & 0x3FFF) << 4, (descriptor >> 32 & 0x3FFF) << 4, descriptor >> 61
        if descriptor >> 46 & 7 != 1 or mode not in SWIZZLES:
            raise Fault(f"has the shared memory descriptor {descriptor:#x}, which is not one of sm_100")
        if descriptor >> 52 & 1 or (descriptor >> 49 & 7 and mode):  # without swizzling, the base offset means nothing
            raise Unsupported("tcgen05.mma with a matrix base offset or an absolute leading dimension")
        if transposed and kind == "e2m1" and not padded:
            raise Fault("transposes a matrix of 4-bit elements without padding")
        if (mode == 1) != (transposed and kind == "tf32"):
            raise Fault("has a swizzling mode that its types do not allow")
        self.m, self.kind, self.transposed, self.rows = m, kind, transposed, rows
        depth, group = 32 // stored_as(kind).itemsize, 4 if mode == 1 else 8
        units = _units(leading, stride, SWIZZLES[mode], transposed, rows, depth, group)[:, :width]
        at = _swizzled(units + ((descriptor & 0x3FFF) << 4), mode)
        if at.max() + 16 > m.shared.size:
            raise OutOfBounds(f"multiplies byte {at.max() + 15} of shared memory, which has {m.shared.size}")
        self.units = (at + block * m.shared.stride) // 16
        # With padding, a unit is 16 elements of 4 bits, then 8 bytes that are not read.
        self.used = slice(8 if padded else 16)
        m.shared.require_fence(self.units)
        self.data, self.undefined = self.content()
        if m.races.watches(thread):
            m.races.read(np.array([thread]), self.units.reshape(1, -1) * 16)

    def content(self) -> tuple[np.ndarray, np.ndarray]:
        data, undefined = self.m.shared.read_units(self.units)
        shape = *self.units.shape, 16
        return data.reshape(shape)[..., self.used], undefined.reshape(shape)[..., self.used]

    def read(self) -> tuple[np.ndarray, np.ndarray]:
        """The elements as [row, k], and the rows that are not written in full."""
        data, undefined = self.unchanged()
        values = elements(data.reshape(len(data), -1), self.kind)
        if self.transposed:
            flags = undefined.reshape(len(data), -1)
            flags = np.repeat(flags, max(1, self.rows // flags.shape[1]), 1)  # two elements of 4 bits are in a byte
            return values.T, np.any(flags.reshape(len(data), self.rows, -1), (0, 2))
        return values, np.any(undefined, (1, 2))

    def unchanged(self) -> tuple[np.ndarray, np.ndarray]:
        """The bytes as [row, unit, byte], and which are not written. Raises Race if they are not as they were when it was issued."""
        data, undefined = self.content()
        if (data != self.data).any() or (undefined & ~self.undefined).any():
            raise Race("reads a matrix in shared memory that has been overwritten since it was issued")
        return data, undefined


def _cells(memory: TensorMemory, block: int, start: int, rows: int, columns: int, verb: str) -> tuple:
    """The indices of a matrix in tensor memory. Section 9.7.16.10.5, layouts D and F.

    Those of 128 rows, which most have, are slices: NumPy takes a tenth of the time for them."""
    row, first, column = np.arange(rows), start >> 16, (start & 0xFFFF) + np.arange(columns)
    if first not in ((0,) if rows == 128 else (0, 16)):
        raise Fault(f"has a matrix of {rows} rows at lane {first} of tensor memory")
    memory.check(block, column, verb)
    if rows == 128:
        return block, slice(None), slice(int(column[0]), int(column[-1]) + 1)
    return block, (first + row % 16 + row // 16 * 32)[:, None], column


def _scales(
    memory: TensorMemory, block: int, start: int, rows: int, count: int, first: int, table: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Scale factors as [row, factor], and the rows that are not written.

    Section 9.7.16.10.7: four copies, in the lanes of each warp."""
    row, column = np.arange(rows), start & 0xFFFF
    at = block, (row % 32 + 32 * np.arange(4)[:, None]), column + row // 32
    memory.check(at[0], at[2], "reads")
    words, undefined = memory.content[at], memory.undefined[at].any(0)
    factors = [words >> np.uint32(8 * (first + index)) & np.uint32(0xFF) for index in range(count)]
    if any((each != each[0])[:, ~undefined].any() for each in factors):
        raise Fault("has scale factors that are not the same in the lanes of each warp")
    return np.stack([table[each[0]] for each in factors], 1), undefined


class _Tensor:
    """The matrix A in tensor memory: 32 bytes, 8 columns, of each row."""

    def __init__(
        self, m: Machine, thread: int, block: int, start: int, transposed: bool, rows: int, kind: str, padded: bool
    ) -> None:
        if transposed or padded:
            raise Unsupported(f"tcgen05.mma with a matrix of {kind} in tensor memory")
        self.memory, self.kind = tensor_memory(m), kind
        self.at = _cells(self.memory, block, start, rows, 8, "reads")

    def read(self) -> tuple[np.ndarray, np.ndarray]:
        """The elements as [row, k], and the rows that are not written in full."""
        return elements(self.memory.content[self.at].view(np.uint8), self.kind), self.memory.undefined[self.at].any(1)


class _Product:
    """One tcgen05.mma. Section 9.7.16.4.2 has the instruction descriptor.

    That of a pair of blocks takes half of the rows of A and of the columns of B from each, and gives each its half of the rows. Those of
    128 in all have two halves of columns in the lanes: section 9.7.16.10.5.2, layout B.
    """

    def __init__(
        self,
        m: Machine,
        thread: int,
        kind: str,
        target: int,
        a: tuple[type[SharedMatrix | _Tensor], int],
        b: int,
        descriptor: int,
        accumulates: bool,
        scales: list,
        in_pairs: bool,
    ) -> None:
        """`a` is a pair of SharedMatrix or _Tensor, and a descriptor or an address; `scales` are the addresses of the factors."""
        self.memory, self.kind, self.descriptor = tensor_memory(m), kind, descriptor
        self.blocks = blocks_of(m, thread, in_pairs)
        self.target, self.accumulates, self.scales = target, accumulates, scales
        rows, columns = (descriptor >> 24 & 31) << 4, (descriptor >> 17 & 63) << 3
        first, second = (TYPES[kind].get(descriptor >> shift & 7) for shift in (7, 10))
        if descriptor & 4 or first is None or second is None or (scales and descriptor >> 31):
            raise Unsupported(f"tcgen05.mma of kind {kind} with the instruction descriptor {descriptor:#010x}")
        each = rows // len(self.blocks)
        if (
            rows % len(self.blocks)
            or each not in (64, 128)
            or (scales and each == 64)
            or not 0 < columns <= 256
            or columns % (8 if rows == 64 else 16)
        ):
            group = " for a pair of blocks" if in_pairs else ""
            raise Fault(f"multiplies {rows} rows and {columns} columns, which tcgen05.mma of kind {kind}{group} cannot")
        self.kinds = first, second
        self.is_folded = in_pairs and each == 64
        padded = [each == "e2m1" and "f8f6f4" in kind for each in (first, second)]
        matrix, where = a
        if self.is_folded and matrix is _Tensor:
            raise Unsupported("tcgen05.mma of a pair of blocks with a matrix of 128 rows in tensor memory")
        turned = bool(descriptor >> 15 & 1), bool(descriptor >> 16 & 1)
        self.a = [matrix(m, thread, block, where, turned[0], each, first, padded[0]) for block in self.blocks]
        self.b = [
            SharedMatrix(m, thread, block, b, turned[1], columns // len(self.blocks), second, padded[1])
            for block in self.blocks
        ]

    def run(self, factors: int) -> None:
        bits = self.descriptor
        b, no_b = (np.concatenate(parts) for parts in zip(*(each.read() for each in self.b)))
        b = -b if bits >> 14 & 1 else b
        for block, matrix in zip(self.blocks, [each.read() for each in self.a]):
            (a, no_a), (own, no_own) = matrix, (b, no_b)
            a = -a if bits >> 13 & 1 else a
            if self.scales:
                table = VALUES["ue8m0" if bits >> 23 & 1 else "ue4m3"]
                a, no_a = self._scaled(block, a, no_a, factors, bits >> 29 & 3, self.scales[0], table)
                own, no_own = self._scaled(block, b, no_b, factors, bits >> 4 & 3, self.scales[1], table)
            self._write(block, a, own.T, self._folded(no_a[:, None] | no_own))

    def _folded(self, result: np.ndarray) -> np.ndarray:
        return np.concatenate(np.split(result, 2, 1)) if self.is_folded else result

    def _unfolded(self, result: np.ndarray) -> np.ndarray:
        return np.concatenate(np.split(result, 2), 1) if self.is_folded else result

    def _scaled(
        self, block: int, matrix: np.ndarray, undefined: Lanes, count: int, first: int, start: int, table: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """A matrix times its scale factors, in float64: products of two factors may leave the range of float32."""
        factors, no_factors = _scales(self.memory, block, start, len(matrix), count, first, table)
        return matrix.astype(np.float64) * np.repeat(factors, matrix.shape[1] // count, 1), undefined | no_factors

    def _write(self, block: int, a: np.ndarray, b: np.ndarray, undefined: np.ndarray) -> None:
        memory = self.memory
        rows, columns = undefined.shape
        at = _cells(memory, block, self.target, rows, columns, "writes")
        code = 1 if self.scales else self.descriptor >> 4 & 3
        if code != {"i8": 2}.get(self.kind, 1) and not (code == 0 and self.kind in ("f16", "f8f6f4")):
            raise Fault(f"has a result of a type that kind {self.kind} does not have")
        stored, kind = RESULTS[code]
        before = np.zeros(undefined.shape, kind)
        if self.accumulates:
            before, undefined = memory.content[at].astype(stored).view(kind), undefined | memory.undefined[at]
        if code == 2:
            result = self._folded((a @ b).astype(np.int64)) + before
            if self.descriptor >> 3 & 1:
                result = np.clip(result, -(2**31), 2**31 - 1)
            result = result.astype(np.int32)
        elif self.scales:
            result = (self._folded(a @ b) + before).astype(kind)
        else:
            result = self._folded(multiplied(a, b, self._unfolded(before), self.kinds, BLACKWELL))
        memory.content[at] = result.view(stored)
        memory.undefined[at] = undefined


def product(instruction: Instruction, program: Program) -> Step | None:
    """Decodes tcgen05.mma: appends the product to its block's queue."""
    match = re.fullmatch(
        r"tcgen05\.mma\.cta_group::([12])\.kind::(\w+?)(?:\.block_scale(?:\.(scale_vec::\dX|block\d+))?)?(\.collector::a::\w+)?",
        instruction.opcode,
    )
    if match is None or match.group(2) not in TYPES:
        return None
    group, kind, scaling, _ = match.groups()
    scaled = kind.startswith("mx")
    factors = SCALES.get((kind, scaling or ("block32" if kind == "mxf4" else "")), 0)
    if scaled != bool(factors) or len(instruction.operands) != (7 if scaled else 5):
        return None
    target, a, b, descriptor, *scales, accumulates = instruction.operands
    matrix = _Tensor if a.startswith("[") else SharedMatrix
    read_target, read_b = address(target, 32, program), operand(b, "u64", program)
    read_a: Read = address(a, 32, program) if matrix is _Tensor else operand(a, "u64", program)
    read_descriptor, read_accumulates = operand(descriptor, "u32", program), operand(accumulates, "pred", program)
    reads: list[Read] = [read_target, read_a, read_b, read_descriptor, read_accumulates]
    reads += [address(each, 32, program) for each in scales]

    def run(m: Machine, mask: Mask) -> None:
        columns = [read(m) for read in reads]
        m.require(mask, "multiplies with")
        for thread in np.arange(m.threads)[chosen(m, mask)].tolist():
            d, first, second, bits, adds, *starts = (int(each[thread]) for each in columns)
            each = _Product(m, thread, kind, d, (matrix, first), second, bits, bool(adds), starts, group == "2")
            tensor_memory(m).issue(int(m.block[thread]), partial(_complete, each, factors, instruction))

    return run


def _complete(each: _Product, factors: int, instruction: Instruction) -> None:
    """Runs a product when a thread waits for it."""
    try:
        each.run(factors)
    except Fault as fault:
        fault.does = f"waits for the tcgen05.mma of {instruction.where()}, which {fault.does}"
        raise
