"""Threads that store different values to one place in one instruction: which of them wins, and when it is a race."""

import unittest

import numpy as np
from aot_emulate.fault import Race

from emulate import run

SHARED = ".extern .shared .align 16 .b8 smem[];"
# %r1 is the thread, %rd8 the address of its element of the first array, %r2 of shared memory, %f1 the thread's number.
THREAD = """mov.u32 %r1, %tid.x;
mad.wide.u32 %rd8, %r1, 4, %rd0;
mov.b32 %r2, smem;
cvt.rn.f32.u32 %f1, %r1;
"""
# Each block stores to a row of its own.
READ = """bar.sync 0;
ld.shared.b32 %r9, [%r2];
mov.u32 %r10, %ctaid.x;
mov.u32 %r11, %ntid.x;
mul.lo.u32 %r10, %r10, %r11;
mad.wide.u32 %rd8, %r10, 4, %rd8;
st.global.b32 [%rd8], %r9;"""


def winner(body: str, threads=64, reverse=False, grid=1):
    """What all threads of the last block read, and the lines that vary."""
    out = np.zeros((grid, threads), np.uint32)
    result = run(THREAD + body + READ, [out], threads, (grid, 1, 1), before=SHARED, shared=64, reverse=reverse)
    assert len(set(out[-1].tolist())) == 1
    return out[-1].view(np.float32)[0], result.varies


class Winners(unittest.TestCase):
    def both(self, body: str):
        (last, varies), (first, reverse) = winner(body), winner(body, reverse=True)
        self.assertEqual(len(varies), 1)
        self.assertEqual(varies, reverse)
        return last, first

    def test_the_last_thread_wins_in_the_first_launch_and_the_first_in_the_second(self):
        self.assertEqual(self.both("add.f32 %f2, %f1, 0f3F800000;\nst.shared.f32 [%r2], %f2;\n"), (64, 1))

    def test_only_threads_that_store_can_win(self):
        body = "add.f32 %f2, %f1, 0f3F800000;\nsetp.lt.u32 %p1, %r1, 40;\nsetp.gt.u32 %p2, %r1, 8;\nand.pred %p1, %p1, %p2;\n"
        self.assertEqual(self.both(body + "@%p1 st.shared.f32 [%r2], %f2;\n"), (40, 10))

    def test_of_vectors_each_element_is_a_place(self):
        body = "add.f32 %f2, %f1, 0f3F800000;\nmov.b32 %r4, 0;\nst.shared.v4.b32 [%r2], {%f2, %r4, %r4, %r4};\n"
        self.assertEqual(self.both(body), (64, 1))

    def test_results_that_are_moved_and_packed(self):
        moved = "add.f32 %f2, %f1, 0f3F800000;\nmov.b32 %r3, %f2;\nshfl.sync.idx.b32 %r4, %r3, %r1, 31, -1;\nsetp.ge.u32 %p1, %r1, 0;\n"
        self.both(moved + "selp.b32 %r5, %r4, %r3, %p1;\nst.shared.b32 [%r2], %r5;\n")
        self.both("cvt.rn.f16x2.f32 %r3, %f1, %f1;\nst.shared.b32 [%r2], %r3;\n")
        self.both("cvt.rn.bf16.f32 %rs1, %f1;\nmov.b32 %r3, {%rs1, %rs1};\nst.shared.b32 [%r2], %r3;\n")
        self.both("add.f32 %f2, %f1, %f1;\nst.shared.f32 [%r2], %f2;\nst.shared.b32 [%r2+4], 7;\n")

    def test_every_block_is_looked_at(self):
        """The copies differ in the second block only."""
        body = "mov.u32 %r3, %ctaid.x;\nsetp.eq.s32 %p1, %r3, 0;\n@%p1 mov.b32 %f1, 0f00000000;\nadd.f32 %f2, %f1, %f1;\nst.shared.f32 [%r2], %f2;\n"
        self.assertEqual(len(winner(body, grid=2)[1]), 1)
        self.assertEqual(winner(body)[1], [])

    def test_the_last_block_is_watched_as_the_first_is(self):
        """Warps of one block store and read without a barrier in between."""
        body = "mov.u32 %r3, %ctaid.x;\nsetp.eq.u32 %p1, %r3, {block};\nadd.u32 %r5, %r1, 1;\n"
        body += "mul.lo.u32 %r6, %r1, 4;\nadd.u32 %r2, %r2, %r6;\n@%p1 st.shared.b32 [%r2], %r5;\n"
        body += "xor.b32 %r6, %r6, 128;\nmov.b32 %r7, smem;\nadd.u32 %r7, %r7, %r6;\n@%p1 ld.shared.b32 %r8, [%r7];\n@%p1 st.global.b32 [%rd8], %r8;\n"
        for block in (0, 4):
            out = np.zeros(64, np.uint32)
            with self.subTest(block=block), self.assertRaisesRegex(Race, rf"of thread block \({block}, 0, 0\)"):
                run(THREAD + body.format(block=block), [out], 64, (5, 1, 1), before=SHARED, shared=256)

    def test_integers_are_a_race(self):
        integers = "shr.u32 %r5, %r1, 5;\nst.shared.b32 [%r2], %r5;\n"
        with self.assertRaisesRegex(
            Race, "stores different values to byte 0 of shared memory at the same time, by the threads 0 and 32"
        ):
            winner(integers)
        with self.assertRaisesRegex(
            Race, "stores different values to byte 4 of shared memory at the same time, by the threads 0 and 1"
        ):
            winner(
                "min.u32 %r5, %r1, 8;\nmov.b32 %r4, 3;\nst.shared.v2.b32 [%r2], {%r4, %r5};\n", threads=32, reverse=True
            )
        with self.assertRaises(Race):
            winner("cvt.rzi.s32.f32 %r5, %f1;\nst.shared.b32 [%r2], %r5;\n")
        winner("mov.b32 %r5, 5;\nst.shared.b32 [%r2], %r5;\n")

    def test_addresses_are_a_race(self):
        with self.assertRaises(Race):
            winner("st.shared.b64 [%r2], %rd8;\n")

    def test_numbers_that_nothing_has_computed_are_a_race(self):
        with self.assertRaises(Race):
            given = np.arange(64, dtype=np.float32)
            run(THREAD + "ld.global.f32 %f2, [%rd8];\nst.shared.f32 [%r2], %f2;", [given], 64, before=SHARED, shared=64)

    def test_copies_to_one_place_are_a_race(self):
        body = "cp.async.ca.shared.global [%r2], [%rd8], 4;\ncp.async.commit_group;\ncp.async.wait_group 0;\n"
        with self.assertRaisesRegex(Race, "stores different values to byte"):
            run(THREAD + body, [np.arange(64, dtype=np.float32)], 64, before=SHARED, shared=64)

    def test_warps_one_after_the_other_are_a_race(self):
        """Also for results: a barrier orders them."""
        body = "add.f32 %f2, %f1, 0f3F800000;\nsetp.eq.u32 %p1, %r1, 0;\nsetp.eq.u32 %p2, %r1, 32;\n@%p1 st.shared.f32 [%r2], %f2;\n{}@%p2 st.shared.f32 [%r2], %f2;\n"
        self.assertEqual(winner(body.format("bar.sync 0;\n")), (33, []))
        with self.assertRaisesRegex(
            Race,
            r"writes byte 2 of shared memory .*in warp 1 of thread block \(0, 0, 0\); warp 0 has written it, with no barrier in between",
        ):
            winner(body.format(""))

    def test_stores_to_device_memory(self):
        """What a GPU leaves there is not defined either, and the caller compares both launches."""
        found = []
        for reverse in (False, True):
            out = np.zeros(1, np.uint32)
            self.assertEqual(
                run("mov.u32 %r1, %tid.x;\nst.global.b32 [%rd0], %r1;", [out], 64, reverse=reverse).varies, []
            )
            found.append(int(out[0]))
        self.assertEqual(found, [63, 0])


if __name__ == "__main__":
    unittest.main()
