"""The memory of tables that launches use one after the other."""

import unittest

import numpy as np
from aot_emulate import tables
from aot_emulate.tables import Table


class Tables(unittest.TestCase):
    def setUp(self):
        tables._spares.clear()

    def used(self, count, *units):
        table = Table(count)
        for each in units:
            table[each] = np.full(each.stop - each.start if isinstance(each, slice) else len(each), -1)
        table.free()

    def test_entries_of_the_last_launch_are_gone(self):
        self.used(1000, slice(100, 400), np.array([700, 450, 700]))
        self.assertEqual([len(each) for each in tables._spares], [1000])
        table = Table(800)
        self.assertEqual((len(table), len(tables._spares)), (800, 0))
        self.assertFalse(table.entries.any() or table.has_any(slice(0, 800)))

    def test_tables_of_a_launch_share_no_memory(self):
        self.used(1000, slice(0, 1000))
        one, other = Table(1000), Table(1000)
        one[np.array([5])] = np.array([1])
        self.assertFalse(other.entries.any())

    def test_a_larger_table_has_other_memory(self):
        self.used(10, slice(0, 10))
        self.assertEqual(len(Table(11)), 11)

    def test_entries_that_are_far_apart_are_not_cleared(self):
        self.used(1 << 20, np.array([0, (1 << 20) - 1]))
        self.assertEqual(tables._spares, [])

    def test_nothing_stored(self):
        self.used(10, np.array([], np.int64), slice(3, 3))
        self.assertFalse(Table(10).entries.any())

    def test_what_is_kept_is_bounded(self):
        used = [Table(1 << 22) for _ in range(2 * tables.MOST_SPARES)]
        for each in used:
            each.free()
        self.assertLessEqual(sum(each.nbytes for each in tables._spares), tables.ROOM)
        self.used(tables.ROOM // 8 + 1)
        self.assertLessEqual(max(len(each) for each in tables._spares), tables.ROOM // 8)


if __name__ == "__main__":
    unittest.main()
