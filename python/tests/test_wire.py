"""The messages and the constants that cross between TypeScript and Python."""

import math
import sys
from typing import Any, NamedTuple

import pytest
from aot_sources.constants import from_wire, named_from_wire, to_wire
from aot_wire.check import WireError, parse
from aot_wire.messages import AssembleRequest, CompileJob, ReadRequest, ReferenceJob

SOURCE = {
    "kind": "import",
    "path": ["/p"],
    "module": "k",
    "file": "/p/k.py",
    "function": "f",
    "folder": "/p",
    "closure": [],
    "depends": [],
}


def job(**changes: Any) -> dict:
    return {
        "id": 1,
        "kind": "compile",
        "source": SOURCE,
        "target": {"backend": "cuda", "arch": 90, "warpSize": 32},
        "constants": {"BLOCK": ["int", "64"]},
        "options": {"num_warps": 4, "debug": True, "ptx_options": ""},
        "signature": [["x", "*fp32"]],
        "divisors": {"x": 16},
        **changes,
    }


@pytest.mark.parametrize(
    "value",
    [
        *(None, True, False, 0, -7, 2**200, 0.5, -0.0, 1e-320, math.inf, -math.inf, "", "tl.int8", 'é"\n'),
        *((), (1,), (1, 2.0, (True, None, ("é", 2**70)))),
    ],
)
def test_a_constant_crosses_without_loss(value: Any) -> None:
    found = from_wire(to_wire(value))
    assert (type(found), repr(found)) == (type(value), repr(value))


def test_nan_crosses() -> None:
    assert math.isnan(from_wire(to_wire(math.nan)))


def test_numbers_are_written_as_javascript_reads_them() -> None:
    assert [to_wire(each) for each in (math.nan, math.inf, -math.inf, -0.0)] == [
        ["float", "NaN"],
        ["float", "Infinity"],
        ["float", "-Infinity"],
        ["float", "-0.0"],
    ]


class Shape(NamedTuple):
    rows: int
    columns: int


@pytest.mark.parametrize("value", [[], object(), len, 1j, (1, [2]), Shape(1, 2)])
def test_other_values_are_no_constants(value: Any) -> None:
    with pytest.raises(TypeError, match="is not a number, bool, string, None, Triton dtype or tuple"):
        to_wire(value)


def test_a_dtype_is_a_member_of_triton_or_its_name() -> None:
    import triton.language as tl

    assert "triton.language" in sys.modules
    assert from_wire(["dtype", "float16"]) is tl.float16
    assert to_wire(tl.float16) == ["dtype", "float16"]
    assert to_wire(tl.constexpr(3)) == ["int", "3"]
    wire = to_wire(tl.constexpr((tl.constexpr(3), (tl.float16,))))
    assert from_wire(wire) == (3, (tl.float16,))
    assert named_from_wire(wire) == (3, ("tl.float16",))
    assert named_from_wire(["dtype", "float16"]) == "tl.float16"
    with pytest.raises(AttributeError):
        from_wire(["dtype", "float7"])


def test_a_right_message_is_returned() -> None:
    message = job(settings={"lineInfo": True})
    assert parse(CompileJob, message) is message


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"id": "1"}, 'CompileJob.id: expected integer, found "1"'),
        ({"id": True}, "CompileJob.id: expected integer, found true"),
        ({"id": 1.5}, "CompileJob.id: expected integer, found 1.5"),
        ({"divisors": {"x": 3}}, "CompileJob.divisors.x: expected one of [2, 4, 8, 16, 1], found 3"),
        ({"constants": {"B": ["int"]}}, "CompileJob.constants.B: expected 2 items, found 1"),
        ({"constants": {"B": ["real", "1"]}}, "CompileJob.constants.B[0]: expected one of"),
        ({"signature": [["x", "*fp32"], ["n", None]]}, "CompileJob.signature[1][1]: expected string, found null"),
        ({"source": {**SOURCE, "closure": "k.py"}}, 'CompileJob.source.closure: expected array, found "k.py"'),
        ({"target": {"backend": "cuda", "arch": 90}}, "CompileJob.target: warpSize is missing"),
        ({"settings": {"lineInfo": False}}, "CompileJob.settings.lineInfo: expected one of [True], found false"),
    ],
)
def test_a_wrong_message_is_refused_with_its_place(changes: dict, problem: str) -> None:
    with pytest.raises(WireError) as error:
        parse(CompileJob, job(**changes))
    assert str(error.value).startswith(problem)


def test_what_is_missing_is_named() -> None:
    for kind in (AssembleRequest, ReadRequest, ReferenceJob):
        with pytest.raises(WireError, match=rf"{kind.__name__}: \w+ is missing"):
            parse(kind, {})
