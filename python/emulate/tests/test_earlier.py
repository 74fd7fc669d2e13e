"""Launches beside work that may still run, as PTX: what they touch, and who has waited for the kernel before."""

import numpy as np
import pytest
from aot_emulate.fault import Race
from aot_emulate.grid import Earlier

from emulate import BASE, run

# %rd8 is the thread's element of the first array, %rd9 that of the second; %p1: the first warp.
THREAD = """mov.u32 %r1, %tid.x;
mov.u32 %r2, %ctaid.x;
mad.lo.s32 %r3, %r2, 64, %r1;
mad.wide.u32 %rd8, %r3, 4, %rd0;
mad.wide.u32 %rd9, %r3, 4, %rd1;
setp.lt.u32 %p1, %r1, 32;
"""
LOAD, STORE = "ld.global.b32 %r4, [%rd8];\n", "st.global.b32 [%rd9], %r4;\n"
WAIT, FIRST_WARP_WAITS = "griddepcontrol.wait;\n", "@%p1 griddepcontrol.wait;\n"
LAUNCH = "griddepcontrol.launch_dependents;\n"
MEET = "bar.sync 0;\n"
# The second array begins after the first, of 512 bytes, and what is between.
SECOND = BASE + 768


def launched(body, *earlier, grid=2, notes="all"):
    data, out = np.arange(128, dtype=np.uint32), np.zeros(128, np.uint32)
    return run(THREAD + body, [data, out], 64, (grid, 1, 1), earlier=earlier, notes=notes)


def access(*spans, writes=True, until_wait=False):
    return Earlier(np.array(spans), writes, "another kernel has", ("app.py", 3), "call wait()", until_wait)


READ_BY_OTHERS, WRITTEN = access([SECOND, SECOND + 512], writes=False), access([BASE, BASE + 512])
BEFORE = access([BASE, BASE + 512], until_wait=True)


def test_notes_have_what_was_touched():
    notes = launched(LOAD + STORE, grid=1).notes
    assert (notes.read.tolist(), notes.written.tolist()) == ([[BASE, BASE + 256]], [[SECOND, SECOND + 256]])
    notes = launched(
        f"mov.u32 %r4, 7;\nand.b32 %r5, %r1, 1;\nsetp.eq.u32 %p2, %r5, 0;\n@%p2 {STORE}", grid=1, notes="writes"
    ).notes
    assert notes.written.tolist() == [[SECOND + 8 * index, SECOND + 8 * index + 4] for index in range(32)]
    assert not len(notes.read)


def test_stores_of_what_is_there_and_atomics_are_noted():
    assert len(launched("st.global.b32 [%rd9], 0;").notes.written) == 1
    notes = launched("atom.global.add.u32 %r4, [%rd9], 1;\nld.relaxed.gpu.global.b32 %r4, [%rd8];").notes
    assert (len(notes.written), len(notes.read)) == (1, 1)


@pytest.mark.parametrize(
    ("body", "earlier"),
    [
        (LOAD, WRITTEN),
        ("ld.relaxed.gpu.global.b32 %r4, [%rd8];", WRITTEN),
        ("st.global.b32 [%rd8], %r1;", WRITTEN),
        ("red.global.add.u32 [%rd8], 1;", WRITTEN),
        (STORE, READ_BY_OTHERS),
        (LOAD, access([BASE + 508, BASE + 512])),
        (LOAD + WAIT, BEFORE),
        (LAUNCH + LOAD, BEFORE),
        (FIRST_WARP_WAITS + LOAD, BEFORE),
        (MEET + FIRST_WARP_WAITS + LOAD, BEFORE),
        (WAIT + LOAD, WRITTEN),
    ],
)
def test_what_nothing_orders_is_a_race(body, earlier):
    with pytest.raises(
        Race, match=r"element \d+ of [ab].* another kernel has it \(app.py:3\), and nothing orders the two: call wait"
    ):
        launched(body + ("st.global.b32 [%rd9], %r4;" if "%r4" in body else ""), earlier)


@pytest.mark.parametrize(
    ("body", "earlier"),
    [
        (LOAD, READ_BY_OTHERS),
        ("ld.global.b32 %r4, [%rd9];", READ_BY_OTHERS),
        (STORE, WRITTEN),
        (LOAD, access([BASE + 512, BASE + 600])),
        (WAIT + LOAD, BEFORE),
        (LAUNCH + WAIT + LOAD + STORE, BEFORE),
        (FIRST_WARP_WAITS + MEET + LOAD, BEFORE),
    ],
)
def test_what_is_ordered_or_elsewhere_is_none(body, earlier):
    launched(body, earlier)


@pytest.mark.parametrize(
    ("body", "waits"), [(LOAD, False), (WAIT, True), (LAUNCH, False), (LAUNCH + WAIT, False), (WAIT + LAUNCH, True)]
)
def test_notes_say_whether_it_waits_before_it_lets_dependents_begin(body, waits):
    assert launched(body).notes.waits is waits
