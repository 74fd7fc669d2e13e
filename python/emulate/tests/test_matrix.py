"""mma.sync with matrices of small numbers, whose products are exact, laid out by the manual's formulas."""

import unittest
from fractions import Fraction

import numpy as np
from exact import rounded, value
from kernel import run

# (row, column) of element i of A and (row) of element i of B, in the thread `t` of the group `g`: sections 9.7.14.5.2 to .11.
A = {
    ("m8n8k4", 64): lambda i, g, t: (g, t),
    ("m16n8k4", 64): lambda i, g, t: (g + 8 * (i == 1), t),
    ("m16n8k8", 64): lambda i, g, t: (g + 8 * (i in (1, 3)), t + 4 * (i in (2, 3))),
    ("m16n8k16", 64): lambda i, g, t: (g + 8 * (i % 2), i * 2 - 2 * (i % 2) + t),
    ("m16n8k4", 32): lambda i, g, t: (g + 8 * (i == 1), t),
    ("m16n8k8", 32): lambda i, g, t: (g + 8 * (i in (1, 3)), t + 4 * (i in (2, 3))),
    ("m16n8k8", 16): lambda i, g, t: (g + 8 * (i >= 2), 2 * t + (i & 1)),
    ("m16n8k16", 16): lambda i, g, t: (g + 8 * (not (i < 2 or 4 <= i < 6)), 2 * t + (i & 1) + 8 * (i >= 4)),
    ("m8n8k16", 8): lambda i, g, t: (g, 4 * t + i),
    ("m16n8k16", 8): lambda i, g, t: (g + 8 * (i >= 4), 4 * t + (i & 3)),
    ("m16n8k32", 8): lambda i, g, t: (g + 8 * (not (i < 4 or 8 <= i < 12)), 4 * t + (i & 3) + 16 * (i >= 8)),
    ("m8n8k32", 4): lambda i, g, t: (g, 8 * t + i),
    ("m16n8k32", 4): lambda i, g, t: (g + 8 * (i >= 8), 8 * t + (i & 7)),
    ("m16n8k64", 4): lambda i, g, t: (g + 8 * (not (i < 8 or 16 <= i < 24)), 8 * t + (i & 7) + 32 * (i >= 16)),
}
B = {
    ("m8n8k4", 64): lambda i, t: t,
    ("m16n8k4", 64): lambda i, t: t,
    ("m16n8k8", 64): lambda i, t: t + 4 * i,
    ("m16n8k16", 64): lambda i, t: t + 4 * i,
    ("m16n8k4", 32): lambda i, t: t,
    ("m16n8k8", 32): lambda i, t: t + 4 * i,
    ("m16n8k8", 16): lambda i, t: 2 * t + i,
    ("m16n8k16", 16): lambda i, t: 2 * t + (i & 1) + 8 * (i >= 2),
    ("m8n8k16", 8): lambda i, t: 4 * t + i,
    ("m16n8k16", 8): lambda i, t: 4 * t + i,
    ("m16n8k32", 8): lambda i, t: 4 * t + (i & 3) + 16 * (i >= 4),
    ("m8n8k32", 4): lambda i, t: 8 * t + i,
    ("m16n8k32", 4): lambda i, t: 8 * t + i,
    ("m16n8k64", 4): lambda i, t: 8 * t + (i & 7) + 32 * (i >= 8),
}
SMALL = {"e4m3", "e5m2", "e2m3", "e3m2", "e2m1"}


def numbers(kind, shape, make):
    """Codes and values of a matrix: numbers that each type has, and whose sums are exact."""
    if kind[0] in "su":
        low, high = {"s8": (-128, 128), "u8": (0, 256), "s4": (-8, 8), "u4": (0, 16)}[kind]
        values = make.integers(low, high, shape)
        return values & (1 << int(kind[1:])) - 1, values
    choices = (
        [-6, -2, -1.5, -1, -0.5, 0, 0.5, 1, 3, 4] if kind == "e2m1" else [-4, -2, -1.5, -1, -0.5, 0, 0.5, 1, 1.75, 3]
    )
    values = make.choice(choices, shape)
    form = "f32" if kind == "tf32" else kind
    codes = np.vectorize(lambda each: rounded(Fraction(each), form), otypes=[np.uint64])(values)
    return codes, values


def registers(matrix, width, element, count, place):
    """The registers of a fragment: `place` gives the row and column of element `index` of a thread."""
    words = []
    per = max(1, 32 // width)
    for start in range(0, count, per):
        word = np.zeros(32, np.uint64)
        for lane in range(32):
            for part in range(per):
                code = int(matrix[place(start + part, lane // 4, lane % 4)])
                word[lane] |= np.uint64(element(code) << part * width)
        words.append(word if width == 64 else word.astype(np.uint32))
    return words


class Products(unittest.TestCase):
    def check(self, shape, result, first, second, options="", limited=False, size=None, factors=None):
        make = np.random.default_rng(5)
        rows, depth = int(shape[1 : shape.index("n")]), int(shape.split("k")[1])
        width = size or {"f64": 64, "tf32": 32, "f16": 16, "bf16": 16}.get(
            first, 8 if first in SMALL or first[1:] == "8" else 4
        )
        codes_a, a = numbers(first, (rows, depth), make)
        codes_b, b = numbers(second, (depth, 8), make)
        big = 2**31 - 40 if limited else 100
        c = make.integers(big - 30, big, (rows, 8)) if result == "s32" else make.integers(-20, 20, (rows, 8)) / 2
        middle = (lambda code: code << 2) if width == 8 and first == "e2m1" else (lambda code: code)
        parts_a = registers(codes_a, width, middle, rows * depth // 32, A[shape, width])
        parts_b = registers(codes_b, width, middle, depth * 8 // 32, lambda i, g, t: (B[shape, width](i, t), g))
        element = {"f64": 64, "f32": 32, "s32": 32, "f16": 16}[result]
        codes_c = (
            c & 0xFFFFFFFF
            if result == "s32"
            else np.vectorize(lambda each: rounded(Fraction(each), result), otypes=[np.uint64])(c)
        )
        place = lambda i, g, t: (g + 8 * (i >= 2), 2 * t + (i & 1))
        parts_c = registers(codes_c, element, int, rows // 4, place)
        given = {
            f"{letter}{index}": part
            for letter, parts in zip("abc", (parts_a, parts_b, parts_c))
            for index, part in enumerate(parts)
        }
        vector = lambda letter, parts: "{" + ", ".join(f"{{{letter}{index}}}" for index in range(len(parts))) + "}"
        sat, kinds = (".satfinite" if limited else ""), f"{result}.{first}.{second}.{result}"
        operands = [vector("d", parts_c), vector("a", parts_a), vector("b", parts_b), vector("c", parts_c)]
        if factors:
            kind, count, (byte_a, pair), (byte_b, lane) = factors
            kinds += f".{kind}"
            low, high = (120, 134) if kind == "ue8m0" else (0x20, 0x50)
            given["s"], given["t"] = make.integers(low, high, (2, 128)).astype(np.uint8).view(np.uint32)

            def factor(name, lane, byte, k):
                code = int(given[name][lane]) >> 8 * (byte + k * count // depth) & 255
                return Fraction(2) ** (code - 127) if kind == "ue8m0" else value(code, "e4m3")

            exact_a = [
                [Fraction(a[m, k]) * factor("s", 4 * (m % 8) + 2 * pair + m // 8, byte_a, k) for k in range(depth)]
                for m in range(rows)
            ]
            exact_b = [
                [Fraction(b[k, n]) * factor("t", 4 * n + lane, byte_b, k) for n in range(8)] for k in range(depth)
            ]
            operands += ["{s}", f"{{{byte_a}, {pair}}}", "{t}", f"{{{byte_b}, {lane}}}"]
        else:
            exact_a, exact_b = [[[Fraction(each) for each in row] for row in matrix.tolist()] for matrix in (a, b)]
        text = f"mma.sync.aligned.{shape}.row.col{options}{sat}.{kinds} {', '.join(operands)};"
        answer = run(text, {f"d{index}": f"b{max(element, 32)}" for index in range(len(parts_c))}, **given)
        for m in range(rows):
            for n in range(8):
                exact = sum((x * row[n] for x, row in zip(exact_a[m], exact_b)), Fraction(c[m, n]))
                i, lane = next(
                    (i, lane) for lane in range(32) for i in range(rows // 4) if place(i, lane // 4, lane % 4) == (m, n)
                )
                per = 32 // element or 1
                code = int(answer[f"d{i // per}"][lane]) >> element * (i % per) & (1 << element) - 1
                if result == "s32":
                    expected = min(max(int(exact), -(2**31)), 2**31 - 1) if limited else int(exact)
                    self.assertEqual(code, expected & 0xFFFFFFFF, text)
                else:
                    self.assertEqual(value(code, result), value(rounded(exact, result), result), text)

    def test_halves(self):
        for shape in ("m16n8k8", "m16n8k16"):
            for kind in ("f16", "bf16"):
                self.check(shape, "f32", kind, kind)
            self.check(shape, "f16", "f16", "f16")

    def test_tf32_and_f64(self):
        self.check("m16n8k4", "f32", "tf32", "tf32")
        self.check("m16n8k8", "f32", "tf32", "tf32")
        for shape in ("m8n8k4", "m16n8k4", "m16n8k8", "m16n8k16"):
            self.check(shape, "f64", "f64", "f64")

    def test_integers(self):
        for shape in ("m8n8k16", "m16n8k16", "m16n8k32"):
            self.check(shape, "s32", "s8", "u8")
        for shape in ("m8n8k32", "m16n8k32", "m16n8k64"):
            self.check(shape, "s32", "u4", "s4")
        self.check("m16n8k32", "s32", "u8", "u8", limited=True)
        self.check("m16n8k32", "s32", "s8", "s8", limited=True)

    def test_small_floats(self):
        self.check("m16n8k32", "f32", "e4m3", "e5m2")
        self.check("m16n8k32", "f16", "e5m2", "e5m2")
        self.check("m16n8k16", "f32", "e4m3", "e4m3")
        for kind in SMALL:
            self.check("m16n8k32", "f32", kind, kind, ".kind::f8f6f4")

    def test_block_scaling(self):
        for byte, pair, lane in ((0, 0, 0), (3, 1, 2)):
            given = ("ue8m0", 1, (byte, pair), (byte, lane))
            self.check("m16n8k32", "f32", "e4m3", "e5m2", ".kind::mxf8f6f4.block_scale.scale_vec::1X", factors=given)
        self.check("m16n8k32", "f32", "e2m1", "e2m1", ".kind::mxf8f6f4.block_scale.scale_vec::1X", factors=given)
        given = ("ue8m0", 2, (2, 1), (0, 3))
        self.check(
            "m16n8k64", "f32", "e2m1", "e2m1", ".kind::mxf4nvf4.block_scale.scale_vec::2X", size=4, factors=given
        )
        given = ("ue4m3", 4, (0, 0), (0, 1))
        self.check(
            "m16n8k64", "f32", "e2m1", "e2m1", ".kind::mxf4nvf4.block_scale.scale_vec::4X", size=4, factors=given
        )

    def test_tf32_ignores_the_lowest_bits(self):
        one = np.full(32, 0x3F801FFF, np.uint32)
        text = "mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {{d}, {e}, {f}, {g}}, {{a}, {a}}, {{a}}, {{z}, {z}, {z}, {z}};"
        answer = run(text, dict.fromkeys("defg", "b32"), a=one, z=np.zeros(32, np.uint32))
        self.assertEqual(set(answer["d"].view(np.float32).tolist()), {4.0})


if __name__ == "__main__":
    unittest.main()
