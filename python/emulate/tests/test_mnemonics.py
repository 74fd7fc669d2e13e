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
from aot_emulate.program import Program
from aot_emulate.ptx import parse
from forms import BEFORE, CARRYING, ELSEWHERE, FLOATING_FORMS, FORMS, HINTS, NEXT, REGISTER_OF, RESULTS, SETUP

from emulate import HEAD, REGISTERS, place

ROWS = [
    *[(FLOATING, name, form) for name, form in FLOATING_FORMS.items()],
    *[(TABLE, name, form) for name, form in FORMS.items()],
]
each_row = pytest.mark.parametrize(
    ("table", "name", "form"), ROWS, ids=[name + ".f32" * (table is FLOATING) for table, name, _ in ROWS]
)
THREADS = 128


class Executed(NamedTuple):
    """What the instructions of a row have changed."""

    results: dict[str, np.ndarray]
    parts: set[str]  # of the machine: its attributes


def run(table, name: str, form: str, x, y, z, state=lambda m: {}) -> Executed:
    """Executes a form. `state` returns the parts that are compared. Raises what a launch raises."""
    text = form.format(**REGISTER_OF)
    head = HEAD.format(
        target="sm_100a",
        before=BEFORE,
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
        code.steps[index] = _recording(code, index, found, state)
    memory, starts = place([x, y, z, np.zeros(1024, np.uint32)], "xyzg")
    launch(program, memory, Launch(np.array(starts, np.uint64).tobytes(), (2, 1, 1), (THREADS, 1, 1), 0))
    return found


def _recording(code: Code, index: int, found: Executed, state):
    step, targets = code.steps[index], code.instructions[index].targets

    def run(m, mask):
        before = state(m)
        waits = step(m, mask)
        found.parts.update(name for name, value in state(m).items() if value != before[name])
        found.results.update({name: m.whole(name)[:THREADS] for name in targets if name in m.registers})
        return waits

    return run


# Attributes of a machine that are not its state.
NO_STATE = {"code", "launch", "watch", "instruction", "active", "taint", "cause", "acting", "_whole", "numbers"}
# Those that a load changes: what observers know of it.
NOTES = {"device", "races"}
# Those that `Endless` compares, counts, or need not know, since they only decide on faults.
SEEN = {"counter", "registers", "memory", "unwritten", "shared", "local", "clocks", *NOTES}


def state_of(m: Machine) -> dict:
    return {name: _copy(value, {id(m)}) for name, value in vars(m).items() if name not in NO_STATE}


def _copy(value, seen: set):
    """All that belongs to a value, as tuples that can be compared."""
    if isinstance(value, np.ndarray):
        return value.dtype.str, value.tobytes()
    if isinstance(value, (int, str, float, bytes, np.generic, type(None))):
        return value
    if id(value) in seen or isinstance(value, (Code, Program)):
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


def test_rows_say_what_comes_next():
    found = {name: row.next for name, row in TABLE.items() if row.next != "after"}
    assert found == {name: NEXT[name.split(".")[0]] for name in TABLE if name.split(".")[0] in NEXT}
    assert {row.next for row in FLOATING.values()} == {"after"}


@each_row
def test_a_row_changes_what_it_says(table, name, form, numbers):
    row, parts = table[name], run(table, name, form, *numbers, state_of).parts
    branches = row.next in ("label", "table")
    assert ("counter" in parts) == (branches or row.next in ("call", "end"))
    assert not branches or row.changes == "registers"
    own = parts - {"registers", *NOTES}
    if row.changes in ("registers", "warp"):
        assert own <= ({"counter"} if branches else set())
        assert row.accesses == ("reads" if parts & NOTES else "")
    elif row.changes == "memory":
        assert own <= SEEN
        assert (not own) == (name in HINTS)
        assert row.accesses in (("writes", "updates", "bulk") if "memory" in parts else ("",))
    else:
        assert own - SEEN
        assert row.accesses in (("copies", "bulk") if "device" in parts else ("",))
    assert (row.changes == "units") == ("units" in parts or (row.accesses == "bulk" and "memory" not in parts))
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
