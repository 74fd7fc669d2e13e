"""Which strides of a launch `--vary` changes, and how."""

import unittest

import numpy as np
from triton_aot_emulate.vary.copies import Copy, Tensor, difference
from triton_aot_emulate.vary.names import owner
from triton_aot_emulate.vary.strides import Number, View, choices, layout


def view(name, shape, strides=None):
    if strides is None:
        strides = [1]
        for size in reversed(shape[1:]):
            strides.insert(0, strides[0] * size)
    return View((name,), tuple(shape), tuple(strides))


def numbers(**values):
    return [Number(name, index, value, 4) for index, (name, value) in enumerate(values.items())]


class Owners(unittest.TestCase):
    def test_names(self):
        tensors = [("x_ptr",), ("out_ptr",), ("Y",), ("k_cache_ptr",), ("K",)]
        for stride, name in (
            ("x_row_stride", "x_ptr"),
            ("stride_xm", "x_ptr"),
            ("stride_x_0", "x_ptr"),
            ("out_stride", "out_ptr"),
            ("stride_om", "out_ptr"),
            ("Y_row_stride", "Y"),
            ("strideY", "Y"),
            ("stride_k_cache_block", "k_cache_ptr"),
            ("stride_kn", "K"),
            ("stride", None),
            ("row_stride", None),
            ("stride_zz", None),
        ):
            with self.subTest(stride=stride):
                index = owner(stride, tensors)
                self.assertEqual(None if index is None else tensors[index][0], name)


class Chosen(unittest.TestCase):
    def test_each_tensor_has_its_own_stride(self):
        found, _ = choices(numbers(x_stride=64, y_stride=64, n=64), [view("x", (8, 64)), view("y", (8, 64))])
        ((choice,), views) = found, [view("x", (8, 64)), view("y", (8, 64))]
        made = layout(choice.ways[0], views)
        self.assertEqual((dict(made.strides), dict(made.numbers)), ({0: (128, 1), 1: (192, 1)}, {0: 128, 1: 192}))
        self.assertEqual(len(choice.ways), 1)

    def test_one_stride_for_two_tensors(self):
        views = [view("x", (8, 50)), view("y", (8, 50))]
        ((choice,), _) = choices(numbers(stride=50), views)
        made = layout(choice.ways[0], views)
        self.assertEqual((dict(made.strides), dict(made.numbers)), ({0: (52, 1), 1: (52, 1)}, {0: 52}))
        # The second may have rows that the kernel knows without it.
        self.assertIn((0,), [way[0].views for way in choice.ways])

    def test_what_may_be_a_size_is_not_varied(self):
        for kwargs in ({"n": 64}, {"count": 512}):
            with self.subTest(**kwargs):
                self.assertEqual(choices(numbers(**kwargs), [view("x", (8, 64)), view("w", (2, 4, 8, 64))])[0], [])

    def test_an_argument_without_a_name_that_says_it_is_in_doubt(self):
        ((choice,), _) = choices(numbers(pitch=70), [view("x", (8, 64), (70, 1))])
        self.assertFalse(choice.is_clear)

    def test_what_is_not_varied(self):
        for name, value, shape, strides in (
            ("one", 1, (8, 64), (64, 1)),
            ("of an axis with one row", 64, (1, 64), (64, 1)),
            ("of rows that overlap", 4, (8, 8), (4, 1)),
            ("expanded", 0, (8, 64), (0, 1)),
        ):
            with self.subTest(name):
                self.assertEqual(choices(numbers(x_stride=value), [view("x", shape, strides)])[0], [])

    def test_rows_that_lie_one_after_the_other_stay_so(self):
        views = [view("x", (2, 3, 64))]
        ((choice,), _) = choices(numbers(x_row_stride=64), views)
        made = layout(choice.ways[0], views)
        self.assertEqual((made.strides[0], made.doubtful), ((384, 128, 1), {0}))

    def test_all_axes(self):
        views = [view("x", (2, 3, 64))]
        found, _ = choices(numbers(stride_x_b=192, stride_x_row=64), views)
        made = layout([group for each in found for group in each.ways[0]], views)
        self.assertEqual((made.strides[0], made.doubtful), ((448, 128, 1), frozenset()))
        self.assertEqual(dict(made.numbers), {1: 128, 0: 448})

    def test_transposed(self):
        views = [view("x", (64, 6), (1, 64))]
        ((choice,), _) = choices(numbers(stride_xk=64), views)
        self.assertEqual(layout(choice.ways[0], views).strides[0], (1, 128))

    def test_another_axis_that_is_in_the_way(self):
        views = [view("x", (2, 3, 64), (200, 64, 1))]
        ((choice,), _) = choices(numbers(x_row_stride=64), views)
        self.assertIsNone(layout(choice.ways[0], views))


class Copied(unittest.TestCase):
    def make(self, strides=(5, 1)):
        source = np.arange(6, dtype=np.float32)
        tensor = Tensor(
            "x", source.ctypes.data, (2, 3), (3, 1), 4, lambda raw: raw.view(np.float32).astype(float), 1e-7
        )
        elements = tensor.bytes_in(source.view(np.uint8), tensor.address)
        return tensor, elements, Copy(tensor, elements, strides)

    def test_gaps_are_nan(self):
        tensor, elements, copy = self.make()
        self.assertEqual(copy.buffer.size, 40)
        self.assertEqual((copy.address - tensor.address) % 256, 0)
        content = copy._memory.view(np.float32).reshape(2, 5)
        np.testing.assert_array_equal(content, [[0, 1, 2, np.nan, np.nan], [3, 4, 5, np.nan, np.nan]])
        self.assertEqual(difference(tensor, elements, copy.elements, True), "")

    def test_what_is_written_to_gaps(self):
        _, _, copy = self.make()
        self.assertIsNone(copy.changed_gap())
        copy._memory.view(np.float32)[8] = 1
        self.assertEqual(copy.changed_gap(), 8)

    def test_a_difference_names_the_element(self):
        tensor, elements, copy = self.make()
        copy._memory.view(np.float32)[6] += 1e-3
        self.assertIn(
            "1 of 6 elements of x, such as element (1, 1): 4 and 4.00",
            difference(tensor, elements, copy.elements, True),
        )
        self.assertEqual(difference(tensor, elements, copy.elements, False), "")


if __name__ == "__main__":
    unittest.main()
