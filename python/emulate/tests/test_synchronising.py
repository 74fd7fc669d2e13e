"""Kernels whose blocks or warps work together, and what they become without an order: the first are right, the rest are races."""

import inspect
import sys
import textwrap
import types
import unittest

import numpy as np
import triton
import triton.language as tl
from aot_emulate.fault import Race
from compiled import Kernel


@triton.jit
def lock(lock, count, total, x, B: tl.constexpr):
    o = tl.arange(0, B)
    v = tl.load(x + tl.program_id(0) * B + o)
    while tl.atomic_cas(lock, 0, 1) == 1:
        pass
    if tl.load(count) == 0:
        tl.atomic_xchg(count, 1)
    else:
        v += tl.load(total + o)
    tl.store(total + o, v)
    tl.debug_barrier()
    tl.atomic_xchg(lock, 0)


@triton.jit
def last_block_reduces(x, parts, count, out, B: tl.constexpr, P: tl.constexpr):
    pid = tl.program_id(0)
    tl.store(parts + pid, tl.sum(tl.load(x + pid * B + tl.arange(0, B))))
    tl.debug_barrier()
    if tl.atomic_add(count, 1, sem="acq_rel") == tl.num_programs(0) - 1:
        p = tl.arange(0, P)
        tl.store(out, tl.sum(tl.load(parts + p, p < tl.num_programs(0), 0.0)))


@triton.jit
def tiles_of_splits(x, parts, counts, out, B: tl.constexpr, SPLITS: tl.constexpr):
    tile = tl.program_id(0)
    split = tl.program_id(1)
    o = tl.arange(0, B)
    tl.store(parts + (tile * SPLITS + split) * B + o, tl.load(x + (tile * SPLITS + split) * B + o) * 2)
    tl.debug_barrier()
    if tl.atomic_add(counts + tile, 1) == SPLITS - 1:
        total = tl.zeros((B,), tl.float32)
        for each in range(SPLITS):
            total += tl.load(parts + (tile * SPLITS + each) * B + o)
        tl.store(out + tile * B + o, total)


@triton.jit
def split_k_by_atomics(x, out, B: tl.constexpr):
    o = tl.arange(0, B)
    tl.atomic_add(out + o, tl.load(x + tl.program_id(0) * B + o), sem="relaxed")


@triton.jit
def histogram(x, bins, B: tl.constexpr):
    tl.atomic_add(bins + tl.load(x + tl.program_id(0) * B + tl.arange(0, B)), 1)


@triton.jit
def grid_barrier(x, y, count, out, n, B: tl.constexpr):
    o = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(y + o, tl.load(x + o) * 2)
    tl.debug_barrier()
    tl.atomic_add(count, 1, sem="release")
    while tl.atomic_add(count, 0, sem="acquire") < tl.num_programs(0):
        pass
    tl.debug_barrier()
    tl.store(out + o, tl.load(y + (o + B) % n))


@triton.jit
def two_grid_barriers(x, y, count, out, n, B: tl.constexpr):
    """The buffer is used again after each barrier."""
    o = tl.program_id(0) * B + tl.arange(0, B)
    v = tl.load(x + o)
    for turn in range(3):
        tl.store(y + o, v)
        tl.debug_barrier()
        tl.atomic_add(count, 1, sem="release")
        while tl.atomic_add(count, 0, sem="acquire") < (2 * turn + 1) * tl.num_programs(0):
            pass
        tl.debug_barrier()
        v = tl.load(y + (o + B) % n) + 1
        tl.debug_barrier()
        tl.atomic_add(count, 1, sem="acq_rel")
        while tl.atomic_add(count, 0, sem="acq_rel") < (2 * turn + 2) * tl.num_programs(0):
            pass
        tl.debug_barrier()
    tl.store(out + o, v)


@triton.jit
def chained_scan(x, flags, sums, out, B: tl.constexpr):
    """Each block waits for the flag of the one before it."""
    pid = tl.program_id(0)
    o = pid * B + tl.arange(0, B)
    v = tl.load(x + o)
    before = 0.0
    if pid > 0:
        while tl.atomic_add(flags + pid - 1, 0, sem="acquire") == 0:
            pass
        before = tl.load(sums + pid - 1)
    tl.store(sums + pid, before + tl.sum(v))
    tl.debug_barrier()
    tl.atomic_xchg(flags + pid, 1, sem="release")
    tl.store(out + o, before + tl.cumsum(v))


@triton.jit
def fenced_flag(x, y, flags, out, n, B: tl.constexpr):
    """Flags that are no more than relaxed, with fences as inline assembly."""
    pid = tl.program_id(0)
    o = pid * B + tl.arange(0, B)
    tl.store(y + o, tl.load(x + o) + 1)
    tl.inline_asm_elementwise("fence.acq_rel.gpu; mov.u32 $0, 0;", "=r", [], dtype=tl.int32, is_pure=False, pack=1)
    tl.debug_barrier()
    tl.atomic_xchg(flags + pid, 1, sem="relaxed")
    other = (pid + 1) % tl.num_programs(0)
    while tl.load(flags + other, volatile=True) == 0:
        pass
    tl.inline_asm_elementwise("fence.acq_rel.gpu; mov.u32 $0, 0;", "=r", [], dtype=tl.int32, is_pure=False, pack=1)
    tl.store(out + o, tl.load(y + other * B + tl.arange(0, B)))


@triton.jit
def work_queue(x, queue, out, tiles, B: tl.constexpr):
    """Persistent blocks take the next tile."""
    o = tl.arange(0, B)
    tile = tl.atomic_add(queue, 1)
    while tile < tiles:
        tl.store(out + tile * B + o, tl.load(x + tile * B + o) * 3)
        tile = tl.atomic_add(queue, 1)


@triton.jit
def through_scratch(x, scratch, out, B: tl.constexpr):
    """Another layout, by way of device memory."""
    o = tl.arange(0, B)
    base = tl.program_id(0) * B
    tl.store(scratch + base + o, tl.load(x + base + o))
    tl.debug_barrier()
    tl.store(out + base + o, tl.load(scratch + base + (B - 1 - o)))


@triton.jit
def same_bits(x, scale, out, B: tl.constexpr):
    """Every block computes the same scale, stores it and reads it."""
    o = tl.arange(0, B)
    tl.store(scale, tl.max(tl.load(x + o)))
    tl.debug_barrier()
    tl.store(out + tl.program_id(0) * B + o, tl.load(x + o) / tl.load(scale))


N, B = 6, 256
RNG = np.random.default_rng(5)
X = RNG.integers(1, 9, N * B).astype(np.float32)


def zeros(count, kind=np.float32):
    return np.zeros(count, kind)


def changed(function, old: str, new: str):
    """The kernel with another text."""
    source = textwrap.dedent(inspect.getsource(function.fn))
    assert old in source
    name = f"changed_{abs(hash((source, old, new)))}"
    module = types.ModuleType(name)
    module.__dict__.update(tl=tl, triton=triton)
    sys.modules[name] = module
    import linecache

    text = source.replace(old, new)
    linecache.cache[f"{name}.py"] = len(text), None, text.splitlines(True), f"{name}.py"
    exec(compile(text, f"{name}.py", "exec"), module.__dict__)  # noqa: S102
    return getattr(module, function.fn.__name__)


class Synchronising(unittest.TestCase):
    def check(self, function, signature, grid, arguments, out, expected, broken=(), constants=None, sms=(80, 90)):
        """Runs the kernel; `broken` are changes of its text that make it a race."""
        constants = constants or dict(B=B)
        for sm in sms:
            with self.subTest(sm=sm):
                given = arguments()
                Kernel(function, sm, signature, constants).run(grid, *given)
                np.testing.assert_allclose(given[out], expected, rtol=1e-5)
        for old, new in broken:
            with self.subTest(old=old, new=new), self.assertRaises(Race):
                Kernel(changed(function, old, new), sms[0], signature, constants).run(grid, *arguments())

    BARRIER = "    tl.debug_barrier()\n"

    def test_a_lock(self):
        self.check(
            lock, "lock:*i32 count:*i32 total:*fp32 x:*fp32", (N, 1, 1),
            lambda: (zeros(1, np.int32), zeros(1, np.int32), zeros(B), X), 2, X.reshape(N, B).sum(0),
            [("tl.atomic_xchg(lock, 0)", 'tl.atomic_xchg(lock, 0, sem="relaxed")'), ("(lock, 0, 1)", '(lock, 0, 1, sem="relaxed")')],
        )  # fmt: skip

    def test_the_last_block_reduces(self):
        self.check(
            last_block_reduces, "x:*fp32 parts:*fp32 count:*i32 out:*fp32", (N, 1, 1),
            lambda: (X, zeros(N), zeros(1, np.int32), zeros(1)), 3, [X.sum()],
            [("acq_rel", "relaxed"), ("acq_rel", "acquire"), ("acq_rel", "release"), ('sem="acq_rel"', 'scope="cta"')], dict(B=B, P=8),
        )  # fmt: skip

    def test_the_last_block_of_each_tile_reduces(self):
        self.check(
            tiles_of_splits, "x:*fp32 parts:*fp32 counts:*i32 out:*fp32", (2, 3, 1),
            lambda: (X, zeros(N * B), zeros(2, np.int32), zeros(2 * B)), 3, X.reshape(2, 3, B).sum(1).reshape(-1) * 2,
            [("(counts + tile, 1)", '(counts + tile, 1, sem="relaxed")')], dict(B=B, SPLITS=3),
        )  # fmt: skip

    def test_sums_by_atomic_operations(self):
        self.check(
            split_k_by_atomics, "x:*fp32 out:*fp32", (N, 1, 1), lambda: (X, zeros(B)), 1, X.reshape(N, B).sum(0),
            [('tl.atomic_add(out + o, tl.load(x + tl.program_id(0) * B + o), sem="relaxed")', "tl.store(out + o, tl.load(out + o) + tl.load(x + tl.program_id(0) * B + o))")],
        )  # fmt: skip

    def test_a_histogram(self):
        x = X.astype(np.int32)
        self.check(histogram, "x:*i32 bins:*i32", (N, 1, 1), lambda: (x, zeros(9, np.int32)), 1, np.bincount(x))

    def test_a_barrier_of_the_grid(self):
        expected = np.roll(X * 2, -B)
        self.check(
            grid_barrier, "x:*fp32 y:*fp32 count:*i32 out:*fp32 n:i32", (N, 1, 1),
            lambda: (X, zeros(N * B), zeros(1, np.int32), zeros(N * B), N * B), 3, expected,
            [('sem="release"', 'sem="relaxed"'), ('sem="acquire"', 'sem="relaxed"'), ('while tl.atomic_add(count, 0, sem="acquire") <', "while 0 * tl.program_id(0) <".replace("<", "> 0 *"))],
        )  # fmt: skip

    def test_barriers_of_the_grid_in_a_loop(self):
        self.check(
            two_grid_barriers, "x:*fp32 y:*fp32 count:*i32 out:*fp32 n:i32", (N, 1, 1),
            lambda: (X, zeros(N * B), zeros(1, np.int32), zeros(N * B), N * B), 3, np.roll(X, -3 * B) + 3,
            [('sem="acq_rel"', 'sem="relaxed"')],
        )  # fmt: skip

    def test_each_block_waits_for_the_one_before(self):
        self.check(
            chained_scan, "x:*fp32 flags:*i32 sums:*fp32 out:*fp32", (N, 1, 1),
            lambda: (X, zeros(N, np.int32), zeros(N), zeros(N * B)), 3, np.cumsum(X),
            [("release", "relaxed"), ("acquire", "relaxed")],
        )  # fmt: skip

    def test_flags_with_fences(self):
        self.check(
            fenced_flag, "x:*fp32 y:*fp32 flags:*i32 out:*fp32 n:i32", (N, 1, 1),
            lambda: (X, zeros(N * B), zeros(N, np.int32), zeros(N * B), N * B), 3, np.roll(X + 1, -B),
            [("fence.acq_rel.gpu; ", ""), ("fence.acq_rel.gpu; ", "fence.acq_rel.cta; ")],
        )  # fmt: skip

    def test_a_queue_of_work(self):
        self.check(
            work_queue, "x:*fp32 queue:*i32 out:*fp32 tiles:i32", (4, 1, 1), lambda: (X, zeros(1, np.int32), zeros(N * B), N), 2, X * 3,
            [("tile = tl.atomic_add(queue, 1)\n    while", "tile = tl.load(queue)\n    tl.store(queue, tile + 1)\n    while")],
        )  # fmt: skip

    def test_scratch_memory(self):
        self.check(
            through_scratch, "x:*fp32 scratch:*fp32 out:*fp32", (N, 1, 1),
            lambda: (X, zeros(N * B), zeros(N * B)), 2, X.reshape(N, B)[:, ::-1].reshape(-1), [(self.BARRIER, "")],
        )  # fmt: skip

    def test_all_blocks_store_the_same(self):
        expected = np.tile(X[:B] / X[:B].max(), N)
        self.check(
            same_bits, "x:*fp32 scale:*fp32 out:*fp32", (N, 1, 1), lambda: (X, zeros(1), zeros(N * B)), 2, expected
        )


if __name__ == "__main__":
    unittest.main()
