"""Kernels whose blocks wait for each other, with more blocks than one batch has, and with more than a GPU has at once."""

import time
import unittest

import numpy as np
import triton
import triton.language as tl
from aot_emulate.fault import Deadlock, Race
from compiled import Kernel
from test_synchronising import chained_scan, changed, fenced_flag, grid_barrier, lock, two_grid_barriers, work_queue


@triton.jit
def look_back(x, ticket, state, sums, prefixes, out, B: tl.constexpr):
    """A decoupled look-back: a block adds the sums of those before it, up to one whose prefix is known."""
    pid = tl.atomic_add(ticket, 1, sem="relaxed")
    o = pid * B + tl.arange(0, B)
    v = tl.load(x + o)
    total = tl.sum(v)
    tl.store(sums + pid, total)
    tl.debug_barrier()
    tl.atomic_xchg(state + pid, 1, sem="release")
    before = 0.0
    at = pid - 1
    while at >= 0:
        found = tl.atomic_add(state + at, 0, sem="acquire")
        while found == 0:
            found = tl.atomic_add(state + at, 0, sem="acquire")
        if found == 2:
            before += tl.load(prefixes + at)
            at = -1
        else:
            before += tl.load(sums + at)
            at -= 1
    tl.store(prefixes + pid, before + total)
    tl.debug_barrier()
    tl.atomic_xchg(state + pid, 2, sem="release")
    tl.store(out + o, before + tl.cumsum(v))


@triton.jit
def semaphore_of_splits(x, turns, out, B: tl.constexpr):
    """The splits of a tile add their parts one after the other, in the order of their numbers."""
    split = tl.program_id(0)
    tile = tl.program_id(1)
    o = tl.arange(0, B)
    v = tl.load(x + (tile * tl.num_programs(0) + split) * B + o)
    while tl.atomic_add(turns + tile, 0, sem="acquire") != split:
        pass
    tl.debug_barrier()
    if split > 0:
        v += tl.load(out + tile * B + o)
    tl.store(out + tile * B + o, v)
    tl.debug_barrier()
    tl.atomic_add(turns + tile, 1, sem="release")


@triton.jit
def lock_of_each_tile(x, locks, out, tiles, B: tl.constexpr):
    o = tl.arange(0, B)
    pid = tl.program_id(0)
    tile = pid % tiles
    v = tl.load(x + pid * B + o)
    while tl.atomic_cas(locks + tile, 0, 1, sem="acquire") == 1:
        pass
    tl.debug_barrier()
    tl.store(out + tile * B + o, tl.load(out + tile * B + o) + v)
    tl.debug_barrier()
    tl.atomic_xchg(locks + tile, 0, sem="release")


@triton.jit
def producer_and_consumer(x, y, flags, out, half, B: tl.constexpr):
    """The blocks of one half wait for one of the other half each."""
    pid = tl.program_id(0)
    o = tl.arange(0, B)
    if pid >= half:
        tl.store(y + (pid - half) * B + o, tl.load(x + (pid - half) * B + o) * 2)
        tl.debug_barrier()
        tl.atomic_xchg(flags + pid - half, 1, sem="release")
    else:
        while tl.atomic_or(flags + pid, 0, sem="acquire") == 0:
            pass
        tl.debug_barrier()
        tl.store(out + pid * B + o, tl.load(y + pid * B + o) + 1)


N, B = 130, 128
X = np.random.default_rng(5).integers(1, 9, N * B).astype(np.float32)


def zeros(count, kind=np.float32):
    return np.zeros(count, kind)


def compiled(function, signature, **constants):
    return Kernel(function, 90, signature, dict(B=B, **constants))


SYNC = "x:*fp32 y:*fp32 count:*i32 out:*fp32 n:i32"
SCAN = "x:*fp32 flags:*i32 sums:*fp32 out:*fp32"
LOOK_BACK = "x:*fp32 ticket:*i32 state:*i32 sums:*fp32 prefixes:*fp32 out:*fp32"


def of_sync():
    return X, zeros(N * B), zeros(1, np.int32), zeros(N * B), N * B


class Cooperating(unittest.TestCase):
    def check(self, kernel, grid, arguments, out, expected, residents=(None,)):
        """Runs the kernel in both orders, on GPUs that have so many blocks at once."""
        for reverse in (False, True):
            for resident in residents:
                with self.subTest(reverse=reverse, resident=resident):
                    given = arguments()
                    result = kernel.run(grid, *given, reverse=reverse, resident=resident)
                    np.testing.assert_allclose(given[out], expected, rtol=1e-5)
                    self.assertEqual(result.unwatched, "")

    def test_barriers_of_a_grid(self):
        self.check(compiled(grid_barrier, SYNC), (N, 1, 1), of_sync, 3, np.roll(X * 2, -B), (None, N))
        self.check(compiled(two_grid_barriers, SYNC), (N, 1, 1), of_sync, 3, np.roll(X, -3 * B) + 3)

    def test_a_barrier_of_a_grid_that_does_not_fit(self):
        for reverse in (False, True):
            with self.assertRaisesRegex(
                Deadlock,
                rf"cannot start \(\S+test_synchronising.py:\d+\), in .*: a GPU has {N - 1} of the {N} blocks at once, and they wait for the others",
            ):
                compiled(grid_barrier, SYNC).run((N, 1, 1), *of_sync(), reverse=reverse, resident=N - 1)

    def test_scans(self):
        """Blocks that wait for earlier ones need not all fit."""
        self.check(
            compiled(chained_scan, SCAN),
            (N, 1, 1),
            lambda: (X, zeros(N, np.int32), zeros(N), zeros(N * B)),
            3,
            np.cumsum(X),
            (None, 40, 1),
        )
        self.check(
            compiled(look_back, LOOK_BACK), (N, 1, 1),
            lambda: (X, zeros(1, np.int32), zeros(N, np.int32), zeros(N), zeros(N), zeros(N * B)), 5, np.cumsum(X), (None, 40, 1),
        )  # fmt: skip

    def test_locks(self):
        self.check(
            compiled(lock_of_each_tile, "x:*fp32 locks:*i32 out:*fp32 tiles:i32"), (N, 1, 1),
            lambda: (X, zeros(5, np.int32), zeros(5 * B), 5), 2, X.reshape(-1, 5, B).sum(0).reshape(-1), (None, 7),
        )  # fmt: skip
        self.check(
            compiled(lock, "lock:*i32 count:*i32 total:*fp32 x:*fp32"), (N, 1, 1),
            lambda: (zeros(1, np.int32), zeros(1, np.int32), zeros(B), X), 2, X.reshape(N, B).sum(0),
        )  # fmt: skip

    def test_waits_of_many_blocks_take_little_time(self):
        """Seconds of the processor: ten times what they take."""
        n, size = 264, 1024
        x = np.random.default_rng(5).integers(1, 9, n * size).astype(np.float32)
        barriers = Kernel(two_grid_barriers, 90, SYNC, dict(B=size), num_warps=8)
        locks = Kernel(lock, 90, "lock:*i32 count:*i32 total:*fp32 x:*fp32", dict(B=32), num_warps=1)
        for kernel, limit, arguments, out, expected in (
            (
                barriers,
                10,
                (x, zeros(n * size), zeros(1, np.int32), zeros(n * size), n * size),
                3,
                np.roll(x, -3 * size) + 3,
            ),
            (
                locks,
                20,
                (zeros(1, np.int32), zeros(1, np.int32), zeros(32), x[: n * 32]),
                2,
                x[: n * 32].reshape(n, 32).sum(0),
            ),
        ):
            started = time.process_time()
            kernel.run((n, 1, 1), *arguments)
            self.assertLess(time.process_time() - started, limit)
            np.testing.assert_allclose(arguments[out], expected, rtol=1e-5)

    def test_a_semaphore(self):
        kernel = compiled(semaphore_of_splits, "x:*fp32 turns:*i32 out:*fp32")
        self.check(
            kernel,
            (13, 10, 1),
            lambda: (X, zeros(10, np.int32), zeros(10 * B)),
            2,
            X.reshape(10, 13, B).sum(1).reshape(-1),
            (None, 11),
        )

    def test_a_queue_of_work(self):
        kernel = compiled(work_queue, "x:*fp32 queue:*i32 out:*fp32 tiles:i32")
        self.check(kernel, (100, 1, 1), lambda: (X, zeros(1, np.int32), zeros(N * B), N), 2, X * 3, (None, 3))

    def test_blocks_that_wait_for_later_ones(self):
        kernel = compiled(producer_and_consumer, "x:*fp32 y:*fp32 flags:*i32 out:*fp32 half:i32")
        grid = (2 * N, 1, 1)
        self.check(
            kernel, grid, lambda: (X, zeros(N * B), zeros(N, np.int32), zeros(N * B), N), 3, X * 2 + 1, (None, N + 1)
        )
        for reverse in (False, True):
            with self.assertRaisesRegex(Deadlock, f"a GPU has {N} of the {2 * N} blocks at once"):
                kernel.run(grid, X, zeros(N * B), zeros(N, np.int32), zeros(N * B), N, reverse=reverse, resident=N)

    def test_flags_with_fences(self):
        kernel = compiled(fenced_flag, "x:*fp32 y:*fp32 flags:*i32 out:*fp32 n:i32")
        self.check(
            kernel, (N, 1, 1), lambda: (X, zeros(N * B), zeros(N, np.int32), zeros(N * B), N * B), 3, np.roll(X + 1, -B)
        )

    def races(self, kernel, grid, arguments):
        """At least one of the two launches of a test shows the race."""
        with self.assertRaises(Race):
            for reverse in (False, True):
                kernel.run(grid, *arguments(), reverse=reverse)

    def test_waits_that_end_after_one_poll(self):
        """Also of few blocks, which reach it at the same time in lockstep."""
        for blocks in (2, 5, N):
            with self.subTest(blocks=blocks):
                size = blocks * B
                poll = changed(
                    grid_barrier,
                    'while tl.atomic_add(count, 0, sem="acquire") < tl.num_programs(0):\n        pass',
                    'tl.atomic_add(count, 0, sem="acquire")',
                )
                self.races(
                    compiled(poll, SYNC),
                    (blocks, 1, 1),
                    lambda: (X[:size], zeros(size), zeros(1, np.int32), zeros(size), size),
                )
                poll = changed(
                    chained_scan,
                    'while tl.atomic_add(flags + pid - 1, 0, sem="acquire") == 0:\n            pass',
                    'tl.atomic_add(flags + pid - 1, 0, sem="acquire")',
                )
                self.races(
                    compiled(poll, SCAN),
                    (blocks, 1, 1),
                    lambda: (X[:size], zeros(blocks, np.int32), zeros(blocks), zeros(size)),
                )

    def test_waits_for_too_few(self):
        early = changed(grid_barrier, "< tl.num_programs(0)", "< tl.num_programs(0) - 1")
        for blocks in (2, 3, 4, 8, 20, 65, N):
            with self.subTest(blocks=blocks):
                size = blocks * B
                self.races(
                    compiled(early, SYNC),
                    (blocks, 1, 1),
                    lambda: (X[:size], zeros(size), zeros(1, np.int32), zeros(size), size),
                )

    def test_waits_that_do_not_wait(self):
        never = changed(grid_barrier, "< tl.num_programs(0)", "< 0")
        self.races(compiled(never, SYNC), (N, 1, 1), of_sync)
        taken = changed(lock_of_each_tile, "== 1", "== 2")
        self.races(
            compiled(taken, "x:*fp32 locks:*i32 out:*fp32 tiles:i32"),
            (N, 1, 1),
            lambda: (X, zeros(5, np.int32), zeros(5 * B), 5),
        )

    def test_a_wait_for_more_blocks_than_there_are(self):
        more = changed(grid_barrier, "< tl.num_programs(0)", "< tl.num_programs(0) + 1")
        with self.assertRaisesRegex(Deadlock, r"runs in a loop that never ends"):
            compiled(more, SYNC).run((N, 1, 1), *of_sync())


if __name__ == "__main__":
    unittest.main()
