import random
import unittest

import numpy as np
from kernel import apply, run

WIDTHS = (16, 32, 64)


def samples(bits, count=300, seed=1):
    make, top = random.Random(f"{bits}{seed}"), 1 << bits - 1
    codes = [0, 1, 2, 3, 5, top, top - 1, top + 1, 2 * top - 1, 2 * top - 2]
    while len(codes) < count:
        codes.append(
            make.choice([make.randrange(2 * top), (1 << make.randrange(bits)) - make.randrange(2), make.randrange(100)])
        )
    return np.array(codes, f"u{bits // 8}")


def pairs(bits, count=300, operands=2):
    edge = samples(bits)[:10]
    grid = [each.reshape(-1) for each in np.meshgrid(edge, edge)]
    arrays = grid + [np.random.default_rng(2).permutation(grid[0])] * (operands - 2)
    return [np.concatenate([array, samples(bits, count, seed)]) for seed, array in enumerate(arrays)]


def signed(code, bits):
    return code - (1 << bits) if code >> bits - 1 else code


def truncated(x, y):
    return abs(x) // abs(y) * (-1 if (x < 0) != (y < 0) else 1)


class Arithmetic(unittest.TestCase):
    def check(self, text, kind, compute, operands=2, result=None, skip=lambda *_: False):
        bits = int(kind[1:])
        result = result or bits
        given = pairs(bits, 300, max(operands, 2))[:operands]
        names = "abc"[:operands]
        actual = apply(
            f"{text}.{kind} {{d}}, {', '.join(f'{{{name}}}' for name in names)};",
            f"b{result}",
            **dict(zip(names, given)),
        )
        for codes, answer in zip(zip(*[each.tolist() for each in given]), actual.tolist()):
            values = [signed(code, bits) for code in codes] if kind[0] == "s" else codes
            if not skip(*values):
                self.assertEqual(answer, compute(*values) & ((1 << result) - 1), f"{text}.{kind} {values}")

    def test_whole_results(self):
        for bits in WIDTHS:
            for kind in (f"s{bits}", f"u{bits}"):
                self.check("add", kind, lambda x, y: x + y)
                self.check("sub", kind, lambda x, y: x - y)
                self.check("mul.lo", kind, lambda x, y: x * y)
                self.check("mul.hi", kind, lambda x, y: x * y >> bits)
                self.check("mad.lo", kind, lambda x, y, z: x * y + z, 3)
                self.check("mad.hi", kind, lambda x, y, z: (x * y >> bits) + z, 3)
                self.check("min", kind, min)
                self.check("max", kind, max)
                self.check("div", kind, truncated, skip=lambda x, y: y == 0)
                self.check("rem", kind, lambda x, y: x - y * truncated(x, y), skip=lambda x, y: y == 0)
                self.check("sad", kind, lambda x, y, z: z + abs(x - y), 3)
            self.check("neg", f"s{bits}", lambda x: -x, 1)
            self.check("abs", f"s{bits}", abs, 1)

    def test_wide_results(self):
        for kind, result in (("s16", 32), ("u16", 32), ("s32", 64), ("u32", 64)):
            self.check("mul.wide", kind, lambda x, y: x * y, result=result)
            x, y = pairs(result // 2)
            z = samples(result, len(x))
            actual = apply(f"mad.wide.{kind} {{d}}, {{a}}, {{b}}, {{c}};", f"b{result}", a=x, b=y, c=z)
            half = [signed if kind[0] == "s" else lambda code, _: code][0]
            for a, b, c, d in zip(x.tolist(), y.tolist(), z.tolist(), actual.tolist()):
                self.assertEqual(d, half(a, result // 2) * half(b, result // 2) + c & (1 << result) - 1)

    def test_24_bits_and_saturation(self):
        def low(x, kind):
            return signed(x & 0xFFFFFF, 24) if kind == "s32" else x & 0xFFFFFF

        for kind in ("s32", "u32"):
            self.check("mul24.lo", kind, lambda x, y: low(x, kind) * low(y, kind))
            self.check("mad24.lo", kind, lambda x, y, z: low(x, kind) * low(y, kind) + z, 3)
        self.check("add.sat", "s32", lambda x, y: min(max(x + y, -(1 << 31)), (1 << 31) - 1))
        self.check("sub.sat", "s32", lambda x, y: min(max(x - y, -(1 << 31)), (1 << 31) - 1))

    def test_no_less_than_zero(self):
        self.check("min.relu", "s32", lambda x, y: max(min(x, y), 0))
        self.check("max.relu", "s32", lambda x, y: max(x, y, 0))

    def test_packed(self):
        for name, compute in (("add", lambda x, y: x + y), ("min", min), ("max", max)):
            for kind in ("s16", "u16"):
                if (name, kind) == ("add", "u16"):
                    continue
                x, y = pairs(16)
                two = apply(f"{name}.{kind}x2 {{d}}, {{a}}, {{b}};", "b32", a=x.view(np.uint32), b=y.view(np.uint32))
                values = [[signed(code, 16) if kind[0] == "s" else code for code in each.tolist()] for each in (x, y)]
                self.assertEqual(two.view(np.uint16).tolist(), [compute(a, b) & 0xFFFF for a, b in zip(*values)])

    def test_dot_products(self):
        x, y = samples(32, 200), samples(32, 200, 2)
        z = samples(32, 200, 3)
        byte = lambda word, at, kind: signed(word >> 8 * at & 255, 8) if kind == "s32" else word >> 8 * at & 255
        half = lambda word, at, kind: signed(word >> 16 * at & 65535, 16) if kind == "s32" else word >> 16 * at & 65535
        for first in ("s32", "u32"):
            for second in ("s32", "u32"):
                four = apply(f"dp4a.{first}.{second} {{d}}, {{a}}, {{b}}, {{c}};", "b32", a=x, b=y, c=z)
                two = apply(f"dp2a.hi.{first}.{second} {{d}}, {{a}}, {{b}}, {{c}};", "b32", a=x, b=y, c=z)
                for a, b, c, d, e in zip(x.tolist(), y.tolist(), z.tolist(), four.tolist(), two.tolist()):
                    self.assertEqual(
                        d, sum(byte(a, at, first) * byte(b, at, second) for at in range(4)) + c & 0xFFFFFFFF
                    )
                    self.assertEqual(
                        e, sum(half(a, at, first) * byte(b, at + 2, second) for at in range(2)) + c & 0xFFFFFFFF
                    )


class ExtendedPrecision(unittest.TestCase):
    """Chains of instructions with the carry give what long integers give."""

    def words(self, seed):
        return [samples(32, 300, seed + each) for each in range(3)]

    def long(self, words, at):
        return sum(int(word[at]) << 32 * index for index, word in enumerate(words))

    def chain(self, text):
        x, y = self.words(10), self.words(20)
        # A carry that only a carry makes.
        for word, low, middle in ((x, 0xFFFFFFFF, 0x12345678), (y, 1, 0xEDCBA987)):
            word[0][0], word[1][0] = low, middle
        given = {f"a{index}": word for index, word in enumerate(x)} | {
            f"b{index}": word for index, word in enumerate(y)
        }
        answer = run(text, {f"d{index}": "b32" for index in range(6)}, **given)
        for at in range(300):
            yield self.long(x, at), self.long(y, at), self.long([answer[f"d{index}"] for index in range(6)], at)

    def test_sums(self):
        text = "add.cc.u32 {d0}, {a0}, {b0}; addc.cc.u32 {d1}, {a1}, {b1}; addc.cc.u32 {d2}, {a2}, {b2}; addc.u32 {d3}, 0, 0;"
        for x, y, answer in self.chain(text + "mov.b32 {d4}, 0; mov.b32 {d5}, 0;"):
            self.assertEqual(answer, x + y)

    def test_differences(self):
        text = "sub.cc.u32 {d0}, {a0}, {b0}; subc.cc.u32 {d1}, {a1}, {b1}; subc.cc.u32 {d2}, {a2}, {b2}; subc.u32 {d3}, 0, 0;"
        for x, y, answer in self.chain(text + "mov.b32 {d4}, 0; mov.b32 {d5}, 0;"):
            self.assertEqual(answer, x - y & (1 << 128) - 1)

    def test_products(self):
        text = "mul.lo.u32 {d0}, {a0}, {b0}; mul.hi.u32 {d1}, {a0}, {b0};"
        text += "mad.lo.cc.u32 {d1}, {a1}, {b0}, {d1}; madc.hi.u32 {d2}, {a1}, {b0}, 0;"
        text += "mad.lo.cc.u32 {d1}, {a0}, {b1}, {d1}; madc.hi.cc.u32 {d2}, {a0}, {b1}, {d2}; addc.u32 {d3}, 0, 0;"
        text += "mad.lo.cc.u32 {d2}, {a1}, {b1}, {d2}; madc.hi.u32 {d3}, {a1}, {b1}, {d3}; mov.b32 {d4}, 0; mov.b32 {d5}, 0;"
        for x, y, answer in self.chain(text):
            self.assertEqual(answer, (x & (1 << 64) - 1) * (y & (1 << 64) - 1))


class Bits(unittest.TestCase):
    def test_counts(self):
        for bits in (32, 64):
            x = samples(bits)
            top = bits - 1
            for text, compute in (
                (f"popc.b{bits}", int.bit_count),
                (f"clz.b{bits}", lambda v: bits - v.bit_length()),
                (f"bfind.u{bits}", lambda v: v.bit_length() - 1 & 0xFFFFFFFF),
                (f"bfind.s{bits}", lambda v: (~signed(v, bits) if v >> top else v).bit_length() - 1 & 0xFFFFFFFF),
                (f"bfind.shiftamt.u{bits}", lambda v: top - (v.bit_length() - 1) if v else 0xFFFFFFFF),
            ):
                self.assertEqual(
                    apply(f"{text} {{d}}, {{a}};", "b32", a=x).tolist(), [compute(each) for each in x.tolist()], text
                )
            reverse = [int(f"{each:0{bits}b}"[::-1], 2) for each in x.tolist()]
            self.assertEqual(apply(f"brev.b{bits} {{d}}, {{a}};", f"b{bits}", a=x).tolist(), reverse)

    def test_fields(self):
        for bits in (32, 64):
            x, y = samples(bits), samples(bits, seed=2)
            make = np.random.default_rng(1)
            at, length = (
                make.integers(0, bits + 8, 300).astype(np.uint32),
                make.integers(0, bits + 8, 300).astype(np.uint32),
            )
            at[:3], length[:3] = [0, 0, 256 + 3], [bits, 0, 512 + 7]
            given = dict(a=x, b=at, c=length)
            unsigned = apply(f"bfe.u{bits} {{d}}, {{a}}, {{b}}, {{c}};", f"b{bits}", **given)
            sign = apply(f"bfe.s{bits} {{d}}, {{a}}, {{b}}, {{c}};", f"b{bits}", **given)
            inserted = apply(f"bfi.b{bits} {{d}}, {{e}}, {{a}}, {{b}}, {{c}};", f"b{bits}", **given, e=y)
            for index in range(300):
                a, place, count = int(x[index]), int(at[index]) & 255, int(length[index]) & 255
                # As the manual's loops do it.
                get = lambda value, bit: value >> bit & 1
                last = 0 if count == 0 else get(a, min(place + count - 1, bits - 1))
                field = [get(a, place + bit) if bit < count and place + bit < bits else None for bit in range(bits)]
                self.assertEqual(int(unsigned[index]), sum((each or 0) << bit for bit, each in enumerate(field)))
                self.assertEqual(
                    int(sign[index]), sum((last if each is None else each) << bit for bit, each in enumerate(field))
                )
                expected = a
                for bit in range(count):
                    if place + bit < bits:
                        expected = expected & ~(1 << place + bit) | get(int(y[index]), bit) << place + bit
                self.assertEqual(int(inserted[index]), expected)


class Logic(unittest.TestCase):
    def test_words(self):
        for bits in WIDTHS:
            x, y = pairs(bits)
            ones = (1 << bits) - 1
            for name, compute in (("and", lambda a, b: a & b), ("or", lambda a, b: a | b), ("xor", lambda a, b: a ^ b)):
                actual = apply(f"{name}.b{bits} {{d}}, {{a}}, {{b}};", f"b{bits}", a=x, b=y)
                self.assertEqual(actual.tolist(), [compute(a, b) for a, b in zip(x.tolist(), y.tolist())])
            self.assertEqual(
                apply(f"not.b{bits} {{d}}, {{a}};", f"b{bits}", a=x).tolist(), [ones ^ a for a in x.tolist()]
            )
            self.assertEqual(
                apply(f"cnot.b{bits} {{d}}, {{a}};", f"b{bits}", a=x).tolist(), [int(a == 0) for a in x.tolist()]
            )

    def test_predicates(self):
        p, q = np.array([False, False, True, True]), np.array([False, True, False, True])
        self.assertEqual(apply("xor.pred {d}, {a}, {b};", "pred", a=p, b=q).tolist(), [False, True, True, False])
        self.assertEqual(apply("not.pred {d}, {a};", "pred", a=p).tolist(), [True, True, False, False])

    def test_lop3(self):
        x, y = pairs(32)
        z = samples(32, len(x), 5)
        for table in (0x80, 0xEA, 0x96, 0xCA, 0x1B):
            actual = apply(f"lop3.b32 {{d}}, {{a}}, {{b}}, {{c}}, {table};", "b32", a=x, b=y, c=z)
            for a, b, c, d in zip(x.tolist(), y.tolist(), z.tolist(), actual.tolist()):
                bit = lambda at: table >> (a >> at & 1) * 4 + (b >> at & 1) * 2 + (c >> at & 1) & 1
                self.assertEqual(d, sum(bit(at) << at for at in range(32)))

    def test_shifts(self):
        for bits in WIDTHS:
            x = samples(bits)
            n = np.array([0, 1, bits - 1, bits, bits + 1, 0xFFFFFFFF, 5], np.uint32)
            n = np.resize(n, len(x))
            ones = (1 << bits) - 1
            limited = [min(each, 100) for each in n.tolist()]
            for text, compute in (
                (f"shl.b{bits}", lambda a, d: a << d),
                (f"shr.u{bits}", lambda a, d: a >> d),
                (f"shr.s{bits}", lambda a, d: signed(a, bits) >> d),
            ):
                actual = apply(f"{text} {{d}}, {{a}}, {{b}};", f"b{bits}", a=x, b=n)
                self.assertEqual(actual.tolist(), [compute(a, d) & ones for a, d in zip(x.tolist(), limited)], text)

    def test_funnel_shifts(self):
        x, y = samples(32), samples(32, seed=2)
        n = np.resize(np.array([0, 1, 31, 32, 33, 63, 64, 200], np.uint32), len(x))
        for side in "lr":
            for mode, limit in (("wrap", lambda d: d & 31), ("clamp", lambda d: min(d, 32))):
                actual = apply(f"shf.{side}.{mode}.b32 {{d}}, {{a}}, {{b}}, {{c}};", "b32", a=x, b=y, c=n)
                for a, b, d, answer in zip(x.tolist(), y.tolist(), n.tolist(), actual.tolist()):
                    both = (b << 32 | a) << limit(d) >> 32 if side == "l" else (b << 32 | a) >> limit(d)
                    self.assertEqual(answer, both & 0xFFFFFFFF)

    def test_permutations(self):
        x, y, selector = samples(32), samples(32, seed=2), samples(32, seed=3)
        actual = apply("prmt.b32 {d}, {a}, {b}, {c};", "b32", a=x, b=y, c=selector)
        for a, b, c, d in zip(x.tolist(), y.tolist(), selector.tolist(), actual.tolist()):
            pool = (b << 32 | a).to_bytes(8, "little")
            chosen = [(pool[c >> 4 * at & 7], c >> 4 * at & 8) for at in range(4)]
            self.assertEqual(
                d,
                int.from_bytes(bytes((255 if byte & 128 else 0) if sign else byte for byte, sign in chosen), "little"),
            )
        pool, of = np.array([0x03020100], np.uint32), np.array([0x07060504], np.uint32)
        for mode, expected in (
            ("f4e", [0x03020100, 0x04030201, 0x05040302, 0x06050403]),
            ("b4e", [0x05060700, 0x06070001, 0x07000102, 0x00010203]),
            ("rc8", [0, 0x01010101, 0x02020202, 0x03030303]),
            ("ecl", [0x03020100, 0x03020101, 0x03020202, 0x03030303]),
            ("ecr", [0, 0x01010100, 0x02020100, 0x03020100]),
            ("rc16", [0x01000100, 0x03020302, 0x01000100, 0x03020302]),
        ):
            actual = apply(
                f"prmt.b32.{mode} {{d}}, {{a}}, {{b}}, {{c}};", "b32", a=pool, b=of, c=np.arange(4, dtype=np.uint32)
            )
            self.assertEqual([hex(each) for each in actual.tolist()], [hex(each) for each in expected], mode)

    def test_moves(self):
        x, y = samples(32), samples(32, seed=2)
        whole = apply("mov.b64 {d}, {{a}, {b}};", "b64", a=x, b=y)
        self.assertEqual(whole.tolist(), [a | b << 32 for a, b in zip(x.tolist(), y.tolist())])
        self.assertEqual(apply("mov.b64 {_, {d}}, {a};", "b32", a=whole).tolist(), y.tolist())
        self.assertEqual(apply("mov.b32 {{d}, _}, {a};", "b16", a=x).tolist(), [a & 0xFFFF for a in x.tolist()])


class Immediates(unittest.TestCase):
    def test_threads_that_write_over_an_immediate_leave_it_to_others(self):
        for count in (32, 96):  # of threads
            given = np.arange(count, dtype=np.uint32) % 2 == 1
            body = "mov.b32 {d}, 7; @{p} mov.b32 {d}, 9; mov.b32 {e}, 7; @{p} add.s32 {e}, {e}, -7;"
            actual = run(body, {"d": "b32", "e": "b32"}, p=given)
            self.assertEqual(actual["d"].tolist(), np.where(given, 9, 7).tolist())
            self.assertEqual(actual["e"].tolist(), np.where(given, 0, 7).tolist())

    def test_one_number_in_several_types(self):
        given = np.arange(32, dtype=np.uint32)
        body = """.reg .b16 %s; .reg .b64 %w; .reg .f32 %f;
add.f32 %f, 0f3F800000, 0f3F800000; mov.b32 {d}, %f;
mov.b16 %s, -1; cvt.u32.u16 {e}, %s; cvt.s64.s32 %w, -1; cvt.u32.u64 {g}, %w; shr.u64 %w, %w, 33; cvt.u32.u64 {h}, %w;"""
        actual = run(body, dict.fromkeys("degh", "b32"), a=given)
        expected = {"d": 0x40000000, "e": 0xFFFF, "g": 0xFFFFFFFF, "h": 0x7FFFFFFF}
        for name, value in expected.items():
            self.assertEqual(actual[name].tolist(), [value] * 32)


if __name__ == "__main__":
    unittest.main()
