"""Conditions of `tl.assume` are evaluated for all blocks, as Python computes them."""

import itertools
import os
import sys
import tempfile
from functools import cache
from pathlib import Path

os.environ.setdefault("TRITON_ALWAYS_COMPILE", "1")

import numpy as np
import pytest
import triton
import triton.language as tl
from aot_emulate.assumed import FalseAssumption
from aot_emulate.launch import Launch, launch
from aot_emulate.ptx import parse
from triton import knobs
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

from emulate import place

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../bridge"))
os.environ.setdefault("TMPDIR", tempfile.gettempdir())

from aot_bridge.stages import Stages


@triton.jit
def assuming(o, n, big, FORM: tl.constexpr):
    pid = tl.program_id(0)
    if FORM == 0:
        tl.assume(pid > 0)
    elif FORM == 1:
        tl.assume(pid >= 0)
        tl.assume(n > 0)
    elif FORM == 2:  # the blocks of a group of rows, as matrix products number them
        group = tl.cdiv(n, 4) * 3
        row = pid // group * 3 + pid % group % tl.minimum(n - pid // group * 3, 3)
        tl.assume(row >= 0)
        tl.assume(row < n)
    elif FORM == 3:
        tl.assume(big * 3 + tl.program_id(1) < 1 << 40)
    elif FORM == 4:
        tl.assume((n - 7) // 2 + n % -3 != -2)
    elif FORM == 5:
        if pid > 2:
            tl.assume(n > 1000)
        for _ in range(n):
            tl.assume(n > 1000)
    else:
        if pid >= n:
            return
        tl.assume(pid < n)
    tl.store(o, 1)


@cache
def compiled(form: int) -> str:
    kinds = dict(o="*i32", n="i32", big="i64", FORM="constexpr")
    # Other tests have their own hook, and lines.
    before, has_no_lines = knobs.runtime.add_stages_inspection_hook, knobs.compilation.disable_line_info
    stages = Stages()
    try:
        with stages.lines(os.path.basename, False):
            triton.compile(ASTSource(assuming, kinds, dict(FORM=form)), GPUTarget("cuda", 80, 32), {"num_warps": 1})
        return stages.take_located_ptx()
    finally:
        knobs.runtime.add_stages_inspection_hook = before
        knobs.compilation.disable_line_info = has_no_lines


def runs(form: int, n: int, big: int, grid: tuple[int, int, int]) -> str:
    """What a launch says; empty if it says nothing."""
    program = parse(compiled(form))
    memory, (address,) = place([np.zeros(1, np.int32)], ["o"])
    values = [
        address.to_bytes(8, "little"),
        n.to_bytes(4, "little", signed=True),
        b"\0" * 4,
        big.to_bytes(8, "little", signed=True),
    ]
    try:
        launch(program, memory, Launch(b"".join(values) + b"\0" * 16, grid, (32, 1, 1), 0))
    except FalseAssumption as error:
        return str(error)
    return ""


def quotient(a: int, b: int) -> int:
    """C's."""
    return abs(a) // abs(b) * (1 if a * b >= 0 else -1)


def test_the_first_block_for_which_a_condition_is_false_is_named():
    says = runs(0, 1, 1, (3, 1, 1))
    lines = Path(__file__).read_text().splitlines()
    line = 1 + next(number for number, text in enumerate(lines) if "tl.assume(pid > 0)" in text)
    where = f"(test_assumed.py:{line}), in thread block (0, 0, 0)"
    assert says == f"relies on a `tl.assume` whose condition is false {where}: the compiled code may do anything"
    assert "in thread block (0, 1, 0)" in runs(3, 1, ((1 << 40) - 1) // 3, (2, 3, 1))


@pytest.mark.parametrize("n", [1, 0, -5, 2**31 - 1])
def test_integers(n):
    assert bool(runs(1, n, 1, (5, 1, 1))) == (n <= 0)


@pytest.mark.parametrize("n", range(-9, 12, 2))
def test_quotients_are_those_of_c(n):
    wanted = quotient(n - 7, 2) + n - quotient(n, -3) * -3 != -2
    assert (runs(4, n, 1, (1, 1, 1)) == "") == wanted


@pytest.mark.parametrize(("n", "blocks"), list(itertools.product([4, 6, 7], [6, 40])))
def test_numbers_of_blocks(n, blocks):
    group = -(-n // 4) * 3
    counts = [min(n - pid // group * 3, 3) for pid in range(blocks)]
    rests = [pid % group for pid in range(blocks)]
    says = runs(2, n, 1, (blocks, 1, 1))
    if 0 in counts:
        assert says == "", "a rest of a division by 0 is not defined"
        return
    rows = [
        pid // group * 3 + rest - quotient(rest, count) * count
        for pid, rest, count in zip(range(blocks), rests, counts)
    ]
    wrong = [pid for pid, row in enumerate(rows) if row < 0] or [pid for pid, row in enumerate(rows) if row >= n]
    assert says == "" if not wrong else f"in thread block ({wrong[0]}, 0, 0)" in says


@pytest.mark.parametrize("big", [1, 1 << 38, (1 << 40) // 3, -(1 << 61)])
def test_wide_integers(big):
    assert (runs(3, 1, big, (1, 1, 1)) == "") == (big * 3 < 1 << 40)


@pytest.mark.parametrize("form", [5, 6])
def test_what_only_some_blocks_or_no_pass_of_a_loop_executes_is_not_judged(form):
    assert runs(form, 3, 1, (9, 1, 1)) == ""
