"""Kernels that Triton compiles for sm_100, against NumPy."""

import unittest

import numpy as np
import triton
import triton.language as tl
from aot_emulate.fault import Fault
from aot_emulate.formats import VALUES, decode, encode
from compiled import Kernel

VERSION = tuple(map(int, triton.__version__.split(".")[:2]))


@triton.jit
def matmul(
    x, y, o, M, N, K, sx_16, sy_16, so_16, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, ACC: tl.constexpr
):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    a = x + m[:, None] * sx_16 + k[None, :]
    b = y + k[:, None] * sy_16 + n[None, :]
    acc = tl.zeros((BM, BN), ACC)
    for i in tl.range(0, tl.cdiv(K, BK), num_stages=3):
        left = K - i * BK
        u = tl.load(a, mask=(m[:, None] < M) & (k[None, :] < left), other=0.0)
        v = tl.load(b, mask=(k[:, None] < left) & (n[None, :] < N), other=0.0)
        acc = tl.dot(u, v, acc, out_dtype=ACC)
        a += BK
        b += BK * sy_16
    tl.store(o + m[:, None] * so_16 + n[None, :], acc.to(o.dtype.element_ty), mask=(m[:, None] < M) & (n[None, :] < N))


@triton.jit
def scaled(x, xs, y, ys, o, M: tl.constexpr, K: tl.constexpr, F: tl.constexpr, P: tl.constexpr):
    m = tl.arange(0, M)
    k = tl.arange(0, K // P)
    s = tl.arange(0, K // 32)
    a = tl.load(x + m[:, None] * (K // P) + k[None, :])
    b = tl.load(y + k[:, None] * M + m[None, :])
    u = tl.load(xs + m[:, None] * (K // 32) + s[None, :])
    v = tl.load(ys + m[:, None] * (K // 32) + s[None, :])
    tl.store(o + m[:, None] * M + m[None, :], tl.dot_scaled(a, u, F, b, v, F))


@triton.jit
def attention(q, k, v, o, n, scale, T: tl.constexpr, D: tl.constexpr, WS: tl.constexpr):
    i = tl.program_id(0) * T
    a = q.load([i, 0])
    acc = tl.zeros((T, D), tl.float32)
    top = tl.full((T,), float("-inf"), tl.float32)
    total = tl.zeros((T,), tl.float32)
    for j in tl.range(0, n, T, warp_specialize=WS):
        s = tl.dot(a, k.load([j, 0]).T) * scale + tl.where(j + tl.arange(0, T) < n, 0.0, float("-inf"))[None, :]
        new = tl.maximum(top, tl.max(s, 1))
        p = tl.exp2(s - new[:, None])
        c = tl.exp2(top - new)
        total = total * c + tl.sum(p, 1)
        acc = tl.dot(p.to(o.dtype), v.load([j, 0]), acc * c[:, None])
        top = new
    o.store([i, 0], (acc / total[:, None]).to(o.dtype))


@triton.jit
def persistent(a, b, o, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, WS: tl.constexpr):
    tn = tl.cdiv(N, BN)
    for t in tl.range(tl.program_id(0), tl.cdiv(M, BM) * tn, tl.num_programs(0), flatten=True, warp_specialize=WS):
        i = (t // tn) * BM
        j = (t % tn) * BN
        acc = tl.zeros((BM, BN), tl.float32)
        for k in range(0, K, BK):
            acc = tl.dot(a.load([i, k]), b.load([j, k]).T, acc)
        o.store([i, j], acc.to(o.dtype))


@triton.jit
def described(a, b, o, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """B is not transposed: Triton transposes matrices of fp32 through registers."""
    i = tl.program_id(0) * BM
    j = tl.program_id(1) * BN
    acc = tl.zeros((BM, BN), tl.float32)
    for k in tl.range(0, K, BK, num_stages=3):
        acc = tl.dot(a.load([i, k]), b.load([k, j]), acc)
    o.store([i, j], acc.to(o.dtype))


FORMATS = {"fp16": "f16", "bf16": "bf16", "fp32": "f32", "fp8e4nv": "e4m3", "fp8e5": "e5m2", "i8": "s8", "i32": "s32"}


def matrix(shape, kind: str, random):
    """The codes of a matrix of small numbers, and its values."""
    if kind in ("i8", "i32"):
        codes = random.integers(-128, 128, shape).astype({"i8": np.int8, "i32": np.int32}[kind])
        return codes, codes.astype(np.float64)
    codes = encode(random.standard_normal(shape).astype(np.float32), FORMATS[kind])
    return codes, decode(codes, FORMATS[kind]).astype(np.float64)


def values(codes: np.ndarray, kind: str) -> np.ndarray:
    return codes.astype(np.float64) if kind[0] == "i" else decode(codes, FORMATS[kind]).astype(np.float64)


class Products(unittest.TestCase):
    def test_types(self):
        for kind, result, acc in (
            ("fp16", "fp16", tl.float32), ("bf16", "bf16", tl.float32), ("fp32", "fp32", tl.float32), ("fp8e4nv", "fp16", tl.float32),
            ("fp8e5", "bf16", tl.float32), ("fp16", "fp16", tl.float16), ("i8", "i32", tl.int32),
        ):  # fmt: skip
            for block in ((128, 128, 64), (64, 64, 32), (128, 256, 32)):
                with self.subTest(kind=kind, acc=acc, block=block):
                    if kind == "i8" and VERSION < (3, 8) and block[1] == 256:
                        continue  # not a product of tensor memory in 3.6.0, and slow
                    self.multiply(kind, result, acc, block)

    def multiply(self, kind, result, acc, block):
        random = np.random.default_rng(1)
        m, n, k = 200, 176, 208
        signature = f"x:*{kind} y:*{kind} o:*{result} M:i32 N:i32 K:i32 sx_16:i32 sy_16:i32 so_16:i32"
        kernel = Kernel(matmul, 100, signature, dict(zip(("BM", "BN", "BK"), block), ACC=acc))
        if VERSION >= (3, 8) or kind != "i8":
            self.assertIn("tcgen05.mma", kernel.text)
        (x, first), (y, second) = matrix((m, k), kind, random), matrix((k, n), kind, random)
        out, _ = matrix((m, n), result, random)
        kernel.run((-(-m // block[0]), -(-n // block[1]), 1), x, y, out, m, n, k, k, n, n)
        wanted = first @ second
        # tf32 cuts off 13 bits of a number, and a sum of fp16 is rounded at each step.
        tolerance = {"fp16": 1e-3, "bf16": 8e-3, "fp32": 2e-3, "i32": 0}[result] * (4 if acc == tl.float16 else 1)
        self.assertLessEqual(np.abs(values(out, result) - wanted).max(), tolerance * np.abs(wanted).max())


class Scaled(unittest.TestCase):
    def result(self, form: str, size: int, codes, factors) -> np.ndarray:
        kernel = Kernel(
            scaled, 100, "x:*u8 xs:*u8 y:*u8 ys:*u8 o:*fp32", dict(M=size, K=128, F=form, P=2 if form == "e2m1" else 1)
        )
        self.assertEqual("block_scale" in kernel.text, size == 128)
        out = np.zeros((size, size), np.float32)
        kernel.run((1, 1, 1), codes[0], factors[0], np.ascontiguousarray(codes[1].T), factors[1], out)
        return out

    def test_products(self):
        random = np.random.default_rng(2)
        for form in ("e2m1", "e4m3", "e5m2"):
            for size in (64, 128):
                with self.subTest(form=form, size=size):
                    codes = [
                        random.integers(0, 256 if form == "e2m1" else 64, (size, 128)).astype(np.uint8)
                        for _ in range(2)
                    ]
                    first, second = (
                        VALUES[form][each & 15 if form == "e2m1" else each].astype(np.float64) for each in codes
                    )
                    factors = [random.integers(120, 134, (size, 4)).astype(np.uint8) for _ in range(2)]
                    if form == "e2m1":
                        codes = [each[:, ::2] & 15 | each[:, 1::2] << 4 for each in codes]
                    wanted = (first * np.repeat(2.0 ** (factors[0] - 127.0), 32, 1)) @ (
                        second * np.repeat(2.0 ** (factors[1] - 127.0), 32, 1)
                    ).T
                    np.testing.assert_allclose(
                        self.result(form, size, codes, factors), wanted, rtol=1e-5, atol=1e-5 * np.abs(wanted).max()
                    )

    def test_the_smallest_factor(self):
        """Triton 3.6.0 and 3.8.0 take the factor 2**-127 for 0 where they multiply in bfloat16 (its issue 11624)."""
        for size in (64, 128):
            with self.subTest(size=size):
                ones, low, high = (
                    np.full((size, 128), 0x3C, np.uint8),
                    np.zeros((size, 4), np.uint8),
                    np.full((size, 4), 254, np.uint8),
                )
                is_wrong = size == 64 and VERSION < (3, 9)
                self.assertEqual(
                    set(self.result("e5m2", size, (ones, ones), (low, high)).flat), {0.0 if is_wrong else 128.0}
                )


class Descriptors(unittest.TestCase):
    def test_attention(self):
        random = np.random.default_rng(3)
        for specialised in (False, True):
            with self.subTest(specialised=specialised):
                signature = " ".join(f"{name}:tensordesc<fp16[128,64]>" for name in "qkvo") + " n:i32 scale:fp32"
                kernel = Kernel(attention, 100, signature, dict(T=128, D=64, WS=specialised), num_stages=3)
                (q, first), (k, second), (v, third) = (matrix((count, 64), "fp16", random) for count in (200, 330, 330))
                out, _ = matrix((200, 64), "fp16", random)
                kernel.run((2, 1, 1), q, k, v, out, 330, 0.25)
                weights = np.exp2(first @ second.T * 0.25)
                wanted = weights / weights.sum(1, keepdims=True) @ third
                np.testing.assert_allclose(values(out, "fp16"), wanted, atol=3e-3)

    def test_persistent_products(self):
        random = np.random.default_rng(4)
        for specialised in (False, True):
            for reverse in (False, True):
                with self.subTest(specialised=specialised, reverse=reverse):
                    signature = "a:tensordesc<fp16[128,64]> b:tensordesc<fp16[128,64]> o:tensordesc<fp16[128,128]> M:i32 N:i32 K:i32"
                    kernel = Kernel(
                        persistent, 100, signature, dict(BM=128, BN=128, BK=64, WS=specialised), num_stages=3
                    )
                    (a, first), (b, second) = matrix((328, 208), "fp16", random), matrix((264, 208), "fp16", random)
                    out, _ = matrix((328, 264), "fp16", random)
                    kernel.run((2, 1, 1), a, b, out, 328, 264, 208, reverse=reverse)
                    np.testing.assert_allclose(values(out, "fp16"), first @ second.T, atol=0.04)

    def test_a_matrix_that_triton_overwrites_too_early(self):
        """Triton up to 3.9.0 has one buffer for a transposed matrix of fp32 in a loop, and refills it before the product is done."""
        random = np.random.default_rng(5)
        signature = "a:tensordesc<fp32[128,32]> b:tensordesc<fp32[32,128]> o:tensordesc<fp32[128,128]> K:i32"
        kernel = Kernel(described, 100, signature, dict(BM=128, BN=128, BK=32), num_stages=3)
        (a, first), (b, second), (out, _) = (
            matrix(shape, "fp32", random) for shape in ((128, 128), (128, 128), (128, 128))
        )
        with self.assertRaisesRegex(Fault, "waits for the tcgen05.mma of .*overwritten since it was issued"):
            kernel.run((1, 1, 1), a, b, out, 128)
        kernel.run((1, 1, 1), a, b, out, 64)  # the second step is in a buffer of its own
        np.testing.assert_allclose(values(out, "fp32"), first[:, :64] @ second[:64], atol=0.05)


if __name__ == "__main__":
    unittest.main()
