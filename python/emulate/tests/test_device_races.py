"""Accesses to device memory that nothing orders, as PTX: orders, scopes, fences, barriers."""

import unittest
from typing import ClassVar
from unittest.mock import patch

import numpy as np
from aot_emulate import device_races, far
from aot_emulate.fault import Race

from emulate import run

# %r1 is the thread, %r2 the block, %rd8 the thread's element of the first array. %p1: the first thread of the block.
THREAD = "mov.u32 %r1, %tid.x;\nmov.u32 %r2, %ctaid.x;\nmad.wide.u32 %rd8, %r1, 4, %rd0;\nsetp.eq.u32 %p1, %r1, 0;\nsetp.eq.u32 %p2, %r2, 0;\n"

# Block 0 writes data and raises a flag, block 1 waits for the flag and reads the data. The later block runs first in the
# code, so that it has to wait.
FLAG = (
    THREAD
    + """@!%p1 exit;
@%p2 bra write;
wait: {wait}
setp.eq.b32 %p3, %r5, 0;
@%p3 bra wait;
{after}
ld.global.b32 %r6, [%rd0];
st.global.b32 [%rd0+4], %r6;
exit;
write: st.global.b32 [%rd0], 7;
{before}
{signal}
"""
)


def flag(wait: str, signal: str, before: str = "", after: str = ""):
    data, up = np.zeros(2, np.uint32), np.zeros(1, np.uint32)
    run(FLAG.format(wait=wait, signal=signal, before=before, after=after), [data, up], 32, (2, 1, 1))
    return data.tolist()


def threads(body: str, count: int = 64, grid: int = 1, arrays: int = 1, cluster=(1, 1, 1)):
    found = [np.arange(4 * count, dtype=np.uint32) for _ in range(arrays)]
    run(THREAD + body, found, count, (grid, 1, 1), cluster=cluster)
    return found[0]


class Unwatched(unittest.TestCase):
    def test_races_in_some_buffers_do_not_matter(self):
        body = (
            THREAD + "@%p1 st.global.b32 [%rd0], %r2;\n@%p1 ld.global.b32 %r5, [%rd1];\n@%p1 st.global.b32 [%rd1], %r2;"
        )
        notes, data = np.full(1, 9, np.uint32), np.full(1, 9, np.uint32)
        with self.assertRaisesRegex(Race, "element 0 of a"):
            run(body, [notes, data], 32, (2, 1, 1))
        with self.assertRaisesRegex(Race, "element 0 of b"):
            run(body, [notes, data], 32, (2, 1, 1), unwatched=["a"])
        run(body, [notes, data], 32, (2, 1, 1), unwatched=["a", "b"])


class Unchanged(unittest.TestCase):
    """Block 0 stores what is in every other element already."""

    STORES = THREAD + "or.b32 %r5, %r1, 1;\n@%p2 st.global.b32 [%rd8], %r5;\n@%p2 exit;\n"

    def run_after(self, body: str):
        run(self.STORES + body, [np.arange(64, dtype=np.uint32)], 64, (2, 1, 1))

    def test_another_block_reads_what_has_not_changed(self):
        self.run_after("@%p1 ld.global.b32 %r6, [%rd0+4];\n@%p1 st.global.b32 [%rd0+4], %r6;")

    def test_another_block_changes_what_has_not(self):
        """In another order, the store of what is there comes later."""
        for change, verb in (
            ("st.global.b32 [%rd0+12], 9;", "writes"),
            ("red.global.add.u32 [%rd0+12], 9;", "updates"),
            ("atom.global.exch.b32 %r6, [%rd0+12], 9;", "updates"),
        ):
            with self.subTest(change=change):
                says = rf"{verb} element 3 of a.*\(1, 0, 0\); thread block \(0, 0, 0\) has written it"
                with self.assertRaisesRegex(Race, says):
                    self.run_after(f"@%p1 {change}")
        self.run_after("@%p1 st.global.b32 [%rd0+12], 3;\n@%p1 red.global.add.u32 [%rd0+12], 0;")

    def test_another_block_reads_what_has_changed(self):
        with self.assertRaisesRegex(Race, "element 2 of a"):
            self.run_after("@%p1 ld.global.b32 %r6, [%rd0+8];\n@%p1 st.global.b32 [%rd0+20], %r6;")

    def test_another_block_stores_what_has_changed(self):
        with self.assertRaisesRegex(Race, "element 2 of a"):
            self.run_after("@%p1 st.global.b32 [%rd0+8], 9;")


class Orders(unittest.TestCase):
    """A flag orders what comes before and after it if one side releases and the other acquires."""

    WAITS: ClassVar = {
        "acquire": "ld.acquire.gpu.global.b32 %r5, [%rd1];",
        "acquire of the system": "ld.acquire.sys.global.b32 %r5, [%rd1];",
        "atom": "atom.global.acq_rel.gpu.add.u32 %r5, [%rd1], 0;",
        "acquiring atom": "atom.acquire.gpu.global.or.b32 %r5, [%rd1], 0;",
    }
    SIGNALS: ClassVar = {
        "release": "st.release.gpu.global.b32 [%rd1], 1;",
        "atom": "atom.global.acq_rel.gpu.exch.b32 %r7, [%rd1], 1;",
        "releasing red": "red.release.gpu.global.add.u32 [%rd1], 1;",
    }
    WEAK_WAITS: ClassVar = {
        "relaxed": "ld.relaxed.gpu.global.b32 %r5, [%rd1];",
        "volatile": "ld.volatile.global.b32 %r5, [%rd1];",
        "relaxed atom": "atom.relaxed.gpu.global.add.u32 %r5, [%rd1], 0;",
        "atom": "atom.global.add.u32 %r5, [%rd1], 0;",
        "release": "atom.release.gpu.global.add.u32 %r5, [%rd1], 0;",
    }
    WEAK_SIGNALS: ClassVar = {
        "relaxed": "st.relaxed.gpu.global.b32 [%rd1], 1;",
        "volatile": "st.volatile.global.b32 [%rd1], 1;",
        "relaxed atom": "atom.relaxed.gpu.global.exch.b32 %r7, [%rd1], 1;",
        "red": "red.global.add.u32 [%rd1], 1;",
        "acquire": "atom.acquire.gpu.global.exch.b32 %r7, [%rd1], 1;",
    }
    FENCES = ("fence.acq_rel.gpu;", "fence.sc.gpu;", "fence.acq_rel.sys;", "membar.gl;", "membar.sys;")

    def green(self, wait, signal, **fences):
        with self.subTest(wait=wait, signal=signal, **fences):
            self.assertEqual(flag(wait, signal, **fences), [7, 7])

    def red(self, wait, signal, **fences):
        with (
            self.subTest(wait=wait, signal=signal, **fences),
            self.assertRaisesRegex(
                Race,
                r"reads element 0 of a .*in thread block \(1, 0, 0\); thread block \(0, 0, 0\) has written it \(`st.global.b32 \[%rd0\], 7`\), and nothing orders the two",
            ),
        ):
            flag(wait, signal, **fences)

    def test_who_releases_and_who_acquires(self):
        for wait in self.WAITS.values():
            for signal in self.SIGNALS.values():
                self.green(wait, signal)

    def test_one_side_is_not_enough(self):
        for wait in self.WEAK_WAITS.values():
            self.red(wait, self.SIGNALS["release"])
            self.red(wait, self.WEAK_SIGNALS["relaxed"])
        for signal in self.WEAK_SIGNALS.values():
            self.red(self.WAITS["acquire"], signal)

    def test_fences_make_relaxed_operations_release_and_acquire(self):
        for fence in self.FENCES:
            for wait in self.WEAK_WAITS.values():
                self.green(wait, self.SIGNALS["release"], after=fence)
            for signal in self.WEAK_SIGNALS.values():
                self.green(self.WAITS["acquire"], signal, before=fence)
            self.green(self.WEAK_WAITS["volatile"], self.WEAK_SIGNALS["volatile"], before=fence, after=fence)

    def test_fences_on_one_side_or_of_the_own_block(self):
        relaxed = self.WEAK_WAITS["relaxed"], self.WEAK_SIGNALS["relaxed"]
        self.red(*relaxed, before="membar.gl;")
        self.red(*relaxed, after="membar.gl;")
        for fence in ("membar.cta;", "fence.acq_rel.cta;", "fence.proxy.async;"):
            self.red(*relaxed, before=fence, after=fence)

    def test_the_scope_must_include_the_other(self):
        for wait, signal in (
            ("acquire.cta", "release.gpu"),
            ("acquire.gpu", "release.cta"),
            ("acquire.cta", "release.cta"),
        ):
            with self.subTest(wait=wait, signal=signal), self.assertRaises(Race):
                flag(f"ld.{wait}.global.b32 %r5, [%rd1];", f"st.{signal}.global.b32 [%rd1], 1;")

    def test_weak_accesses_to_the_flag_itself(self):
        with self.assertRaisesRegex(Race, r"element 0 of b"):
            flag(self.WAITS["acquire"], "st.global.b32 [%rd1], 1;", before="membar.gl;")
        with self.assertRaisesRegex(Race, r"element 0 of b"):
            flag("ld.global.b32 %r5, [%rd1];", self.SIGNALS["release"], after="membar.gl;")

    def test_what_is_written_after_the_release_is_not_ordered(self):
        with self.assertRaises(Race):
            flag(self.WAITS["acquire"], self.SIGNALS["release"] + "\nst.global.b32 [%rd0], 9;")

    def test_a_store_replaces_what_another_warp_has_released(self):
        body = """@!%p2 bra wait;
        @%p1 st.global.b32 [%rd0], 500;
        @%p1 st.release.gpu.global.b32 [%rd1], 2;
        bar.sync 0;
        setp.eq.u32 %p4, %r1, {};
        @%p4 st.relaxed.gpu.global.b32 [%rd1], 1;
        exit;
        wait: ld.acquire.gpu.global.b32 %r5, [%rd1];
        setp.ne.b32 %p3, %r5, 1;
        @%p3 bra wait;
        @%p1 ld.global.b32 %r6, [%rd0];"""
        run(THREAD + body.format(0), [np.zeros(64, np.uint32), np.zeros(1, np.uint32)], 64, (2, 1, 1))
        with self.assertRaises(Race):
            run(THREAD + body.format(32), [np.zeros(64, np.uint32), np.zeros(1, np.uint32)], 64, (2, 1, 1))

    def test_an_atomic_operation_after_the_release_keeps_it(self):
        self.green(
            self.WAITS["acquire"],
            "atom.release.gpu.global.and.b32 %r7, [%rd1], 0;\nred.relaxed.gpu.global.add.u32 [%rd1], 1;",
        )

    def test_only_a_swap_that_succeeds_writes(self):
        failed = "atom.release.gpu.global.cas.b32 %r7, [%rd1], 5, 6;\nst.relaxed.gpu.global.b32 [%rd1], 1;"
        self.red(self.WAITS["acquire"], failed)
        self.green(self.WAITS["acquire"], "atom.release.gpu.global.cas.b32 %r7, [%rd1], 0, 1;")

    def test_barriers_pass_on_what_a_thread_has_acquired(self):
        """All threads write, the first one signals after a barrier; the first one waits, all read after a barrier."""
        body = """@%p2 bra write;
        @!%p1 bra go;
        wait: ld.acquire.gpu.global.b32 %r5, [%rd1];
        setp.eq.b32 %p3, %r5, 0;
        @%p3 bra wait;
        go: {reads}
        ld.global.b32 %r6, [%rd8];
        add.s32 %r6, %r6, 1;
        st.global.b32 [%rd8+256], %r6;
        exit;
        write: st.global.b32 [%rd8], 500;
        {writes}
        @%p1 st.release.gpu.global.b32 [%rd1], 1;"""
        for reads, writes in (("bar.sync 0;", "bar.sync 0;"), ("", "bar.sync 0;"), ("bar.sync 0;", "")):
            data, up = np.zeros(128, np.uint32), np.zeros(1, np.uint32)
            with self.subTest(reads=reads, writes=writes):
                if reads and writes:
                    run(THREAD + body.format(reads=reads, writes=writes), [data, up], 64, (2, 1, 1))
                    self.assertEqual(data.tolist(), [500] * 64 + [501] * 64)
                else:
                    with self.assertRaises(Race):
                        run(THREAD + body.format(reads=reads, writes=writes), [data, up], 64, (2, 1, 1))


class Blocks(unittest.TestCase):
    def test_without_an_order(self):
        """At any number of blocks, also if they do not run at once."""
        for grid in (2, 64, 1000):
            with (
                self.subTest(grid=grid),
                self.assertRaisesRegex(
                    Race, r"writes element 0 of a .*in thread block \(0, 0, 0\); thread block \([1-9]"
                ),
            ):
                threads("ld.global.b32 %r5, [%rd8];\nadd.s32 %r5, %r5, 1;\nst.global.b32 [%rd8], %r5;", 32, grid)

    def test_a_block_that_ran_earlier(self):
        body = (
            "setp.eq.u32 %p3, %r2, {};\n@!%p3 bra other;\n{}\nexit;\nother: setp.eq.u32 %p3, %r2, 999;\n@!%p3 exit;\n{}"
        )
        store, load = "st.global.b32 [%rd8], 99;", "ld.global.b32 %r5, [%rd8];"
        for one, two, text in (
            (store, load, "read"),
            (load, store, "write"),
            (store, store.replace("99", "98"), "write"),
        ):
            with self.assertRaisesRegex(
                Race, rf"{text}s element 0 of a .*in thread block \(999, 0, 0\); thread block \(3, 0, 0\) has"
            ):
                threads(body.format(3, one, two), 32, 1000)
        threads(body.format(3, store, store), 32, 1000)
        threads(body.format(3, load, load), 32, 1000)

    def test_different_values_at_once(self):
        with self.assertRaisesRegex(
            Race, r"writes element 0 of a .*in thread block \([0-2], 0, 0\); thread block \(3, 0, 0\) has written it"
        ):
            threads("add.u32 %r2, %r2, 1;\n@%p1 st.global.b32 [%rd0], %r2;", 32, 4)
        threads("@%p1 st.global.b32 [%rd0], 77;", 32, 4)
        floats = "cvt.rn.f32.u32 %f1, %r2;\nadd.f32 %f1, %f1, %f1;\n@%p1 st.global.f32 [%rd0], %f1;"
        with self.assertRaises(Race):
            threads(floats, 32, 4)

    def test_same_bits_that_each_block_reads_again(self):
        threads("st.global.b32 [%rd8], 99;\nld.global.b32 %r5, [%rd8];", 64, 100)
        threads("st.global.b32 [%rd0], 99;\nbar.sync 0;\nld.global.b32 %r5, [%rd0];", 64, 3)

    def test_same_bits_of_other_warps_of_the_block(self):
        """It does not help that other blocks have stored them too."""
        body = "st.global.b32 [%rd8], 99;\n{}xor.b32 %r5, %r1, 32;\nmad.wide.u32 %rd8, %r5, 4, %rd0;\nld.global.b32 %r5, [%rd8];\nst.global.b32 [%rd8], %r5;"
        for blocks in (1, 100):
            threads(body.format("bar.sync 0;\n"), 64, blocks)
            with self.assertRaisesRegex(Race, r"reads element \d+ of a"):
                threads(body.format(""), 64, blocks)

    # Block 0 and 1 fill a table, and set a flag each. The others read it.
    TABLE = """setp.lt.u32 %p3, %r2, 2;
    @!%p3 bra read;
    st.global.b32 [%rd8], 99;
    bar.sync 0;
    mad.wide.u32 %rd9, %r2, 4, %rd1;
    @%p1 st.release.gpu.global.b32 [%rd9], 999;
    exit;
    read: {}
    ld.global.b32 %r5, [%rd8];
    st.global.b32 [%rd8], %r5;"""

    def test_same_bits_that_other_blocks_read(self):
        """One of those that have stored them must have come before."""
        wait = "read{0}: ld.acquire.gpu.global.b32 %r5, [%rd1+{0}];\nsetp.ne.u32 %p4, %r5, 999;\n@%p4 bra read{0};"
        for end in ("", "bar.sync 0;"):
            for at in (0, 4):
                threads(self.TABLE.format(wait.format(at) + end), 64, 4, 2)
            with self.assertRaisesRegex(Race, r"reads element 0 of a .*\([23], 0, 0\); .*\(., 0, 0\) has written it"):
                threads(self.TABLE.format(end), 64, 4, 2)

    def test_same_bits_that_others_update(self):
        """A block may store them after another has updated them."""
        for value in (0, 7):
            with self.assertRaisesRegex(Race, "updates element 0 of a .* has written it"):
                threads(f"@%p1 st.global.b32 [%rd0], {value};\n@%p1 red.global.add.u32 [%rd0], 1;", 32, 4)
        threads("@%p1 st.global.b32 [%rd0], 7;\n@%p1 red.global.add.u32 [%rd0], 1;", 32, 1)

    def test_atomic_operations(self):
        threads("red.global.add.u32 [%rd0], 1;\natom.global.max.u32 %r5, [%rd0], 7;", 64, 100)
        with self.assertRaisesRegex(
            Race, r"reads element 0 of a .*in thread block \(., 0, 0\); thread block \(., 0, 0\) has updated it"
        ):
            threads("@%p1 red.global.add.u32 [%rd0], 1;\nld.global.b32 %r5, [%rd0];", 32, 2)
        with self.assertRaisesRegex(
            Race, r"updates element 0 of a .*in thread block \(., 0, 0\); thread block \(., 0, 0\) has updated it"
        ):
            threads("@%p1 red.relaxed.cta.global.add.u32 [%rd0], 1;", 32, 2)

    def test_neighbours_in_a_word(self):
        """Bytes are places of their own."""
        threads("cvt.u64.u32 %rd9, %r2;\nadd.s64 %rd9, %rd9, %rd0;\n@%p1 st.global.b8 [%rd9], %r2;", 32, 16)
        with self.assertRaisesRegex(Race, "element 3 of a"):
            threads("@%p1 st.global.b8 [%rd0+12], %r2;\nld.global.v4.b32 {%r5, %r6, %r7, %r8}, [%rd0];", 32, 16)

    def test_blocks_of_a_cluster_meet(self):
        body = "@%p2 st.global.b32 [%rd8], 99;\n{}@!%p2 ld.global.b32 %r5, [%rd8];"
        meet = "barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;\n"
        threads(body.format(meet), 64, 4, cluster=(4, 1, 1))
        with self.assertRaises(Race):
            threads(body.format(""), 64, 4, cluster=(4, 1, 1))
        with self.assertRaises(Race):  # of two clusters
            threads(body.format(meet), 64, 4, cluster=(2, 1, 1))


class Limits(unittest.TestCase):
    """What is not watched is said."""

    BODY = (
        THREAD
        + "red.release.gpu.global.add.u32 [%rd0+4], 1;\nld.acquire.gpu.global.b32 %r5, [%rd0+4];\n@!%p2 exit;\nld.global.b32 %r6, [%rd8+128];"
    )

    def test_most_launches_are_watched(self):
        self.assertEqual(run(self.BODY, [np.zeros(64, np.uint32)], 32, (4, 1, 1)).unwatched, "")

    def test_orders_that_are_too_many(self):
        turns = (
            THREAD
            + """@!%p1 exit;
        red.release.gpu.global.add.u32 [%rd0+64], 1;
        wait: ld.acquire.gpu.global.b32 %r5, [%rd0+4];
        setp.ne.u32 %p3, %r5, %r2;
        @%p3 bra wait;
        ld.global.b32 %r6, [%rd0];
        add.s32 %r6, %r6, 1;
        st.global.b32 [%rd0], %r6;
        red.release.gpu.global.add.u32 [%rd0+4], 1;"""
        )
        self.assertEqual(run(turns, [np.zeros(64, np.uint32)], 32, (16, 1, 1)).unwatched, "")
        with patch.object(far, "NOTES", 8):
            self.assertEqual(run(self.BODY, [np.zeros(64, np.uint32)], 32, (16, 1, 1)).unwatched, "")  # nobody asked
            text = run(turns, [np.zeros(64, np.uint32)], 32, (16, 1, 1)).unwatched
        self.assertEqual(text, "blocks order their accesses by more operations than are followed")

    def test_launches_that_are_too_large(self):
        with patch.object(device_races, "WARP", 3):
            self.assertEqual(
                run(self.BODY, [np.zeros(64, np.uint32)], 32, (7, 1, 1)).unwatched, "the launch has more than 6 warps"
            )


class Warps(unittest.TestCase):
    SWAP = "xor.b32 %r3, %r1, 32;\nmad.wide.u32 %rd9, %r3, 4, %rd0;\n"

    def test_a_barrier_is_missing(self):
        body = (
            self.SWAP
            + "add.s32 %r4, %r1, 1000;\nst.global.b32 [%rd8], %r4;\n{}ld.global.b32 %r5, [%rd9];\nst.global.b32 [%rd8+512], %r5;"
        )
        threads(body.format("bar.sync 0;\n"))
        with self.assertRaisesRegex(
            Race,
            r"reads element 32 of a .*in warp 0 of thread block \(0, 0, 0\); warp 1 has written it \(`st.global.b32 \[%rd8\], %r4`\), with no barrier in between",
        ):
            threads(body.format(""))
        with self.assertRaises(Race):  # in every block
            threads(
                THREAD + "@%p2 exit;\nmad.wide.u32 %rd0, %r2, 256, %rd0;\nadd.s64 %rd8, %rd8, 256;\n" + body.format(""),
                grid=2,
                count=64,
            )

    def test_a_barrier_is_missing_before_a_write(self):
        body = self.SWAP + "ld.global.b32 %r5, [%rd9];\n{}st.global.b32 [%rd8], %r5;"
        threads(body.format("bar.sync 0;\n"))
        with self.assertRaisesRegex(
            Race, r"writes element 0 of a .*in warp 0 of thread block \(0, 0, 0\); warp 1 has read it"
        ):
            threads(body.format(""))

    # All warps read an element, and the first thread writes it.
    SHARED = "ld.global.b32 %r5, [%rd0];\nadd.s32 %r6, %r5, 1;\n{}@%p1 st.global.b32 [%rd0], %r6;\n{}"

    def test_a_value_that_one_warp_uses(self):
        """Triton lets all warps load what has fewer elements than threads."""
        threads(self.SHARED.format("", ""), 128)
        loop = (
            "mov.b32 %r4, 0;\nagain:\n"
            + self.SHARED
            + "add.s32 %r4, %r4, 1;\nsetp.lt.s32 %p3, %r4, 3;\n@%p3 bra again;"
        )
        self.assertEqual(int(threads(loop.format("", ""), 128)[0]), 3)
        threads(
            "shfl.sync.idx.b32 %r3, %r1, 0, 31, -1;\n"
            + self.SHARED.format("mul.lo.s32 %r6, %r6, %r6;\n", "red.global.add.u32 [%rd0], 0;"),
            32,
        )

    def test_a_value_that_all_warps_use(self):
        before, after = (
            "st.global.b32 [%rd8+512], %r6;\n",
            "setp.eq.s32 %p3, %r6, 1;\n@%p3 st.global.b32 [%rd8+512], 1;",
        )
        for uses in (
            (before, ""),
            ("", before),
            ("", after),
            ("@!%p1 " + before, ""),
            ("ld.global.b32 %r7, [%rd8];\nadd.s32 %r7, %r6, %r7;\n" + before, ""),
        ):
            with self.subTest(uses=uses):
                text = self.SHARED.format(*uses)
                with self.assertRaisesRegex(Race, r"element 0 of a .*warp [0-3] has (read|written) it"):
                    threads(text, 128)
                threads(text.replace("@%p1 st.global.b32 [%rd0]", "bar.sync 0;\n@%p1 st.global.b32 [%rd0]"), 128)
        with self.assertRaises(Race):  # in a loop the next value depends on it
            threads(
                "mov.b32 %r4, 0;\nagain:\n"
                + self.SHARED.format("", "")
                + "add.s32 %r4, %r4, %r6;\nsetp.lt.s32 %p3, %r4, 3;\n@%p3 bra again;",
                128,
            )

    def test_one_warp_needs_no_barrier(self):
        threads(
            "xor.b32 %r3, %r1, 5;\nmad.wide.u32 %rd9, %r3, 4, %rd0;\nst.global.b32 [%rd8], 9;\nld.global.b32 %r5, [%rd9];",
            32,
        )

    def test_a_barrier_of_some_warps(self):
        body = (
            self.SWAP
            + "add.s32 %r4, %r1, 1000;\nst.global.b32 [%rd8], %r4;\nsetp.ge.u32 %p3, %r1, 64;\n@%p3 exit;\nbar.sync 1, 64;\nld.global.b32 %r5, [%rd9];\nst.global.b32 [%rd8+512], %r5;"
        )
        threads(body, 128)
        with self.assertRaises(Race):
            threads(body.replace(", 32;", ", 64;").replace("1, 64", "1, 64"), 128)

    def test_copies_to_shared_memory(self):
        before = ".shared .align 16 .b8 area[256];"
        body = (
            self.SWAP
            + "mov.b32 %r2, area;\nmad.lo.s32 %r2, %r1, 4, %r2;\nst.global.b32 [%rd8], 1000;\n{}cp.async.ca.shared.global [%r2], [%rd9], 4;\ncp.async.wait_all;"
        )
        run(THREAD + body.format("bar.sync 0;\n"), [np.zeros(64, np.uint32)], 64, before=before)
        with self.assertRaisesRegex(
            Race, r"copies element 32 of a .*in warp 0 of thread block \(0, 0, 0\); warp 1 has written it"
        ):
            run(THREAD + body.format(""), [np.zeros(64, np.uint32)], 64, before=before)

    def test_an_mbarrier_orders_warps(self):
        before = ".shared .align 8 .b8 area[8];"
        body = """mov.b32 %r3, area;
        @%p1 mbarrier.init.shared::cta.b64 [%r3], 32;
        bar.sync 0;
        setp.ge.u32 %p3, %r1, 32;
        @%p3 bra second;
        st.global.b32 [%rd8], 1000;
        {}
        exit;
        second: {}
        ld.global.b32 %r5, [%rd8+-128];
        st.global.b32 [%rd8], %r5;"""
        arrive = "mbarrier.arrive.shared::cta.b64 _, [%r3];"
        wait = "again: mbarrier.try_wait.parity.shared::cta.b64 %p4, [%r3], 0;\n@!%p4 bra again;"
        data = [np.zeros(64, np.uint32)]
        run(THREAD + body.format(arrive, wait), data, 64, (40, 1, 1), before=before)
        with self.assertRaises(Race):
            run(THREAD + body.format(arrive, ""), [np.zeros(64, np.uint32)], 64, before=before)


if __name__ == "__main__":
    unittest.main()
