"""What a test computes is small: few turns of loops, and tiles that compile in seconds."""

from pathlib import Path

import pytest
from test_static import infer, written

TILE = """@triton.jit
def k(codes, books, out, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr, D: tl.constexpr):
    pid = tl.program_id(0)
    a = tl.arange(0, A)
    code = tl.load(codes + pid * A + a)
    at = code[:, None, None, None] * B * C * D + tl.arange(0, B)[None, :, None, None] * C * D
    x = tl.load(books + at + tl.arange(0, C)[None, None, :, None] * D + tl.arange(0, D)[None, None, None, :])
    tl.store(out + pid, tl.sum(x))
"""
GROUPS = """@triton.jit
def k(x, y, n, GROUPS: tl.constexpr, HEAD: tl.constexpr):
    rows = tl.program_id(0) * 16 + tl.arange(0, 16)
    q = tl.load(x + rows[:, None] * HEAD + tl.arange(0, HEAD)[None, :], mask=rows[:, None] < n)
    total = tl.zeros([16, GROUPS, HEAD], dtype=tl.float32) + q[:, None, :]
    tl.store(y + rows, tl.sum(tl.sum(total, 1), 1), mask=rows < n)

def run(x, heads, groups):
    k[(triton.cdiv(x.shape[0], 16),)](x, x, x.shape[0], GROUPS=groups // heads, HEAD=64)
"""


def test_a_tile_of_four_axes_has_small_axes(tmp_path: Path) -> None:
    constants = written(infer(tmp_path, TILE))
    assert [constants[name] for name in "ABCD"] == ["8", "8", "8", "8"]


def test_a_guessed_axis_of_a_large_tile_is_lowered(tmp_path: Path) -> None:
    constants = written(infer(tmp_path, GROUPS))
    assert 16 * int(constants["GROUPS"] or "") * 64 <= 8192


@pytest.mark.parametrize(
    ("loop", "sizes"),
    [
        ("for turn in range(n)", [16]),
        ("for turn in range(0, n - 1)", [16]),
        ("for turn in range(0, tl.cdiv(n, 64))", [4096]),
    ],
)
def test_a_size_that_only_ends_a_loop_is_small(tmp_path: Path, loop: str, sizes: list[int]) -> None:
    text = f"""@triton.jit
def k(x, y, n, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    total = tl.zeros([BLOCK], dtype=tl.float32)
    {loop}:
        total += tl.load(x + turn * BLOCK + at)
    tl.store(y + at, total)
"""
    smoke = infer(tmp_path, text).entry.smoke
    assert smoke is not None
    assert [int(each.value[1]) for case in smoke.cases for each in case if each.value and each.name == "n"] == sizes


def test_constants_that_count_programs_are_few(tmp_path: Path) -> None:
    text = """@triton.jit
def k(x, y, b: tl.constexpr, h: tl.constexpr, n: tl.constexpr, d: tl.constexpr, BLOCK: tl.constexpr):
    start = tl.program_id(0) * n * d + tl.program_id(1) * BLOCK * d
    at = start + tl.arange(0, BLOCK)[:, None] * d + tl.arange(0, d)[None, :]
    tl.store(y + at, tl.exp(tl.load(x + at)))

def run(x, y):
    b, h, n, d = x.shape
    k[(b * h, 8)](x, y, b, h, n, d, BLOCK=n // 8)
"""
    values = {each.name: each.value[1] for each in infer(tmp_path, text).entry.constants if each.value}
    assert int(values["b"]) * int(values["h"]) * 8 <= 512
