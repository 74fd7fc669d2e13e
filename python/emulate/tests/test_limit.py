"""The time of a launch, and the time and memory of reading PTX."""

import resource
import signal
import threading
import time
import tracemalloc
import unittest

import numpy as np
from aot_emulate.decode import decode
from aot_emulate.fault import CannotTell, TooLong
from aot_emulate.launch import Launch, launch
from aot_emulate.limit import Limit, in_words, reading
from aot_emulate.memory import GlobalMemory
from aot_emulate.ptx import parse

KERNEL = """.version 9.0
.target sm_80
{before}
.visible .entry kernel(.param .u64 out)
{{
.reg .b64 %rd<4>;
.reg .b32 %r<4>;
ld.param.b64 %rd1, [out];
mov.b32 %r1, 7;
{{ .reg .b32 q<400000000>; mov.b32 q399999999, %r1; mov.b32 %r2, q399999999; }}
st.global.b32 [%rd1], %r2;
ret;
}}
"""

# It counts for ever: two numbers, so that no state comes twice.
ENDLESS = """.version 9.0
.target sm_80
.visible .entry kernel()
{
.reg .b64 %rd<2>;
mov.b64 %rd1, 0;
again:
add.s64 %rd1, %rd1, 1;
bra again;
}
"""


class Time(unittest.TestCase):
    def test_end(self):
        limit = Limit(0.2)
        with (
            self.assertRaisesRegex(
                TooLong, "too long for the emulation: 0 of 1 blocks after 0 s, it would take more than 0 s$"
            ),
            limit.launch(0, 1) as deadline,
        ):
            while True:
                deadline.tick()

    def test_end_of_a_launch_in_a_thread(self):
        """No signal ends it, so it may run in any thread."""
        program = parse(ENDLESS)
        found: list[Exception] = []

        def run():
            try:
                with Limit(0.2).launch(0, 1) as deadline:
                    launch(
                        program,
                        GlobalMemory(np.zeros(8, np.uint8), 1 << 20),
                        Launch(b"", (1, 1, 1), (32, 1, 1), 0),
                        deadline,
                    )
            except TooLong as error:
                found.append(error)

        thread = threading.Thread(target=run)
        thread.start()
        thread.join(20)
        self.assertEqual(len(found), 1)

    def test_early_end(self):
        """A hundredth of the blocks in a tenth of the time: the launch would take ten times as long as it may."""
        with (
            self.assertRaisesRegex(TooLong, "1 of 100 blocks after 1 s, all would take about 6. s") as caught,
            Limit(5).launch(0, 100) as deadline,
        ):
            time.sleep(0.6)
            deadline.ended(1)
        facts = caught.exception.facts
        self.assertEqual((facts["done"], facts["blocks"]), (1, 100))
        self.assertGreater(facts["seconds"], 0.5)
        # Before the limit.
        self.assertLess(facts["seconds"], 5)

    def test_enough_time(self):
        limit = Limit(60)
        with limit.launch(0, 4) as deadline:
            time.sleep(0.6)
            deadline.tick()
            deadline.ended(1)

    def test_larger_launches_of_the_same_program(self):
        limit = Limit(0.1)
        with self.assertRaises(TooLong), limit.launch(0, 4) as deadline:
            deadline.begun(1)
            time.sleep(0.2)
            deadline.tick()
        says = r"a launch with 4 blocks took too long before \(0 of 4 blocks after 0 s, all would take more than 1 s\), and 8 blocks would take more than 2 s$"
        with self.assertRaisesRegex(TooLong, says) as caught, limit.launch(0, 8):
            self.fail("it was started")
        self.assertEqual(caught.exception.facts["blocks"], 4)
        for program, blocks in ((0, 3), (1, 4)):
            with limit.launch(program, blocks):
                pass

    def test_lower_limit_of_the_time(self):
        """The first batch of 32 blocks has not ended: all take at least 100 times as long."""
        says = r"0 of 3200 blocks after 2 s, all would take more than 3 minutes$"
        with self.assertRaisesRegex(TooLong, says) as caught, Limit(1.5).launch(0, 3200) as deadline:
            deadline.begun(32)
            time.sleep(1.55)
            deadline.tick()
        self.assertEqual((caught.exception.facts["done"], caught.exception.facts["blocks"]), (0, 3200))

    def test_blocks_that_start_again(self):
        """What took the time before counts for the limit, and not for the estimate."""
        with self.assertRaisesRegex(TooLong, "1 of 4 blocks after 0 s"), Limit(1).launch(0, 4) as deadline:
            time.sleep(0.9)
            deadline.start()
            time.sleep(0.15)
            deadline.begun(4)
            deadline.ended(1)
            deadline.tick()

    def test_blocks_that_have_begun_may_end_soon(self):
        """One of two processes has done its first blocks: the other may have, too."""
        with Limit(5).launch(0, 4) as deadline:
            deadline.begun(2)
            time.sleep(0.6)
            for done in (0, 1, 2):
                deadline.ended(done)

    def test_times_in_words(self):
        for seconds, text in (
            (119, "119 s"),
            (121, "2 minutes"),
            (7201, "2 hours"),
            (1e6, "12 days"),
            (1e9, "32 years"),
        ):
            self.assertEqual(in_words(seconds), text)

    def test_no_limit(self):
        with Limit(0).launch(0, 100) as deadline:
            time.sleep(0.2)
            deadline.tick()
            deadline.ended(1)


class Reading(unittest.TestCase):
    def test_registers_that_are_not_used(self):
        """Inline assembly can declare any number of registers. Those that the text names take memory."""
        tracemalloc.start()
        with reading(60):
            decode(parse(KERNEL.format(before="")))
        self.assertLess(tracemalloc.get_traced_memory()[1], 10_000_000)
        tracemalloc.stop()

    def test_names_of_registers(self):
        widths = parse(KERNEL.format(before="")).kernel.widths
        self.assertEqual(sorted(widths), ["%r1", "%r2", "%rd1", "q399999999.1"])

    def test_memory(self):
        before = resource.getrlimit(resource.RLIMIT_AS)
        text = KERNEL.format(before=".const .align 4 .b8 big[100000000000];")
        with (
            self.assertRaisesRegex(CannotTell, "too large for the emulation: reading the PTX takes more than 2 GiB"),
            reading(60),
        ):
            parse(text)
        self.assertEqual(resource.getrlimit(resource.RLIMIT_AS), before)

    def test_time(self):
        handler = signal.getsignal(signal.SIGALRM)
        text = KERNEL.format(before=".section a { .b8 0 }\n" * 400_000)
        start = time.monotonic()
        with (
            self.assertRaisesRegex(CannotTell, "too long for the emulation: reading the PTX takes more than 0.2 s"),
            reading(0.2),
        ):
            while True:
                parse(text)
        self.assertLess(time.monotonic() - start, 60)
        self.assertIs(signal.getsignal(signal.SIGALRM), handler)

    def test_room_for_the_next(self):
        """What did not fit is not kept."""
        for _ in range(3):
            with self.assertRaises(CannotTell), reading(60, memory=200_000_000):
                print(len([bytes(1_000_000) for _ in range(1000)]))
        with reading(60, memory=200_000_000):
            self.assertEqual(len([bytes(1_000_000) for _ in range(100)]), 100)


if __name__ == "__main__":
    unittest.main()
