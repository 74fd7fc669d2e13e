import math
import unittest
from fractions import Fraction
from math import inf, nan

import numpy as np
from exact import FORMATS, dtype, pairs, rounded, samples, value
from kernel import apply

MODES = ("rn", "rz", "rm", "rp")


def zero_sum(x, y, mode):
    """The sum of addends that cancel out, or of zeros."""
    negative = [math.copysign(1, each) < 0 for each in (x, y)]
    return -0.0 if all(negative) or (any(negative) and mode == "rm") else Fraction(0)


def add(x, y, mode="rn"):
    if (isinstance(x, float) and x != 0) or (isinstance(y, float) and y != 0):
        return (
            float(x) + float(y)
            if not (isinstance(x, Fraction) or isinstance(y, Fraction))
            else x
            if isinstance(x, float) and x != 0
            else y
        )
    total = Fraction(x) + Fraction(y)
    return total or zero_sum(x, y, mode)


def multiply(x, y, mode="rn"):
    sign = math.copysign(1, x) * math.copysign(1, y)
    if any(isinstance(each, float) and each != 0 for each in (x, y)):
        if x == 0 or y == 0 or x != x or y != y:
            return nan
        return sign * inf
    product = Fraction(x) * Fraction(y)
    return product or (Fraction(0) if sign > 0 else -0.0)


def divide(x, y, mode="rn"):
    sign = math.copysign(1, x) * math.copysign(1, y)
    special = [isinstance(each, float) and each != 0 for each in (x, y)]
    if x != x or y != y or all(special) or (x == 0 and y == 0):
        return nan
    if special[0] or y == 0:
        return sign * inf
    if special[1] or x == 0:
        return Fraction(0) if sign > 0 else -0.0
    return Fraction(x) / Fraction(y)


def negate(x):
    return -float(x) if isinstance(x, float) or x == 0 else -x


class Rounding(unittest.TestCase):
    """add, sub, mul, fma, div, rcp and sqrt are rounded once, in the direction that they name."""

    def check(self, name, kind, operation, operands, count=150, modes=MODES):
        given = pairs(kind, count, operands) if operands > 1 else [samples(kind, 400)]
        numbers = [[value(int(code), kind) for code in array] for array in given]
        for mode in modes:
            actual = apply(
                f"{name}.{mode}.{kind} {{d}}, " + ", ".join(f"{{{each}}}" for each in "abc"[:operands]) + ";",
                f"b{8 * dtype(kind).itemsize}",
                **dict(zip("abc", given)),
            )
            for at, each in enumerate(zip(*numbers)):
                expected = rounded(operation(*each, mode), kind, mode)
                code = int(actual[at])
                if expected == -1:
                    self.assertTrue(np.isnan(actual[at : at + 1].view(np.float64)[0]), f"{name}.{mode}.{kind}{each}")
                else:
                    self.assertEqual(
                        hex(code), hex(expected), f"{name}.{mode}.{kind} of {[hex(int(array[at])) for array in given]}"
                    )

    def test_sums(self):
        for kind in ("f16", "bf16"):
            self.check("add", kind, add, 2, modes=["rn"])
            self.check("sub", kind, lambda x, y, mode: add(x, negate(y), mode), 2, modes=["rn"])
        self.check("add", "f32", add, 2)
        self.check("sub", "f32", lambda x, y, mode: add(x, negate(y), mode), 2)
        self.check("add", "f64", add, 2, 100)

    def test_products(self):
        self.check("mul", "f16", multiply, 2, modes=["rn"])
        self.check("mul", "bf16", multiply, 2, modes=["rn"])
        self.check("mul", "f32", multiply, 2)
        self.check("mul", "f64", multiply, 2, 100)

    def test_fused(self):
        def fused(x, y, z, mode):
            return add(multiply(x, y), z, mode)

        self.check("fma", "f16", fused, 3, 400, modes=["rn"])
        self.check("fma", "bf16", fused, 3, 400, modes=["rn"])
        self.check("fma", "f32", fused, 3, 400)
        self.check("fma", "f64", fused, 3, 100, modes=["rn", "rz"])

    def test_products_by_fma(self):
        """Triton multiplies bf16 on sm_80 by an fma that adds -0 in every thread: no result may lose its sign or its rounding."""

        def fused(x, y, mode):
            return add(multiply(x, y), -0.0, mode)

        for kind in ("f16", "bf16"):
            x, y = pairs(kind, 400, 2)
            actual = apply(f"fma.rn.{kind} {{d}}, {{a}}, {{b}}, 0x8000;", "b16", a=x, b=y)
            for one, other, code in zip(x.tolist(), y.tolist(), actual.tolist()):
                expected = rounded(fused(value(one, kind), value(other, kind), "rn"), kind)
                self.assertEqual(hex(code), hex(expected), f"{kind} of {hex(one)} and {hex(other)}")

    def test_fused_ties(self):
        """Sums that float64 rounds to the middle between two results: the rest decides."""
        # 2^-24 · (1 - 2^-46) and 2^-150 · (1 - 2^-46) are less than half of the last bit of the addends, which are odd.
        codes = ((0x39800001, 0x1A000001), (0x397FFFFE, 0x19FFFFFE), (0x3F800001, 0x00400001))
        given = {name: np.array(each, np.uint32) for name, each in zip("abc", codes)}
        self.assertEqual(apply("fma.rn.f32 {d}, {a}, {b}, {c};", "b32", **given).tolist(), [0x3F800001, 0x00400001])
        # (1 + 2^-7)² has 2^-14 below the bits of bf16; with 2^-100, float64 loses the addend.
        given = {name: np.array([each], np.uint16) for name, each in zip("abc", (0x3F81, 0x3F81, 0x0D80))}
        expected = rounded(Fraction(129, 128) ** 2 + Fraction(1, 1 << 100), "bf16")
        self.assertEqual(apply("fma.rn.bf16 {d}, {a}, {b}, {c};", "b16", **given).tolist(), [expected])

    def test_quotients(self):
        self.check("div", "f32", divide, 2)
        self.check("div", "f64", divide, 2, 60, modes=["rn", "rz"])
        self.check("rcp", "f32", lambda x, mode: divide(Fraction(1), x), 1)
        self.check("rcp", "f64", lambda x, mode: divide(Fraction(1), x), 1, modes=["rn", "rz"])

    def test_roots(self):
        for kind, modes in (("f32", MODES), ("f64", ("rn", "rz"))):
            given = np.concatenate(
                [samples(kind, 500), samples(kind, 300, 2) & dtype(kind).type((1 << 8 * dtype(kind).itemsize - 1) - 1)]
            )
            for mode in modes:
                actual = apply(f"sqrt.{mode}.{kind} {{d}}, {{a}};", f"b{8 * dtype(kind).itemsize}", a=given)
                for code, result in zip(given.tolist(), actual.tolist()):
                    x = value(code, kind)
                    root = value(result, kind)
                    if x != x or x < 0:
                        self.assertNotEqual(root, root)
                    elif x in (0, inf):
                        self.assertEqual(result, code)
                    else:
                        # The root is between the neighbours that the direction allows.
                        below, above = value(result - 1, kind), value(result + 1, kind)
                        low = {"rn": ((root + below) / 2) ** 2, "rz": root**2, "rm": root**2, "rp": below**2}[mode]
                        high = {"rn": ((root + above) / 2) ** 2, "rz": above**2, "rm": above**2, "rp": root**2}[mode]
                        self.assertTrue(low <= x <= high, f"sqrt.{mode}.{kind} {hex(code)}")


class Modifiers(unittest.TestCase):
    def test_flush_to_zero(self):
        x, y = pairs("f32", 300)
        flush = lambda code: code & 0x80000000 if code & 0x7F800000 == 0 else code
        actual = apply("mul.ftz.f32 {d}, {a}, {b};", "b32", a=x, b=y)
        for a, b, result in zip(x.tolist(), y.tolist(), actual.tolist()):
            expected = flush(rounded(multiply(value(flush(a), "f32"), value(flush(b), "f32")), "f32"))
            self.assertEqual(hex(result), hex(expected), (hex(a), hex(b)))
        halves = samples("f16", 400)
        actual = apply("add.ftz.f16 {d}, {a}, {b};", "b16", a=halves, b=np.zeros_like(halves) + 0x8000)
        for code, result in zip(halves.tolist(), actual.tolist()):
            expected = (
                (code & 0x8000 if code & 0x7C00 == 0 else code) if value(code, "f16") == value(code, "f16") else 0x7FFF
            )
            self.assertEqual(result, expected, hex(code))

    def test_saturation(self):
        x, y = pairs("f32", 300)
        for a, b, result in zip(x.tolist(), y.tolist(), apply("add.sat.f32 {d}, {a}, {b};", "b32", a=x, b=y).tolist()):
            total = add(value(a, "f32"), value(b, "f32"))
            expected = 0 if total != total or total <= 0 else 0x3F800000 if total >= 1 else rounded(total, "f32")
            self.assertEqual(result & 0x7FFFFFFF, expected)

    def test_relu(self):
        codes = np.array([0x3C00, 0xBC00, 0x8000, 0x7E01], np.uint16)
        self.assertEqual(
            apply("fma.rn.relu.f16 {d}, {a}, {b}, {c};", "b16", a=codes, b=codes[:1], c=codes[2:3]).tolist()[:2],
            [0x3C00, 0],
        )
        self.assertEqual(
            apply("fma.rn.relu.f16 {d}, {a}, {b}, {c};", "b16", a=codes, b=codes[:1], c=codes[2:3]).tolist()[3], 0x7FFF
        )

    def test_packed(self):
        """A packed instruction does for both halves what the scalar one does."""
        for kind, half in (("f16", np.uint16), ("bf16", np.uint16), ("f32", np.uint32)):
            x, y = pairs(kind, 200)
            x, y = x[: len(x) // 2 * 2], y[: len(y) // 2 * 2]
            whole = {np.uint16: np.uint32, np.uint32: np.uint64}[half]
            for name in ("add", "sub", "mul", "fma.rn") + (("min", "max", "max.NaN") if kind != "f32" else ()):
                more = ", {a}" if name == "fma.rn" else ""
                one = apply(f"{name}.{kind} {{d}}, {{a}}, {{b}}{more};", f"b{8 * np.dtype(half).itemsize}", a=x, b=y)
                two = apply(
                    f"{name}.{kind}x2 {{d}}, {{a}}, {{b}}{more};",
                    f"b{8 * np.dtype(whole).itemsize}",
                    a=x.view(whole),
                    b=y.view(whole),
                )
                self.assertEqual(two.view(half).tolist(), one.tolist(), f"{name}.{kind}x2")

    def test_mixed_precision(self):
        for kind in ("f16", "bf16"):
            x, y = samples(kind, 500), samples("f32", 500)
            for name, operation in (("add", add), ("sub", lambda a, b: add(a, negate(b)))):
                actual = apply(f"{name}.rn.f32.{kind} {{d}}, {{a}}, {{b}};", "b32", a=x, b=y)
                for a, b, result in zip(x.tolist(), y.tolist(), actual.tolist()):
                    self.assertEqual(hex(result), hex(rounded(operation(value(a, kind), value(b, "f32")), "f32")))
            actual = apply(f"fma.rn.f32.{kind} {{d}}, {{a}}, {{a}}, {{b}};", "b32", a=x, b=y)
            for a, b, result in zip(x.tolist(), y.tolist(), actual.tolist()):
                self.assertEqual(
                    hex(result), hex(rounded(add(multiply(value(a, kind), value(a, kind)), value(b, "f32")), "f32"))
                )


class Selection(unittest.TestCase):
    """min, max, abs, neg, copysign and testp."""

    def test_extremes(self):
        for kind in ("f16", "bf16", "f32", "f64"):
            x, y = pairs(kind, 200)
            size, top = 8 * x.itemsize, 1 << 8 * x.itemsize - 1
            key = lambda code: top - 1 - (code & top - 1) if code & top else code + top
            broken = lambda code: value(code, kind) != value(code, kind)
            for name, choose in (("min", min), ("max", max)):
                for modifier in ("", ".NaN") if kind != "f64" else ("",):
                    actual = apply(f"{name}{modifier}.{kind} {{d}}, {{a}}, {{b}};", f"b{size}", a=x, b=y)
                    for a, b, result in zip(x.tolist(), y.tolist(), actual.tolist()):
                        left = [code for code in (a, b) if not broken(code)]
                        if not left or (modifier and len(left) < 2):
                            self.assertTrue(broken(result) if kind == "f64" else result == FORMATS[kind][4])
                        else:
                            self.assertEqual(
                                hex(result), hex(choose(left, key=key)), f"{name}{modifier}.{kind} {hex(a)} {hex(b)}"
                            )

    def test_three_operands_and_xorsign(self):
        x, y = pairs("f32", 200)
        z = np.roll(x, 7)
        twice = apply("max.f32 {d}, {a}, {b}; max.f32 {d}, {d}, {c};", "b32", a=x, b=y, c=z)
        self.assertEqual(apply("max.f32 {d}, {a}, {b}, {c};", "b32", a=x, b=y, c=z).tolist(), twice.tolist())
        for a, b, result in zip(
            x.tolist(), y.tolist(), apply("min.xorsign.abs.f32 {d}, {a}, {b};", "b32", a=x, b=y).tolist()
        ):
            left = [code & 0x7FFFFFFF for code in (a, b) if value(code, "f32") == value(code, "f32")]
            self.assertEqual(hex(result), hex((a ^ b) & 0x80000000 | min(left) if left else 0x7FFFFFFF))

    def test_signs(self):
        for kind in ("f16", "bf16", "f32", "f64"):
            x, y = pairs(kind, 100)
            top, size = 1 << 8 * x.itemsize - 1, f"b{8 * x.itemsize}"
            numbers = [at for at, code in enumerate(x.tolist()) if value(code, kind) == value(code, kind)]
            for name, expected in (("neg", x ^ x.dtype.type(top)), ("abs", x & x.dtype.type(top - 1))):
                self.assertEqual(
                    apply(f"{name}.{kind} {{d}}, {{a}};", size, a=x)[numbers].tolist(), expected[numbers].tolist()
                )
            if kind in ("f32", "f64"):
                actual = apply(f"copysign.{kind} {{d}}, {{b}}, {{a}};", size, a=x, b=y)[numbers]
                self.assertEqual(actual.tolist(), (x & x.dtype.type(top - 1) | y & x.dtype.type(top))[numbers].tolist())

    def test_properties(self):
        x = samples("f32", 400)
        numbers = [value(code, "f32") for code in x.tolist()]
        tests = {
            "finite": lambda v: v == v and abs(v) != inf,
            "infinite": lambda v: abs(v) == inf,
            "number": lambda v: v == v,
            "notanumber": lambda v: v != v,
            "normal": lambda v: v == v and abs(v) != inf and (v == 0 or abs(v) >= Fraction(2) ** -126),
            "subnormal": lambda v: v == v and 0 < abs(v) < Fraction(2) ** -126,
        }
        for name, test in tests.items():
            self.assertEqual(
                apply(f"testp.{name}.f32 {{d}}, {{a}};", "pred", a=x).tolist(), [test(each) for each in numbers], name
            )


class Approximations(unittest.TestCase):
    """Results are within the errors that the manual states, and special values are as in its tables."""

    def ulps(self, text, compute, low, high, limit):
        x = np.random.default_rng(1).uniform(low, high, 2000).astype(np.float32)
        actual = apply(text, "b32", a=x.view(np.uint32)).view(np.float32)
        expected = np.array([compute(float(each)) for each in x])
        with np.errstate(all="ignore"):
            error = np.abs(actual - expected) / np.spacing(np.abs(expected).astype(np.float32))
        self.assertLessEqual(error.max(), limit, text)

    def test_errors(self):
        self.ulps("ex2.approx.f32 {d}, {a};", lambda x: 2.0**x, -120, 120, 2)
        self.ulps("lg2.approx.f32 {d}, {a};", math.log2, 1e-3, 1e6, 2)
        self.ulps("rcp.approx.f32 {d}, {a};", lambda x: 1 / x, 1e-3, 1e6, 1)
        self.ulps("rsqrt.approx.f32 {d}, {a};", lambda x: x**-0.5, 1e-3, 1e6, 2)
        self.ulps("sqrt.approx.f32 {d}, {a};", math.sqrt, 1e-3, 1e6, 2)
        self.ulps("sin.approx.f32 {d}, {a};", math.sin, -3, 3, 2)
        self.ulps("cos.approx.f32 {d}, {a};", math.cos, -3, 3, 2)
        self.ulps("tanh.approx.f32 {d}, {a};", math.tanh, -9, 9, 2)
        self.ulps("div.full.f32 {d}, {a}, 0f40400000;", lambda x: x / 3, -9, 9, 2)

    def special(self, text, inputs, expected):
        self.assertEqual(
            [hex(each) for each in apply(text, "b32", a=np.array(inputs, np.uint32)).tolist()],
            [hex(each) for each in expected],
            text,
        )

    def test_special_values(self):
        infinity, minus, zero, negative, broken = 0x7F800000, 0xFF800000, 0, 0x80000000, 0x7FC00000
        inputs = [minus, negative, zero, infinity, broken]
        self.special("ex2.approx.ftz.f32 {d}, {a};", inputs, [zero, 0x3F800000, 0x3F800000, infinity, 0x7FFFFFFF])
        self.special("lg2.approx.ftz.f32 {d}, {a};", inputs, [0x7FFFFFFF, minus, minus, infinity, 0x7FFFFFFF])
        self.special("rsqrt.approx.ftz.f32 {d}, {a};", inputs, [0x7FFFFFFF, minus, infinity, zero, 0x7FFFFFFF])
        inputs = [minus, 0x80000001, negative, zero, 1, infinity]
        self.special("rcp.approx.ftz.f32 {d}, {a};", inputs, [negative, minus, minus, infinity, infinity, zero])
        # 2^127: the quotient is 0, or NaN for an infinite dividend.
        self.special(
            "div.approx.f32 {d}, {a}, 0f7F000000;", [0x3F800000, 0xBF800000, infinity], [zero, negative, 0x7FFFFFFF]
        )

    def test_upper_halves(self):
        x = np.array([3.0, -7.25, 1e-310, 0.0, -np.inf, np.nan]).view(np.uint64) | np.uint64(5)
        actual = apply("rcp.approx.ftz.f64 {d}, {a};", "b64", a=x)
        self.assertTrue((actual & np.uint64(0xFFFFFFFF) == 0).all())
        self.assertLess(abs(actual.view(np.float64)[0] * 3 - 1), 2**-19)
        self.assertEqual([hex(each) for each in actual.tolist()[2:4]], ["0x7ff0000000000000"] * 2)
        self.assertEqual(hex(int(actual[5])), "0x7fffffff00000000")


if __name__ == "__main__":
    unittest.main()
