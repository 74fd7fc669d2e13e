"""Each known miscompilation: the code of this Triton is executed, and is wrong if and only if the table says so."""

import os
import re
import sys
import tempfile
import unittest

import numpy as np
import triton
import triton.language as tl
from aot_emulate.fault import Fault
from compiled import Kernel
from triton import knobs
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../bridge"))
os.environ.setdefault("TMPDIR", tempfile.gettempdir())

from aot_bridge.stages import Stages
from aot_compiled.machine_code import FAULTS, disassemble
from aot_compiled.miscompilations import TABLE, is_wrong, numbers_of
from aot_compiled.signs import assembled, has_lost_sign

STAGES = Stages()

# The first ptxas that assembles this right: 12.9.86 is the last bundled one that is wrong, for 11032 13.3.33.
FIXED_PTXAS = {11032: (13, 4), 11581: (13, 0), 11781: (13, 0)}


@triton.jit
def softmax(x, o, N: tl.constexpr, AXIS: tl.constexpr, KEEP: tl.constexpr):
    i = tl.arange(0, N)
    at = i[:, None] * N + i[None, :]
    v = tl.load(x + at)
    if KEEP:
        e = tl.exp(v - tl.max(v, AXIS, keep_dims=True))
        tl.store(o + at, e / tl.sum(e, AXIS, keep_dims=True))
    else:
        tl.store(o + at, tl.softmax(v, AXIS))


@triton.jit
def remainders(x, o, R: tl.constexpr, C: tl.constexpr, SAME: tl.constexpr):
    row = tl.arange(0, R)
    column = tl.arange(0, C)
    start = row % (2 if SAME else 2 << (row // 16))
    tl.store(o + row[:, None] * C + column[None, :], tl.load(x + start[:, None] + column[None, :]))


@triton.jit
def quotients(x, o, start_16, N: tl.constexpr, D: tl.constexpr, BELOW: tl.constexpr, REST: tl.constexpr):
    i = tl.arange(0, N)
    k = i - start_16 if BELOW else i
    q = k % D if REST else k // D
    tl.store(o + i, tl.load(x + q + start_16))


@triton.jit
def constants(o, N: tl.constexpr, VALUE: tl.constexpr):
    tl.store(o + tl.arange(0, N), tl.full((N,), VALUE, tl.float32))


@triton.jit
def filtered(o, N: tl.constexpr, FILTER: tl.constexpr):
    if FILTER:
        values = [each for each in (10, 20, 30, 40) if each > 20]
    else:
        values = [each + 20 for each in (10, 20)]
    tl.store(o + tl.arange(0, N), tl.full((N,), values[0], tl.float32))


@triton.jit
def gathers(x, o, R: tl.constexpr, C: tl.constexpr, STEP: tl.constexpr):
    row = tl.arange(0, R)
    column = tl.arange(0, C)
    start = row + (row % STEP) * 4
    tl.store(o + row[:, None] * C + column[None, :], tl.load(x + start[:, None] + column[None, :]))


@triton.jit
def rereads(x, o, n, STAGES: tl.constexpr):
    for k in tl.range(0, n, num_stages=STAGES):
        i = k * 128 + tl.arange(0, 128)
        v = i.to(tl.float32)
        tl.store(x + i, v)
        tl.store(o + i, tl.load(x + i) - v)


@triton.jit
def products(a, b, sums, o, n, D: tl.constexpr, SUMS: tl.constexpr):
    total = tl.zeros((D,), tl.float32)
    acc = tl.zeros((D, D), tl.float32)
    c = tl.arange(0, D)
    for k in range(n):
        at = (k * D + c)[:, None] * D + c[None, :]
        u = tl.load(a + at)
        v = tl.load(b + at)
        acc += tl.dot(u, v)
        if SUMS:
            total += tl.sum(u.to(tl.float32), axis=0)
    tl.store(sums + c, total)
    tl.store(o + c[:, None] * D + c[None, :], acc)


@triton.jit
def chained(a, b, c, d, o, n, D: tl.constexpr, SUMS: tl.constexpr):
    i = tl.arange(0, D)
    acc = tl.zeros((D, D), tl.float32)
    other = tl.zeros((D, D), tl.float32)
    for k in range(n):
        at = (k * D + i)[:, None] * D + i[None, :]
        acc = tl.dot(tl.load(a + at), tl.load(b + at), acc)
        if SUMS == 1:
            acc = tl.dot(tl.load(c + at), tl.load(d + at), acc)
        else:
            other = tl.dot(tl.load(c + at), tl.load(d + at), other)
    tl.store(o + i[:, None] * D + i[None, :], acc + other)


@triton.jit
def running(x, o, n, D: tl.constexpr, AXIS: tl.constexpr, READ: tl.constexpr):
    i = tl.arange(0, D)
    total = tl.zeros((D,), tl.float32)
    for k in range(n):
        at = (k * D + i[:, None]) * D + i[None, :]
        part = tl.sum(tl.load(x + at), AXIS)
        tl.store(o + k * D + i, total if READ else part)
        total += part
    tl.store(o + n * D + i, total)


@triton.jit
def recurrence(w, v, k, o, T, D: tl.constexpr, V: tl.constexpr, LOADED: tl.constexpr):
    i, e = tl.arange(0, D), tl.arange(0, V)
    h = tl.zeros((D, V), tl.float32)
    for step in range(tl.cdiv(T, D)):
        row = step * D + i
        change = tl.dot(tl.load(w + row[:, None] * D + i, mask=row[:, None] < T, other=0.0), h.to(w.dtype.element_ty))
        u = tl.load(v + row[:, None] * V + e, mask=row[:, None] < T, other=0.0)
        if not LOADED:
            u = (u - change).to(w.dtype.element_ty)
        h += tl.dot(tl.load(k + row * D + i[:, None], mask=row < T, other=0.0), u)
    tl.store(o + i[:, None] * V + e, h)


@triton.jit
def scaled(x, xs, y, ys, o, M: tl.constexpr, K: tl.constexpr):
    m = tl.arange(0, M)
    k = tl.arange(0, K)
    s = tl.arange(0, K // 32)
    a = tl.load(x + m[:, None] * K + k[None, :])
    b = tl.load(y + k[:, None] * M + m[None, :])
    u = tl.load(xs + m[:, None] * (K // 32) + s[None, :])
    v = tl.load(ys + m[:, None] * (K // 32) + s[None, :])
    tl.store(o + m[:, None] * M + m[None, :], tl.dot_scaled(a, u, "e5m2", b, v, "e5m2"))


@triton.jit
def converted(a, b, o, n, D: tl.constexpr):
    i = tl.arange(0, D)
    acc = tl.zeros((D, D), tl.float32)
    for k in range(n):
        u = tl.load(a + (k * D + i)[:, None] * D + i[None, :])
        v = tl.load(b + (k * D + i)[:, None] * D + i[None, :])
        acc = tl.dot(u.to(tl.float16), v, acc)
    tl.store(o + i[:, None] * D + i[None, :], acc)


@triton.jit
def distances(x, y, o, FORM: tl.constexpr):
    i = tl.arange(0, 128)
    a, b = tl.load(x + i), tl.load(y + i)
    if FORM == "maximum":
        v = tl.maximum(tl.abs(a - 5), tl.abs(b))
    elif FORM == "minimum":
        v = tl.minimum(tl.minimum(a, -a), b)
    elif FORM == "constant":
        v = tl.maximum(tl.abs(a), 7)
    elif FORM == "negative":
        v = tl.maximum(tl.maximum(a, -b), i)
    elif FORM == "reduction":
        v = tl.broadcast_to(tl.max(-a, 0), (128,))
    elif FORM == "three":
        v = tl.maximum(tl.maximum(a, b), -i)
    else:
        v = tl.minimum(tl.abs(a), b)
    tl.store(o + i, v)


@triton.jit
def packed(o, ROWS: tl.constexpr, COLUMNS: tl.constexpr, HALF: tl.constexpr):
    i = tl.reshape(tl.arange(0, ROWS * COLUMNS), (ROWS, COLUMNS))
    odd = (tl.arange(0, ROWS) % 2 == 1)[:, None]
    v = tl.where(odd, (i * 9 + 1) % 1000, i)
    tl.store(o + i, v, mask=i % 2 == 0 if HALF else i >= 0)


def found(function, sm: int, signature: str, given: dict, **options) -> list:
    """The places that the bridge reports."""
    kinds = dict(part.split(":") for part in signature.split())
    kinds = {name: kinds.get(name, "constexpr") for name in function.arg_names}
    hints = {
        (i,): [["tt.divisibility", 16]]
        for i, (name, kind) in enumerate(kinds.items())
        if kind[0] == "*" or name.endswith("_16")
    }
    with STAGES.lines(os.path.basename, False):
        triton.compile(ASTSource(function, kinds, given, hints), GPUTarget("cuda", sm, 32), {"num_warps": 4, **options})
    return STAGES.take_miscompilations()


class Miscompilations(unittest.TestCase):
    def check(
        self,
        issue: int,
        line: str,
        function,
        sm: int,
        signature: str,
        given: dict,
        arguments,
        wanted,
        wrong=True,
        **options,
    ):
        """`arguments` end with the output, or have it at `output`."""
        expected = wrong and is_wrong(issue)
        places = [each for each in found(function, sm, signature, given, **options) if each.issue == issue]
        self.assertEqual(bool(places), expected, f"found {places}")
        for place in places:
            self.assertEqual(os.path.basename(place.file), os.path.basename(__file__))
            with open(__file__) as file:
                self.assertIn(line, file.readlines()[place.line - 1])
        outputs = [each for each in arguments if isinstance(each, np.ndarray)]
        try:
            Kernel(function, sm, signature, given, **{"num_warps": 4, **options}).run((1, 1, 1), *arguments)
            is_right = bool(
                np.allclose(outputs[-1], wanted, rtol=1e-3, atol=1e-3)
                and np.array_equal(np.signbit(outputs[-1]), np.signbit(wanted))
            )
        except Fault:
            is_right = False
        self.assertEqual(is_right, not expected)

    def test_softmax(self):
        x = np.random.default_rng(0).standard_normal((16, 16)).astype(np.float32)
        for axis, keep in ((1, False), (0, False), (1, True)):
            e = np.exp(x - x.max(axis, keepdims=True))
            given = dict(N=16, AXIS=axis, KEEP=keep)
            wrong = axis == 1 and not keep
            self.check(
                11406,
                "tl.softmax",
                softmax,
                80,
                "x:*fp32 o:*fp32",
                given,
                (x, np.zeros_like(x)),
                e / e.sum(axis, keepdims=True),
                wrong,
            )

    def test_different_divisors(self):
        x = np.arange(64, dtype=np.float32)
        row, column = np.arange(32)[:, None], np.arange(16)
        for same in (False, True):
            wanted = x[row % (2 if same else 2 << (row // 16)) + column]
            given = dict(R=32, C=16, SAME=same)
            self.check(
                11544,
                "row % (2",
                remainders,
                80,
                "x:*fp32 o:*fp32",
                given,
                (x, np.zeros((32, 16), np.float32)),
                wanted,
                not same,
            )

    def test_negative_quotients(self):
        x, i = np.arange(512, dtype=np.float32), np.arange(128)
        for below, rest in ((True, False), (True, True), (False, False), (False, True)):
            k = i - 64 if below else i
            q = np.fix(k / 16).astype(int)
            given = dict(N=128, D=16, BELOW=below, REST=rest)
            wanted = x[(k - 16 * q if rest else q) + 64]
            self.check(
                7749,
                "k % D",
                quotients,
                80,
                "x:*fp32 o:*fp32 start_16:i32",
                given,
                (x, np.zeros(128, np.float32), 64),
                wanted,
                below,
                num_warps=1,
            )

    def test_negative_zero(self):
        for value in (-0.0, 0.0):
            wanted = np.full(32, value, np.float32)
            self.check(
                11426,
                "tl.full",
                constants,
                80,
                "o:*fp32",
                dict(N=32, VALUE=value),
                (np.ones(32, np.float32),),
                wanted,
                np.signbit(value),
            )

    def test_filters(self):
        for has_filter in (True, False):
            given, wanted = dict(N=32, FILTER=has_filter), np.full(32, 30, np.float32)
            self.check(
                10888, "if each > 20", filtered, 80, "o:*fp32", given, (np.zeros(32, np.float32),), wanted, has_filter
            )

    def test_misaligned_sums(self):
        x, row, column = np.arange(512, dtype=np.float32), np.arange(32)[:, None], np.arange(16)
        for step in (4, 1):
            wanted = x[row + (row % step) * 4 + column]
            self.check(
                9297,
                "tl.load",
                gathers,
                80,
                "x:*fp32 o:*fp32",
                dict(R=32, C=16, STEP=step),
                (x, np.zeros((32, 16), np.float32)),
                wanted,
                step > 1,
            )

    def test_reordered_loads(self):
        for stages in (2, 1):
            arguments = np.zeros(1024, np.float32), np.ones(1024, np.float32), 8
            self.check(
                8259,
                "tl.load",
                rereads,
                80,
                "x:*fp32 o:*fp32 n:i32",
                dict(STAGES=stages),
                arguments,
                np.zeros(1024),
                stages > 1,
            )

    def test_overwritten_operands(self):
        random = np.random.default_rng(0)
        a, b = (random.standard_normal((256, 64)).astype(np.float16) for _ in range(2))
        wanted = sum(a[k : k + 64].astype(np.float64) @ b[k : k + 64] for k in range(0, 256, 64))
        for sums, sm, stages in ((True, 90, 2), (True, 90, 3), (False, 90, 3), (True, 80, 3)):
            with self.subTest(sums=sums, sm=sm, stages=stages):
                arguments = a, b, np.zeros(64, np.float32), np.zeros((64, 64), np.float32), 4
                signature, given = "a:*fp16 b:*fp16 sums:*fp32 o:*fp32 n:i32", dict(D=64, SUMS=sums)
                self.check(
                    6691,
                    "tl.dot",
                    products,
                    sm,
                    signature,
                    given,
                    arguments,
                    wanted,
                    sums and sm == 90,
                    num_stages=stages,
                )

    def test_chained_products(self):
        random = np.random.default_rng(0)
        operands = [random.standard_normal((256, 64)).astype(np.float16) for _ in range(4)]
        a, b, c, d = (each.astype(np.float64).reshape(4, 64, 64) for each in operands)
        wanted = (a @ b + c @ d).sum(0)
        for sums, sm, stages in ((1, 100, 2), (1, 103, 3), (2, 100, 3), (1, 100, 1), (1, 90, 3)):
            with self.subTest(sums=sums, sm=sm, stages=stages):
                self.check(
                    10821,
                    "acc = tl.dot(",
                    chained,
                    sm,
                    "a:*fp16 b:*fp16 c:*fp16 d:*fp16 o:*fp32 n:i32",
                    dict(D=64, SUMS=sums),
                    (*operands, np.zeros((64, 64), np.float32), 4),
                    wanted,
                    sums == 1 and sm >= 100 and stages > 1,
                    num_stages=stages,
                )

    def test_unfenced_operands(self):
        random, size = np.random.default_rng(0), 64
        wrong = [(False, 100, 4, 2, 32), (False, 103, 8, 3, 32), (False, 100, 4, 2, 64)]
        near = [(True, 100, 4, 2, 32), (False, 100, 2, 2, 32), (False, 100, 4, 1, 32), (False, 90, 4, 2, 32)]
        for case in wrong + near:
            loaded, sm, warps, stages, columns = case
            widths = (size, columns, size)
            w, v, k = ((random.standard_normal((4 * size, each)) / 16).astype(np.float16) for each in widths)
            h = np.zeros((size, columns))
            for rows in (slice(start, start + size) for start in range(0, 4 * size, size)):
                change = 0 if loaded else w[rows].astype(np.float64) @ h.astype(np.float16)
                h += k[rows].T.astype(np.float64) @ (v[rows] - change).astype(np.float16)
            with self.subTest(case=case):
                self.check(
                    9871,
                    "h += tl.dot(",
                    recurrence,
                    sm,
                    "w:*fp16 v:*fp16 k:*fp16 o:*fp32 T:i32",
                    dict(D=size, V=columns, LOADED=loaded),
                    (w, v, k, np.zeros((size, columns), np.float32), 4 * size),
                    h,
                    case in wrong,
                    num_warps=warps,
                    num_stages=stages,
                )

    def test_read_sums(self):
        x = np.random.default_rng(0).standard_normal((4, 64, 64)).astype(np.float32)
        for axis, read in ((1, True), (1, False), (0, True)):
            parts = x.astype(np.float64).sum(1 + axis)
            total = np.concatenate([np.zeros((1, 64)), parts.cumsum(0)])
            wanted = np.concatenate([total[:-1] if read else parts, total[-1:]])
            with self.subTest(axis=axis, read=read):
                self.check(
                    11836,
                    "total += part",
                    running,
                    80,
                    "x:*fp32 o:*fp32 n:i32",
                    dict(D=64, AXIS=axis, READ=read),
                    (x, np.zeros((5, 64), np.float32), 4),
                    wanted,
                    read and axis == 1,
                )

    def test_zero_scales(self):
        for sm, size in ((80, 32), (90, 64), (100, 128)):
            one = np.full((size, 64), 0x3C, np.uint8)
            scales = np.zeros((size, 2), np.uint8), np.full((size, 2), 254, np.uint8)
            arguments = one, scales[0], np.ascontiguousarray(one.T), scales[1], np.zeros((size, size), np.float32)
            signature = "x:*u8 xs:*u8 y:*u8 ys:*u8 o:*fp32"
            # Tensor cores of sm_100 take the scales.
            self.check(
                11624,
                "tl.dot_scaled",
                scaled,
                sm,
                signature,
                dict(M=size, K=64),
                arguments,
                np.full((size, size), 64),
                sm < 100,
            )

    def check_machine_code(
        self,
        issue: int,
        line: str,
        function,
        sm: int,
        signature: str,
        given: dict,
        arguments,
        wanted,
        affects: bool,
        **options,
    ):
        """The PTX is right, so the machine code is looked at: of this release, and what both assemblers make of the PTX.

        `affects` says if a ptxas that has the fault gets this PTX wrong. Returns the PTX.
        """
        places = [
            each for each in found(function, sm, signature, given, **{"num_warps": 1, **options}) if each.issue == issue
        ]
        kernel = Kernel(function, sm, signature, given, **{"num_warps": 1, **options})
        kernel.run((1, 1, 1), *arguments)
        np.testing.assert_array_equal([each for each in arguments if isinstance(each, np.ndarray)][-1], wanted)
        self.assertEqual(bool(places), affects and is_wrong(issue), f"found {places}")
        for place in places:
            with open(__file__) as file:
                self.assertIn(line, file.readlines()[place.line - 1])
        for ptxas in (knobs.nvidia.ptxas, knobs.nvidia.ptxas_blackwell):
            ptx = re.sub(r"(?m)^\.version .*", ".version 8.6", kernel.text)
            code = disassemble(assembled(ptx, f"sm_{sm}a", ptxas.path))
            is_found = has_lost_sign(ptx, code, ptxas) if issue == 11032 else FAULTS[issue].in_code(ptx, code)
            has_fault = tuple(map(int, ptxas.version.split(".")[:2])) < FIXED_PTXAS[issue]
            self.assertEqual(is_found, affects and has_fault, ptxas)
        return kernel.text

    def test_lost_signs(self):
        x, y = (np.random.default_rng(seed).integers(-99, 99, 128, dtype=np.int32) for seed in (1, 2))
        forms = {
            "maximum": np.maximum(abs(x - 5), abs(y)),
            "minimum": np.minimum(-abs(x), y),
            "negative": np.maximum(np.maximum(x, -y), np.arange(128)),
            "reduction": np.full(128, (-x).max()),
            "constant": np.maximum(abs(x), 7),
            "three": np.maximum(np.maximum(x, y), -np.arange(128)),
            "mixed": np.minimum(abs(x), y),
        }
        for sm in (90, 100):
            for form, wanted in forms.items() if sm == 90 else list(forms.items())[:3]:
                with self.subTest(sm=sm, form=form):
                    arguments = x, y, np.zeros(128, np.int32)
                    # LLVM makes two instructions of an absolute value from 3.8 on.
                    is_absolute = form in ("maximum", "minimum") and numbers_of(triton.__version__) >= (3, 8)
                    affects = is_absolute or form in ("negative", "reduction")
                    signature = "x:*i32 y:*i32 o:*i32"
                    self.check_machine_code(
                        11032, "tl.m", distances, sm, signature, dict(FORM=form), arguments, wanted, affects
                    )

    def test_lost_constants(self):
        for half in (True, False):
            given = dict(ROWS=32, COLUMNS=8, HALF=half)
            i = np.arange(256)
            wanted = np.where(i // 8 % 2 == 1, (i * 9 + 1) % 1000, i)
            wanted = np.where(i % 2 == 0, wanted, 0) if half else wanted
            # LLVM packs them from 3.8 on.
            is_packed = numbers_of(triton.__version__) >= (3, 8)
            values, affects = np.zeros(256, np.int32), half and is_packed
            ptx = self.check_machine_code(11581, "(i * 9 + 1)", packed, 90, "o:*i32", given, (values,), wanted, affects)
            self.assertEqual(bool(re.search(r"add\.s16x2\s", ptx)), is_packed)

    def test_overwritten_registers(self):
        random = np.random.default_rng(3)
        # An operand that is converted is in registers. Without pipelining, each product is waited for.
        for kind, stages in (("i8", 3), ("i8", 1), ("fp16", 3)):
            with self.subTest(kind=kind, stages=stages):
                a, b = random.integers(-4, 5, (256, 64)), random.integers(-4, 5, (256, 64))
                arguments = (
                    a.astype(np.int8 if kind == "i8" else np.float16),
                    b.astype(np.float16),
                    np.zeros((64, 64), np.float32),
                    4,
                )
                wanted = sum(a[k : k + 64] @ b[k : k + 64] for k in range(0, 256, 64))
                signature, affects = f"a:*{kind} b:*fp16 o:*fp32 n:i32", kind == "i8" and stages > 1
                options = dict(num_warps=4, num_stages=stages)
                self.check_machine_code(
                    11781, "tl.dot", converted, 90, signature, dict(D=64), arguments, wanted, affects, **options
                )

    def test_covers_the_table(self):
        with open(__file__) as file:
            text = file.read()
        self.assertEqual(
            [issue for issue in TABLE if not re.search(rf"self\.check(_machine_code)?\(\s*{issue},", text)], []
        )


if __name__ == "__main__":
    unittest.main()
