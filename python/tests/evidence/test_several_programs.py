"""A test has several programs and turns of loops, and no size that hides where blocks begin and end."""

from pathlib import Path

import pytest
from test_static import infer, written

TUNED = """@triton.autotune([triton.Config({"BLOCK": 1024}), triton.Config({"BLOCK": 16384})], key=["n"])
"""
KERNEL = """@triton.jit
def k(x, y, n{annotation}, BLOCK: tl.constexpr):
    at = {start}tl.arange(0, BLOCK)
    tl.store(y + at, tl.load(x + at, mask=at < n), mask=at < n)
"""


@pytest.mark.parametrize(
    ("start", "n"), [("tl.program_id(0) * BLOCK + ", "2560"), ("", "1024")], ids=["several blocks", "one block"]
)
def test_a_constant_that_ends_a_row_is_more_than_one_block(tmp_path: Path, start: str, n: str) -> None:
    assert written(infer(tmp_path, KERNEL.format(annotation=": tl.constexpr", start=start)))["n"] == n


def test_a_size_is_more_than_one_block_of_the_largest_config(tmp_path: Path) -> None:
    smoke = infer(tmp_path, TUNED + KERNEL.format(annotation="", start="tl.program_id(0) * BLOCK + ")).entry.smoke
    assert smoke is not None
    sizes = [int(each.value[1]) for case in smoke.cases for each in case if each.value]
    assert [each // 16384 for each in sizes] == [2, 1]
    assert sizes[1] % 1024 != 0


def test_a_constant_that_only_ends_a_loop_is_more_than_one_turn(tmp_path: Path) -> None:
    text = """@triton.jit
def k(x, y, EXPERTS: tl.constexpr, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for expert in range(0, EXPERTS):
        total += tl.load(x + expert * BLOCK + at)
    tl.store(y + at, total)
"""
    assert written(infer(tmp_path, text))["EXPERTS"] == "4"
