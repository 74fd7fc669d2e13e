"""Approximate results with which a kernel decides, and those that are far off."""

import io
import json

import numpy as np
import pytest
from aot_emulate.launch import Launch, launch
from aot_emulate.memory import Buffer, GlobalMemory
from aot_emulate.ptx import parse
from aot_emulate.server import Server
from triton_aot_emulate.contents import Contents, Region
from triton_aot_emulate.emulation import Emulation, Request
from triton_aot_emulate.events import Variant
from triton_aot_emulate.findings import KernelFault
from triton_aot_emulate.gpus import gpu_named
from triton_aot_emulate.journal import Journal
from triton_aot_emulate.options import Options

ADDRESS = 1 << 32
# Each thread replaces an element: %x is what is there, %f1 and %r1 what is stored.
EACH = """.version 9.0
.target sm_80
.visible .entry each(.param .u64 out, .param .f32 w)
{
.reg .b64 %rd<3>; .reg .f32 %x, %w, %f<5>; .reg .b32 %t, %b, %r<3>; .reg .pred %p<2>;
ld.param.b64 %rd1, [out]; ld.param.f32 %w, [w];
mov.u32 %t, %tid.x; mov.u32 %b, %ctaid.x; mad.lo.s32 %t, %b, 64, %t;
mul.wide.u32 %rd2, %t, 4; add.s64 %rd1, %rd1, %rd2;
ld.global.f32 %x, [%rd1];
BODY
}
"""
QUOTIENT = "div.full.f32 %f1, %x, %w;"
STORE = "st.global.f32 [%rd1], %f2; ret;"
FLOOR = f"cvt.rmi.f32.f32 %f2, %f1; {STORE}"
INTEGER = "cvt.rzi.s32.f32 %r1, %f1; cvt.rn.f32.s32 %f2, %r1;" + STORE
HALF = "0f3F000000"


def findings(body, numbers, w=1.0, processes=1, grid=1):
    """The kinds and levels of what the launch shows, its last message, and the numbers after it."""
    numbers = np.resize(np.asarray(numbers, np.float32), 64 * grid)
    raw = numbers.view(np.uint8)
    memory = GlobalMemory(raw, ADDRESS)
    memory.is_private = True
    memory.allow(Buffer("out", ADDRESS, raw.nbytes, 4))
    values = lambda each: each.view(np.float32).astype(np.float64)
    contents = Contents([Region("out", ADDRESS, raw, values, 2.0**-23)])
    emulation = Emulation(Options(processes=processes), gpu_named("sm_80"), Journal(""))
    config = Launch(ADDRESS.to_bytes(8, "little") + np.float32(w).tobytes(), (grid, 1, 1), (64, 1, 1), 0)
    program = parse(EACH.replace("BODY", body))
    try:
        emulation.run(Request(program, Variant("", "each"), memory, config, lambda: contents, []))
        says = ""
    except KernelFault as error:
        says = str(error)
    found = emulation.tally.recent()
    return [(each.kind, each.level) for each in found], says or "".join(each.message for each in found), numbers


# In float32, 1 / 41 is so far below the quotient that the product with 41 is below 1.
MULTIPLES = np.arange(64) * 41
ERROR, WARNING = [("approximation", "error")], [("approximation", "warning")]


@pytest.mark.parametrize("body", [FLOOR, INTEGER], ids=["floor", "integer"])
def test_multiples_whose_quotient_gpus_get_wrong(body):
    found, says, numbers = findings(QUOTIENT + body, MULTIPLES, 41)
    assert found == ERROR
    assert "an approximate quotient" in says
    assert "`div.full.f32" in says
    assert "`cvt." in says
    assert "Use tl.div_rn" in says
    # The program sees the results of correct rounding.
    assert numbers.tolist() == list(range(64))


def test_multiples_whose_quotient_could_be_wrong_by_the_manual():
    found, says, _ = findings(QUOTIENT + FLOOR, np.arange(64) * 3, 3)
    assert found == WARNING
    assert "PTX allows the number next to the exact one" in says
    # A ceiling is wrong for the number above.
    assert findings(QUOTIENT + FLOOR.replace("rmi", "rpi"), np.arange(64) * 3, 3)[0] == WARNING


@pytest.mark.parametrize(
    ("operation", "numbers", "w"),
    [
        ("div.rn.f32 %f1, %x, %w;", MULTIPLES, 41),
        (QUOTIENT, MULTIPLES + 1.5, 41),
        (QUOTIENT, np.arange(64) * 4, 4),
        (QUOTIENT, np.zeros(64), 41),
        (QUOTIENT, np.full(64, np.inf), 41),
        ("sqrt.rn.f32 %f1, %x;", np.arange(64) ** 2, 1),
        ("sqrt.approx.f32 %f1, %x;", np.arange(64) + 2.5, 1),
        ("sqrt.approx.f32 %f1, %x;", 4.0 ** np.arange(8), 1),
    ],
    ids=["rounded", "not-exact", "power", "zero", "infinite", "rounded-root", "root-not-exact", "root-power"],
)
def test_results_that_gpus_get_right_or_that_are_on_no_edge(operation, numbers, w):
    assert findings(operation + FLOOR, numbers, w)[0] == []


def test_memory_that_is_too_large_to_copy(monkeypatch):
    monkeypatch.setattr("triton_aot_emulate.emulation.MOST_BYTES", 255)
    assert findings(QUOTIENT + FLOOR, MULTIPLES, 41)[0] == []


def test_root_of_a_square():
    assert findings("sqrt.approx.f32 %f1, %x;" + INTEGER, np.arange(64) ** 2)[0] == WARNING


@pytest.mark.parametrize(
    "body",
    [
        f"add.f32 %f4, %f1, {HALF};" + FLOOR.replace("%f1", "%f4"),
        f"fma.rn.f32 %f4, %w, %f1, {HALF};" + FLOOR.replace("%f1", "%f4"),
        f"mov.f32 %f3, {HALF}; add.f32 %f4, %f3, %f1;" + FLOOR.replace("%f1", "%f4"),
        "setp.ge.f32 %p1, %x, 0f00000000; selp.f32 %f3, 0f3F000000, 0fBF000000, %p1; add.f32 %f4, %f1, %f3;"
        + INTEGER.replace("%f1", "%f4"),
        FLOOR.replace("rmi", "rni"),
    ],
    ids=["added", "fused", "register", "sign", "nearest"],
)
def test_rounding_to_the_nearest_integer_is_no_decision(body):
    # Both integers are as near.
    assert findings(QUOTIENT + body, (np.arange(64) + 0.5) * 41, 41)[0] == []


COMPARES = "setp.ge.f32 %p1, %f1, 0f40A00000;"


def test_comparison_with_the_exact_quotient():
    assert (
        findings(f"{QUOTIENT}{COMPARES} selp.f32 %f2, 0f3F800000, 0f00000000, %p1; {STORE}", MULTIPLES, 41)[0]
        == WARNING
    )


def test_comparison_whose_opposite_alone_is_kept():
    compares = COMPARES.replace("%p1", "_|%p1")
    assert (
        findings(f"{QUOTIENT}{compares} selp.f32 %f2, 0f3F800000, 0f00000000, %p1; {STORE}", MULTIPLES, 41)[0]
        == WARNING
    )


def test_decisions_that_change_a_last_bit():
    clipped = f"{QUOTIENT}{COMPARES} selp.f32 %f2, 0f40A00000, %f1, %p1; {STORE}"
    assert findings(clipped, MULTIPLES, 41)[0] == []


def test_a_mean_of_equal_numbers_decides_nothing():
    # The difference is 0 or a last bit, which is all that there is in the output; no comparison has another outcome.
    body = f"{QUOTIENT} setp.gt.f32 %p1, %f1, 0f00000000; sub.f32 %f2, %f1, 0f3F800000; @%p1 {STORE} ret;"
    assert findings(body, np.full(64, 41), 41)[0] == []


def test_fault_that_only_another_result_leads_to():
    body = QUOTIENT + "cvt.rzi.s32.f32 %r1, %f1; setp.eq.s32 %p1, %r1, 0; @%p1 trap; mov.f32 %f2, %f1;" + STORE
    found, says, _ = findings(body, np.full(64, 41), 41)
    assert found == [("execution", "error")]
    assert "executes a trap" in says
    assert "if a GPU rounds an approximate result (`div.full" in says


@pytest.mark.parametrize("function", ["sin", "cos"])
def test_angles_beyond_the_domain(function):
    body = f"{function}.approx.ftz.f32 %f2, %x; {STORE}"
    found, says, _ = findings(body, np.arange(64) * 37 + 37000)
    assert found == ERROR
    assert "beyond 100π" in says
    assert findings(body, np.linspace(-300, 300, 64))[0] == []


def test_logarithms_near_1():
    body = f"lg2.approx.ftz.f32 %f2, %x; {STORE}"
    assert findings(body, 1 + np.linspace(-1e-4, 1e-4, 64))[0] == ERROR
    # Beside a larger logarithm, the error is small.
    assert findings(body, np.linspace(0.5, 2, 64))[0] == []
    assert findings(body, [*1 + np.linspace(-1e-4, 1e-4, 63), 2])[0] == []


def test_other_processes_note_the_same():
    one, other = (findings(QUOTIENT + FLOOR, MULTIPLES, 41, count, 2048) for count in (1, 4))
    assert one[:2] == other[:2]
    assert one[0] == ERROR


def served(body, numbers, w):
    """What the server of the emulated driver answers to a launch, and the numbers after it."""
    numbers = np.resize(np.asarray(numbers, np.float32), 64)
    image = EACH.replace("BODY", body).encode()
    parameters = ADDRESS.to_bytes(8, "little") + np.float32(w).tobytes()
    requests = b"load %d\n%sallow %d 256 4 out\n" % (len(image), image, ADDRESS)
    requests += b"launch 0 1 1 1 64 1 1 0 1 1 1 %d\n%s" % (len(parameters), parameters)
    answers = io.BytesIO()
    stream = io.BufferedRWPair(io.BytesIO(requests), answers)
    Server(stream, GlobalMemory(numbers.view(np.uint8), ADDRESS), "").run()
    return answers.getvalue().decode().splitlines()[-1].split("\t"), numbers


def test_tests_of_packages_compare_what_a_gpu_computes():
    (word, name, says), numbers = served(QUOTIENT + FLOOR, MULTIPLES, 41)
    assert (word, name) == ("ok", "otherwise")
    assert "rounds an approximate quotient to an integer (`cvt.rmi.f32.f32" in json.loads(says)
    assert numbers[:4].tolist() == [0, 0, 1, 3]
    clipped = f"{QUOTIENT}{COMPARES} selp.f32 %f2, 0f40A00000, %f1, %p1; {STORE}"
    for body, w in ((QUOTIENT + FLOOR, 3), (f"div.rn.f32 %f1, %x, %w; {FLOOR}", 41)):
        answer, numbers = served(body, np.arange(64) * w, w)
        assert answer == ["ok"]
        assert numbers.tolist() == list(range(64))
    assert served(clipped, np.arange(6) * 3, 3)[0] == ["ok"]


def test_kernels_that_do_not_decide_run_as_before():
    program = parse(EACH.replace("BODY", f"{QUOTIENT} mov.f32 %f2, %f1; {STORE}"))
    raw = np.zeros(256, np.uint8)
    memory = GlobalMemory(raw, ADDRESS)
    memory.allow(Buffer("out", ADDRESS, raw.nbytes, 4))
    shown = launch(program, memory, Launch(ADDRESS.to_bytes(8, "little") + bytes(4), (1, 1, 1), (64, 1, 1), 0))
    assert shown.decisions is None
    assert not program.code.approximations
