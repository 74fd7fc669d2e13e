import unittest

import numpy as np
import triton
import triton.language as tl
from aot_emulate.fault import Fault
from compiled import Kernel
from exact import rounded, samples, value
from kernel import run
from test_floating import add
from test_integer import samples as integers
from test_integer import signed

import emulate


@triton.jit
def add_all(x, o, n, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.atomic_add(o + i, tl.load(x + i, i < n), i < n)


class Atomics(unittest.TestCase):
    """Threads take turns: the old values and the last one are those of a loop over the threads."""

    def check(self, name, kind, compute, size, values, old):
        """All threads of a block of 64 update one of four places."""
        text = f"and.b32 %i, %i, 3; mad.wide.u32 %rd8, %i, {size // 8}, %rd0;"
        text += f"atom.global.gpu.acq_rel.{name}.{kind} {{d}}, [%rd8], {{b}};"
        answer = run(text, {"d": f"b{size}"}, a=np.resize(old, 64), b=values)
        state = old[:4].tolist()
        for thread in range(64):
            before = state[thread % 4]
            self.assertEqual(hex(int(answer["d"][thread])), hex(before), f"{name}.{kind} of thread {thread}")
            state[thread % 4] = compute(before, int(values[thread]))
        self.assertEqual([hex(each) for each in answer["a"][:4].tolist()], [hex(each) for each in state])

    def test_integers(self):
        for size in (32, 64):
            values, old = integers(size, 64, 7), integers(size, 64, 8)
            ones, sign = (1 << size) - 1, lambda code: signed(code, size)
            self.check("add", f"u{size}", lambda a, b: a + b & ones, size, values, old)
            for name, choose in (("min", min), ("max", max)):
                self.check(name, f"u{size}", choose, size, values, old)
                self.check(name, f"s{size}", lambda a, b: choose(sign(a), sign(b)) & ones, size, values, old)
            self.check("and", f"b{size}", lambda a, b: a & b, size, values, old)
            self.check("or", f"b{size}", lambda a, b: a | b, size, values, old)
            self.check("xor", f"b{size}", lambda a, b: a ^ b, size, values, old)
            self.check("exch", f"b{size}", lambda a, b: b, size, values, old)
        self.check(
            "inc", "u32", lambda a, b: 0 if a >= b else a + 1, 32, values.astype(np.uint32), old.astype(np.uint32)
        )
        self.check(
            "dec",
            "u32",
            lambda a, b: b if a == 0 or a > b else a - 1,
            32,
            values.astype(np.uint32),
            old.astype(np.uint32),
        )

    def test_floats(self):
        def total(kind):
            return lambda a, b: rounded(add(value(a, kind), value(b, kind)), kind)

        def finite(kind, seed):
            codes = samples(kind, 400, seed)
            return np.array(
                [each for each in codes.tolist() if abs(value(each, kind)) < 2**12 or value(each, kind) == 0][:64],
                codes.dtype,
            )

        flush = lambda code: code & 0x80000000 if code & 0x7F800000 == 0 else code
        single = total("f32")
        self.check("add", "f32", lambda a, b: flush(single(flush(a), flush(b))), 32, finite("f32", 3), finite("f32", 4))
        self.check("add", "f64", total("f64"), 64, finite("f64", 3), finite("f64", 4))
        for kind in ("f16", "bf16"):
            self.check("add.noftz", kind, total(kind), 16, finite(kind, 3), finite(kind, 4))

    # The last of 33 elements of 2 bytes, as LLVM updates it: %r1 is the word, %r3 its new value.
    PART = """mov.u32 %r9, %tid.x;
        setp.ne.s32 %p1, %r9, 0;
        @%p1 exit;
        ld.relaxed.gpu.global.b32 %r1, [%rd0+64];
        again: add.s32 %r3, %r1, CHANGE;
        atom.relaxed.gpu.global.cas.b32 %r4, [%rd0+64], %r1, %r3;
        setp.ne.s32 %p2, %r4, %r1;
        mov.b32 %r1, %r4;
        @%p2 bra again;"""

    def test_a_part_of_a_word(self):
        a = np.arange(33, dtype=np.uint16)
        emulate.run(self.PART.replace("CHANGE", "5"), [a])
        self.assertEqual(a.tolist(), [*range(32), 37])

    def test_the_rest_of_the_word_must_not_change(self):
        with self.assertRaisesRegex(Fault, "updates 1 byte at element 33 of a, which has 33 elements"):
            emulate.run(self.PART.replace("CHANGE", "65541"), [np.arange(33, dtype=np.uint16)])

    def test_words_outside_and_other_loads(self):
        for body in (
            self.PART.replace("+64", "+68"),
            "ld.global.b32 %r1, [%rd0+64];",
            "atom.global.add.u32 %r1, [%rd0+64], 0;",
        ):
            with self.assertRaisesRegex(Fault, "4 bytes at element 3[24] of a, which has 33 elements"):
                emulate.run(body, [np.arange(33, dtype=np.uint16)])

    def test_sums_in_bf16_of_triton(self):
        """sm_80 has no instruction for them."""
        n = 33
        x, out = (np.arange(n, dtype=np.float32).view(np.uint32) >> 16).astype(np.uint16), np.zeros(n, np.uint16)
        Kernel(add_all, 80, "x:*bf16 o:*bf16 n:i32", dict(B=64)).run((1, 1, 1), x, out, n)
        np.testing.assert_array_equal(out, x)

    def test_vectors(self):
        values = [np.arange(32, dtype=np.float32) + index for index in range(4)]
        text = "mov.b64 %rd8, %rd0;"
        text += "red.global.gpu.relaxed.add.v4.f32 [%rd8], {{b}, {c}, {e}, {f}};"
        a = np.zeros(32, np.float32)
        given = {name: each.view(np.uint32) for name, each in zip("bcef", values)}
        answer = run(text, {}, a=a.view(np.uint32), **given)
        self.assertEqual(answer["a"].view(np.float32)[:5].tolist(), [*[float(each.sum()) for each in values], 0.0])

    def test_packed(self):
        halves = np.array([1.5, -2.0], np.float16).view(np.uint32)
        text = "mov.b64 %rd8, %rd0; atom.global.add.noftz.f16x2 {d}, [%rd8], {b};"
        answer = run(text, {"d": "b32"}, a=np.zeros(32, np.uint32), b=np.resize(halves, 32))
        self.assertEqual(answer["a"][:1].view(np.float16).tolist(), [48.0, -64.0])

    def test_compare_and_swap(self):
        text = "mov.b64 %rd8, %rd0; add.u32 %j, {b}, 1; atom.relaxed.gpu.global.cas.b32 {d}, [%rd8], {b}, %j;"
        answer = run(text, {"d": "b32"}, a=np.zeros(64, np.uint32), b=np.arange(64, dtype=np.uint32))
        self.assertEqual(int(answer["a"][0]), 64)
        self.assertEqual(answer["d"].tolist(), list(range(64)))

    def test_shared(self):
        text = "setp.eq.u32 {p}, %i, 0; mov.b32 %j, area; @{p} st.shared.b32 [%j], 5; bar.sync 0; atom.shared.add.u32 {d}, [%j], 2;"
        answer = run(text, {"d": "b32", "p": "pred"}, shared=16, a=np.zeros(64, np.uint32))
        self.assertEqual(answer["d"].tolist(), list(range(5, 133, 2)))

    def test_shared_sums_keep_subnormal_values(self):
        text = "mov.b32 %j, area; st.shared.b32 [%j], 0; bar.sync 0; atom.shared.add.f32 {d}, [%j], {b}; bar.sync 0; ld.shared.b32 {e}, [%j];"
        answer = run(text, {"d": "b32", "e": "b32"}, shared=16, b=np.ones(32, np.uint32))
        self.assertEqual(set(answer["e"].tolist()), {32})


if __name__ == "__main__":
    unittest.main()
