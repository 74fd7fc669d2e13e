"""The time of a launch."""

import time
import unittest

from aot_emulate.fault import TooLong
from aot_emulate.limit import Limit


class Time(unittest.TestCase):
    def test_end(self):
        limit = Limit(0.2)
        with self.assertRaisesRegex(TooLong, "too long for the emulation: 0 of 1 blocks after "), limit.launch(0, 1):
            while True:
                pass

    def test_early_end(self):
        """A hundredth of the blocks in a tenth of the time: the launch would take ten times as long as it may."""
        with self.assertRaisesRegex(TooLong, "1 of 100 blocks") as caught, Limit(5).launch(0, 100) as progress:
            time.sleep(0.6)
            progress(1)
        facts = caught.exception.facts
        self.assertEqual((facts["done"], facts["blocks"]), (1, 100))
        self.assertGreater(facts["seconds"], 0.5)
        # Before the limit.
        self.assertLess(facts["seconds"], 5)

    def test_enough_time(self):
        limit = Limit(60)
        with limit.launch(0, 4) as progress:
            time.sleep(0.6)
            progress(1)

    def test_larger_launches_of_the_same_program(self):
        limit = Limit(0.1)
        with self.assertRaises(TooLong), limit.launch(0, 4):
            time.sleep(1)
        with self.assertRaisesRegex(TooLong, "a launch with 4 blocks took too long before"), limit.launch(0, 4):
            self.fail("it was started")
        for program, blocks in ((0, 3), (1, 4)):
            with limit.launch(program, blocks):
                pass

    def test_no_limit(self):
        with Limit(0).launch(0, 100) as progress:
            time.sleep(0.2)
            progress(1)


if __name__ == "__main__":
    unittest.main()
