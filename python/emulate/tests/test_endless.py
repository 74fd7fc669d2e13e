"""Loops that never end, and those that only look so."""

import unittest
from unittest.mock import patch

import numpy as np
from aot_emulate import residents
from aot_emulate.fault import CannotTell, Deadlock, Race

from emulate import run

SPIN = """spin: ld.volatile.global.b32 %r5, [%rd0];
setp.eq.b32 %p1, %r5, 0;
@%p1 bra spin;
"""


class Endless(unittest.TestCase):
    def test_value_that_is_never_written(self):
        with self.assertRaisesRegex(Deadlock, "runs in a loop that never ends"):
            run(SPIN, [np.zeros(1, np.uint32)])

    def test_thread_that_writes_later(self):
        """The other warp comes later in the code, and so runs last."""
        out = np.zeros(1, np.uint32)
        run(
            "mov.u32 %r1, %tid.x;\nsetp.ge.u32 %p2, %r1, 32;\n@%p2 bra write;\n"
            + SPIN
            + "bra.uni end;\nwrite: st.relaxed.gpu.global.b32 [%rd0], 7;\nend:",
            [out],
            threads=64,
        )
        self.assertEqual(out[0], 7)

    WAIT = (
        "mov.u32 %r1, %ctaid.x;\nsetp.eq.b32 %p2, %r1, {};\n@%p2 bra write;\n"
        + SPIN
        + "bra.uni end;\nwrite: st.relaxed.gpu.global.b32 [%rd0], 7;\nend:"
    )

    def test_block_that_writes_later(self):
        """Too many blocks for one batch: one that comes later ends the loop of the others, however the blocks begin."""
        for writer in (0, 50, 99):
            for reverse in (False, True):
                with self.subTest(writer=writer, reverse=reverse):
                    out = np.zeros(1, np.uint32)
                    run(self.WAIT.format(writer), [out], threads=256, grid=(100, 1, 1), reverse=reverse)
                    self.assertEqual(out[0], 7)

    def test_plain_store_that_ends_a_wait(self):
        body = self.WAIT.format(99).replace("st.relaxed.gpu", "st")
        with self.assertRaisesRegex(
            Race, r"writes element 0 of a \(.*\), in thread block \(99, 0, 0\); thread block \(98, 0, 0\) has read it"
        ):
            run(body, [np.zeros(1, np.uint32)], threads=256, grid=(100, 1, 1))

    def test_block_that_never_begins(self):
        """A GPU that has room for 99 of 100 blocks: all wait for the last one, which gets no room."""
        for reverse in (False, True):
            with self.assertRaisesRegex(
                Deadlock,
                r"waits for blocks that cannot start \(`ld.volatile.*: a GPU has 99 of the 100 blocks at once, and they wait for the others",
            ):
                run(
                    self.WAIT.format(99),
                    [np.zeros(1, np.uint32)],
                    threads=256,
                    grid=(100, 1, 1),
                    reverse=reverse,
                    resident=99,
                )

    def test_blocks_that_get_room_later(self):
        """A GPU begins with the first blocks. Those that wait for earlier ones need no room for all."""
        for writer, resident in ((0, 1), (0, 33), (50, 51), (98, 99)):
            for reverse in (False, True):
                with self.subTest(writer=writer, resident=resident, reverse=reverse):
                    out = np.zeros(1, np.uint32)
                    run(
                        self.WAIT.format(writer),
                        [out],
                        threads=256,
                        grid=(100, 1, 1),
                        reverse=reverse,
                        resident=resident,
                    )
                    self.assertEqual(out[0], 7)

    def test_blocks_that_take_too_much_memory(self):
        with (
            patch.object(residents, "ROOM", 1_000_000),
            self.assertRaisesRegex(
                CannotTell,
                "too large for the emulation: [0-9]+ of 1000 blocks wait for one of the others, and more than these would take more than",
            ),
        ):
            run(self.WAIT.format(999), [np.zeros(1, np.uint32)], threads=256, grid=(1000, 1, 1))

    def test_barrier_after_some_threads_have_ended(self):
        """Block 1 waits for block 0, which has a barrier that half of its threads do not come to: they have ended."""
        body = """mov.u32 %r1, %ctaid.x;
        mov.u32 %r2, %tid.x;
        setp.eq.b32 %p2, %r1, 1;
        @%p2 bra spin;
        setp.ge.u32 %p3, %r2, 32;
        @%p3 exit;
        bar.sync 0;
        st.relaxed.gpu.global.b32 [%rd0], 7;
        exit;
        """
        out = np.zeros(1, np.uint32)
        run(body + SPIN, [out], threads=64, grid=(2, 1, 1))
        self.assertEqual(out[0], 7)
        late = body.replace("@%p3 exit;", "@%p3 bra late;").replace("exit;", "exit;\nlate: nanosleep.u32 20;\nexit;")
        run(late + SPIN, [out], threads=64, grid=(2, 1, 1))  # they end after the others have come

    def test_barrier_that_not_all_come_to(self):
        body = (
            "mov.u32 %r1, %tid.x;\nsetp.ge.u32 %p1, %r1, 32;\n@%p1 bra other;\nbar.sync 0;\nexit;\nother: bar.sync 1;"
        )
        with self.assertRaisesRegex(
            Deadlock,
            r"waits forever, and no thread can go on \(`bar.sync 0`\), in thread block \(0, 0, 0\); others wait at `bar.sync 1`",
        ):
            run(body, [], threads=64)

    def test_long_loop_that_ends(self):
        out = np.zeros(1, np.uint32)
        run(
            "mov.b32 %r5, 0;\nloop: add.s32 %r5, %r5, 1;\nsetp.lt.u32 %p1, %r5, 5000;\n@%p1 bra loop;\nst.global.b32 [%rd0], %r5;",
            [out],
        )
        self.assertEqual(out[0], 5000)

    def test_loop_with_effects(self):
        """Nothing changes in registers, but a count in memory does."""
        out = np.zeros(2, np.uint32)
        body = "loop: red.global.add.u32 [%rd0+4], 1;\nld.volatile.global.b32 %r5, [%rd0+4];\nsetp.lt.u32 %p1, %r5, 160000;\nmov.b32 %r5, 0;\n@%p1 bra loop;"
        run(body, [out])
        self.assertEqual(out[1], 160000)


if __name__ == "__main__":
    unittest.main()
