"""Buffers that are far apart: their units have numbers, and races are watched."""

import unittest

import numpy as np
from aot_emulate.units import Units


class Numbers(unittest.TestCase):
    def setUp(self):
        self.extents = [(1 << 20, (1 << 20) + 100), ((1 << 20) + 112, (1 << 20) + 200), (1 << 46, (1 << 46) + 1000)]
        self.units = Units(self.extents, 4)

    def test_no_more_than_the_buffers_have(self):
        self.assertLess(self.units.count, 1300 // 4 + 30)

    def test_each_unit_has_its_number(self):
        places = np.concatenate([np.arange(start // 4, -(-end // 4)) for start, end in self.extents])
        numbers = self.units.numbers(places)
        self.assertEqual(len(set(numbers.tolist())), len(set(places.tolist())))
        self.assertTrue(((numbers >= 0) & (numbers < self.units.count)).all())
        np.testing.assert_array_equal(self.units.places(numbers), places * 4)

    def test_units_of_one_buffer_follow_each_other(self):
        start = self.extents[2][0] // 4
        numbers = self.units.numbers(np.arange(start, start + 250))
        np.testing.assert_array_equal(np.diff(numbers), 1)


if __name__ == "__main__":
    unittest.main()
