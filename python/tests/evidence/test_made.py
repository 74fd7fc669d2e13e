"""Tensors that the program makes with written sizes have these sizes in a test."""

from pathlib import Path

import pytest
from aot_evidence.static.host import literal
from aot_evidence.static.lookup import Scope
from aot_evidence.static.program import Program
from aot_sources.modules import Project
from aot_sources.slicing import Slicer
from test_static import infer

# Counts in which of n parts each value of a row is, from element 1 of its row of counts on.
COUNTS = """@triton.jit
def k(x, counts, length, n, sxb, sxh, sx, scb, sch, sc, BLOCK: tl.constexpr):
    batch = tl.program_id(0)
    head = tl.program_id(1)
    lane = tl.arange(0, BLOCK)
    total = tl.zeros([BLOCK], dtype=tl.int32)
    for at in range(length):
        part = tl.load(x + batch * sxb + head * sxh + at * sx)
        total += tl.where(lane == part // n, 1, 0)
    tl.store(counts + batch * scb + head * sch + (lane + 1) * sc, total, mask=lane < n)

def run(x, n):
    b, h, length = x.shape
    counts = torch.{made}
    k[(b, h)](x, counts, length, n, x.stride(0), x.stride(1), x.stride(2), counts.stride(0), counts.stride(1), counts.stride(2),
              BLOCK=triton.next_power_of_2(n))
"""
ROWS = """@triton.jit
def k(x, y, n, stride, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    tl.store(y + row * stride + at, tl.load(x + row * n + at, mask=at < n), mask=at < n)

def run(x, extra):
    rows, n = x.shape
    y = torch.{made}
    k[(rows,)](x, y, n, {stride}, BLOCK=triton.next_power_of_2(n))
"""


@pytest.mark.parametrize(
    ("text", "made", "stride", "buffer", "shape", "role", "strides", "is_disputed"),
    [
        pytest.param(
            COUNTS,
            "zeros(b, h, n + 1, dtype=torch.int32)",
            "",
            "counts",
            ["b", "h", "n + 1"],
            "inout",
            {"scb": "h * (n + 1)", "sch": "n + 1", "sc": "1"},
            False,
            id="an element that the kernel leaves out",
        ),
        pytest.param(
            ROWS,
            "empty((rows + 3, n))",
            "y.stride(0)",
            "y",
            ["rows + 3", "n"],
            "inout",
            {"stride": "n"},
            False,
            id="more rows than programs",
        ),
        pytest.param(
            ROWS,
            "empty((rows, 2, n))",
            "y.stride(0)",
            "y",
            ["rows", "2", "n"],
            "inout",
            {"stride": "2 * n"},
            False,
            id="the stride of the axis that the launch passes",
        ),
        pytest.param(
            ROWS,
            "empty((rows, extra, n))",
            "y.stride(1)",
            "y",
            ["rows", "1", "n"],
            "out",
            {"stride": "n"},
            False,
            id="a size that no parameter has",
        ),
        pytest.param(
            ROWS,
            "empty((rows - 1, n))",
            "y.stride(0)",
            "y",
            ["rows", "n"],
            "out",
            {"stride": "n"},
            True,
            id="fewer rows than programs",
        ),
    ],
)
def test_a_test_has_the_tensors_that_the_program_makes(
    tmp_path: Path,
    text: str,
    made: str,
    stride: str,
    buffer: str,
    shape: list[str],
    role: str,
    strides: dict[str, str],
    is_disputed: bool,
) -> None:
    found = infer(tmp_path, text.format(made=made, stride=stride))
    assert found.entry.smoke is not None
    buffers = {each.name: each for each in found.entry.smoke.buffers}
    arguments = {each.name: each.value and each.value[1] for each in found.entry.smoke.arguments}
    assert (buffers[buffer].shape, buffers[buffer].role) == (shape, role)
    assert {name: arguments.get(name) for name in strides} == strides
    assert any("with other sizes" in each.text for each in found.doubts) == is_disputed


def test_constants_that_are_strides_of_a_tensor_that_the_program_makes_follow_from_its_sizes(tmp_path: Path) -> None:
    text = """@triton.jit
def k(x, y, ROW: tl.constexpr, HEAD: tl.constexpr, LANE: tl.constexpr, HEADS: tl.constexpr, LOW: tl.constexpr, HIGH: tl.constexpr):
    pid = tl.program_id(0)
    start = y + (pid // HEADS) * ROW + (pid % HEADS) * HEAD
    low = tl.arange(0, LOW)
    high = tl.arange(0, HIGH)
    tl.store(start + low * LANE, tl.load(x + low))
    tl.store(start + LOW * LANE + high * LANE, tl.load(x + high))

def run(x, rows, heads, low, high):
    y = torch.empty(rows, heads, low + high)
    k[(rows * heads,)](x, y, y.stride(0), y.stride(1), y.stride(2), heads, low, high)
"""
    found = infer(tmp_path, text)
    values = {each.name: int(each.value[1]) for each in found.entry.constants if each.value}
    width = values["LOW"] + values["HIGH"]
    assert (values["ROW"], values["HEAD"], values["LANE"]) == (values["HEADS"] * width, width, 1)
    assert found.entry.smoke is not None
    assert found.entry.smoke.buffers[1].shape == ["rows", "HEADS", "LOW + HIGH"]


def test_of_two_bounds_of_one_index_each_tensor_has_its_own(tmp_path: Path) -> None:
    text = """@triton.jit
def k(x, y, z, n, m, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    a = tl.load(x + at, mask=at < n)
    tl.store(y + at, a, mask=at < n)
    tl.store(z + at, a, mask=at < m)

def run(x, n: int, m: int):
    y = torch.empty(n)
    z = torch.empty(m)
    k[(triton.cdiv(max(n, m), 64),)](x, y, z, n, m, BLOCK=64)
"""
    found = infer(tmp_path, text)
    assert found.entry.smoke is not None
    assert [each.shape for each in found.entry.smoke.buffers][1:] == [["n"], ["m"]]
    assert not any("with other sizes" in each.text for each in found.doubts)


BLOCKS = """@triton.jit
def k(x, y, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + at, tl.load(x + at) + 1{mask})

def run(x, other):
    y = torch.{made}
    n = {n}
    k[(triton.cdiv(n, 128),)](x, y, n, BLOCK=128)
"""


@pytest.mark.parametrize(
    ("made", "n", "mask", "shapes"),
    [
        ("empty_like(x)", "x.numel()", "", [["n"], ["n"]]),
        ("empty_like(x)", "x.numel()", ", mask=at < n", [["n"], ["n"]]),
        # The program may launch it for whole blocks only.
        ("empty_like(x)", "x.numel()\n    assert n % 128 == 0", "", [["cdiv(n, BLOCK)", "BLOCK"]] * 2),
        # Nothing says that these have n elements.
        ("empty_like(x)", "other.numel()", "", [["cdiv(n, BLOCK)", "BLOCK"]] * 2),
        ("empty_like(x)", "x.shape[0]", "", [["cdiv(n, BLOCK)", "BLOCK"]] * 2),
        ("empty(other.numel())", "x.numel()", "", [["n"], ["cdiv(n, BLOCK)", "BLOCK"]]),
    ],
)
def test_a_tensor_whose_number_of_elements_is_passed_has_as_many_also_without_a_mask(
    tmp_path: Path, made: str, n: str, mask: str, shapes: list
) -> None:
    smoke = infer(tmp_path, BLOCKS.format(made=made, n=n, mask=mask)).entry.smoke
    assert smoke is not None
    assert [each.shape for each in smoke.buffers] == shapes


def test_each_call_of_a_function_has_its_own_arguments(tmp_path: Path) -> None:
    (tmp_path / "k.py").write_text("def twice(n):\n    return n\n")
    project = Project(tmp_path)
    module = project.module(tmp_path / "k.py")
    function = module.tree.body[0]
    program = Program(Slicer(project, {}, set()))
    for value in range(100):
        # Each dict may be where the one before was.
        scope = Scope(module, (function,), None, {"n": literal(value)})
        assert program.value(function.body[0].value, scope, 2).value == value  # type: ignore[attr-defined]


def test_a_part_of_a_tensor_has_not_its_sizes(tmp_path: Path) -> None:
    text = ROWS.replace("k[(rows,)](x, y,", "k[(rows,)](x, y[0],").format(
        made="empty((2, rows, n))", stride="y.stride(1)"
    )
    smoke = infer(tmp_path, text).entry.smoke
    assert smoke is not None
    assert smoke.buffers[1].shape == ["rows", "n"]
