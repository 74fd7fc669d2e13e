"""Launches in several processes: their results and faults are those of one."""

import os
import select
import signal
import unittest
from unittest import mock

import numpy as np
from aot_emulate import limit
from aot_emulate.fault import OutOfBounds, Race, TooLong
from aot_emulate.launch import Launch, launch
from aot_emulate.limit import Deadline
from aot_emulate.memory import Buffer, GlobalMemory
from aot_emulate.ptx import parse

KERNEL = """.version 9.0
.target sm_80
.visible .entry kernel(.param .u64 out)
{
.reg .b64 %rd<4>;
.reg .b32 %r<6>;
.reg .pred %p<2>;
ld.param.b64 %rd1, [out];
mov.u32 %r1, %ctaid.x;
mov.u32 %r2, %tid.x;
shl.b32 %r3, %r1, 7;
add.s32 %r3, %r3, %r2;
BODY
ret;
}
"""
OWN = "mul.wide.u32 %rd2, %r3, 4; add.s64 %rd2, %rd1, %rd2; ld.global.b32 %r4, [%rd2]; add.s32 %r4, %r4, %r3; st.global.b32 [%rd2], %r4;"
SAME = "mul.wide.u32 %rd2, %r2, 4; add.s64 %rd2, %rd1, %rd2; st.global.b32 [%rd2], %r1;"
# Each block reads what the next one stores.
NEXT = (
    "mul.wide.u32 %rd2, %r3, 4; add.s64 %rd2, %rd1, %rd2; ld.global.b32 %r4, [%rd2+512]; add.s32 %r4, %r4, 1;"
    "st.global.b32 [%rd2], %r4;"
)
ENDLESS = "again: add.s32 %r4, %r4, 1; bra again;"
BLOCKS = 4096
START = 1 << 32


def run(body, processes, *, elements=BLOCKS * 128 + 128, is_private=True, **more):
    numbers = np.arange(elements, dtype=np.int32)
    raw = numbers.view(np.uint8)
    memory = GlobalMemory(raw, START)
    memory.allow(Buffer("out", START, raw.nbytes, 4))
    memory.is_private = is_private
    config = Launch(START.to_bytes(8, "little"), (BLOCKS, 1, 1), (128, 1, 1), 0)
    launch(parse(KERNEL.replace("BODY", body)), memory, config, processes=processes, **more)
    return numbers


LONG = "mov.b32 %r4, 0; again: add.s32 %r4, %r4, 1; setp.lt.u32 %p1, %r4, 1000; @%p1 bra again;"


class Passing(Deadline):
    """A limit of 2 seconds. How many have passed depends on how many blocks have begun and ended, and not on this machine."""

    def __init__(self, clock, seconds):
        super().__init__(2, BLOCKS)
        self._clock, self._seconds_after = clock, seconds

    def begun(self, blocks):
        super().begun(blocks)
        self._clock.monotonic.return_value = self._seconds_after(blocks, self._done)

    def ended(self, blocks):
        self._clock.monotonic.return_value = self._seconds_after(self._begun, blocks)
        super().ended(blocks)


class Processes(unittest.TestCase):
    def setUp(self):
        self.forks = 0
        fork = os.fork

        def counted():
            self.forks += 1
            return fork()

        os.fork = counted
        self.addCleanup(setattr, os, "fork", fork)

    def test_results_are_those_of_one_process(self):
        one = run(OWN, 1)
        self.assertEqual(self.forks, 0)
        several = run(OWN, 3)
        self.assertEqual(self.forks, 3)
        np.testing.assert_array_equal(several, one)
        self.assertEqual(several[5], 10)

    def test_memory_that_other_processes_have(self):
        run(OWN, 3, is_private=False)
        self.assertEqual(self.forks, 0)

    def test_a_fault_of_the_last_block(self):
        with self.assertRaisesRegex(OutOfBounds, r"element 524287 of out, which has 524287 elements"):
            run(OWN, 3, elements=BLOCKS * 128 - 1)

    def test_blocks_that_store_to_one_place(self):
        with self.assertRaises(Race):
            run(SAME, 3)

    def test_blocks_that_read_what_others_store(self):
        with self.assertRaises(Race):
            run(NEXT, 3)

    def test_no_process_is_left_when_the_time_is_over(self):
        with self.assertRaises(TooLong):
            run(ENDLESS, 3, watch=Deadline(0.5, BLOCKS))
        with self.assertRaises(ChildProcessError):
            os.waitpid(-1, 0)

    def test_time_that_all_blocks_would_take(self):
        """The progress of all processes counts."""
        clock = mock.Mock(monotonic=mock.Mock(return_value=0.0))
        with mock.patch.object(limit, "time", clock):
            watch = Passing(clock, lambda _, ended: 3.0 if ended >= 30 else 0.0)
            says = r"[1-9]\d+ of 4096 blocks after 3 s, all would take about \d+ (s|minutes)"
            with self.assertRaisesRegex(TooLong, says):
                run(LONG, 3, watch=watch)
            self.assertEqual(self.forks, 3)
            clock.monotonic.return_value = 0.0
            # Each process has begun 64 blocks.
            watch = Passing(clock, lambda begun, _: 3.0 if begun >= 192 else 0.0)
            with self.assertRaisesRegex(TooLong, "0 of 4096 blocks after 3 s, all would take more than 64 s"):
                run(ENDLESS, 3, watch=watch)

    def test_no_process_is_left_when_this_one_is_killed(self):
        ended, alive = os.pipe()
        fork = os.fork
        parent = fork()
        if not parent:

            def noted():
                os.write(alive, b".")
                return fork()

            os.fork = noted
            run(ENDLESS, 3)
        os.close(alive)
        read = 0
        while read < 3:
            read += len(os.read(ended, 3))
        os.kill(parent, signal.SIGKILL)
        os.waitpid(parent, 0)
        # Nobody has the other end.
        self.assertEqual(select.select([ended], [], [], 20)[0], [ended])
        os.close(ended)


if __name__ == "__main__":
    unittest.main()
