"""Loops that never end, and those that only look so."""

import unittest

import numpy as np
from aot_emulate.fault import Fault, Unsupported
from emulate import run

SPIN = """spin: ld.volatile.global.b32 %r5, [%rd0];
setp.eq.b32 %p1, %r5, 0;
@%p1 bra spin;
"""


class Endless(unittest.TestCase):
    def test_value_that_is_never_written(self):
        with self.assertRaisesRegex(Fault, "runs in a loop that never ends"):
            run(SPIN, [np.zeros(1, np.uint32)])

    def test_thread_that_writes_later(self):
        """The other warp comes later in the code, and so runs last."""
        out = np.zeros(1, np.uint32)
        run(
            "mov.u32 %r1, %tid.x;\nsetp.ge.u32 %p2, %r1, 32;\n@%p2 bra write;\n" + SPIN + "bra.uni end;\nwrite: st.relaxed.gpu.global.b32 [%rd0], 7;\nend:",
            [out],
            threads=64,
        )
        self.assertEqual(out[0], 7)

    def test_block_that_writes_later(self):
        """Too many blocks to run at once: the last one ends the loop of the others."""
        body = "mov.u32 %r1, %ctaid.x;\nsetp.eq.b32 %p2, %r1, 99;\n@%p2 bra write;\n" + SPIN + "bra.uni end;\nwrite: st.global.b32 [%rd0], 7;\nend:"
        with self.assertRaisesRegex(Unsupported, "a loop waits for another block"):
            run(body, [np.zeros(1, np.uint32)], threads=256, grid=(100, 1, 1))

    def test_long_loop_that_ends(self):
        out = np.zeros(1, np.uint32)
        run("mov.b32 %r5, 0;\nloop: add.s32 %r5, %r5, 1;\nsetp.lt.u32 %p1, %r5, 5000;\n@%p1 bra loop;\nst.global.b32 [%rd0], %r5;", [out])
        self.assertEqual(out[0], 5000)

    def test_loop_with_effects(self):
        """Nothing changes in registers, but a count in memory does."""
        out = np.zeros(2, np.uint32)
        body = "loop: red.global.add.u32 [%rd0+4], 1;\nld.volatile.global.b32 %r5, [%rd0+4];\nsetp.lt.u32 %p1, %r5, 160000;\nmov.b32 %r5, 0;\n@%p1 bra loop;"
        run(body, [out])
        self.assertEqual(out[1], 160000)


if __name__ == "__main__":
    unittest.main()
