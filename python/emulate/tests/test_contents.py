"""Options that look at the memory of a launch before and after it."""

import unittest

import numpy as np
from aot_emulate.launch import Launch
from aot_emulate.memory import Buffer, GlobalMemory
from aot_emulate.ptx import parse
from triton_aot_emulate.contents import Contents, Region
from triton_aot_emulate.emulation import Emulation, Request
from triton_aot_emulate.findings import KernelFault, NotEmulated
from triton_aot_emulate.gpus import gpu_named
from triton_aot_emulate.journal import Journal
from triton_aot_emulate.options import Options
from triton_aot_emulate.variants import Variant

ADDRESS = 1 << 32
# Each block stores its number to the first element.
LAST = """.version 9.0
.target sm_80
.visible .entry last(.param .u64 out)
{
.reg .b64 %rd<2>;
.reg .b32 %r<3>;
ld.param.b64 %rd1, [out];
mov.u32 %r1, %ctaid.x;
BODY
ret;
}
"""
EXCHANGE = "atom.global.exch.b32 %r2, [%rd1], %r1;"
NEXT = "cvt.u64.u32 %rd0, %r1; shl.b64 %rd0, %rd0, 2; add.s64 %rd1, %rd1, %rd0; st.global.b32 [%rd1], %r1;"


def floats(raw):
    return raw.view(np.float32).astype(np.float64)


class Compared(unittest.TestCase):
    def make(self, numbers, precision=2.0**-23):
        raw = np.array(numbers, np.float32).view(np.uint8)
        return Contents([Region("x", ADDRESS, raw, floats, precision)]), raw.view(np.float32)

    def test_rounding_is_no_difference(self):
        contents, numbers = self.make([1, 1000, np.nan])
        saved = contents.save()
        numbers[0] += 1e-3
        self.assertEqual(contents.differences(saved), [])
        numbers[0] += 1
        self.assertEqual(contents.differences(saved), ["1 of 3 elements of x, such as element 0: 1 and 2.00099993"])

    def test_infinity_in_place_of_a_number(self):
        contents, numbers = self.make([1, 2])
        saved = contents.save()
        numbers[1] = np.inf
        self.assertEqual(len(contents.differences(saved)), 1)

    def test_restores_all_bytes(self):
        contents, numbers = self.make([1, np.nan])
        saved = contents.save()
        numbers[:] = 7
        contents.restore(saved)
        self.assertEqual(numbers.tolist()[0], 1)
        self.assertTrue(np.isnan(numbers[1]))

    def test_new_nan(self):
        contents, numbers = self.make([1, 2, 3])
        before = contents.save()
        numbers[2] = np.nan
        self.assertEqual(contents.with_new_nan(before), ["element 2 of x"])

    def test_nan_of_what_was_not_finite(self):
        contents, numbers = self.make([1, 2, np.inf])
        before = contents.save()
        numbers[1] = np.nan
        self.assertEqual(contents.with_new_nan(before), [])

    def test_nan_in_place_of_what_an_output_had_before(self):
        contents, numbers = self.make([1, np.nan])
        before = contents.save()
        numbers[1] = 5
        self.assertEqual(contents.with_new_nan(before), [])


class Chosen(unittest.TestCase):
    def run_kernel(self, body, *, grid=4, elements=4, gaps=None, first=None, **options):
        self.numbers = np.full(elements, 9, np.int32)
        raw = self.numbers.view(np.uint8)
        memory = GlobalMemory(raw, ADDRESS)
        memory.allow(Buffer("out", ADDRESS, raw.nbytes, 4, first, (elements,), gaps))
        contents = Contents([Region("out", ADDRESS, raw, lambda each: each.view(np.int32), 0)])
        emulation = Emulation(Options(**options), gpu_named("sm_80"), Journal(""))
        parameters = (ADDRESS if first is None else first).to_bytes(8, "little")
        launch = Launch(parameters, (grid, 1, 1), (32, 1, 1), 0)
        emulation.run(Request(parse(LAST.replace("BODY", body)), Variant("", "last"), memory, launch, lambda: contents))
        return emulation

    def test_results_that_depend_on_the_order_of_blocks(self):
        self.run_kernel(EXCHANGE)
        with self.assertRaisesRegex(
            KernelFault, "last: has other results .*: 1 of 4 elements of out, such as element 0: 3 and 0"
        ):
            self.run_kernel(EXCHANGE, order=True)
        # The program sees the results of the usual order.
        self.assertEqual(self.numbers.tolist(), [3, 9, 9, 9])

    def test_results_that_do_not(self):
        self.run_kernel(NEXT, order=True)
        self.assertEqual(self.numbers.tolist(), [0, 1, 2, 3])

    def test_shape_in_the_message(self):
        with self.assertRaisesRegex(KernelFault, r"last: writes 4 bytes at element 4 of out, whose shape is \(4,\)"):
            self.run_kernel(NEXT, grid=5)

    def test_access_outside_of_the_view(self):
        gaps = np.array([False, True, False, False])
        for level in ("off", "warning"):
            emulation = self.run_kernel(NEXT, gaps=gaps, views=level)
            found = emulation.tally.recent()
            self.assertEqual([each.level for each in found], ["warning"] * (level == "warning"))
        self.assertIn("element 1 of out", found[0].message)
        with self.assertRaisesRegex(KernelFault, "in the tensor's storage, but not in the view"):
            self.run_kernel(NEXT, gaps=gaps, views="error")

    def test_elements_are_counted_from_the_start_of_the_view(self):
        gaps = np.array([True, True, False, False])
        self.run_kernel(NEXT, grid=2, gaps=gaps, first=ADDRESS + 8, views="error")
        with self.assertRaisesRegex(KernelFault, "element 2 of out"):
            self.run_kernel(NEXT, grid=3, gaps=gaps, first=ADDRESS + 8)

    def test_sample_of_a_launch_that_takes_too_long(self):
        endless = "again: add.s32 %r1, %r1, 1; bra again;"
        with self.assertRaisesRegex(NotEmulated, "--sample COUNT runs some of its blocks"):
            self.run_kernel(endless, limit=0.1)
        # The last block of a sample has a fault, which is found although not all blocks are executed.
        with self.assertRaisesRegex(KernelFault, "element 99999 of out"):
            self.run_kernel(NEXT, grid=100_000, elements=99_999, limit=1e-9, sample=3)
        with self.assertRaisesRegex(NotEmulated, "3 of them were executed, with no fault, and no result was checked"):
            self.run_kernel(NEXT, grid=100_000, elements=100_000, limit=1e-9, sample=3)


if __name__ == "__main__":
    unittest.main()
