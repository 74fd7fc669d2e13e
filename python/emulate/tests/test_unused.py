"""Warps that load what another one stores, and do nothing with it: no race."""

import unittest

import numpy as np
from aot_emulate.fault import Race, Undefined
from aot_emulate.launch import Launch, launch
from aot_emulate.memory import Buffer, GlobalMemory
from aot_emulate.ptx import parse

# Both warps load 32 numbers, and the first one stores what it computes of them.
KERNEL = """.version 9.0
.target sm_80
.visible .entry kernel(.param .u64 out)
{
.reg .b64 %rd<4>;
.reg .b32 %r<6>;
.reg .f32 %f<6>;
.reg .pred %p<4>;
ld.param.b64 %rd1, [out];
mov.u32 %r1, %tid.x;
setp.lt.u32 %p1, %r1, 32;
and.b32 %r2, %r1, 31;
mul.wide.u32 %rd2, %r2, 4;
add.s64 %rd1, %rd1, %rd2;
ld.global.b32 %r3, [%rd1];
BODY
END
ret;
}
"""
BRANCH = """
setp.gt.s32 %p2, %r3, 15;
@%p2 bra large;
add.s32 %r4, %r3, 100;
bra.uni both;
large:
mul.lo.s32 %r4, %r3, 2;
both:
"""
STORE = "@%p1 st.global.b32 [%rd1], %r4;"
START = 1 << 32


def run(body, end):
    numbers = np.arange(32, dtype=np.int32)
    memory = GlobalMemory(numbers.view(np.uint8), START)
    memory.allow(Buffer("out", START, numbers.nbytes, 4))
    program = parse(KERNEL.replace("BODY", body).replace("END", end))
    launch(program, memory, Launch(START.to_bytes(8, "little"), (1, 1, 1), (64, 1, 1), 0))
    return numbers


class Branches(unittest.TestCase):
    def test_paths_that_only_compute(self):
        numbers = run(BRANCH, STORE)
        self.assertEqual(numbers[[0, 15, 16, 31]].tolist(), [100, 115, 32, 62])

    def test_a_value_of_both_paths_that_is_stored(self):
        """By the other warp too, after the first one has stored."""
        with self.assertRaises((Race, Undefined)):
            run(BRANCH, STORE + " not.pred %p3, %p1; @%p3 st.global.b32 [%rd1], %r4;")

    def test_a_store_on_one_of_the_paths(self):
        with self.assertRaises(Race):
            run(BRANCH.replace("add.s32 %r4, %r3, 100;", "add.s32 %r4, %r3, 100; st.global.b32 [%rd1], %r4;"), STORE)


if __name__ == "__main__":
    unittest.main()
