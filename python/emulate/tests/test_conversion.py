import math
import unittest
from fractions import Fraction

import numpy as np
from exact import bits, rounded, samples, value
from kernel import apply
from test_integer import samples as integers
from test_integer import signed

SMALL = ("e4m3", "e5m2", "e2m3", "e3m2", "e2m1")


class Floats(unittest.TestCase):
    def check(self, text, source, to, mode="rn", satfinite=False):
        given = samples(source, 350)
        actual = apply(f"{text} {{d}}, {{a}};", f"b{max(8, bits(to))}", a=given)
        for code, answer in zip(given.tolist(), actual.tolist()):
            exact = value(code, source)
            expected = rounded(exact, to, mode, satfinite)
            if expected == -1:
                self.assertTrue(math.isnan(value(answer, to)))
            else:
                self.assertEqual(hex(answer), hex(expected), f"{text} {hex(code)}")

    def test_between_types(self):
        for mode in ("rn", "rz", "rm", "rp"):
            self.check(f"cvt.{mode}.f32.f64", "f64", "f32", mode)
            self.check(f"cvt.{mode}.f16.f32", "f32", "f16", mode)
            self.check(f"cvt.{mode}.f16.f64", "f64", "f16", mode)
            self.check(f"cvt.{mode}.bf16.f32", "f32", "bf16", mode)
        self.check("cvt.rn.bf16.f64", "f64", "bf16")
        self.check("cvt.rn.bf16.f16", "f16", "bf16")
        self.check("cvt.rn.f16.bf16", "bf16", "f16")
        self.check("cvt.f32.f16", "f16", "f32")
        self.check("cvt.f32.bf16", "bf16", "f32")
        self.check("cvt.f64.f32", "f32", "f64")
        self.check("cvt.f64.f16", "f16", "f64")
        self.check("cvt.rn.satfinite.f16.f32", "f32", "f16", "rn", True)
        self.check("cvt.rz.satfinite.bf16.f32", "f32", "bf16", "rz", True)

    def test_all_halves_and_their_middles(self):
        """Every f16, what is in the middle between two of them, and the neighbours in f32 of both."""
        halves = np.arange(0x7C01, dtype=np.uint16).view(np.float16).astype(np.float64)
        halves[-1] = 65536  # what would follow the largest
        points = np.append(halves, (halves[1:] + halves[:-1]) / 2).astype(np.float32).view(np.uint32)
        points = np.concatenate([points - np.uint32(1), points, points + np.uint32(1)])
        points = points[points < 0x7F800000]
        for sign in (0, 0x80000000):
            given = points | np.uint32(sign)
            with np.errstate(over="ignore"):
                expected = given.view(np.float32).astype(np.float64).astype(np.float16).view(np.uint16)
            actual = apply("cvt.rn.f16.f32 {d}, {a};", "b16", a=given)
            self.assertTrue((actual == expected).all())

    def test_tf32(self):
        given = samples("f32", 350)
        for mode in ("rna", "rn", "rz"):
            actual = apply(f"cvt.{mode}.tf32.f32 {{d}}, {{a}};", "b32", a=given)
            for code, answer in zip(given.tolist(), actual.tolist()):
                if code & 0x7FFFFFFF > 0x7F800000:
                    self.assertEqual(answer, 0x7FFFE000)
                    continue
                low, rest = code >> 13, code & 0x1FFF
                up = {"rna": rest >= 0x1000, "rz": False, "rn": rest > 0x1000 or (rest == 0x1000 and low & 1)}[mode]
                self.assertEqual(
                    answer, code if code & 0x7FFFFFFF == 0x7F800000 else low + up << 13, f"{mode} {hex(code)}"
                )

    def test_small_formats(self):
        given = samples("f32", 300)
        for kind in SMALL:
            for sources in ("f32", "f16x2", "bf16x2"):
                halves = given if sources == "f32" else samples(sources[:-2], 300)
                half = halves.astype(np.uint32)
                operands = "{a}, {b}" if sources == "f32" else "{a}"
                words = half if sources == "f32" else np.roll(half, 1) | half << np.uint32(16)
                actual = apply(
                    f"cvt.rn.satfinite.{kind}x2.{sources} {{d}}, {operands};", "b16", a=words, b=np.roll(half, 1)
                )
                size = 4 if kind == "e2m1" else 8
                for at, answer in enumerate(actual.tolist()):
                    exact = [value(int(half[each]), sources.removesuffix("x2")) for each in (at, at - 1)]
                    codes = [rounded(each, kind, "rn", True) for each in exact]
                    self.assertEqual(hex(answer), hex(codes[0] << size | codes[1]), f"{kind}x2.{sources} {exact}")

    def test_all_codes_of_small_formats(self):
        for kind in SMALL:
            codes = np.arange(1 << bits(kind), dtype=np.uint16)
            words = codes | np.roll(codes, 1) << np.uint16(4 if kind == "e2m1" else 8)
            for wide in ("f16", "bf16"):
                actual = apply(f"cvt.rn.{wide}x2.{kind}x2 {{d}}, {{a}};", "b32", a=words).view(np.uint16)
                for code, answer in zip(codes.tolist(), actual[0::2].tolist()):
                    self.assertEqual(hex(answer), hex(rounded(value(code, kind), wide)), f"{kind} {hex(code)}")
                self.assertEqual(actual[1::2].tolist(), np.roll(actual[0::2], 1).tolist())
        known = {0x7E: 448.0, 0x01: 2.0**-9, 0x08: 2.0**-6, 0x38: 1.0, 0xB8: -1.0}
        actual = apply("cvt.rn.f16x2.e4m3x2 {d}, {a};", "b32", a=np.array(list(known), np.uint16)).view(np.float16)[
            0::2
        ]
        self.assertEqual(actual.tolist(), list(known.values()))
        fours = apply("cvt.rn.f16x2.e2m1x2 {d}, {a};", "b32", a=np.arange(16, dtype=np.uint16)).view(np.float16)[0::2]
        self.assertEqual(fours.tolist(), [0, 0.5, 1, 1.5, 2, 3, 4, 6, -0.0, -0.5, -1, -1.5, -2, -3, -4, -6])

    def test_relu_and_saturation(self):
        given = np.array([0x3F000000, 0xBF000000, 0x7FC00000, 0x40000000, 0xFF800000], np.uint32)
        self.assertEqual(
            apply("cvt.rn.relu.f16.f32 {d}, {a};", "b16", a=given).tolist(), [0x3800, 0, 0x7FFF, 0x4000, 0]
        )
        self.assertEqual(apply("cvt.sat.f32.f32 {d}, {a};", "b32", a=given).tolist(), [0x3F000000, 0, 0, 0x3F800000, 0])
        self.assertEqual(
            apply("cvt.rn.satfinite.relu.e4m3x2.f32 {d}, {a}, {a};", "b16", a=given).tolist(),
            [0x3030, 0, 0x7F7F, 0x4040, 0],
        )

    def test_flush_to_zero(self):
        given = np.array([0x00000001, 0x807FFFFF, 0x3F800000], np.uint32)
        self.assertEqual(apply("cvt.rpi.ftz.f32.f32 {d}, {a};", "b32", a=given).tolist(), [0, 0x80000000, 0x3F800000])
        self.assertEqual(
            apply("cvt.rpi.f32.f32 {d}, {a};", "b32", a=given).tolist(), [0x3F800000, 0x80000000, 0x3F800000]
        )
        small = np.array([1e-40, -1e-40, 1e-37]).view(np.uint64)
        self.assertEqual(apply("cvt.rz.ftz.f32.f64 {d}, {a};", "b32", a=small).tolist()[:2], [0, 0x80000000])


class Integers(unittest.TestCase):
    def test_between_integers(self):
        for source in (8, 16, 32, 64):
            given = integers(source if source > 8 else 16)
            for to in (8, 16, 32, 64):
                for sign in "su":
                    width = max(to, 16)
                    actual = apply(f"cvt.{sign}{to}.{sign}{source} {{d}}, {{a}};", f"b{width}", a=given)
                    for code, answer in zip(given.tolist(), actual.tolist()):
                        low = code & (1 << source) - 1
                        number = signed(low, source) if sign == "s" else low
                        number &= (1 << to) - 1
                        number = signed(number, to) if sign == "s" else number
                        self.assertEqual(answer, number & (1 << width) - 1)
            limited = apply(f"cvt.sat.s16.s{max(source, 32)} {{d}}, {{a}};", "b16", a=integers(max(source, 32)))
            for code, answer in zip(integers(max(source, 32)).tolist(), limited.tolist()):
                self.assertEqual(answer, min(max(signed(code, max(source, 32)), -32768), 32767) & 0xFFFF)

    def test_to_floats(self):
        for source in (16, 32, 64):
            given = integers(source, 250)
            for sign in "su":
                for to in ("f16", "bf16", "f32", "f64"):
                    for mode in ("rn", "rz") if to == "f32" else ("rn",):
                        actual = apply(f"cvt.{mode}.{to}.{sign}{source} {{d}}, {{a}};", f"b{bits(to)}", a=given)
                        for code, answer in zip(given.tolist(), actual.tolist()):
                            exact = Fraction(signed(code, source) if sign == "s" else code)
                            self.assertEqual(hex(answer), hex(rounded(exact, to, mode)), f"{to}.{sign}{source} {exact}")

    def test_ties_of_large_integers(self):
        """float64 alone would round these to the middle between two float32."""
        given = np.array([(1 << 62) + (1 << 38) + 1, (1 << 62) + (1 << 38), (1 << 62) + (3 << 38) - 1], np.uint64)
        expected = [rounded(Fraction(int(each)), "f32") for each in given]
        self.assertEqual(apply("cvt.rn.f32.u64 {d}, {a};", "b32", a=given).tolist(), expected)

    def test_from_floats(self):
        whole = {"rni": round, "rzi": math.trunc, "rmi": math.floor, "rpi": math.ceil}
        for source in ("f16", "bf16", "f32", "f64"):
            given = samples(source, 250)
            for to in (16, 32, 64):
                for sign in "su":
                    low, high = (-(1 << to - 1), (1 << to - 1) - 1) if sign == "s" else (0, (1 << to) - 1)
                    for mode in whole if (source, to) == ("f32", 32) else ("rzi",):
                        actual = apply(f"cvt.{mode}.{sign}{to}.{source} {{d}}, {{a}};", f"b{to}", a=given)
                        for code, answer in zip(given.tolist(), actual.tolist()):
                            x = value(code, source)
                            if x != x:
                                expected = 1 << to - 1 if source == "f64" or to == 64 else 0
                            else:
                                expected = (
                                    (low if x < 0 else high)
                                    if abs(x) == math.inf
                                    else min(max(whole[mode](x), low), high)
                                )
                            self.assertEqual(answer, expected & (1 << to) - 1, f"cvt.{mode}.{sign}{to}.{source} {x}")

    def test_rounding_to_whole_floats(self):
        given = samples("f32", 500)
        for mode, whole in (("rni", round), ("rzi", math.trunc), ("rmi", math.floor), ("rpi", math.ceil)):
            actual = apply(f"cvt.{mode}.f32.f32 {{d}}, {{a}};", "b32", a=given)
            for code, answer in zip(given.tolist(), actual.tolist()):
                x = value(code, "f32")
                if x == x and abs(x) != math.inf:
                    self.assertEqual(answer, (whole(x) and rounded(Fraction(whole(x)), "f32")) or code & 0x80000000)


if __name__ == "__main__":
    unittest.main()
