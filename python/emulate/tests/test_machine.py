"""Threads that wait for each other, functions, the memories, and what a machine finds wrong."""

import contextlib
import io
import unittest

import numpy as np
from aot_emulate.fault import Fault, Unsupported

from emulate import run

SHARED = ".extern .shared .align 16 .b8 smem[];"
# %r1 is the thread, %rd8 the address of its element of the first array.
THREAD = "mov.u32 %r1, %tid.x;\nmad.wide.u32 %rd8, %r1, 4, %rd0;\nmov.b32 %r2, smem;\nshl.b32 %r3, %r1, 2;\nadd.s32 %r2, %r2, %r3;\n"


def numbers(count: int) -> np.ndarray:
    return np.zeros(count, np.uint32)


class Order(unittest.TestCase):
    def test_branches_meet_again(self):
        out = numbers(64)
        run(
            THREAD.replace("smem", "0")
            + """mov.b32 %r5, 0;
            loop: add.s32 %r5, %r5, 2;
            setp.lt.u32 %p1, %r5, %r1;
            @%p1 bra loop;
            and.b32 %r6, %r1, 1;
            setp.eq.b32 %p2, %r6, 0;
            @%p2 bra even;
            add.s32 %r5, %r5, 1000;
            even: st.global.b32 [%rd8], %r5;""",
            [out],
            threads=64,
        )
        wanted = [max(2, thread + thread % 2) + 1000 * (thread % 2) for thread in range(64)]
        np.testing.assert_array_equal(out, wanted)

    def test_barrier_in_branches(self):
        """Two warps exchange values at barriers in different places of the code."""
        out = numbers(64)
        run(
            THREAD
            + """st.shared.b32 [%r2], %r1;
            setp.lt.u32 %p1, %r1, 32;
            @%p1 bra first;
            bar.sync 1, 64;
            ld.shared.b32 %r5, [%r2+-128];
            bra.uni end;
            first: bar.sync 1, 64;
            ld.shared.b32 %r5, [%r2+128];
            end: st.global.b32 [%rd8], %r5;""",
            [out],
            threads=64,
            before=SHARED,
            shared=256,
        )
        np.testing.assert_array_equal(out, np.arange(64) ^ 32)

    def test_arrive_does_not_wait(self):
        """The first warp writes and arrives, the second waits and reads."""
        out = numbers(64)
        run(
            THREAD
            + """mov.b32 %r5, 7;
            setp.lt.u32 %p1, %r1, 32;
            @!%p1 bra second;
            st.shared.b32 [%r2], %r1;
            bar.arrive 2, 64;
            bra.uni end;
            second: bar.sync 2, 64;
            ld.shared.b32 %r5, [%r2+-128];
            end: st.global.b32 [%rd8], %r5;""",
            [out],
            threads=64,
            before=SHARED,
            shared=256,
        )
        np.testing.assert_array_equal(out, [7] * 32 + list(range(32)))

    def test_a_lock_in_a_loop(self):
        """Every block takes a lock in a loop; the holder is further in the code."""
        lock, total = numbers(1), numbers(1)
        run(
            """mov.u32 %r1, %tid.x;
            setp.ne.s32 %p1, %r1, 0;
            @%p1 bra end;
            wait: atom.acquire.gpu.global.cas.b32 %r2, [%rd0], 0, 1;
            setp.ne.s32 %p2, %r2, 0;
            @%p2 bra wait;
            ld.global.b32 %r3, [%rd1];
            add.s32 %r3, %r3, 1;
            st.global.b32 [%rd1], %r3;
            atom.release.gpu.global.exch.b32 %r2, [%rd0], 0;
            end:""",
            [lock, total],
            grid=(20, 1, 1),
        )
        self.assertEqual((int(lock[0]), int(total[0])), (0, 20))

    def test_who_waits_forever_is_named(self):
        with self.assertRaisesRegex(
            Fault, r"waits forever, and no thread can go on \(`bar.sync 1, 64`\), in thread block \(0, 0, 0\)"
        ):
            run(
                THREAD + "setp.lt.u32 %p1, %r1, 32;\n@!%p1 bra end;\nbar.sync 1, 64;\nend:",
                [numbers(96)],
                96,
                before=SHARED,
                shared=384,
            )

    def test_ended_threads_count_at_a_barrier(self):
        out = numbers(64)
        run(
            THREAD + "setp.lt.u32 %p1, %r1, 32;\n@!%p1 exit;\nbar.sync 0;\nst.global.b32 [%rd8], 1;",
            [out],
            64,
            before=SHARED,
            shared=256,
        )
        np.testing.assert_array_equal(out, [1] * 32 + [0] * 32)

    def test_mbarrier(self):
        """The second warp waits until the first has arrived with all its threads."""
        out = numbers(64)
        run(
            THREAD
            + """mov.b32 %r9, smem;
            setp.eq.s32 %p1, %r1, 0;
            @%p1 mbarrier.init.shared::cta.b64 [%r9+512], 32;
            bar.sync 0;
            setp.lt.u32 %p2, %r1, 32;
            @%p2 bra first;
            wait: mbarrier.try_wait.parity.shared::cta.b64 %p3, [%r9+512], 0;
            @!%p3 bra wait;
            ld.shared.b32 %r5, [%r2+-128];
            st.global.b32 [%rd8], %r5;
            bra.uni end;
            first: st.shared.b32 [%r2], %r1;
            mbarrier.arrive.shared::cta.b64 _, [%r9+512];
            end:""",
            [out],
            threads=64,
            before=SHARED,
            shared=520,
        )
        np.testing.assert_array_equal(out, [0] * 32 + list(range(32)))

    def test_clusters(self):
        """Each block reads what the other block of its cluster has written."""
        out = numbers(128)
        run(
            THREAD
            + """mov.u32 %r5, %ctaid.x;
            st.shared.b32 [%r2], %r5;
            barrier.cluster.arrive.aligned;
            barrier.cluster.wait.aligned;
            mov.u32 %r6, %cluster_ctarank;
            xor.b32 %r6, %r6, 1;
            mapa.shared::cluster.u32 %r7, %r2, %r6;
            ld.shared::cluster.b32 %r8, [%r7];
            shl.b32 %r9, %r5, 7;
            cvt.u64.u32 %rd9, %r9;
            add.s64 %rd8, %rd8, %rd9;
            st.global.b32 [%rd8], %r8;""",
            [out],
            grid=(4, 1, 1),
            cluster=(2, 1, 1),
            before=SHARED,
            shared=128,
        )
        np.testing.assert_array_equal(out, np.repeat([1, 0, 3, 2], 32))

    def test_the_rank_is_in_the_address(self):
        """Of each block: what is at its own address with bit 24 cleared, which is in the even block of the pair, and that block's rank."""
        out = np.zeros((4, 32, 2), np.uint32)
        run(
            THREAD
            + """mov.u32 %r5, %ctaid.x;
            st.shared.b32 [%r2], %r5;
            barrier.cluster.arrive.aligned;
            barrier.cluster.wait.aligned;
            and.b32 %r7, %r2, -16777217;
            ld.shared::cluster.b32 %r8, [%r7];
            getctarank.shared::cluster.u32 %r10, %r2;
            shl.b32 %r9, %r5, 8;
            shl.b32 %r11, %r1, 3;
            add.s32 %r9, %r9, %r11;
            cvt.u64.u32 %rd9, %r9;
            add.s64 %rd8, %rd0, %rd9;
            st.global.v2.b32 [%rd8], {%r8, %r10};
            barrier.cluster.arrive.aligned;
            barrier.cluster.wait.aligned;""",
            [out],
            grid=(4, 1, 1),
            cluster=(4, 1, 1),
            before=SHARED,
            shared=128,
        )
        np.testing.assert_array_equal(out[:, 0], [[0, 0], [0, 1], [2, 2], [2, 3]])

    def test_a_store_to_another_block(self):
        """The first block stores to the second one."""
        out = numbers(64)
        run(
            THREAD
            + """mov.u32 %r5, %ctaid.x;
            st.shared.b32 [%r2], %r5;
            barrier.cluster.arrive.aligned;
            barrier.cluster.wait.aligned;
            mapa.shared::cluster.u32 %r7, %r2, 1;
            setp.eq.u32 %p1, %r5, 0;
            @%p1 st.shared::cluster.b32 [%r7], 7;
            barrier.cluster.arrive.aligned;
            barrier.cluster.wait.aligned;
            ld.shared.b32 %r8, [%r2];
            shl.b32 %r9, %r5, 7;
            cvt.u64.u32 %rd9, %r9;
            add.s64 %rd8, %rd8, %rd9;
            st.global.b32 [%rd8], %r8;""",
            [out],
            grid=(2, 1, 1),
            cluster=(2, 1, 1),
            before=SHARED,
            shared=128,
        )
        np.testing.assert_array_equal(out, np.repeat([0, 7], 32))

    def test_an_address_in_a_block_that_the_cluster_has_not(self):
        body = "mov.b32 %r2, smem;\nadd.s32 %r3, %r2, 33554432;\nld.shared::cluster.b32 %r4, [%r3];\n"
        with self.assertRaisesRegex(Fault, "reads shared memory of block 2 of a cluster of 2"):
            run(body, [], grid=(2, 1, 1), cluster=(2, 1, 1), before=SHARED, shared=128)

    ASYNCHRONOUS = """mov.b32 %r20, smem;
        add.s32 %r9, %r20, 512;
        setp.eq.u32 %p1, %r1, 0;
        @%p1 mbarrier.init.shared::cta.b64 [%r9], {count};
        xor.b32 %r21, %r3, 128;
        add.s32 %r21, %r20, %r21;
        bar.sync 0;
        {body}
        {wait}
        ld.shared.b32 %r8, [%r21];
        st.global.b32 [%rd8], %r8;"""
    WAIT = "again: mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r9], 0;\n@!%p2 bra again;\n"

    def test_asynchronous_stores(self):
        """Each warp reads what the other one has stored, 32 threads x 4 bytes; the barrier waits for the bytes."""
        body = """@%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r9], 256;
        st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b32 [%r2], %r1, [%r9];"""
        out = numbers(64)
        text = THREAD + self.ASYNCHRONOUS.format(count=1, body=body, wait=self.WAIT)
        run(text, [out], threads=64, before=SHARED, shared=520)
        np.testing.assert_array_equal(out, [*range(32, 64), *range(32)])
        with self.assertRaisesRegex(Fault, "with no barrier in between|stores an undefined value"):
            run(text.replace(self.WAIT, ""), [out], threads=64, before=SHARED, shared=520)

    def test_arrivals_after_copies(self):
        """Each warp reads what the other one has copied. With noinc, arrivals count; without, one of thread 0 is needed besides."""
        given = np.arange(1000, 1064, dtype=np.uint32)
        copy = "mul.wide.u32 %rd9, %r1, 4;\nadd.s64 %rd9, %rd9, %rd1;\ncp.async.ca.shared.global [%r2], [%rd9], 4;\n"
        once = "bar.sync 0;\n@%p1 mbarrier.arrive.shared::cta.b64 _, [%r9];\n"
        for count, arrive in (
            (64, "cp.async.mbarrier.arrive.noinc.shared.b64 [%r9];\n"),
            (1, "cp.async.mbarrier.arrive.shared.b64 [%r9];\n" + once),
        ):
            with self.subTest(arrive=arrive):
                out = numbers(64)
                text = THREAD + self.ASYNCHRONOUS.format(count=count, body=copy + arrive, wait=self.WAIT)
                run(text, [out, given], threads=64, before=SHARED, shared=520)
                np.testing.assert_array_equal(out, [*given[32:], *given[:32]])
                with self.assertRaisesRegex(Fault, "with no barrier in between|stores an undefined value"):
                    run(text.replace(self.WAIT, ""), [out, given], threads=64, before=SHARED, shared=520)

    def test_parameters_at_an_address(self):
        """Which parameter a thread reads depends on its number."""
        out = numbers(32)
        run(
            THREAD.replace("smem", "0")
            + """mov.b32 %r5, kernel_param_1;
            and.b32 %r6, %r1, 1;
            shl.b32 %r6, %r6, 3;
            add.s32 %r5, %r5, %r6;
            ld.param.b32 %r7, [%r5];
            st.global.b32 [%rd8], %r7;""",
            [out],
            scalars=(7, 9),
        )
        np.testing.assert_array_equal(out, [7, 9] * 16)


class Functions(unittest.TestCase):
    def test_a_function_of_some_threads(self):
        out = numbers(32)
        run(
            THREAD.replace("smem", "0")
            + """mov.b32 %r5, %r1;
            and.b32 %r6, %r1, 1;
            setp.eq.b32 %p1, %r6, 0;
            @%p1 bra end;
            { .param .b32 param0;
            .param .b32 retval0;
            st.param.b32 [param0], %r1;
            call.uni (retval0), square, (param0);
            ld.param.b32 %r5, [retval0]; }
            end: st.global.b32 [%rd8], %r5;""",
            [out],
            before=""".func (.param .b32 result) square(.param .b32 value)
            { .reg .b32 %r<3>;
            ld.param.b32 %r1, [value];
            mul.lo.s32 %r2, %r1, %r1;
            st.param.b32 [result], %r2;
            ret; }""",
        )
        np.testing.assert_array_equal(out, [n * n if n % 2 else n for n in range(32)])

    def test_local_memory(self):
        out = numbers(32)
        run(
            THREAD.replace("smem", "0")
            + """{ .local .align 16 .b8 depot[64];
            mov.b64 %rd9, depot;
            st.local.v2.b32 [%rd9+8], {%r1, %r3};
            ld.local.b32 %r5, [%rd9+12]; }
            st.global.b32 [%rd8], %r5;""",
            [out],
        )
        np.testing.assert_array_equal(out, 4 * np.arange(32))

    def test_tables_of_constants(self):
        out = numbers(32)
        run(
            THREAD.replace("smem", "0")
            + "mov.b64 %rd9, table;\nand.b32 %r4, %r1, 3;\nmad.wide.u32 %rd9, %r4, 4, %rd9;\nld.global.b32 %r5, [%rd9];\nst.global.b32 [%rd8], %r5;",
            [out],
            before=".global .align 4 .b32 table[4] = {3, 1, 4, 15};",
        )
        np.testing.assert_array_equal(out, np.tile([3, 1, 4, 15], 8))

    PRINT = """{{ .local .align 8 .b8 depot[16];
        mov.b64 %rd9, depot;
        st.local.b32 [%rd9], %r1;
        st.local.f64 [%rd9+8], 0d3FF8000000000000;
        cvta.local.u64 %rd9, %rd9;
        mov.b64 %rd10, text;
        cvta.global.u64 %rd10, %rd10;
        .param .b64 a; .param .b64 b; .param .b32 c;
        st.param.b64 [a], %rd10; st.param.b64 [b], %rd9;
        {call} }}"""

    def text(self, line: str) -> str:
        return f".global .align 1 .b8 text[32] = {{{', '.join(map(str, line.encode()))}}};"

    def test_printing(self):
        printed = io.StringIO()
        with contextlib.redirect_stderr(printed):
            run(
                THREAD.replace("smem", "0")
                + "setp.lt.u32 %p1, %r1, 30;\n@%p1 exit;\n"
                + self.PRINT.format(call="call.uni (c), vprintf, (a, b);"),
                [numbers(32)],
                before=self.text("thread %u: %f\n"),
            )
        self.assertEqual(printed.getvalue(), "thread 30: 1.500000\nthread 31: 1.500000\n")

    def test_assertions(self):
        with self.assertRaisesRegex(Fault, "fails an assertion: n must be even"):
            run(
                THREAD.replace("smem", "0") + self.PRINT.format(call="call.uni __assertfail, (a, b);"),
                [numbers(32)],
                before=self.text("n must be even"),
            )


class Wrong(unittest.TestCase):
    def shared(self, body: str, threads=64):
        run(THREAD + body, [numbers(threads)], threads, before=SHARED, shared=4 * threads)

    def test_a_barrier_is_missing(self):
        body = "st.shared.b32 [%r2], %r1;\n{}xor.b32 %r4, %r3, 128;\nmov.b32 %r5, smem;\nadd.s32 %r4, %r4, %r5;\nld.shared.b32 %r5, [%r4];\nst.global.b32 [%rd8], %r5;"
        self.shared(body.format("bar.sync 0;\n"))
        with self.assertRaisesRegex(
            Fault,
            r"reads byte 128 of shared memory .*in warp 0 of thread block \(0, 0, 0\); warp 1 has written it, with no barrier in between",
        ):
            self.shared(body.format(""))

    def test_a_barrier_is_missing_before_a_write(self):
        body = "st.shared.b32 [%r2], %r1;\nbar.sync 0;\nxor.b32 %r4, %r3, 128;\nmov.b32 %r5, smem;\nadd.s32 %r4, %r4, %r5;\nld.shared.b32 %r5, [%r4];\n{}st.shared.b32 [%r2], %r5;"
        self.shared(body.format("bar.sync 0;\n"))
        with self.assertRaisesRegex(
            Fault,
            r"writes byte 0 of shared memory .*in warp 0 of thread block \(0, 0, 0\); warp 1 has read it, with no barrier in between",
        ):
            self.shared(body.format(""))

    def test_a_copy_begins_while_another_warp_reads(self):
        """The copy ends after a barrier, but it may write before."""
        body = """st.shared.b32 [%r2], %r1;
        bar.sync 0;
        xor.b32 %r4, %r3, 128;
        mov.b32 %r5, smem;
        add.s32 %r4, %r4, %r5;
        ld.shared.b32 %r5, [%r4];
        {}cp.async.ca.shared.global [%r2], [%rd8], 4;
        cp.async.commit_group;
        bar.sync 0;
        cp.async.wait_group 0;
        st.global.b32 [%rd8], %r5;"""
        self.shared(body.format("bar.sync 0;\n"))
        with self.assertRaisesRegex(
            Fault,
            r"copies to byte 0 of shared memory .*in warp 0 of thread block \(0, 0, 0\); warp 1 has read it, with no barrier in between",
        ):
            self.shared(body.format(""))

    def test_atomic_updates_need_barriers(self):
        """They may meet each other, but not reads and writes."""
        body = """mov.b32 %r4, smem;
        setp.eq.s32 %p1, %r1, 40;
        @%p1 st.shared.b32 [%r4], 0;
        {}atom.shared.add.u32 %r5, [%r4], 1;
        {}ld.shared.b32 %r5, [%r4];
        st.global.b32 [%rd8], %r5;"""
        barrier = "bar.sync 0;\n"
        self.shared(body.format(barrier, barrier))
        with self.assertRaisesRegex(
            Fault, r"updates byte 0 of shared memory .*in warp 0 of thread block \(0, 0, 0\); warp 1 has written it"
        ):
            self.shared(body.format("", barrier))
        with self.assertRaisesRegex(
            Fault, r"reads byte 0 of shared memory .*in warp 0 of thread block \(0, 0, 0\); warp 1 has updated it"
        ):
            self.shared(body.format(barrier, ""))

    def test_undefined_values(self):
        partial = "setp.lt.u32 %p1, %r1, 16;\n@%p1 mov.b32 %r5, 1;\nadd.s32 %r6, %r5, 1;\n"
        with self.assertRaisesRegex(
            Fault, r"stores an undefined value to element [0-9]+ of a .*: register %r5 is read before anything wrote it"
        ):
            self.shared(partial + "st.global.b32 [%rd8], %r6;")
        with self.assertRaisesRegex(Fault, r"depends on an undefined value \(.*: register %r5 is"):
            self.shared(partial + "setp.eq.s32 %p2, %r6, 0;\n@%p2 bra end;\nst.global.b32 [%rd8], 1;\nend:")
        with self.assertRaisesRegex(Fault, r"reads at an address that depends on an undefined value"):
            self.shared(partial + "cvt.u64.u32 %rd9, %r6;\nadd.s64 %rd9, %rd9, %rd8;\nld.global.b32 %r7, [%rd9];")
        # No fault: only threads that have a value use it.
        self.shared(partial + "@%p1 st.global.b32 [%rd8], %r6;")

    def test_branches_on_undefined_values(self):
        """They are no fault if the threads do nothing but compute, until the paths meet, what is not used."""
        some = "setp.lt.u32 %p1, %r1, 16;\n@%p1 mov.b32 %r5, 1;\nsetp.eq.s32 %p2, %r5, {};\nmov.b32 %r7, 3;\nmov.b32 %r6, 1;\n"
        for value in (0, 1):  # the threads without a value go one way, then the other
            branch = (
                some.format(value)
                + "@%p2 bra other;\nmov.b32 %r6, 2;\nbra.uni end;\nother: add.s32 %r6, %r6, 4;\nend: {}"
            )
            self.shared(branch.format("@%p1 st.global.b32 [%rd8], %r6;"))
            self.shared(branch.format("st.global.b32 [%rd8], %r7;"))
            with self.assertRaisesRegex(Fault, "stores an undefined value to element [0-9]+ of a .*: register %r5 is"):
                self.shared(branch.format("st.global.b32 [%rd8], %r6;"))
            skip = some.format(value) + "@%p2 bra end;\nmov.b32 %r6, 2;\nend: st.global.b32 [%rd8], %r6;"
            with self.assertRaisesRegex(Fault, "stores an undefined value to element [0-9]+ of a .*: register %r5 is"):
                self.shared(skip)
            loop = (
                some.format(value)
                + "mov.b32 %r8, 0;\n@%p2 bra end;\nagain: add.s32 %r8, %r8, 1;\nsetp.lt.s32 %p3, %r8, 5;\n@%p3 bra again;\nend:"
            )
            self.shared(loop + "st.global.b32 [%rd8], %r7;\n@%p1 st.global.b32 [%rd8], %r8;")
            with self.assertRaisesRegex(Fault, "stores an undefined value to element [0-9]+ of a .*: register %r5 is"):
                self.shared(loop + "st.global.b32 [%rd8], %r8;")

    def test_effects_on_undefined_paths(self):
        some = "setp.lt.u32 %p1, %r1, 16;\n@%p1 mov.b32 %r5, 1;\nsetp.eq.s32 %p2, %r5, 1;\n@%p2 bra end;\n{}\nend:"
        for effect in (
            "bar.sync 0;",
            "ret;",
            "atom.global.add.u32 %r9, [%rd8], 1;",
            "shfl.sync.idx.b32 %r9, %r1, 0, 31, -1;",
        ):
            with self.assertRaisesRegex(Fault, r"depends on an undefined value \(.*: register %r5 is"):
                self.shared(some.format(effect))

    def test_guards_with_undefined_values(self):
        some = "setp.lt.u32 %p1, %r1, 16;\n@%p1 mov.b32 %r5, 1;\nsetp.eq.s32 %p2, %r5, 1;\nmov.b32 %r6, 1;\n@%p2 mov.b32 %r6, 2;\n"
        self.shared(some + "@%p1 st.global.b32 [%rd8], %r6;")
        with self.assertRaisesRegex(Fault, "stores an undefined value to element [0-9]+ of a .*: register %r5 is"):
            self.shared(some + "st.global.b32 [%rd8], %r6;")

    def test_the_undefined_value_that_is_used_is_named(self):
        """Other registers were read before without a value, and in threads that do nothing."""
        some = "setp.lt.u32 %p1, %r1, 16;\n@%p1 mov.b32 %r5, 1;\n@%p1 mov.b32 %r6, 2;\nadd.s32 %r7, %r5, 1;\n"
        with self.assertRaisesRegex(Fault, "stores an undefined value to element [0-9]+ of a .*: register %r6 is"):
            self.shared(some + "add.s32 %r8, %r6, 1;\nst.global.b32 [%rd8], %r8;")
        with self.assertRaisesRegex(Fault, "stores an undefined value to element [0-9]+ of a .*: register %r6 is"):
            self.shared(some + "setp.ge.u32 %p2, %r1, 0;\nselp.b32 %r8, %r6, %r5, %p2;\nst.global.b32 [%rd8], %r8;")
        idle = "@%p1 mov.b32 %r9, 1;\nsetp.ge.u32 %p2, %r1, 32;\n@%p2 mov.b32 %r5, 1;\n"
        with self.assertRaisesRegex(Fault, "stores an undefined value to element [0-9]+ of a .*: register %r9 is"):
            self.shared(some + idle + "@%p2 add.s32 %r8, %r5, %r9;\n@%p2 st.global.b32 [%rd8], %r8;")

    def test_undefined_shared_memory(self):
        with self.assertRaisesRegex(Fault, r"stores an undefined value to element [0-9]+ of a .*: shared memory"):
            self.shared("ld.shared.b32 %r5, [%r2];\nst.global.b32 [%rd8], %r5;")
        # No fault: it is read, and not used.
        self.shared("ld.shared.b32 %r5, [%r2];")

    def test_elements_of_vectors(self):
        """Each element of a vector has a value or none, for itself."""
        half = "setp.lt.u32 %p1, %r1, 8;\nmov.b32 %r7, 1;\n@%p1 mov.b32 %r6, 2;\nand.b32 %r4, %r3, 127;\nshl.b32 %r4, %r4, 1;\n"
        half += "mov.b32 %r8, smem;\nadd.s32 %r4, %r4, %r8;\nsetp.lt.u32 %p2, %r1, 32;\n"
        half += "@%p2 st.shared.v2.b32 [%r4], {%r7, %r6};\n@%p2 ld.shared.v2.b32 {%r9, %r10}, [%r4];\n"
        self.shared(half + "@%p2 st.global.b32 [%rd8], %r9;")
        with self.assertRaisesRegex(Fault, "stores an undefined value"):
            self.shared(half + "@%p2 st.global.b32 [%rd8], %r10;")

    def test_copies_without_a_wait(self):
        body = "cp.async.ca.shared.global [%r2], [%rd8], 4;\ncp.async.commit_group;\n{}ld.shared.b32 %r5, [%r2];\nst.global.b32 [%rd8], %r5;"
        self.shared(body.format("cp.async.wait_group 0;\n"))
        for wait in ("", "cp.async.wait_group 1;\n"):
            with self.assertRaisesRegex(Fault, "a wait for the copy that writes it"):
                self.shared(body.format(wait))

    def test_accesses_outside(self):
        with self.assertRaisesRegex(Fault, r"reads 4 bytes at element 64 of a, which has 64 elements"):
            self.shared("ld.global.b32 %r5, [%rd8+4];")
        with self.assertRaisesRegex(
            Fault, r"writes 8 bytes of shared memory at an address that is not a multiple of 8"
        ):
            self.shared("st.shared.b64 [%r2], %rd0;")
        with self.assertRaisesRegex(Fault, r"reads 4 bytes of shared memory at byte 256 of 256"):
            self.shared("ld.shared.b32 %r5, [%r2+4];")

    def test_unknown_instructions(self):
        for text in ("frobnicate.b32 %r1, %r2;", "mov.u32 %r1, %frob.x;"):
            with self.assertRaises(Unsupported):
                self.shared(text)


if __name__ == "__main__":
    unittest.main()
