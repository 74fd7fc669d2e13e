"""Products of warpgroups, against NumPy's, with the layouts of the PTX manual written element by element."""

import unittest

import numpy as np
import triton
import triton.language as tl
from aot_emulate.fault import Fault, Unsupported
from aot_emulate.formats import decode
from compiled import Kernel

from emulate import fill_shared, run

SHARED = ".extern .shared .align 1024 .b8 smem[];"
B_START = 32768
SIZE = 65536
MODE = {0: 0, 128: 1, 64: 2, 32: 3}

START = f"""
{fill_shared(SIZE)}fence.proxy.async.shared::cta;
bar.sync 0;
wgmma.fence.sync.aligned;
"""
FINISH = "wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\n"


@triton.jit
def sums_in_f16(a, b, o, n, M: tl.constexpr):
    m = tl.arange(0, M)
    total = tl.zeros((M, M), tl.float16)
    for k in range(0, n, M):
        x = tl.load(a + m[:, None] * n + k + m[None, :])
        total = tl.dot(x, tl.load(b + (k + m)[:, None] * M + m[None, :]), total, out_dtype=tl.float16)
    tl.store(o + m[:, None] * M + m[None, :], total)


@triton.jit
def sums_in_parts(a, b, o, n, M: tl.constexpr, K: tl.constexpr):
    m = tl.arange(0, M)
    k = tl.arange(0, K)
    total = tl.zeros((M, M), tl.float32)
    for i in range(0, n, K):
        x = tl.load(a + m[:, None] * n + i + k[None, :])
        total = tl.dot(x, tl.load(b + m[None, :] * n + i + k[:, None]), total, max_num_imprecise_acc=64)
    tl.store(o + m[:, None] * M + m[None, :], total)


def round_to(values, kind: str) -> np.ndarray:
    """The bits of small whole numbers in a type."""
    if kind == "bf16":
        return (values.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)
    if kind == "e5m2":
        return (values.astype(np.float16).view(np.uint16) >> 8).astype(np.uint8)
    if kind == "e4m3":
        sign = np.where(values < 0, 128, 0)
        table = {0: 0, 1: 0x38, 2: 0x40, 3: 0x44, 4: 0x48}
        return (sign | np.vectorize(table.get)(np.abs(values).astype(int))).astype(np.uint8)
    return values.astype({"f16": np.float16, "tf32": np.float32, "s8": np.int8, "u8": np.uint8}[kind])


def lay_out(memory, start, matrix, swizzle, transposed) -> int:
    """Writes a matrix [row, k] to shared memory; returns its descriptor."""
    rows, size = len(matrix), matrix.itemsize
    if transposed:
        leading, stride = (swizzle * 8, rows * size // swizzle * swizzle * 8) if swizzle else (128, 256)
    else:
        leading, stride = (16, swizzle * 8) if swizzle else (rows * 16, 128)
    for row in range(rows):
        for k in range(matrix.shape[1]):
            # In units of 16 bytes along the axis of adjacent elements; a pattern has eight lines of `swizzle` bytes.
            unit, byte = divmod((row if transposed else k) * size, 16)
            line = k if transposed else row
            if swizzle:
                units = swizzle // 16
                at = line % 8 * swizzle + line // 8 * stride + unit % units * 16 + unit // units * leading
            elif transposed:
                at = line % 8 * 16 + line // 8 * leading + unit * stride
            else:
                at = line % 8 * 16 + line // 8 * stride + unit * leading
            at += start
            lines = {0: 1, 32: 2, 64: 4, 128: 8}[swizzle]
            at = at // 128 * 128 + (at // 16 % 8 ^ at // 128 % lines) * 16 + byte
            memory[at : at + size] = np.frombuffer(matrix[row, k].tobytes(), np.uint8)
    return start >> 4 | leading >> 4 << 16 | stride >> 4 << 32 | MODE[swizzle] << 62


def element(thread: int, index: int):
    """The row and the column of the sum `index` of a thread."""
    return thread // 32 * 16 + thread % 32 // 4 + index // 2 % 2 * 8, index // 4 * 8 + thread % 4 * 2 + index % 2


def multiply(
    kind,
    n,
    result="f32",
    swizzle=128,
    transposed=(0, 0),
    in_registers=False,
    sign=1,
    before=0,
    add=True,
    body=None,
    compare=True,
    bits=0,
    times=1,
) -> None:
    """Compares A · B + `before` with NumPy's. A `body` with several products adds the product `times`."""
    random = np.random.default_rng(n)
    k = {"f16": 16, "bf16": 16, "tf32": 8}.get(kind, 32)
    low = 0 if kind == "u8" else -4
    a, b = random.integers(low, 5, (64, k)), random.integers(low, 5, (n, k))
    memory = np.zeros(SIZE, np.uint8)
    first, second = round_to(a, kind), round_to(b, kind)
    descriptors = (
        lay_out(memory, 0, first, swizzle, transposed[0]),
        lay_out(memory, B_START, second, swizzle, transposed[1]),
    )
    count = n // 2 // (2 if result == "f16" else 1)
    sums = ", ".join(f"%r{20 + index}" for index in range(count))
    initial = {
        "f32": f"0f{np.float32(before).view(np.uint32):08X}",
        "s32": str(before),
        "f16": str(int(np.float16(before).view(np.uint16)) * 65537),
    }[result]
    text = START + "".join(f"mov.b32 %r{20 + index}, {initial};\n" for index in range(count))
    text += f"mov.b64 %rd12, {descriptors[0] | bits};\nmov.b64 %rd13, {descriptors[1]};\nmov.pred %p2, {int(add)};\n"
    fragments = np.zeros((128, 4), np.uint32)
    place = "%rd12"
    if in_registers:
        per = 4 // first.itemsize
        for thread in range(128):
            for index in range(4):
                row, column = thread // 32 * 16 + thread % 32 // 4 + index % 2 * 8, (thread % 4 + index // 2 * 4) * per
                fragments[thread, index] = np.ascontiguousarray(first[row, column : column + per]).view(np.uint32)[0]
        text += "mul.wide.u32 %rd14, %r1, 16;\nadd.s64 %rd14, %rd14, %rd1;\nld.global.v4.b32 {%r10, %r11, %r12, %r13}, [%rd14];\n"
        place = "{%r10, %r11, %r12, %r13}"
    numbers = [] if kind in ("s8", "u8") else [str(sign), "1"]
    if first.itemsize == 2:
        numbers += [str(each) for each in transposed[int(in_registers) :]]
    opcode = f"wgmma.mma_async.sync.aligned.m64n{n}k{k}.{result}.{kind}.{kind}"
    issue = f"{opcode} {{{sums}}}, {', '.join([place, '%rd13', '%p2', *numbers])};\n"
    text += body.replace("ISSUE", issue) if body else issue + issue + FINISH
    text += f"mul.wide.u32 %rd15, %r1, {4 * count};\nadd.s64 %rd15, %rd15, %rd2;\n"
    text += "".join(f"st.global.b32 [%rd15+{4 * index}], %r{20 + index};\n" for index in range(count))
    out = np.zeros((128, count), np.uint32)
    run(text, [memory, fragments, out], threads=128, before=SHARED, shared=SIZE + 16)
    if not compare:
        return
    product = sign * (a @ b.T)
    wanted = before + 2 * product if add else product
    if body:
        wanted = before + times * product
    got = out.view({"f32": np.float32, "f16": np.float16, "s32": np.int32}[result])
    for thread in range(128):
        # Two halves of a register are next to each other, as two registers are.
        np.testing.assert_array_equal(got[thread], [wanted[element(thread, index)] for index in range(n // 2)])


class Layouts(unittest.TestCase):
    def test_swizzles_and_axes(self):
        for swizzle in (0, 32, 64, 128):
            for transposed in ((0, 0), (1, 0), (0, 1), (1, 1)):
                with self.subTest(swizzle=swizzle, transposed=transposed):
                    multiply("f16", 64, swizzle=swizzle, transposed=transposed)
            for kind in ("tf32", "e5m2"):
                with self.subTest(swizzle=swizzle, kind=kind):
                    multiply(kind, 16, swizzle=swizzle)

    def test_types(self):
        for kind, result in (
            ("bf16", "f32"),
            ("f16", "f16"),
            ("e4m3", "f32"),
            ("e5m2", "f16"),
            ("tf32", "f32"),
            ("s8", "s32"),
            ("u8", "s32"),
        ):
            with self.subTest(kind=kind, result=result):
                multiply(kind, 32, result, before=3)

    def test_sizes(self):
        for n in (8, 24, 128):
            with self.subTest(n=n):
                multiply("bf16", n)

    def test_registers(self):
        for kind in ("f16", "bf16", "tf32", "e5m2", "s8"):
            with self.subTest(kind=kind):
                multiply(kind, 16, "s32" if kind == "s8" else "f32", in_registers=True)
        multiply("f16", 64, transposed=(0, 1), in_registers=True)

    def test_signs_and_first_product(self):
        multiply("f16", 16, sign=-1, before=5)
        multiply("f16", 16, before=7, add=False)


class Order(unittest.TestCase):
    def fault(self, text: str, body: str) -> None:
        with self.assertRaisesRegex(Fault, text):
            multiply("f16", 16, body=body)

    def test_sums_are_awaited_where_they_are_used(self):
        """As ptxas does, whether a wait is missing or is for too few groups: it says so in its message C7517."""
        commit, wait = "wgmma.commit_group.sync.aligned;\n", "wgmma.wait_group.sync.aligned {};\n"
        for kind in ("f16", "f32"):
            for body in ("ISSUE", "ISSUE" + commit, "ISSUE" + commit + wait.format(1), "ISSUE" + wait.format(0)):
                with self.subTest(kind=kind, body=body):
                    multiply("f16", 16, kind, before=3, body=body)
        move = "mov.b32 {%rs1, %rs2}, %r20;\n" + wait.format(0) + "mov.b32 %r20, {%rs1, %rs2};\n"
        multiply("f16", 16, "f16", body="ISSUE" + commit + move)
        write = "bar.sync 0;\nmov.b32 %r9, 77;\nst.shared.b32 [%r2], %r9;\nfence.proxy.async;\nbar.sync 0;\n"
        with self.assertRaisesRegex(Fault, "overwritten since it was issued"):
            multiply("f16", 16, "f16", body="ISSUE" + commit + write)

    def test_sums_that_are_set_while_a_product_is_under_way(self):
        commit, zero = (
            "wgmma.commit_group.sync.aligned;\n",
            "".join(f"mov.b32 %r{20 + each}, 0;\n" for each in range(8)),
        )
        multiply("f16", 16, body="ISSUE" + commit + zero + "ISSUE" + FINISH)

    def test_a_sum_of_which_a_wait_has_completed_a_part(self):
        """ptxas takes it for complete, unless it serialises the products: C7515, as for Triton's matmul_kernel_reshape."""
        commit, wait = "wgmma.commit_group.sync.aligned;\n", "wgmma.wait_group.sync.aligned 1;\n"
        two = ("ISSUE" + commit) * 2 + wait
        with self.assertRaisesRegex(Fault, "an undefined value.*none for the last one"):
            multiply("f16", 16, body=two)
        zero = "".join(f"mov.b32 %r{20 + each}, 0;\n" for each in range(8))
        again = "setp.ne.b32 %p3, %r9, 0;\nmov.b32 %r9, 0;\n"
        keep = "".join(f"mov.b32 %r{40 + each}, %r{20 + each};\n" for each in range(8))
        give = "".join(f"mov.b32 %r{20 + each}, %r{40 + each};\n" for each in range(8))
        tiles = (
            "mov.b32 %r9, 1;\ntile: " + ("ISSUE" + commit + wait) * 2 + keep + zero + again + "@%p3 bra tile;\n" + give
        )
        multiply("f16", 16, body=tiles, times=2)

    def test_only_the_groups_up_to_the_sum_are_awaited(self):
        other = "wgmma.mma_async.sync.aligned.m64n16k16.f16.f16.f16 {%r40, %r41, %r42, %r43}, %rd12, %rd13, 0, 1, 1, 0, 0;\n"
        commit = "wgmma.commit_group.sync.aligned;\n"
        zero = "mov.b32 %r40, 0;\nmov.b32 %r41, 0;\nmov.b32 %r42, 0;\nmov.b32 %r43, 0;\n"
        read = "mov.b32 {%rs1, %rs2}, %r20;\n"
        write = "bar.sync 0;\nmov.b32 %r9, 77;\nst.shared.b32 [%r2], %r9;\nfence.proxy.async;\nbar.sync 0;\n"
        finish = "wgmma.wait_group.sync.aligned 0;\n"
        multiply("f16", 16, "f16", body=zero + "ISSUE" + commit + other + commit + read + finish)
        with self.assertRaisesRegex(Fault, "overwritten since it was issued"):
            multiply("f16", 16, "f16", body=zero + "ISSUE" + commit + other + commit + read + write + finish)
        multiply("f16", 16, "f16", body=zero + other + commit + "ISSUE" + commit + read + write + finish)

    def test_sums_in_f16_of_triton(self):
        random = np.random.default_rng(0)
        a, b = ((random.standard_normal(shape) / 4).astype(np.float16) for shape in ((64, 192), (192, 64)))
        out = np.zeros((64, 64), np.float16)
        Kernel(sums_in_f16, 90, "a:*fp16 b:*fp16 o:*fp16 n:i32", dict(M=64)).run((1, 1, 1), a, b, out, 192)
        np.testing.assert_allclose(out, a.astype(np.float32) @ b.astype(np.float32), atol=0.01)

    def test_parts_of_sums_of_8_bit_floats_of_triton(self):
        """They are added up before the commit; ptxas waits there too."""
        random = np.random.default_rng(0)
        a, b = (random.integers(0x30, 0x40, (64, 256)).astype(np.uint8) for _ in range(2))
        for kind, form in (("fp8e5", "e5m2"), ("fp8e4nv", "e4m3")):
            with self.subTest(kind=kind):
                out = np.zeros((64, 64), np.float32)
                kernel = Kernel(sums_in_parts, 90, f"a:*{kind} b:*{kind} o:*fp32 n:i32", dict(M=64, K=128))
                self.assertRegex(kernel.text, r"wgmma.mma_async(?s:.*)add.f32(?s:.*)wgmma.commit_group")
                kernel.run((1, 1, 1), a, b, out, 256)
                np.testing.assert_allclose(out, decode(a, form) @ decode(b, form).T, rtol=1e-5)

    def test_a_base_offset_without_swizzling_means_nothing(self):
        multiply("f16", 16, swizzle=0, bits=2 << 49)
        with self.assertRaisesRegex(Unsupported, "base offset"):
            multiply("f16", 16, bits=2 << 49)

    def test_matrix_overwritten_before_the_wait(self):
        write = "bar.sync 0;\nmov.b32 %r9, 77;\nst.shared.b32 [%r2], %r9;\nfence.proxy.async;\nbar.sync 0;\n"
        self.fault("overwritten since it was issued", "ISSUE" + write + FINISH)

    def test_barrier_between_writes_and_product(self):
        write = "shl.b32 %r9, %r1, 4;\nadd.s32 %r9, %r9, %r2;\nld.shared.b32 %r10, [%r9];\nadd.s32 %r10, %r10, 1;\nst.shared.b32 [%r9], %r10;\n"
        self.fault("no barrier in between", write + "fence.proxy.async.shared::cta;\n" + "ISSUE" + FINISH)

    def test_without_a_fence(self):
        write = "bar.sync 0;\nmov.b32 %r9, 0;\nst.shared.b32 [%r2], %r9;\nbar.sync 0;\n"
        self.fault("without a fence.proxy.async after it", write + "ISSUE" + FINISH)

    def test_a_row_without_a_value(self):
        """In A, row 9 has an undefined element: only the use of that row of the sums is a fault."""
        unset = f"setp.eq.u32 %p4, %r1, 5;\n@%p4 ld.shared.b32 %r11, [%r2+{SIZE}];\n"
        use = (
            "mul.wide.u32 %rd14, %r1, 4;\nadd.s64 %rd14, %rd14, %rd1;\nbar.sync 0;\nst.global.b32 [%rd14], SUM;\nret;\n"
        )
        body = unset + "ISSUE" + FINISH + use
        multiply("f16", 16, in_registers=True, body=body.replace("SUM", "%r20"), compare=False)
        with self.assertRaisesRegex(Fault, "stores an undefined value"):
            multiply("f16", 16, in_registers=True, body=body.replace("SUM", "%r22"), compare=False)

    def test_part_of_a_warp(self):
        self.fault("part of a warp", "setp.lt.u32 %p3, %r1, 16;\n@%p3 bra go;\nbra.uni on;\ngo:\nISSUEon:\n" + FINISH)

    def test_part_of_a_warpgroup(self):
        self.fault(
            "waits forever",
            "setp.lt.u32 %p3, %r1, 64;\n@%p3 bra go;\nbra.uni on;\ngo:\nISSUEon:\nbar.sync 0;\n" + FINISH,
        )

    def test_warps_that_come_at_different_times(self):
        late = "setp.lt.u32 %p3, %r1, 64;\n@%p3 bra go;\nbar.sync 1, 64;\nbar.sync 2, 64;\nbra.uni go;\ngo:\nISSUE"
        multiply("f16", 16, body=late + "setp.lt.u32 %p3, %r1, 32;\n@%p3 bra on;\nbar.sync 3, 96;\non:\n" + FINISH)

    def test_descriptors_differ(self):
        self.fault("not the same in all threads", "cvt.u64.u32 %rd12, %r1;\nISSUE" + FINISH)


if __name__ == "__main__":
    unittest.main()
