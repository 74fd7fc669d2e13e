"""What tests of --vary share: the beginning of programs, and what a report says of repeated calls."""

from __future__ import annotations

from collections import Counter
from typing import Any

HEAD = """
import torch
import triton
import triton.language as tl

@triton.jit
def double_kernel(x_ptr, out_ptr, x_stride, columns, BLOCK: tl.constexpr):
    row, at = tl.program_id(0).to(tl.int64), tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * x_stride + at, mask=at < columns, other=0.0)
    tl.store(out_ptr + row * columns + at, 2 * x, mask=at < columns)
"""


def varied(report: Any) -> dict[str, int]:
    """How many calls and tests were repeated with all variations, and how many were not, by reason."""
    counts: Counter[str] = Counter()
    for each in report["varied"]:
        counts[each["why"]] += each["calls"]
    return dict(counts)
