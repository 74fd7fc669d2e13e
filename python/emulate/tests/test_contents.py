"""Options that look at the memory of a launch before and after it."""

import contextlib
import unittest
from unittest import mock

import numpy as np
from aot_emulate.fault import TooLong
from aot_emulate.launch import Launch, launch
from aot_emulate.memory import Buffer, GlobalMemory
from aot_emulate.ptx import parse
from triton_aot_emulate.contents import Contents, Region, Saved
from triton_aot_emulate.emulation import Emulation, Request
from triton_aot_emulate.events import Variant
from triton_aot_emulate.findings import KernelFault, NotEmulated
from triton_aot_emulate.gpus import gpu_named
from triton_aot_emulate.journal import Journal
from triton_aot_emulate.options import Options

ADDRESS = 1 << 32
# Each block stores its number to the first element.
LAST = """.version 9.0
.target sm_80
.global .align 1 .b8 text[3] = {104, 105, 0};
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
# So many blocks take longer.
MANY = {"grid": 1_000_000, "limit": 1}
ENDLESS = "again: add.s32 %r1, %r1, 1; bra again;"
ONE_THREAD = ".reg .pred %p<1>; mov.u32 %r0, %tid.x; setp.ne.u32 %p0, %r0, 0; @%p0 ret;"
# Prints the text of the module.
PRINT = """{ .param .b64 a; .param .b64 b; .param .b32 c; .local .align 8 .b8 depot[8];
mov.b64 %rd0, text; cvta.global.u64 %rd0, %rd0; st.param.b64 [a], %rd0;
mov.b64 %rd0, depot; cvta.local.u64 %rd0, %rd0; st.param.b64 [b], %rd0;
call.uni (c), vprintf, (a, b); }"""
# %r2 is how many came before.
COUNT = "mov.b32 %r0, 1; atom.global.add.u32 %r2, [%rd1], %r0;"
PLACE = "mul.wide.u32 %rd0, %r2, 4; add.s64 %rd0, %rd1, %rd0; st.global.b32 [%rd0+4], %r1;"
EXCHANGE = "atom.global.exch.b32 %r2, [%rd1], %r1;"
# Block 0 stores a value and sets a flag. The others get the flag, and store the value each.
FLAG = """.reg .pred %p<1>; setp.ne.u32 %p0, %r1, 0; @%p0 bra wait;
st.global.b32 [%rd1+4], 5; st.release.gpu.global.b32 [%rd1], 1; ret;
wait: ld.acquire.gpu.global.b32 %r0, [%rd1]; AGAIN
ld.global.b32 %r0, [%rd1+4]; cvt.u64.u32 %rd0, %r1; shl.b64 %rd0, %rd0, 2; add.s64 %rd1, %rd1, %rd0; st.global.b32 [%rd1+4], %r0;"""
WAITS = FLAG.replace("AGAIN", "setp.eq.u32 %p0, %r0, 0; @%p0 bra wait;")
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
    def run_kernel(
        self, body, *, grid=4, elements=4, given=None, first=None, numbers=None, write=None, is_private=True, **options
    ):
        self.numbers = np.full(elements, 9, np.int32) if numbers is None else np.array(numbers, np.int32)
        raw = self.numbers.view(np.uint8)
        memory = GlobalMemory(raw, ADDRESS)
        memory.allow(Buffer("out", ADDRESS, raw.nbytes, 4, first, self.numbers.shape, given))
        memory.is_private = is_private
        contents = Contents([Region("out", ADDRESS, raw, lambda each: each.view(np.int32), 0)])
        emulation = Emulation(Options(**options), gpu_named("sm_80"), Journal(""))
        parameters = (ADDRESS if first is None else first).to_bytes(8, "little")
        config = Launch(parameters, (grid, 1, 1), (32, 1, 1), 0, write=write)
        emulation.run(
            Request(parse(LAST.replace("BODY", body)), Variant("", "last"), memory, config, lambda: contents, dict)
        )
        return emulation

    def test_results_that_depend_on_the_order_of_blocks(self):
        self.run_kernel(EXCHANGE)
        with self.assertRaisesRegex(
            KernelFault, "last: has other results .*: 1 of 4 elements of out, such as element 0: 3 and 0"
        ):
            self.run_kernel(EXCHANGE, order=True)
        # The program sees the results of the usual order.
        self.assertEqual(self.numbers.tolist(), [3, 9, 9, 9])

    def test_results_that_may_be_meant_to_depend_on_it(self):
        time = "mov.u32 %r2, %globaltimer_lo; st.global.b32 [%rd1], %r2;"
        for body, says in ((f"{COUNT} {PLACE}", "`atom.global"), (time, "`mov.u32 %r2, %globaltimer_lo`")):
            with self.subTest(says=says):
                grid = 2 if body != time else 1
                emulation = self.run_kernel(f"{ONE_THREAD} {body}", grid=grid, numbers=[0] * 5, order=True)
                (found,) = emulation.tally.recent()
                self.assertEqual((found.kind, found.level), ("order", "warning"))
                self.assertIn(f"That may be meant: {says}", found.message)

    def test_a_flag_that_may_not_be_set_yet(self):
        """In the usual order it is, so the launch runs again in another one."""
        body = FLAG.replace("AGAIN", "")
        with self.assertRaisesRegex(
            KernelFault, "element 1 of out.* has read it .* if the blocks run in another order"
        ):
            self.run_kernel(body, elements=5, numbers=[0] * 5)
        self.assertEqual(self.numbers.tolist(), [1, 5, 5, 5, 5])

    def test_a_flag_that_blocks_wait_for(self):
        runs = mock.Mock(wraps=launch)
        with mock.patch("triton_aot_emulate.emulation.launch", runs):
            for body, is_private, reverse in (
                (WAITS, True, [False, True]),
                (WAITS, False, [False]),
                (COUNT, True, [False]),
            ):
                with self.subTest(body=body, is_private=is_private):
                    self.run_kernel(body, elements=5, numbers=[0] * 5, is_private=is_private)
                    self.assertEqual([call.args[2].reverse for call in runs.call_args_list], reverse)
                    runs.reset_mock()

    def test_another_order_that_takes_too_long(self):
        def slow(*arguments):
            if arguments[2].reverse:
                raise TooLong("it")
            return launch(*arguments)

        with mock.patch("triton_aot_emulate.emulation.launch", slow):
            emulation = self.run_kernel(WAITS, elements=5, numbers=[0] * 5)
        (found,) = emulation.tally.recent()
        self.assertEqual((found.kind, found.level), ("unwatched", "warning"))
        self.assertIn("not run in another order: too long for the emulation: it", found.message)
        self.assertEqual(self.numbers.tolist(), [1, 5, 5, 5, 5])

    def test_results_that_do_not(self):
        self.run_kernel(NEXT, order=True)
        self.assertEqual(self.numbers.tolist(), [0, 1, 2, 3])

    def test_shape_in_the_message(self):
        with self.assertRaisesRegex(KernelFault, r"last: writes 4 bytes at element 4 of out, whose shape is \(4,\)"):
            self.run_kernel(NEXT, grid=5)

    def test_access_outside_of_the_view(self):
        given = np.array([True, False, True, True])
        for level in ("off", "warning"):
            emulation = self.run_kernel(NEXT, given=given, views=level)
            found = emulation.tally.recent()
            self.assertEqual([each.level for each in found], ["warning"] * (level == "warning"))
        self.assertIn("element 1 of out", found[0].message)
        with self.assertRaisesRegex(KernelFault, "in the tensor's storage, but not in the view"):
            self.run_kernel(NEXT, given=given, views="error")

    def test_elements_are_counted_from_the_start_of_the_view(self):
        given = np.array([False, False, True, True])
        self.run_kernel(NEXT, grid=2, given=given, first=ADDRESS + 8, views="error")
        with self.assertRaisesRegex(KernelFault, "element 2 of out"):
            self.run_kernel(NEXT, grid=3, given=given, first=ADDRESS + 8)

    def test_prints_once(self):
        printed: list[str] = []
        self.run_kernel(f"{ONE_THREAD} {PRINT}", grid=2, write=printed.append, order=True)
        self.assertEqual(printed, ["hi"] * 2)

    def test_remedies_for_a_launch_that_takes_too_long(self):
        with self.assertRaisesRegex(
            NotEmulated, "the limit is 0.1 s. .*--limit 0, which means no limit, .*--sample 8$"
        ):
            self.run_kernel(ENDLESS, limit=0.1)
        with self.assertRaisesRegex(NotEmulated, r"all would take about .*--emulate-limit \d+, .*--emulate-sample 8$"):
            self.run_kernel(NEXT, **MANY, elements=1_000_000, prefix="--emulate-")

    def test_sample_of_blocks_that_need_others(self):
        # Each block waits for the one before it, and most of these are not in the sample.
        wait = f"again: ld.volatile.global.b32 %r0, [%rd1]; setp.ne.u32 %p0, %r0, %r1; @%p0 bra again; {COUNT}"
        with self.assertRaisesRegex(NotEmulated, "A sample of 3 blocks shows nothing: .*wait for others"):
            self.run_kernel(f"{ONE_THREAD} {wait}", **MANY, numbers=[0], sample=3)

    def test_sample_begins_with_memory_as_it_was(self):
        # The first element counts the blocks: more than the sample would be outside of the list.
        with self.assertRaisesRegex(NotEmulated, "A sample of 3 blocks, spread over the grid, has no fault"):
            self.run_kernel(f"{ONE_THREAD} {COUNT} {PLACE}", **MANY, numbers=[0] * 900_000, sample=3)

    def test_sample_that_takes_too_long(self):
        with self.assertRaisesRegex(NotEmulated, "A sample of 3 blocks shows nothing: .* 0 of 3 blocks"):
            self.run_kernel(ENDLESS, limit=0.1, sample=3)

    def test_copies_of_memory_go_with_the_launch(self):
        copies: list[Saved] = []

        def save(contents):
            copies.append({each.address: each.memory.copy() for each in contents._regions})
            return copies[-1]

        options = ({"order": True}, {"nan": True}, {"limit": 0.1, "sample": 3})
        with mock.patch.object(Contents, "save", save):
            for body, chosen in ((EXCHANGE, options[0]), (NEXT, options[1]), (ENDLESS, options[2])):
                with self.subTest(chosen=chosen), contextlib.suppress(KernelFault, NotEmulated):
                    self.run_kernel(body, **chosen)
        self.assertEqual(copies, [{}] * 4)

    def test_sample_that_would_be_the_launch_itself(self):
        with self.assertRaisesRegex(NotEmulated, "0 of 4 blocks after .* --limit 0, which means no limit$"):
            self.run_kernel(ENDLESS, limit=0.1, sample=4)

    def test_sample_of_a_launch_that_takes_too_long(self):
        # The last block of a sample has a fault, which is found although not all blocks are executed.
        with self.assertRaisesRegex(KernelFault, "element 999999 of out"):
            self.run_kernel(NEXT, **MANY, elements=999_999, sample=3)
        with self.assertRaisesRegex(
            NotEmulated, r"A sample of 3 blocks, .* has no fault; .* without the results\. Make .* --limit \d+$"
        ):
            self.run_kernel(NEXT, **MANY, elements=1_000_000, sample=3)


if __name__ == "__main__":
    unittest.main()
