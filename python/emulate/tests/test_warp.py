import unittest

import numpy as np
from exact import samples, value
from kernel import apply, run
from test_integer import samples as integers
from test_integer import signed

ALL = 0xFFFFFFFF


class Exchanges(unittest.TestCase):
    def test_shfl(self):
        """As in the manual's pseudocode, for each thread."""
        x = integers(32, 256)
        make = np.random.default_rng(1)
        for mode in ("up", "down", "bfly", "idx"):
            for clamp in (0, 31, 0x1C03, 0x181F, 0x1F00):
                b = make.integers(0, 34, 256).astype(np.uint32)
                answer = run(
                    f"shfl.sync.{mode}.b32 {{d}}|{{p}}, {{a}}, {{b}}, {clamp}, -1;", {"d": "b32", "p": "pred"}, a=x, b=b
                )
                for thread in range(256):
                    lane, first, n = thread % 32, thread - thread % 32, int(b[thread]) & 31
                    segment, limit = clamp >> 8 & 31, clamp & 31
                    low, high = lane & segment, (lane & segment) | (limit & ~segment)
                    j = {"up": lane - n, "down": lane + n, "bfly": lane ^ n, "idx": low | (n & ~segment)}[mode]
                    valid = j >= high if mode == "up" else j <= high
                    self.assertEqual(bool(answer["p"][thread]), valid)
                    self.assertEqual(answer["d"][thread], x[first + j if valid else thread], f"{mode} {clamp} {thread}")

    def test_votes(self):
        make = np.random.default_rng(2)
        p = np.concatenate([np.arange(32) < 16, np.ones(32, bool), np.zeros(32, bool), make.random(32) < 0.5])
        for members in (ALL, 0x0000FFFF, 0xF0000001):
            inside = [bool(members >> lane & 1) for lane in range(32)]
            for mode, compute in (("all", all), ("any", any), ("uni", lambda each: all(each) or not any(each))):
                # Only threads that the mask names run the instruction.
                text = f".reg .pred %in; .reg .b32 %l, %s; mov.u32 %l, %laneid; mov.u32 %s, {members}; shr.u32 %s, %s, %l; and.b32 %s, %s, 1;"
                text += f"setp.ne.b32 %in, %s, 0; mov.pred {{d}}, 0; mov.b32 {{e}}, 0; @%in vote.sync.{mode}.pred {{d}}, {{p}}, {members};"
                text += f"@%in vote.sync.ballot.b32 {{e}}, {{p}}, {members};"
                answer = run(text, {"d": "pred", "e": "b32"}, p=p)
                for thread in range(128):
                    warp = [bool(p[thread // 32 * 32 + lane]) for lane in range(32)]
                    chosen = [value for value, named in zip(warp, inside) if named]
                    ballot = sum(1 << lane for lane in range(32) if warp[lane] and inside[lane])
                    self.assertEqual(bool(answer["d"][thread]), inside[thread % 32] and compute(chosen))
                    self.assertEqual(int(answer["e"][thread]), ballot if inside[thread % 32] else 0)

    def test_match(self):
        x = (np.arange(96) % 5 // 2).astype(np.uint32)
        x[64:] = 7
        some = apply("match.any.sync.b32 {d}, {a}, -1;", "b32", a=x)
        every = run("match.all.sync.b32 {d}|{p}, {a}, -1;", {"d": "b32", "p": "pred"}, a=x)
        for thread in range(96):
            warp = x[thread // 32 * 32 :][:32]
            self.assertEqual(int(some[thread]), sum(1 << lane for lane in range(32) if warp[lane] == x[thread]))
            self.assertEqual(
                (int(every["d"][thread]), bool(every["p"][thread])), (ALL, True) if thread >= 64 else (0, False)
            )

    def test_elect_and_activemask(self):
        text = "elect.sync {d}|{p}, -1; mov.b32 {e}, 0; @{q} activemask.b32 {e};"
        q = np.arange(64) % 3 == 0
        answer = run(text, {"d": "b32", "p": "pred", "e": "b32"}, q=q)
        self.assertEqual(answer["p"].tolist(), [lane % 32 == 0 for lane in range(64)])
        self.assertEqual(set(answer["d"].tolist()), {0})
        for thread in range(64):
            expected = sum(1 << lane for lane in range(32) if q[thread // 32 * 32 + lane]) if q[thread] else 0
            self.assertEqual(int(answer["e"][thread]), expected)

    def test_redux(self):
        x = integers(32, 256)
        for name, compute in (("add", sum), ("min", min), ("max", max)):
            for kind in ("s32", "u32"):
                actual = apply(f"redux.sync.{name}.{kind} {{d}}, {{a}}, -1;", "b32", a=x)
                for warp in range(8):
                    values = [signed(each, 32) if kind == "s32" else each for each in x[32 * warp :][:32].tolist()]
                    self.assertEqual(set(actual[32 * warp :][:32].tolist()), {compute(values) & ALL})
        for name, operation in (("and", np.bitwise_and), ("or", np.bitwise_or), ("xor", np.bitwise_xor)):
            actual = apply(f"redux.sync.{name}.b32 {{d}}, {{a}}, -1;", "b32", a=x)
            for warp in range(8):
                self.assertEqual(set(actual[32 * warp :][:32].tolist()), {int(operation.reduce(x[32 * warp :][:32]))})

    def test_redux_of_floats(self):
        zeros = [0x80000000] * 31 + [0]
        broken = [0x7FC00000] * 32
        one = [*broken[:31], 0xC0000000]
        x = np.concatenate([samples("f32", 256), np.array(zeros + zeros[::-1] + broken + one, np.uint32)])
        key = lambda code: -(code & 0x7FFFFFFF) - 1 if code >> 31 else code
        for name, choose in (("min", min), ("max", max)):
            for modifier in ("", ".abs", ".NaN", ".abs.NaN"):
                actual = apply(f"redux.sync.{name}{modifier}.f32 {{d}}, {{a}}, -1;", "b32", a=x)
                for warp in range(len(x) // 32):
                    codes = [each & 0x7FFFFFFF if "abs" in modifier else each for each in x[32 * warp :][:32].tolist()]
                    left = [code for code in codes if value(code, "f32") == value(code, "f32")]
                    expected = (
                        0x7FFFFFFF if not left or ("NaN" in modifier and len(left) < 32) else choose(left, key=key)
                    )
                    self.assertEqual(
                        {hex(each) for each in actual[32 * warp :][:32].tolist()}, {hex(expected)}, f"{name}{modifier}"
                    )


class Matrices(unittest.TestCase):
    """stmatrix, and ldmatrix of what it stored."""

    def test_stmatrix(self):
        base = "mov.u32 %i, %tid.x; mul.lo.u32 %i, %i, 16; mov.b32 %j, area; add.u32 %i, %i, %j;"
        names = ["{a}", "{b}", "{c}", "{e}"]
        first = np.arange(32) * 2
        words = {
            name[1]: (first + 64 * at | first + 64 * at + 1 << 16).astype(np.uint32) for at, name in enumerate(names)
        }
        for count in (1, 2, 4):
            for trans in ("", ".trans"):
                text = (
                    base
                    + f"stmatrix.sync.aligned.m8n8.x{count}{trans}.shared.b16 [%i], {{{', '.join(names[:count])}}};"
                )
                # Each thread reads 16 bytes back: the row whose address it gave.
                results = {f"r{index}": "b32" for index in range(4)}
                text += f"@{{p}} ld.shared.v4.b32 {{{', '.join(f'{{{name}}}' for name in results)}}}, [%i];"
                text = "".join(f"mov.b32 {{{name}}}, 0;" for name in results) + text
                answer = run(text, results, shared=512, p=np.arange(32) < 8 * count, **words)
                rows = np.stack([answer[name] for name in results], 1).view(np.uint16)
                for index in range(count):
                    # Element k of matrix `index`: row k // 8 and column k % 8 are in thread k // 2.
                    matrix = (np.arange(64) + 64 * index).reshape(8, 8)
                    self.assertEqual(rows[8 * index : 8 * index + 8].tolist(), (matrix.T if trans else matrix).tolist())


if __name__ == "__main__":
    unittest.main()
