import operator
import unittest

import numpy as np
from exact import pairs, value
from kernel import apply, run
from test_integer import pairs as integers
from test_integer import signed

ORDER = {name: getattr(operator, name) for name in ("eq", "ne", "lt", "le", "gt", "ge")}


class Comparisons(unittest.TestCase):
    def test_integers(self):
        for bits in (16, 32, 64):
            x, y = integers(bits)
            for kind in ("s", "u", "b"):
                for name, compare in ORDER.items():
                    if kind == "b" and name not in ("eq", "ne"):
                        continue
                    actual = apply(f"setp.{name}.{kind}{bits} {{d}}, {{a}}, {{b}};", "pred", a=x, b=y)
                    convert = (lambda code: signed(code, bits)) if kind == "s" else int
                    self.assertEqual(
                        actual.tolist(), [compare(convert(a), convert(b)) for a, b in zip(x.tolist(), y.tolist())]
                    )
            for name, same in (("lo", "lt"), ("ls", "le"), ("hi", "gt"), ("hs", "ge")):
                two = [
                    apply(f"setp.{each}.u{bits} {{d}}, {{a}}, {{b}};", "pred", a=x, b=y).tolist()
                    for each in (name, same)
                ]
                self.assertEqual(*two)

    def test_floats(self):
        for kind in ("f16", "bf16", "f32", "f64"):
            x, y = pairs(kind, 100)
            numbers = [[float(value(code, kind)) for code in each.tolist()] for each in (x, y)]
            for name, compare in ORDER.items():
                ordered = [a == a and b == b and compare(a, b) for a, b in zip(*numbers)]
                unordered = [a != a or b != b or compare(a, b) for a, b in zip(*numbers)]
                self.assertEqual(apply(f"setp.{name}.{kind} {{d}}, {{a}}, {{b}};", "pred", a=x, b=y).tolist(), ordered)
                self.assertEqual(
                    apply(f"setp.{name}u.{kind} {{d}}, {{a}}, {{b}};", "pred", a=x, b=y).tolist(), unordered
                )
            nan = [a != a or b != b for a, b in zip(*numbers)]
            self.assertEqual(apply(f"setp.nan.{kind} {{d}}, {{a}}, {{b}};", "pred", a=x, b=y).tolist(), nan)
            self.assertEqual(
                apply(f"setp.num.{kind} {{d}}, {{a}}, {{b}};", "pred", a=x, b=y).tolist(), [not each for each in nan]
            )

    def test_flush_to_zero(self):
        x = np.array([1, 0x807FFFFF, 0x00800000], np.uint32)
        self.assertEqual(apply("setp.eq.ftz.f32 {d}, {a}, 0f00000000;", "pred", a=x).tolist(), [True, True, False])

    def test_packed(self):
        for kind in ("f16", "bf16"):
            x, y = (each[: len(each) // 2 * 2] for each in pairs(kind, 100))
            two = run(
                f"setp.ltu.{kind}x2 {{p}}|{{q}}, {{a}}, {{b}};",
                {"p": "pred", "q": "pred"},
                a=x.view(np.uint32),
                b=y.view(np.uint32),
            )
            one = apply(f"setp.ltu.{kind} {{d}}, {{a}}, {{b}};", "pred", a=x, b=y)
            self.assertEqual(two["p"].tolist(), one[0::2].tolist())
            self.assertEqual(two["q"].tolist(), one[1::2].tolist())
            words = apply(f"set.ltu.u32.{kind}x2 {{d}}, {{a}}, {{b}};", "b32", a=x.view(np.uint32), b=y.view(np.uint32))
            self.assertEqual(words.view(np.uint16).tolist(), [0xFFFF if each else 0 for each in one])
            ones = apply(
                f"set.ltu.{kind}x2.{kind}x2 {{d}}, {{a}}, {{b}};", "b32", a=x.view(np.uint32), b=y.view(np.uint32)
            )
            self.assertEqual(
                ones.view(np.uint16).tolist(), [{"f16": 0x3C00, "bf16": 0x3F80}[kind] if each else 0 for each in one]
            )

    def test_combined(self):
        p = np.array([False, True, False, True])
        x = np.array([1, 1, 3, 3], np.uint32)
        for name, compute in (("and", operator.and_), ("or", operator.or_), ("xor", operator.xor)):
            answer = run(f"setp.lt.{name}.s32 {{d}}|{{e}}, {{a}}, 2, !{{p}};", {"d": "pred", "e": "pred"}, a=x, p=p)
            self.assertEqual(answer["d"].tolist(), [compute(a < 2, not b) for a, b in zip(x.tolist(), p.tolist())])
            self.assertEqual(answer["e"].tolist(), [compute(not a < 2, not b) for a, b in zip(x.tolist(), p.tolist())])

    def test_set(self):
        x = np.array([1, 2, 3], np.uint32)
        self.assertEqual(apply("set.gt.u32.s32 {d}, {a}, 1;", "b32", a=x).tolist(), [0, 0xFFFFFFFF, 0xFFFFFFFF])
        self.assertEqual(apply("set.gt.f32.u32 {d}, {a}, 1;", "b32", a=x).tolist(), [0, 0x3F800000, 0x3F800000])

    def test_selection(self):
        p, x, y = np.array([True, False]), np.array([1, 2], np.uint64), np.array([3, 4], np.uint64)
        self.assertEqual(apply("selp.b64 {d}, {a}, {b}, {p};", "b64", a=x, b=y, p=p).tolist(), [1, 4])
        sign = np.array([0x80000000, 0xBF800000, 0x7FC00000, 0x3F800000], np.uint32)
        self.assertEqual(apply("slct.b32.f32 {d}, 1, 2, {a};", "b32", a=sign).tolist(), [1, 2, 2, 1])
        self.assertEqual(apply("slct.b32.s32 {d}, 1, 2, {a};", "b32", a=sign).tolist(), [2, 2, 1, 1])


if __name__ == "__main__":
    unittest.main()
