"""Tensor memory and tcgen05.mma, against NumPy, with the layouts of the PTX manual written element by element."""

import unittest
from typing import ClassVar

import numpy as np
from aot_emulate.fault import Fault, Unsupported
from test_wgmma import lay_out, round_to

from emulate import fill_shared, run

SIZE, B_START, BARRIER = 65536, 32768, 65536
SHARED = f".shared .align 1024 .b8 smem[{SIZE + 32}];"
COLUMNS = 256

# %r13 is the address of tensor memory with the first lane of the warp.
START = f"""
{fill_shared(SIZE)}add.s32 %r9, %r2, {BARRIER};
add.s32 %r10, %r2, {BARRIER + 16};
setp.lt.u32 %p2, %r1, 32;
setp.eq.u32 %p3, %r1, 0;
@%p3 mbarrier.init.shared::cta.b64 [%r9], 1;
@%p3 mbarrier.init.shared::cta.b64 [%r9+8], 1;
@%p2 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r10], {COLUMNS};
fence.proxy.async.shared::cta;
bar.sync 0;
ld.shared.b32 %r11, [%r10];
shr.u32 %r12, %r1, 5;
shl.b32 %r12, %r12, 21;
add.s32 %r13, %r11, %r12;
"""
FREE = f"""
bar.sync 0;
@%p2 tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r11, {COLUMNS};
"""
COMMIT = "@%p3 tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%r9];\n"
WAIT = "again: mbarrier.try_wait.parity.shared::cta.b64 %p4, [%r9], 0;\n@!%p4 bra again;\n"
WAIT_STORES = "tcgen05.wait::st.sync.aligned;\nbar.sync 0;\n"


def names(count: int) -> str:
    return "{" + ", ".join(f"%r{20 + index}" for index in range(count)) + "}"


def store(buffer: int, column: int, count: int, form: str = "32x32b", split: str = "", registers: int = 0) -> str:
    """Stores `count` words of each thread, a row of a buffer, to tensor memory."""
    registers = registers or count
    text = f"mul.wide.u32 %rd20, %r1, {4 * registers};\nadd.s64 %rd20, %rd20, %rd{buffer};\n"
    text += "".join(f"ld.global.b32 %r{20 + index}, [%rd20+{4 * index}];\n" for index in range(registers))
    return text + f"tcgen05.st.sync.aligned.{form}.b32 [%r13+{column}], {split}{names(registers)};\n".replace(
        "32x32b.b32", f"32x32b.x{registers}.b32"
    )


def load(buffer: int, column: int, count: int, form: str = "32x32b", split: str = "") -> str:
    """Loads `count` words of each thread from tensor memory to a buffer."""
    text = f"tcgen05.ld.sync.aligned.{form}.b32 {names(count)}, [%r13+{column}]{split};\n".replace(
        "32x32b.b32", f"32x32b.x{count}.b32"
    )
    text += (
        f"tcgen05.wait::ld.sync.aligned;\nmul.wide.u32 %rd21, %r1, {4 * count};\nadd.s64 %rd21, %rd21, %rd{buffer};\n"
    )
    return text + "".join(f"st.global.b32 [%rd21+{4 * index}], %r{20 + index};\n" for index in range(count))


def execute(body: str, *arrays) -> None:
    run(START + body + FREE, list(arrays), threads=128, target="sm_100a", before=SHARED)


NOTHING = np.zeros(SIZE, np.uint8)

# The lane and the column of register r of thread t, by the figures of section 9.7.16.2.3.1.
FRAGMENTS = {
    "32x32b": lambda r, t: (t, r),
    "16x64b": lambda r, t: (t // 4 + (8 if t & 1 else 0), 2 * r + (t >> 1 & 1)),
    "16x128b": lambda r, t: (t // 4 + (8 if r & 1 else 0), r // 2 * 4 + t % 4),
    "16x256b": lambda r, t: (t // 4 + (8 if r & 2 else 0), r // 4 * 8 + t % 4 * 2 + (r & 1)),
    "16x32bx2": lambda r, t: (t % 16, r + (20 if t >= 16 else 0)),
}
EACH = {"16x128b": 2, "16x256b": 4}


class Copies(unittest.TestCase):
    def test_loads(self):
        whole = np.arange(128 * 64, dtype=np.uint32).reshape(128, 64)
        for form, place in FRAGMENTS.items():
            for pack in ("", ".pack::16b"):
                with self.subTest(form=form, pack=pack):
                    count = 4 * EACH.get(form, 1)
                    out = np.zeros((128, count), np.uint32)
                    split = ", 20" if form == "16x32bx2" else ""
                    first = 0 if pack else 5
                    text = (
                        store(1, 0, 32)
                        + store(2, 32, 32)
                        + WAIT_STORES
                        + load(3, first, count, f"{form}.x4{pack}", split)
                    )
                    execute(text, NOTHING, whole[:, :32].copy(), whole[:, 32:].copy(), out)
                    for thread in range(128):
                        for register in range(count):
                            lane, column = place(register, thread % 32)
                            lane += thread // 32 * 32
                            if pack:  # pairs of neighbours; the distance of the halves of .16x32bx2 counts columns
                                column = 2 * column - (20 if split and thread % 32 >= 16 else 0)
                                wanted = whole[lane, column] & 0xFFFF | (whole[lane, column + 1] & 0xFFFF) << 16
                            else:
                                wanted = whole[lane, first + column]
                            self.assertEqual(out[thread, register], wanted)

    def test_stores(self):
        for form in FRAGMENTS:
            for pack in ("", ".pack::16b"):
                with self.subTest(form=form, pack=pack):
                    count = 4 * EACH.get(form, 1)
                    given, out = (
                        np.random.default_rng(0).integers(0, 1 << 32, (128, count), np.uint32),
                        np.zeros((128, count), np.uint32),
                    )
                    split = "20, " if form == "16x32bx2" else ""
                    text = store(1, 3, count, f"{form}.x4{pack.replace('.', '.un')}", split) + WAIT_STORES
                    text += load(2, 3, count, f"{form}.x4{pack}", ", 20" if split else "")
                    execute(text, NOTHING, given, out)
                    np.testing.assert_array_equal(out, given)

    def test_a_store_is_done_at_the_wait(self):
        given, out = np.ones((128, 4), np.uint32), np.zeros((128, 4), np.uint32)
        with self.assertRaisesRegex(Fault, "stores an undefined value to element [0-9]+ of [a-z] .*: tensor memory"):
            execute(store(1, 0, 4) + load(2, 0, 4), NOTHING, given, out)

    def test_undefined_values_stay_without_effect_if_unused(self):
        given, out = np.ones((128, 4), np.uint32), np.zeros((128, 4), np.uint32)
        execute(
            store(1, 0, 4)
            + WAIT_STORES
            + load(2, 0, 8).replace("st.global.b32 [%rd21+16]", "ret;//", 1).replace("32;", "16;"),
            NOTHING,
            given,
            out,
        )
        np.testing.assert_array_equal(out, given)

    def test_lanes_of_other_warps(self):
        with self.assertRaisesRegex(
            Fault, "reads lane 0 of tensor memory, but its warp can only access lanes 32 to 63"
        ):
            execute(load(1, 0, 4).replace("%r13", "%r11"), NOTHING, np.zeros((128, 4), np.uint32))

    def test_columns_that_are_not_allocated(self):
        with self.assertRaisesRegex(Fault, f"writes column {COLUMNS} of tensor memory, which is not allocated"):
            execute(store(1, COLUMNS - 2, 4), NOTHING, np.zeros((128, 4), np.uint32))


class SharedCopies(unittest.TestCase):
    """tcgen05.cp, with the rows that the manual's figures give each warp."""

    WARPS: ClassVar = {  # the warps, and the rows that these get
        "128x128b": {0: 0, 1: 32, 2: 64, 3: 96}, "128x256b": {0: 0, 1: 32, 2: 64, 3: 96}, "warpx4.32x128b": {0: 0, 1: 0, 2: 0, 3: 0},
        "warpx2::02_13.64x128b": {0: 0, 2: 0, 1: 32, 3: 32}, "warpx2::01_23.64x128b": {0: 0, 1: 0, 2: 32, 3: 32},
    }  # fmt: skip

    def copy(self, form: str, swizzle: int, wait: str = COMMIT + WAIT, bits: int = 0) -> None:
        rows, size = (int(each) for each in form.rsplit(".", maxsplit=1)[-1][:-1].split("x"))
        matrix = np.random.default_rng(rows).integers(0, 256, (rows, max(size // 8, swizzle)), np.uint8)
        memory, out = np.zeros(SIZE, np.uint8), np.zeros((128, 8), np.uint32)
        descriptor = lay_out(memory, 2048, matrix, swizzle, False) | 1 << 46 | bits
        text = f"mov.b64 %rd12, {descriptor};\n@%p3 tcgen05.cp.cta_group::1.{form} [%r11+16], %rd12;\n{wait}"
        count = size // 32
        execute(text + load(1, 16, count), memory, out)
        words = np.ascontiguousarray(matrix[:, : size // 8]).view(np.uint32)
        for warp, first in self.WARPS[form].items():
            np.testing.assert_array_equal(
                out.reshape(-1)[: 128 * count].reshape(128, count)[32 * warp :][:32], words[first:][:32]
            )

    def test_shapes(self):
        for form in self.WARPS:
            for swizzle in (0, 32, 128):
                with self.subTest(form=form, swizzle=swizzle):
                    self.copy(form, swizzle)

    def test_a_base_offset_without_swizzling_means_nothing(self):
        self.copy("warpx4.32x128b", 0, bits=4 << 49)
        with self.assertRaisesRegex(Unsupported, "matrix base offset"):
            self.copy("warpx4.32x128b", 128, bits=4 << 49)

    def test_a_wait_is_missing(self):
        with self.assertRaisesRegex(Fault, "undefined value"):
            self.copy("warpx4.32x128b", 0, wait=COMMIT)


class Allocation(unittest.TestCase):
    def fails(self, kind, text: str, body: str) -> None:
        with self.assertRaisesRegex(kind, text):
            execute(body, NOTHING)

    ALLOC = "@%p2 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r10], {};\n"

    def test_counts(self):
        self.fails(Fault, "allocates 48 columns", self.ALLOC.format(48))
        self.fails(Fault, "allocates 16 columns", self.ALLOC.format(16))

    def test_more_than_there_are(self):
        self.fails(Unsupported, "waits for columns", self.ALLOC.format(512))

    def test_two_allocations_do_not_overlap(self):
        given, out = np.arange(128, dtype=np.uint32).reshape(128, 1), np.zeros((128, 1), np.uint32)
        text = (
            "bar.sync 0;\n"
            + self.ALLOC.format(64)
            + "bar.sync 0;\nld.shared.b32 %r14, [%r10];\nadd.s32 %r15, %r13, %r14;\nsub.s32 %r15, %r15, %r11;\n"
        )
        text += (
            store(1, 0, 1) + WAIT_STORES + store(2, 0, 1).replace("[%r13+0]", "[%r15+0]") + WAIT_STORES + load(3, 0, 1)
        )
        text += "@%p2 tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r14, 64;\n"
        execute(text, NOTHING, given, given + np.uint32(1000), out)
        np.testing.assert_array_equal(out, given)

    def test_after_the_permit_is_given_up(self):
        self.fails(
            Fault,
            "after tcgen05.relinquish_alloc_permit",
            "@%p2 tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;\n" + self.ALLOC.format(32),
        )

    def test_frees_what_was_allocated(self):
        self.fails(
            Fault,
            "frees 128 columns of tensor memory at address 0x0",
            "@%p2 tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r11, 128;\n",
        )


CODES = {  # of section 9.7.16.4.2
    "f16": {"f16": 0, "bf16": 1}, "tf32": {"tf32": 2}, "i8": {"u8": 0, "s8": 1}, "f8f6f4": {"e4m3": 0, "e5m2": 1, "e2m1": 5},
    "mxf8f6f4": {"e4m3": 0, "e5m2": 1, "e2m1": 5}, "mxf4": {"e2m1": 1}, "mxf4nvf4": {"e2m1": 1},
}  # fmt: skip
DEPTH = {"f16": 16, "tf32": 8, "mxf4": 64, "mxf4nvf4": 64}
E2M1 = {0: 0, 1: 2, 2: 4, 3: 5, 4: 6}


def encoded(values: np.ndarray, kind: str, of: str, transposed: bool = False) -> np.ndarray:
    """The elements of a matrix [row, k] of small whole numbers, or their bytes if they have 4 bits: in the order of adjacent elements."""
    if kind == "e2m1" and transposed:
        return encoded(values.T, kind, of).T
    if kind != "e2m1":
        return round_to(values, kind)
    codes = np.vectorize(lambda value: E2M1[abs(int(value))] | (8 if value < 0 else 0))(values).astype(np.uint8)
    pairs = codes[:, 0::2] | codes[:, 1::2] << 4
    if of in ("mxf4", "mxf4nvf4"):
        return pairs
    padded = np.full((pairs.size // 8, 16), 0xEE, np.uint8)  # 16 elements in 8 bytes, then 8 bytes that are not read
    padded[:, :8] = pairs.reshape(-1, 8)
    return padded.reshape(len(values), -1)


def multiply(
    of,
    kinds,
    rows=128,
    n=32,
    swizzle=128,
    transposed=(0, 0),
    result="f32",
    before=None,
    in_tensor=False,
    negate=(0, 0),
    scale=None,
    **change,
):
    """Compares A · B + `before` with NumPy's. `scale` is the qualifier, its count and the IDs of the factors."""
    random = np.random.default_rng(n)
    k = DEPTH.get(of, 32)
    a, b = (random.integers(0 if kind == "u8" else -4, 5, (count, k)) for kind, count in zip(kinds, (rows, n)))
    memory, tensor = np.zeros(SIZE, np.uint8), np.zeros((128, 8), np.uint32)
    first, second = (encoded(each, kind, of, bool(turned)) for each, kind, turned in zip((a, b), kinds, transposed))
    lane = np.array([row if rows == 128 else row % 16 + row // 16 * 32 for row in range(rows)])
    tensor[lane] = np.ascontiguousarray(first).view(np.uint32) if in_tensor else 0
    version = 1 << 46
    start_a, start_b = (
        lay_out(memory, 0, first, swizzle, transposed[0]) | version,
        lay_out(memory, B_START, second, swizzle, transposed[1]) | version,
    )
    bits = (
        CODES[of][kinds[0]] << 7
        | CODES[of][kinds[1]] << 10
        | transposed[0] << 15
        | transposed[1] << 16
        | n >> 3 << 17
        | rows >> 4 << 24
    )
    bits |= negate[0] << 13 | negate[1] << 14
    wanted = (1 - 2 * negate[0]) * a @ ((1 - 2 * negate[1]) * b).T.astype(np.float64)
    factors = np.zeros((2, 128, 4), np.uint32)
    text, opcode, operands = "", f"tcgen05.mma.cta_group::1.kind::{of}", ""
    if scale:
        qualifier, count, ids, table = scale
        opcode += f".block_scale.{qualifier}"
        operands = "[%r16+0], [%r16+4], "
        bits |= ids[0] << 29 | ids[1] << 4 | (1 if table == "ue8m0" else 0) << 23
        sides = []
        for side, size in enumerate((rows, n)):
            codes = (
                random.integers(124, 129, (size, count))
                if table == "ue8m0"
                else random.integers(0, 5, (size, count)) * 8 + 0x30
            )
            sides.append(
                np.repeat(2.0 ** (codes - 127.0) if table == "ue8m0" else 2.0 ** (codes // 8 - 7.0), k // count, 1)
            )
            for row in range(size):
                for index in range(count):
                    factors[side, row % 32 :: 32, row // 32] |= np.uint32(
                        int(codes[row, index]) << 8 * (index + ids[side])
                    )
        wanted = (a * sides[0]) @ (b * sides[1]).T
        text = "".join(store(4 + side, 96 + 4 * side, 4) for side in (0, 1)) + "add.s32 %r16, %r11, 96;\n"
    else:
        bits |= {"f16": 0, "f32": 1, "s32": 2}[result] << 4
    for name, value in change.items():
        bits = bits & ~value if name == "clear" else bits | value
    kind = {"f16": np.float16, "f32": np.float32, "s32": np.int32}[result]
    initial = np.zeros((128, n), np.uint32)
    if before is not None:
        initial[:] = np.full((1, 1), before, kind).view(np.uint16 if result == "f16" else np.uint32)
        wanted = wanted + before
    text += store(1, 0, n) + store(2, 64, 8) + WAIT_STORES
    text += f"add.s32 %r14, %r11, 64;\nmov.b64 %rd12, {start_a};\nmov.b64 %rd13, {start_b};\nmov.b32 %r15, {bits};\nmov.pred %p5, {int(before is not None)};\n"
    issue = f"@%p3 {opcode} [%r11+0], {'[%r14+0]' if in_tensor else '%rd12'}, %rd13, %r15, {operands}%p5;\n"
    out = np.zeros((128, n), np.uint32)
    execute(text + issue + COMMIT + WAIT + load(3, 0, n), memory, initial, tensor, out, *factors)
    got = (out.astype(np.uint16).view(np.float16) if result == "f16" else out.view(kind))[lane]
    np.testing.assert_array_equal(got, wanted)


class Products(unittest.TestCase):
    def test_4_bits_with_padding_are_transposed(self):
        for swizzle in (32, 64):
            for kinds, transposed in (
                (("e5m2", "e2m1"), (0, 1)),
                (("e2m1", "e4m3"), (1, 0)),
                (("e2m1", "e2m1"), (1, 1)),
            ):
                with self.subTest(swizzle=swizzle, kinds=kinds):
                    multiply("f8f6f4", kinds, n=64, swizzle=swizzle, transposed=transposed)
                    scale = ("block32", 1, (1, 2), "ue8m0")
                    multiply("mxf8f6f4", kinds, n=64, swizzle=swizzle, transposed=transposed, scale=scale)
        with self.assertRaisesRegex(Fault, "transposes a matrix of 4-bit elements without padding"):
            multiply("mxf4", ("e2m1", "e2m1"), transposed=(0, 1), scale=("block32", 2, (0, 0), "ue8m0"))

    def test_types(self):
        for of, kinds, result in (
            ("f16", ("f16", "f16"), "f32"), ("f16", ("bf16", "bf16"), "f32"), ("f16", ("f16", "f16"), "f16"), ("tf32", ("tf32", "tf32"), "f32"),
            ("f8f6f4", ("e4m3", "e5m2"), "f32"), ("f8f6f4", ("e5m2", "e2m1"), "f32"), ("f8f6f4", ("e2m1", "e2m1"), "f16"),
            ("i8", ("s8", "s8"), "s32"), ("i8", ("u8", "s8"), "s32"),
        ):  # fmt: skip
            for rows in (64, 128):
                with self.subTest(of=of, kinds=kinds, result=result, rows=rows):
                    multiply(of, kinds, rows, result=result, before=3)

    def test_swizzles_and_axes(self):
        for swizzle in (0, 32, 64, 128):
            for transposed in ((0, 0), (1, 0), (0, 1), (1, 1)):
                for of, kind in (("f16", "f16"), *((("f8f6f4", "e5m2"),) if swizzle or not sum(transposed) else ())):
                    with self.subTest(swizzle=swizzle, transposed=transposed, kind=kind):
                        multiply(
                            of,
                            (kind, kind),
                            n=64 if transposed[1] else 16,
                            swizzle=swizzle if kind == "f16" or swizzle < 128 or not transposed[1] else 64,
                            transposed=transposed,
                        )

    def test_without_a_sum(self):
        multiply("f16", ("f16", "f16"))

    def test_negated(self):
        for negate in ((1, 0), (0, 1), (1, 1)):
            multiply("f16", ("bf16", "bf16"), negate=negate, before=1)

    def test_a_in_tensor_memory(self):
        for of, kind in (("f16", "f16"), ("tf32", "tf32"), ("f8f6f4", "e4m3"), ("i8", "s8")):
            for rows in (64, 128):
                with self.subTest(kind=kind, rows=rows):
                    multiply(of, (kind, kind), rows, result="s32" if of == "i8" else "f32", before=-7, in_tensor=True)

    def test_a_of_4_bits_in_tensor_memory(self):
        with self.assertRaisesRegex(Unsupported, "a matrix of e2m1 in tensor memory"):
            multiply("f8f6f4", ("e2m1", "e4m3"), in_tensor=True)

    def test_scale_factors(self):
        for of, kinds, scale in (
            ("mxf8f6f4", ("e4m3", "e4m3"), ("block32", 1, (0, 3), "ue8m0")),
            ("mxf8f6f4", ("e5m2", "e2m1"), ("scale_vec::1X", 1, (2, 1), "ue8m0")),
            ("mxf4", ("e2m1", "e2m1"), ("block32", 2, (0, 2), "ue8m0")),
            ("mxf4", ("e2m1", "e2m1"), ("scale_vec::2X", 2, (2, 0), "ue8m0")),
            ("mxf4nvf4", ("e2m1", "e2m1"), ("scale_vec::4X", 4, (0, 0), "ue4m3")),
            ("mxf4nvf4", ("e2m1", "e2m1"), ("block16", 4, (0, 0), "ue8m0")),
        ):
            with self.subTest(of=of, kinds=kinds, scale=scale):
                multiply(of, kinds, n=64, scale=scale, before=5)

    def test_sparse_matrices(self):
        with self.assertRaisesRegex(Unsupported, "instruction descriptor"):
            multiply("f16", ("f16", "f16"), sparse=4)

    def test_sizes_that_there_are_not(self):
        with self.assertRaisesRegex(Fault, "multiplies 128 rows and 24 columns"):
            multiply("f16", ("f16", "f16"), n=24)


class Order(unittest.TestCase):
    """One product of ones, 16 in each element."""

    ONES = f"mov.b64 %rd12, {1 << 46 | 16 << 16 | 64 << 32 | 1 << 62};\nmov.b32 %r15, {1 << 4 | 2 << 17 | 8 << 24};\nmov.pred %p5, 0;\nmov.pred %p6, 1;\n"
    ISSUE = "@%p3 tcgen05.mma.cta_group::1.kind::f16 [%r11+{}], %rd12, %rd12, %r15, %p{};\n"

    def result(self, body: str) -> np.ndarray:
        memory, out = np.full(SIZE // 2, np.float16(1)).view(np.uint8), np.zeros((128, 16), np.uint32)
        execute(self.ONES + body, memory, out)
        return out.view(np.float32)

    def test_it_is_done_when_someone_waits(self):
        self.assertTrue((self.result(self.ISSUE.format(0, 5) + COMMIT + WAIT + load(1, 0, 16)) == 16).all())

    def test_products_are_added_in_the_order_of_issue(self):
        body = self.ISSUE.format(0, 5) + self.ISSUE.format(0, 6) + COMMIT + WAIT
        self.assertTrue((self.result(body + load(1, 0, 16)) == 32).all())

    def test_a_wait_for_a_later_commit_waits_for_earlier_products(self):
        body = (
            self.ISSUE.format(0, 5)
            + COMMIT
            + self.ISSUE.format(16, 5)
            + COMMIT.replace("[%r9]", "[%r9+8]")
            + WAIT.replace("[%r9]", "[%r9+8]")
        )
        self.assertTrue((self.result(body + load(1, 0, 16)) == 16).all())

    def test_without_a_wait(self):
        with self.assertRaisesRegex(Fault, "stores an undefined value to element [0-9]+ of [a-z] .*: tensor memory"):
            self.result(self.ISSUE.format(0, 5) + COMMIT + load(1, 0, 16))

    def test_a_wait_for_an_earlier_commit_is_not_enough(self):
        body = self.ISSUE.format(16, 5) + COMMIT + self.ISSUE.format(0, 5) + COMMIT.replace("[%r9]", "[%r9+8]") + WAIT
        with self.assertRaisesRegex(Fault, "stores an undefined value to element [0-9]+ of [a-z] .*: tensor memory"):
            self.result(body + load(1, 0, 16))

    def test_a_matrix_that_is_overwritten(self):
        body = (
            self.ISSUE.format(0, 5)
            + COMMIT
            + "bar.sync 0;\nmov.b32 %r5, 0;\n@%p3 st.shared.b32 [%r2+16], %r5;\n"
            + WAIT
        )
        with self.assertRaisesRegex(Fault, "waits for the tcgen05.mma of .*overwritten since it was issued"):
            self.result(body + load(1, 0, 16))

    def test_an_address_of_64_bits(self):
        commit = "cvt.u64.u32 %rd14, %r9;\n" + COMMIT.replace(".shared::cluster", "").replace("%r9", "%rd14")
        self.assertTrue((self.result(self.ISSUE.format(0, 5) + commit + WAIT + load(1, 0, 16)) == 16).all())


# Each block of a pair has its part of every array; block `issuer` issues.
PAIR = "mov.u32 %r17, %cluster_ctarank;\n"
MEET = "barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;\n"
COMMIT_BOTH = "mov.b16 %rs1, 3;\n@%p6 tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 [%r9], %rs1;\n"


def execute_pair(body: str, issuer: int, *arrays, cluster: int = 2) -> None:
    parts = "".join(
        f"mul.wide.u32 %rd30, %r17, {array.nbytes // len(array)};\nadd.s64 %rd{index}, %rd{index}, %rd30;\n"
        for index, array in enumerate(arrays)
    )
    text = (
        PAIR
        + parts
        + START
        + MEET
        + f"setp.eq.u32 %p7, %r17, {issuer};\nand.pred %p6, %p7, %p3;\n"
        + body
        + MEET
        + FREE
    )
    text = text.replace("cta_group::1", "cta_group::2")
    shape = (cluster, 1, 1)
    run(text, list(arrays), threads=128, target="sm_100a", before=SHARED, grid=shape, cluster=shape)


def multiply_pair(
    of, kind, rows, n, issuer=0, transposed=(0, 0), in_tensor=False, scaled=False, before=0, b_bits=0
) -> None:
    """Compares a product of a pair with NumPy's: half of the rows of A and of the columns of B are in each block."""
    random = np.random.default_rng(n + rows)
    k, half = DEPTH.get(of, 32), rows // 2
    a, b = (random.integers(-4, 5, (count, k)) for count in (rows, n))
    wanted = a @ b.T + before
    memory, tensor = np.zeros((2, SIZE), np.uint8), np.zeros((2, 128, 8), np.uint32)
    for block in (0, 1):
        own_a, own_b = a[half * block :][:half], b[n // 2 * block :][: n // 2]
        first, second = encoded(own_a, kind, of), encoded(own_b, kind, of)
        start_a = lay_out(memory[block], 0, first, 64, transposed[0]) | 1 << 46
        start_b = lay_out(memory[block], B_START, second, 64, transposed[1]) | 1 << 46
        if in_tensor:
            tensor[block, :half] = np.ascontiguousarray(first).view(np.uint32)
    code = CODES[of][kind]
    bits = code << 7 | code << 10 | transposed[0] << 15 | transposed[1] << 16 | n >> 3 << 17 | rows >> 4 << 24
    initial = np.full((2, 128, n), before, np.float32).view(np.uint32)
    text = store(1, 0, n) + store(2, 64, 8) + WAIT_STORES
    opcode, operands, factors = f"tcgen05.mma.cta_group::2.kind::{of}", "", np.zeros((2, 2, 128, 4), np.uint32)
    if scaled:
        opcode, operands, bits = f"{opcode}.block_scale.block32", "[%r16+0], [%r16+4], ", bits | 1 << 23
        codes = [random.integers(124, 129, size) for size in (rows, n)]
        wanted = (a * 2.0 ** (codes[0][:, None] - 127)) @ (b * 2.0 ** (codes[1][:, None] - 127)).T + before
        for block in (0, 1):  # each has the factors of its rows, and those of all columns
            for side, own in enumerate((codes[0][half * block :][:half], codes[1])):
                for row, code in enumerate(own):
                    factors[side, block, row % 32 :: 32, row // 32] = code
        text += store(4, 96, 4) + store(5, 100, 4) + WAIT_STORES + "add.s32 %r16, %r11, 96;\n"
    else:
        bits |= 1 << 4
    text += f"add.s32 %r14, %r11, 64;\nmov.b64 %rd12, {start_a};\nmov.b64 %rd13, {start_b | b_bits};\nmov.b32 %r15, {bits};\nmov.pred %p5, 1;\n"
    issue = f"@%p6 {opcode} [%r11+0], {'[%r14+0]' if in_tensor else '%rd12'}, %rd13, %r15, {operands}%p5;\n"
    out = np.zeros((2, 128, n), np.uint32)
    body = text + MEET + issue + COMMIT_BOTH + WAIT + load(3, 0, n)
    execute_pair(body, issuer, memory, initial, tensor, out, *factors)
    got = out.view(np.float32)
    if rows == 256:  # layout A: a lane for each row
        np.testing.assert_array_equal(got.reshape(256, n), wanted)
        return
    for block in (0, 1):  # layout B: the second half of the columns is in the lanes from 64 on
        own = wanted[64 * block :][:64]
        np.testing.assert_array_equal(got[block, :64, : n // 2], own[:, : n // 2])
        np.testing.assert_array_equal(got[block, 64:, : n // 2], own[:, n // 2 :])


class Pairs(unittest.TestCase):
    """Instructions of two blocks of a cluster. Sections 9.7.16.5.1, 9.7.16.10.5.1 and 9.7.16.10.5.2."""

    def test_products(self):
        for rows in (128, 256):
            for issuer, of, kind in ((0, "f16", "bf16"), (1, "f16", "f16"), (0, "tf32", "tf32"), (1, "f8f6f4", "e4m3")):
                with self.subTest(rows=rows, kind=kind):
                    multiply_pair(of, kind, rows, 64, issuer, before=3)

    def test_axes(self):
        for transposed in ((1, 0), (0, 1), (1, 1)):
            multiply_pair("f16", "f16", 128, 64, transposed=transposed)

    def test_scale_factors(self):
        for issuer in (0, 1):
            multiply_pair("mxf8f6f4", "e4m3", 256, 64, issuer, scaled=True)

    def test_a_in_tensor_memory(self):
        multiply_pair("f16", "f16", 256, 32, in_tensor=True)
        with self.assertRaisesRegex(Unsupported, "a pair of blocks with a matrix of 128 rows in tensor memory"):
            multiply_pair("f16", "f16", 128, 32, in_tensor=True)

    def test_sizes_that_there_are_not(self):
        with self.assertRaisesRegex(Fault, "multiplies 256 rows and 24 columns, .* for a pair of blocks cannot"):
            multiply_pair("f16", "f16", 256, 24)
        with self.assertRaisesRegex(Fault, "multiplies 128 rows .* for a pair of blocks cannot"):
            multiply_pair("mxf8f6f4", "e4m3", 128, 32, scaled=True)

    def test_a_block_without_a_peer(self):
        with self.assertRaisesRegex(Fault, "needs a pair of blocks, but its cluster has 1"):
            run(
                START + "mov.b64 %rd12, 0;\nmov.b32 %r15, 0;\nmov.pred %p5, 0;\n"
                "@%p3 tcgen05.mma.cta_group::2.kind::f16 [%r11+0], %rd12, %rd12, %r15, %p5;\n",
                [NOTHING],
                threads=128,
                target="sm_100a",
                before=SHARED,
            )

    def test_copies(self):
        """Each block of a pair copies from its own shared memory."""
        for issuer in (0, 1):
            matrix = np.random.default_rng(issuer).integers(0, 256, (2, 128, 32), np.uint8)
            memory, out = np.zeros((2, SIZE), np.uint8), np.zeros((2, 128, 8), np.uint32)
            for block in (0, 1):
                descriptor = lay_out(memory[block], 2048, matrix[block], 32, False) | 1 << 46
            text = f"mov.b64 %rd12, {descriptor};\n@%p6 tcgen05.cp.cta_group::2.128x256b [%r11+16], %rd12;\n"
            execute_pair(text + COMMIT_BOTH + WAIT + load(1, 16, 8), issuer, memory, out)
            np.testing.assert_array_equal(out, matrix.view(np.uint32))

    def test_only_the_blocks_of_the_mask_are_signalled(self):
        memory, out = np.zeros((2, SIZE), np.uint8), np.zeros((2, 128, 1), np.uint32)
        text = "@%p7 mov.b32 %r18, 0;\n" + COMMIT_BOTH.replace("rs1, 3", "rs1, 2") + WAIT
        with self.assertRaisesRegex(Fault, "waits forever"):
            execute_pair(text, 0, memory, out)
        with self.assertRaisesRegex(Fault, "commits to blocks 0x4 of a cluster that has 2"):
            execute_pair(COMMIT_BOTH.replace("rs1, 3", "rs1, 4"), 0, memory, out)


if __name__ == "__main__":
    unittest.main()
