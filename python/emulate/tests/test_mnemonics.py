"""Each row of the table of instructions says what an instruction of its name does when it is executed."""

from typing import NamedTuple

import numpy as np
import pytest
from aot_emulate.code import Code
from aot_emulate.decode import decode
from aot_emulate.fault import Undefined
from aot_emulate.instructions import FLOATING, TABLE
from aot_emulate.launch import Launch, launch
from aot_emulate.machine import Machine
from aot_emulate.mnemonic import Offset
from aot_emulate.overflow import DIFFERENCE, NEGATION, PRODUCT, PRODUCT_SUM, SAME, SHIFT, SUM
from aot_emulate.ptx import parse

from emulate import HEAD, REGISTERS, place

# For each row an instruction, after what it needs. {x}, {y} and {z} are numbers of the thread, {d} is the result, {s} is shared memory, {g}
# is device memory, and {b} an mbarrier that one thread has to arrive at.
FLOATING_FORMS = {
    "abs": "abs.f32 {d}, {x};",
    "add": "add.f32 {d}, {x}, {y};",
    "copysign": "copysign.f32 {d}, {x}, {y};",
    "cos": "cos.approx.f32 {d}, {x};",
    "div": "div.rn.f32 {d}, {x}, {y};",
    "ex2": "ex2.approx.f32 {d}, {x};",
    "fma": "fma.rn.f32 {d}, {x}, {y}, {z};",
    "lg2": "lg2.approx.f32 {d}, {x};",
    "mad": "mad.rn.f32 {d}, {x}, {y}, {z};",
    "max": "max.f32 {d}, {x}, {y};",
    "min": "min.f32 {d}, {x}, {y};",
    "mul": "mul.f32 {d}, {x}, {y};",
    "neg": "neg.f32 {d}, {x};",
    "rcp": "rcp.rn.f32 {d}, {x};",
    "redux": "redux.sync.max.f32 {d}, {x}, -1;",
    "rsqrt": "rsqrt.approx.f32 {d}, {x};",
    "sin": "sin.approx.f32 {d}, {x};",
    "sqrt": "sqrt.rn.f32 {d}, {x};",
    "sub": "sub.f32 {d}, {x}, {y};",
    "tanh": "tanh.approx.f32 {d}, {x};",
    "testp": "testp.normal.f32 {p}, {x};",
}
FORMS = {
    "abs": "abs.s32 {d}, {x};",
    "activemask": "@{odd} activemask.b32 {d};",
    "add": "add.s32 {d}, {x}, {y};",
    "addc": "addc.u32 {d}, {x}, {y};",
    "and": "and.b32 {d}, {x}, {y};",
    "applypriority": "applypriority.global.L2::evict_normal [{g}], 128;",
    "atom": "atom.global.add.u32 {d}, [{g}], {x};",
    "bar": "bar.sync 0;",
    "bar.arrive": "bar.arrive 1, 256;",
    "bar.cta.arrive": "bar.cta.arrive 1, 256;",
    "barrier": "barrier.sync 0;",
    "barrier.arrive": "barrier.arrive 1, 256;",
    "barrier.cluster": "barrier.cluster.arrive; barrier.cluster.wait;",
    "barrier.cta.arrive": "barrier.cta.arrive 1, 256;",
    "bfe": "bfe.u32 {d}, {x}, 3, 20;",
    "bfi": "bfi.b32 {d}, {x}, {y}, 3, 20;",
    "bfind": "bfind.u32 {d}, {x};",
    "bra": "bra $end; mov.b32 %r59, 0; $end:",
    "brev": "brev.b32 {d}, {x};",
    "brx": "targets: .branchtargets $end; brx.idx 0, targets; mov.b32 %r59, 0; $end:",
    "call": "call empty;",
    "clz": "clz.b32 {d}, {x};",
    "cnot": "cnot.b32 {d}, {x};",
    "cp.async": "cp.async.ca.shared.global [{s}], [{g}], 4; cp.async.wait_all;",
    "cp.async.bulk": "@{first} cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [{s}], [{g}], 16, [{b}];",
    "cp.async.mbarrier.arrive": "cp.async.mbarrier.arrive.shared.b64 [{b}];",
    "createpolicy": "createpolicy.fractional.L2::evict_last.b64 {D}, 1.0;",
    "cvt": "cvt.u32.u8 {d}, {x};",
    "cvt.s64.s32": "cvt.s64.s32 {D}, {x};",
    "cvt.u64.u32": "cvt.u64.u32 {D}, {x};",
    "cvta": "cvta.to.global.u64 {D}, {g};",
    "discard": "discard.global.L2 [{g}], 128;",
    "div": "div.u32 {d}, {x}, {y};",
    "dp2a": "dp2a.lo.u32.u32 {d}, {x}, {y}, {z};",
    "dp4a": "dp4a.u32.u32 {d}, {x}, {y}, {z};",
    "elect": "@{odd} elect.sync {d}|{p}, {members};",
    "exit": "exit;",
    "fence": "st.relaxed.gpu.global.b32 [{g}], 1; fence.acq_rel.gpu;",
    "fence.mbarrier_init": "fence.mbarrier_init.release.cluster;",
    "fence.proxy": "st.shared.b32 [{s}], {x}; fence.proxy.async; cp.async.bulk.commit_group;",
    "getctarank": "getctarank.shared::cluster.u32 {d}, {s};",
    "griddepcontrol": "griddepcontrol.wait;",
    "ld": "ld.global.b32 {d}, [{g}];",
    "ld.param": "ld.param.b64 {D}, [kernel_param_0];",
    "ldmatrix": "st.shared.v4.b32 [{s}], {{{x}, {x}, {x}, {x}}}; bar.sync 0; ldmatrix.sync.aligned.m8n8.x1.shared.b16 {{{d}}}, [{s}];",
    "lop3": "lop3.b32 {d}, {x}, {y}, {z}, 0x96;",
    "mad.hi": "mad.hi.u32 {d}, {x}, {y}, {z};",
    "mad.lo": "mad.lo.s32 {d}, {x}, {y}, {z};",
    "mad.wide": "mad.wide.s32 {D}, {x}, {y}, 7;",
    "mad24": "mad24.lo.s32 {d}, {x}, {y}, {z};",
    "madc": "madc.lo.u32 {d}, {x}, {y}, {z};",
    "mapa": "mapa.shared::cluster.u32 {d}, {s}, 0;",
    "match": "and.b32 %r59, {x}, 1; match.any.sync.b32 {d}, %r59, -1;",
    "max": "max.s32 {d}, {x}, {y};",
    "mbarrier": "mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [{b}], 16;",
    "membar": "st.relaxed.gpu.global.b32 [{g}], 1; membar.gl;",
    "min": "min.s32 {d}, {x}, {y};",
    "mma": "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {{{d}, %r61, %r62, %r63}}, {{{x}, {y}}}, {{{z}}}, {{{x}, {x}, {x}, {x}}};",
    "mov": "mov.b32 {d}, {x};",
    "mul.hi": "mul.hi.u32 {d}, {x}, {y};",
    "mul.lo": "mul.lo.s32 {d}, {x}, {y};",
    "mul.wide": "mul.wide.s32 {D}, {x}, {y};",
    "mul24": "mul24.lo.s32 {d}, {x}, {y};",
    "nanosleep": "nanosleep.u32 20;",
    "neg": "neg.s32 {d}, {x};",
    "not": "not.b32 {d}, {x};",
    "or": "or.b32 {d}, {x}, {y};",
    "popc": "popc.b32 {d}, {x};",
    "prefetch": "prefetch.global.L2 [{g}];",
    "prefetchu": "prefetchu.L1 [{g}];",
    "prmt": "prmt.b32 {d}, {x}, {y}, 0x6420;",
    "red": "red.global.add.u32 [{g}], {x};",
    "redux": "redux.sync.add.u32 {d}, {x}, -1;",
    "rem": "rem.u32 {d}, {x}, {y};",
    "ret": "ret;",
    "sad": "sad.u32 {d}, {x}, {y}, {z};",
    "selp": "selp.b32 {d}, {x}, {y}, {odd};",
    "set": "set.lt.u32.u32 {d}, {x}, {y};",
    "setmaxnreg": "setmaxnreg.inc.sync.aligned.u32 64;",
    "setp": "setp.lt.u32 {p}, {x}, {y};",
    "shf": "shf.l.wrap.b32 {d}, {x}, {y}, 5;",
    "shfl": "shfl.sync.bfly.b32 {d}, {x}, 1, 31, -1;",
    "shl": "shl.b32 {d}, {x}, 3;",
    "shr": "shr.u32 {d}, {x}, 3;",
    "slct": "slct.b32.s32 {d}, {x}, {y}, {z};",
    "st": "st.global.b32 [{g}], 1;",
    "st.async": "@{first} st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b32 [{s}], {x}, [{b}];",
    "st.param": ".param .b32 given; st.param.b32 [given], {x};",
    "stmatrix": "stmatrix.sync.aligned.m8n8.x1.shared.b16 [{s}], {{{x}}};",
    "sub": "sub.s32 {d}, {x}, {y};",
    "subc": "subc.u32 {d}, {x}, {y};",
    "tcgen05": "@{warp} tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [{s}], 32;",
    "tensormap": "st.shared.v4.b32 [{s}], {{{x}, {x}, {x}, {x}}}; bar.sync 0;"
    "@{warp} tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [{g}], [{S}], 128;",
    "vote": "vote.sync.ballot.b32 {d}, {odd}, -1;",
    "wgmma": "wgmma.commit_group.sync.aligned;",
    "xor": "xor.b32 {d}, {x}, {y};",
}  # fmt: skip
# Rows that other tests execute: they need tensor maps or sums in tensor memory, or end the launch.
ELSEWHERE = {"cp.reduce.async.bulk", "tcgen05.ld", "trap"}
# Hints, and what changes nothing here; a GPU may do something.
HINTS = {"discard", "fence.mbarrier_init", "griddepcontrol", "nanosleep", "setmaxnreg"}
# The first words of those after which another instruction comes than the next one, or other threads.
NEXT = {"bra": "label", "brx": "table", "call": "call", "exit": "end", "ret": "end", "trap": "end"}
NEXT |= dict.fromkeys(("bar", "barrier", "mbarrier", "wgmma"), "waits")
# Results that do not follow from registers alone.
RESULTS = {"atom": "rounded", "ld.param": "unknown", "tcgen05.ld": "unknown", "wgmma": "rounded"}
# They compute a part of a longer number.
CARRYING = {"addc", "subc", "madc"}

ROWS = [
    *[(FLOATING, name, form) for name, form in FLOATING_FORMS.items()],
    *[(TABLE, name, form) for name, form in FORMS.items()],
]
each_row = pytest.mark.parametrize(("table", "name", "form"), ROWS, ids=[form.split("{")[0] for *_, form in ROWS])
THREADS = 128
REGISTER_OF = {
    "x": "%r1", "y": "%r2", "z": "%r3", "s": "%r4", "b": "%r5", "members": "%r6", "odd": "%p1", "first": "%p2", "warp": "%p3",
    "g": "%rd3", "S": "%rd4", "d": "%r60", "D": "%rd60", "p": "%p60",
}  # fmt: skip
SETUP = """
.reg .pred %undefined;
mov.u32 %r0, %tid.x;
mul.wide.u32 %rd5, %r0, 4;
add.u64 %rd0, %rd0, %rd5; add.u64 %rd1, %rd1, %rd5; add.u64 %rd2, %rd2, %rd5;
ld.global.b32 %r1, [%rd0]; ld.global.b32 %r2, [%rd1]; ld.global.b32 %r3, [%rd2];
and.b32 %r7, %r1, 1; setp.ne.u32 %p1, %r7, 0; setp.eq.u32 %p2, %r0, 0; setp.lt.u32 %p3, %r0, 32;
mov.u32 %r5, bars; mov.u32 %r4, area; mov.b32 %r6, -1;
shl.b32 %r8, %r0, 4; @!%p2 add.u32 %r4, %r4, %r8;
mov.u64 %rd4, area;
mov.b32 %r60, 0; mov.b64 %rd60, 0; @%p2 setp.eq.u32 %undefined, %r0, 0; setp.ne.u32 %p60, %r0, %r0; add.cc.u32 %r9, %r0, 0;
@%p2 mbarrier.init.shared.b64 [%r5], 1;
bar.sync 0;
"""
BEFORE = ".shared .align 128 .b8 area[4096]; .shared .align 8 .b8 bars[8];\n.func empty()\n{{\nret;\n}}\n"


class Executed(NamedTuple):
    """What the instructions of a row have changed."""

    results: dict[str, np.ndarray]
    parts: set[str]  # of the machine: its attributes


def run(table, name: str, form: str, x, y, z) -> Executed:
    """Executes a form. Raises what a launch raises."""
    text = form.format(**REGISTER_OF)
    head = HEAD.format(
        target="sm_100a",
        before=BEFORE.format(),
        threads=THREADS,
        parameters=", ".join(f".param .u64 kernel_param_{index}" for index in range(4)),
    )
    loads = "".join(f"ld.param.b64 %rd{index}, [kernel_param_{index}];\n" for index in range(4))
    program = parse(head + REGISTERS + loads + SETUP + text + "\nret;\n}\n")
    code, row = decode(program), table[name]
    own = [index for index, each in enumerate(code.instructions) if each.mnemonic is row and each.text in text]
    assert own, f"{form} is not decoded by the row {name}"
    found = Executed({}, set())
    for index in own:
        code.steps[index] = _recording(code, index, found)
    memory, starts = place([x, y, z, np.zeros(1024, np.uint32)], "xyzg")
    launch(program, memory, Launch(np.array(starts, np.uint64).tobytes(), (2, 1, 1), (THREADS, 1, 1), 0))
    return found


def _recording(code: Code, index: int, found: Executed):
    step, targets = code.steps[index], code.instructions[index].targets

    def run(m, mask):
        before = _state(m)
        waits = step(m, mask)
        found.parts.update(name for name, value in _state(m).items() if value != before[name])
        found.results.update({name: m.whole(name)[:THREADS] for name in targets if name in m.registers})
        return waits

    return run


# Attributes of a machine that are not its state.
NO_STATE = {"code", "launch", "watch", "instruction", "active", "taint", "cause", "acting", "_whole", "numbers"}
# Those that a load changes: what observers know of it.
NOTES = {"device", "races"}
# Those that `Endless` compares, counts, or need not know, since they only decide on faults.
SEEN = {"counter", "registers", "memory", "unwritten", "shared", "local", "clocks", *NOTES}


def _state(m: Machine) -> dict:
    return {name: _copy(value, {id(m)}) for name, value in vars(m).items() if name not in NO_STATE}


def _copy(value, seen: set):
    """All that belongs to a value, as tuples that can be compared."""
    if isinstance(value, np.ndarray):
        return value.dtype.str, value.tobytes()
    if isinstance(value, (int, str, float, bytes, np.generic, type(None))):
        return value
    if id(value) in seen:
        return None
    seen = seen | {id(value)}
    if isinstance(value, dict):
        return [(str(key), _copy(each, seen)) for key, each in value.items()]
    if isinstance(value, (list, tuple, set)):
        return [_copy(each, seen) for each in value]
    return [type(value).__name__, *(_copy(each, seen) for each in getattr(value, "__dict__", {}).values())]


@pytest.fixture(scope="module")
def numbers():
    random = np.random.default_rng(1)
    return [random.uniform(1, 2, THREADS).astype(np.float32).view(np.uint32) for _ in range(3)]


def test_every_row_has_a_form():
    assert FLOATING_FORMS.keys() == FLOATING.keys()
    assert FORMS.keys() | ELSEWHERE == TABLE.keys()


@pytest.mark.parametrize("name", TABLE)
def test_a_row_says_what_comes_next(name):
    assert TABLE[name].next == NEXT.get(name.split(".")[0], "after")


@each_row
def test_a_row_changes_what_it_says(table, name, form, numbers):
    row, parts = table[name], run(table, name, form, *numbers).parts
    branches = row.next in ("label", "table")
    assert ("counter" in parts) == (branches or row.next in ("call", "end"))
    assert not branches or row.changes == "registers"
    own = parts - {"registers", *NOTES}
    if row.changes in ("registers", "warp"):
        assert own <= ({"counter"} if branches else set())
        assert bool(parts & NOTES) == (row.accesses == "reads")
    elif row.changes == "memory":
        assert own <= SEEN
        assert (not own) == (name in HINTS)
    else:
        assert own - SEEN
        assert ("device" in parts) == (row.accesses in ("copies", "bulk"))
    assert (row.changes == "units") == ("units" in parts or (row.accesses == "bulk" and "memory" not in parts))
    assert ("memory" in parts) == (row.changes == "memory" and row.accesses != "")
    assert (row.order == "relaxed") == (row.accesses == "updates")
    assert (row.order == "acq_rel") == ("clocks" in parts and row.changes == "memory" and row.next == "after")


@each_row
def test_a_result_depends_on_other_threads_if_its_row_says_so(table, name, form, numbers):
    row, odd = table[name], np.arange(THREADS) % 2 == 1
    if row.changes not in ("registers", "warp") or row.next != "after":
        return
    x, *others = numbers
    other = np.where(odd, np.float32(100).view(np.uint32) | ~x & 1, x)
    before, after = (run(table, name, form, each, *others).results for each in (x, other))
    same = all(np.array_equal(before[each][~odd], after[each][~odd]) for each in before if before[each].dtype != bool)
    assert same == (row.changes == "registers")


@each_row
def test_a_result_is_what_its_row_says(table, name, form, numbers):
    """Bits are moved if each bit of the result is the sum, without a carry, of bits of an operand, or if the result is an operand."""
    row = table[name]
    if row.changes not in ("registers", "warp") or row.accesses or "{x}" not in form.split(";")[-2]:
        assert row.result == RESULTS.get(name, "exact")
        return
    a, *others = numbers
    b = a[::-1].copy()

    def result(x: np.ndarray) -> np.ndarray:
        return next(iter(run(table, name, form, x, *others).results.values()))

    at_a, at_b, at_both, at_zero = (result(x) for x in (a, b, a ^ b, a & 0))
    if table is FLOATING and at_a.dtype == bool:
        assert row.result == "exact"
        return
    is_linear = (at_a != at_zero).any() and np.array_equal(at_both ^ at_zero, at_a ^ at_zero ^ at_b ^ at_zero)
    operands = np.concatenate(numbers)
    is_moved = is_linear or np.isin(at_a, [operands, -operands]).all()
    if name == "mma" or (table is FLOATING and not is_moved):
        assert row.result == "rounded"
    else:
        assert row.result == ("converted" if name.startswith("cvt") else "moved" if is_moved else "exact")


OFFSETS = [SUM, DIFFERENCE, PRODUCT, PRODUCT_SUM, SHIFT, NEGATION, SAME]


@pytest.mark.parametrize(("name", "form"), FORMS.items(), ids=FORMS)
def test_a_result_is_the_offset_that_its_row_says(name, form):
    """And no row leaves out that it computes an offset."""
    row, at = TABLE[name], np.arange(THREADS)
    given = {"{x}": 256 * (at - 60), "{y}": 1 + at % 13, "{z}": 1 + at % 7}
    operands = [each.strip(" ;") for each in form.split(",")[1:]]
    known = all(each in given or each.isdecimal() for each in operands) and given.keys() & set(operands)
    if row.changes != "registers" or not known:
        assert not isinstance(row.offset, Offset)
        return
    values = [given[each] if each in given else np.full(THREADS, int(each)) for each in operands]
    found = run(TABLE, name, form, *[each.astype(np.uint32) for each in given.values()]).results
    result = next(iter(found.values())).astype(np.uint32)
    fitting = [
        each
        for each in OFFSETS
        if each.text.count("{}") == len(values) and np.array_equal(each.compute(*values).astype(np.uint32), result)
    ]
    if isinstance(row.offset, Offset):
        assert row.offset in fitting
    else:
        assert not fitting or row.offset == "bits" or name in CARRYING


@each_row
def test_an_undefined_predicate_matters_if_more_than_own_registers_change(table, name, form, numbers):
    guarded = form if form.startswith("@") or ";" in form[:-1] else "@%undefined " + form
    if guarded is form:
        guarded = "@%undefined bra $over; " + form + " $over:"
    if table[name].changes == "registers":
        run(table, name, guarded, *numbers)
    else:
        with pytest.raises(Undefined):
            run(table, name, guarded, *numbers)
