"""`--vary`: each kind of variation beside sizes shows a fault or an assumption, and nothing of the function that is repaired."""

from __future__ import annotations

import json
import re

import pytest
from varied import varied

KERNELS = """
import torch
import triton
import triton.language as tl

@triton.jit
def put_kernel(x_ptr, ids_ptr, table_ptr, stride, columns, WIDE: tl.constexpr, BLOCK: tl.constexpr):
    row, at = tl.program_id(0), tl.arange(0, BLOCK)
    slot = tl.load(ids_ptr + row)
    if WIDE:
        slot = slot.to(tl.int64)
    x = tl.load(x_ptr + row * columns + at, mask=at < columns)
    tl.store(table_ptr + slot * stride + at, x, mask=at < columns)

def copied_to(x, ids, table, wide):
    assert x.is_contiguous() and table.stride(1) == 1
    put_kernel[(len(ids),)](x, ids, table, table.stride(0), x.shape[1], wide, triton.next_power_of_2(x.shape[1]))

def put(x, ids, table):
    copied_to(x, ids, table, True)

def put_narrow(x, ids, table):
    copied_to(x, ids, table, False)

@triton.jit
def heads_kernel(x_ptr, out_ptr, sr, sh, columns, WIDE: tl.constexpr, BLOCK: tl.constexpr):
    row, head, at = tl.program_id(0).to(tl.int64), tl.program_id(1), tl.arange(0, BLOCK)
    place = (row * tl.num_programs(1) + head) * columns + at
    if WIDE:
        head = head.to(tl.int64)
    x = tl.load(x_ptr + row * sr + head * sh + at, mask=at < columns)
    tl.store(out_ptr + place, x, mask=at < columns)

def copied_heads(x, wide):
    assert x.stride(2) == 1 and x.shape[1] <= 65535
    out = torch.empty(x.shape, device=x.device)
    args = x.stride(0), x.stride(1), x.shape[2]
    heads_kernel[x.shape[:2]](x, out, *args, wide, triton.next_power_of_2(x.shape[2]))
    return out

def heads(x):
    return copied_heads(x, True)

def heads_narrow(x):
    return copied_heads(x, False)

@triton.jit
def copy_kernel(x_ptr, out_ptr, columns, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    row, at = tl.program_id(ROWS).to(tl.int64), tl.program_id(1 - ROWS) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * columns + at, mask=at < columns)
    tl.store(out_ptr + row * columns + at, x, mask=at < columns)

def rows(x):
    assert x.is_contiguous()
    out = torch.empty_like(x)
    copy_kernel[(x.shape[0], triton.cdiv(x.shape[1], 16))](x, out, x.shape[1], 0, 16)
    return out

def rows_in_y(x):
    assert x.is_contiguous()
    out = torch.empty_like(x)
    copy_kernel[(triton.cdiv(x.shape[1], 16), x.shape[0])](x, out, x.shape[1], 1, 16)
    return out

def rows_checked(x):
    assert len(x) <= 65535
    return rows_in_y(x)

def columns_in_y(x):
    assert x.is_contiguous()
    out = torch.empty_like(x)
    copy_kernel[(x.shape[0], x.shape[1])](x, out, x.shape[1], 0, 1)
    return out

def halves(x):
    assert x.is_contiguous()
    out = torch.empty_like(x)
    number = x.view(torch.int16)
    copy_kernel[(1, triton.cdiv(x.numel(), 64))](number, out.view(torch.int16), x.numel(), 0, 64)
    return out

def halves_checked(x):
    assert x.dtype.itemsize == 2
    return halves(x)

@triton.jit
def add_kernel(x_ptr, bias_ptr, out_ptr, rows, columns, scale, HAS: tl.constexpr, EXACT: tl.constexpr, BLOCK: tl.constexpr):
    row, at = tl.program_id(0), tl.arange(0, BLOCK)
    inside = at < (BLOCK if EXACT else columns)
    x = tl.load(x_ptr + row * columns + at, mask=inside, other=0.0)
    if HAS:
        x += tl.load(bias_ptr + at, mask=at < columns, other=0.0)
    if scale != 0:
        tl.store(out_ptr + row * columns + at, x * scale, mask=at < columns)

def add(x, bias, exact, has, scale=1.5):
    assert x.is_contiguous() and bias.is_contiguous()
    out = torch.empty_like(x)
    add_kernel[(len(x),)](x, bias, out, *x.shape, scale, has, exact, triton.next_power_of_2(x.shape[1]))
    return out

def exact(x, exact=False):
    return add(x, x, False, False)

def exact_unmasked(x, exact=False):
    return add(x, x, exact, False)

def biased(x, bias=None):
    return add(x, x if bias is None else bias, False, bias is not None)

def biased_always(x, bias=None):
    return add(x, torch.zeros(1, device=x.device) if bias is None else bias, False, True)

def scaled(x, scale):
    assert scale != 0
    return add(x, x, False, False, scale)

def scaled_unchecked(x, scale):
    return add(x, x, False, False, scale)

@triton.jit
def turns_kernel(x_ptr, out_ptr, turns):
    for turn in range(turns):
        tl.store(out_ptr + tl.program_id(0), tl.load(x_ptr + tl.program_id(0)) * turn)

def turns_unchecked(x, turns):
    assert x.is_contiguous()
    out = torch.empty_like(x)
    turns_kernel[(len(x),)](x, out, turns)
    return out

def turns(x, turns):
    assert turns > 0
    return turns_unchecked(x, turns)

def exchanged(x, transposed=False):
    assert x.is_contiguous()
    rows, columns = x.shape[::-1] if transposed else x.shape
    out = torch.empty_like(x)
    copy_kernel[(rows, triton.cdiv(x.shape[1], 16))](x, out, x.shape[1], 0, 16)
    return out

@triton.jit
def mean_kernel(x_ptr, mask_ptr, out_ptr, columns, LEAST: tl.constexpr, BLOCK: tl.constexpr):
    row, at = tl.program_id(0), tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * columns + at, mask=at < columns, other=0.0)
    mask = tl.load(mask_ptr + row * columns + at, mask=at < columns, other=0).to(tl.float32)
    tl.store(out_ptr + row, tl.sum(x * mask, 0) / tl.maximum(tl.sum(mask, 0), LEAST))

def mean(x, mask, least=1.0):
    assert x.is_contiguous() and mask.is_contiguous()
    out = torch.empty(len(x), device=x.device)
    mean_kernel[(len(x),)](x, mask, out, x.shape[1], least, triton.next_power_of_2(x.shape[1]))
    return out

def mean_unchecked(x, mask):
    return mean(x, mask, 0.0)

@triton.jit
def shares_kernel(x_ptr, out_ptr, columns, LEAST: tl.constexpr, BLOCK: tl.constexpr):
    row, at = tl.program_id(0), tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * columns + at, mask=at < columns, other=float("-inf"))
    e = tl.exp(x - tl.maximum(tl.max(x, 0), LEAST))
    tl.store(out_ptr + row * columns + at, e / tl.maximum(tl.sum(e, 0), 1e-9), mask=at < columns)

def shares(x, least=-1e30):
    assert x.is_contiguous()
    out = torch.empty_like(x)
    shares_kernel[(len(x),)](x, out, x.shape[1], least, triton.next_power_of_2(x.shape[1]))
    return out

def shares_unchecked(x):
    return shares(x, float("-inf"))

@triton.jit
def spread_kernel(x_ptr, out_ptr, columns, LEAST: tl.constexpr, BLOCK: tl.constexpr):
    row, at = tl.program_id(0), tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * columns + at, mask=at < columns, other=0.0)
    low = tl.min(tl.where(at < columns, x, float("inf")), 0)
    most = tl.max(tl.where(at < columns, x, float("-inf")), 0)
    spread = tl.where(most == 0, 1.0, tl.maximum(most - low, LEAST))
    tl.store(out_ptr + row * columns + at, (x - low) / spread, mask=at < columns)

def spread(x, least=1e-9):
    assert x.is_contiguous()
    out = torch.empty_like(x)
    spread_kernel[(len(x),)](x, out, x.shape[1], least, triton.next_power_of_2(x.shape[1]))
    return out

def spread_unchecked(x):
    return spread(x, 0.0)

@triton.jit
def pick_kernel(x_ptr, ids_ptr, out_ptr, stride, rows, columns, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    ids = tl.load(ids_ptr + at, mask=at < rows, other=0)
    tl.store(out_ptr + at, tl.load(x_ptr + at * stride + ids, mask=at < rows), mask=at < rows)

def picked_blocks(x, ids, blocks):
    assert x.is_contiguous() and ids.is_contiguous()
    rows, columns = ids.numel(), x.shape[2]
    out = torch.empty(ids.shape, device=x.device)
    pick_kernel[(blocks,)](x, ids, out, x.stride(1), rows, columns, 16)
    return out

def picked(x, ids):
    return picked_blocks(x, ids, triton.cdiv(ids.numel(), 16))

def picked_few(x, ids):
    return picked_blocks(x, ids, min(triton.cdiv(ids.numel(), 16), 2))

@triton.jit
def turn_kernel(x_ptr, cos_ptr, out_ptr, COLUMNS: tl.constexpr):
    row, head, heads, at = tl.program_id(0), tl.program_id(1), tl.num_programs(1), tl.arange(0, COLUMNS // 2)
    cos = tl.load(cos_ptr + row * (COLUMNS // 2) + at)
    for half in range(2):
        place = ((row * heads + head) * 2 + half) * (COLUMNS // 2) + at
        tl.store(out_ptr + place, tl.load(x_ptr + place) * cos)

def turned(x, cos):
    assert x.is_contiguous() and cos.is_contiguous() and x.shape[1] <= 65535
    out = torch.empty_like(x)
    turn_kernel[x.shape[:2]](x, cos, out, x.shape[2])
    return out

def turned_checked(x, cos):
    assert cos.shape[1] * 2 == x.shape[2]
    return turned(x, cos)

@triton.jit
def levels_kernel(x_ptr, levels_ptr, out_ptr, count, LEVELS: tl.constexpr):
    row, at = tl.program_id(0), tl.arange(0, 8)
    levels = tl.load(levels_ptr + row * count + at, mask=at < LEVELS, other=0.0)
    tl.store(out_ptr + row, tl.load(x_ptr + row) * tl.sum(levels, 0))

def levelled(x, levels):
    assert x.is_contiguous() and levels.is_contiguous()
    out = torch.empty_like(x)
    levels_kernel[(len(x),)](x, levels, out, levels.shape[1], 5)
    return out

def levelled_checked(x, levels):
    assert levels.shape[1] >= 5
    return levelled(x, levels)

@triton.jit
def visible_kernel(x_ptr, places_ptr, out_ptr, columns, stride, FILLS: tl.constexpr, BLOCK: tl.constexpr):
    row, at = tl.program_id(0), tl.arange(0, BLOCK)
    place = row + tl.load(places_ptr + row)
    mask = (at < columns) & (place - row >= 0)
    x = tl.load(x_ptr + row * stride + at, mask=mask, other=0.0)
    tl.store(out_ptr + row * columns + at, x, mask=(at < columns) if FILLS else mask)

def visible_rows(x, places, fills):
    assert x.stride(1) == 1 and places.is_contiguous()
    out = torch.empty(x.shape, device=x.device)
    visible_kernel[(len(x),)](x, places, out, x.shape[1], x.stride(0), fills, triton.next_power_of_2(x.shape[1]))
    return out

def visible(x, places):
    return visible_rows(x, places, True)

def visible_unwritten(x, places):
    return visible_rows(x, places, False)

@triton.jit
def halve_kernel(x_ptr, by_ptr, out_ptr, columns, stride_xr, stride_br, BLOCK: tl.constexpr):
    row, at = tl.program_id(0), tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * columns + at, mask=at < columns)
    tl.store(out_ptr + row * columns + at, x / tl.load(by_ptr + row * stride_br), mask=at < columns)

@triton.jit
def halve_strided_kernel(x_ptr, by_ptr, out_ptr, columns, stride_xr, stride_br, BLOCK: tl.constexpr):
    row, at = tl.program_id(0), tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * stride_xr + at, mask=at < columns)
    tl.store(out_ptr + row * columns + at, x / tl.load(by_ptr + row * stride_br), mask=at < columns)

def halved_by(kernel, x, by):
    assert x.stride(1) == 1
    out = torch.empty(x.shape, device=x.device)
    kernel[(len(x),)](x, by, out, x.shape[1], x.stride(0), by.stride(0), BLOCK=triton.next_power_of_2(x.shape[1]))
    return out

def halved(x, by):
    return halved_by(halve_strided_kernel, x, by)

def halved_dense(x, by):
    return halved_by(halve_kernel, x, by)

@triton.jit
def tiles_kernel(x_ptr, out_ptr, count, MASKS: tl.constexpr):
    at = tl.program_id(0) * 64 + tl.arange(0, 64)
    mask = at < (count if MASKS else count + 64)
    tl.store(out_ptr + at, tl.load(x_ptr + at, mask=mask), mask=mask)

def tiles(x, masks=True):
    assert x.is_contiguous()
    out = torch.empty_like(x)
    tiles_kernel[(triton.cdiv(x.numel(), 64),)](x, out, x.numel(), masks)
    return out

def tiles_unmasked(x):
    return tiles(x, False)

def pitched(x):
    assert x.stride(2) == 1
    out = torch.empty(x.shape, device=x.device)
    pitch_kernel[(x.shape[0] * x.shape[1],)](x, out, x.stride(1), x.shape[2], triton.next_power_of_2(x.shape[2]))
    return out

def pitched_checked(x):
    assert x.stride(0) == x.shape[1] * x.stride(1)
    return pitched(x)

@triton.jit
def pitch_kernel(x_ptr, out_ptr, pitch, columns, BLOCK: tl.constexpr):
    row, at = tl.program_id(0).to(tl.int64), tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * pitch + at, mask=at < columns)
    tl.store(out_ptr + row * columns + at, x, mask=at < columns)

@triton.jit
def multiply_kernel(a_ptr, b_ptr, out_ptr, N, K, BLOCK: tl.constexpr):
    m, n = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK), tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    total = tl.zeros((BLOCK, BLOCK), tl.float32)
    for k in range(K):
        total += tl.load(a_ptr + m * K + k)[:, None] * tl.load(b_ptr + k * N + n)[None, :]
    tl.store(out_ptr + m[:, None] * N + n[None, :], total)

def multiplied(a, b):
    assert a.is_contiguous() and b.is_contiguous()
    out = torch.empty(a.shape[0], b.shape[1], device=a.device)
    grid = triton.cdiv(a.shape[0], 16), triton.cdiv(b.shape[1], 16)
    multiply_kernel[grid](a, b, out, b.shape[1], a.shape[1], 16)
    return out

@triton.jit
def scale_kernel(saved_ptr, grad_ptr, out_ptr, stride, columns, BLOCK: tl.constexpr):
    row, at = tl.program_id(0), tl.arange(0, BLOCK)
    x = tl.load(saved_ptr + row * columns + at, mask=at < columns)
    tl.store(out_ptr + row * columns + at, x * tl.load(grad_ptr + row * stride), mask=at < columns)

class Sums(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(torch.ones_like(x))
        return x.sum(1)

    @staticmethod
    def backward(ctx, dy):
        (saved,) = ctx.saved_tensors
        out = torch.empty_like(saved)
        scale_kernel[(len(dy),)](saved, dy, out, dy.stride(0), saved.shape[1], triton.next_power_of_2(saved.shape[1]))
        return out

class DenseSums(Sums):
    @staticmethod
    def backward(ctx, dy):
        (saved,) = ctx.saved_tensors
        out = torch.empty_like(saved)
        scale_kernel[(len(dy),)](saved, dy, out, 1, saved.shape[1], triton.next_power_of_2(saved.shape[1]))
        return out

def gradient(function):
    y = torch.randn(5, 20, device="cuda").requires_grad_()
    function.apply(y).backward(torch.randn(5, device="cuda"))

@triton.jit
def ranges_kernel(ids_ptr, out_ptr, SIGN: tl.constexpr, ALWAYS: tl.constexpr):
    at = tl.program_id(0)
    own, next = tl.load(ids_ptr + at), tl.load(ids_ptr + at + 1)
    if ALWAYS or SIGN * next > SIGN * own:
        tl.store(out_ptr + at, own)

def ranges(ids, sign, always):
    assert ids.is_contiguous() and len(ids) > 1
    out = torch.empty(len(ids) - 1, device=ids.device)
    ranges_kernel[(len(ids) - 1,)](ids, out, sign, always)
    return out

def any_order(ids):
    return ranges(ids, 1, True)

def rising(ids):
    return ranges(ids, 1, False)

def falling(ids):
    return ranges(ids, -1, False)
"""
HEAD = """
from kernels import *
torch.manual_seed(1)
x = torch.randn(5, 20, device="cuda")
ids = torch.tensor([3, 40, 7, 11, 30], dtype=torch.int32, device="cuda")
rows_checked(x)
"""
# Functions that are wrong, each with the same that is repaired, a call's arguments, and the fault: what it is wrong with, and a
# part of the sentence; or the condition of the assumption.
FAULTS = {
    "put_narrow": (
        "put",
        "x, ids, torch.empty(50, 20, device='cuda')",
        "rows so far apart that the last is beyond element 2^31 in table",
        " in 32 bits, which overflows",
    ),
    "exact_unmasked": ("exact", "x", "exact = True", "reads"),
    "biased_always": ("biased", "x, torch.randn(20, device='cuda')", "bias = None", "bias_ptr"),
    "falling": (
        "any_order",
        "torch.tensor([9, 5, 3, 1], device='cuda')",
        "sorted values in ids",
        "nothing has written 3 of 3 elements",
    ),
    "picked_few": (
        "picked",
        "torch.randn(2, 4, 20, device='cuda'), torch.arange(12, 20, device='cuda').reshape(2, 4)",
        "x.shape[0] = 15",
        "nothing has written",
    ),
    "visible_unwritten": (
        "visible",
        "x, torch.tensor([0, 1, 2, 3, 4], device='cuda')",
        "a value of -1 in places, which the kernel tests for",
        "nothing has written 20 of 100 elements",
    ),
    "halved_dense": (
        "halved",
        "x, torch.rand(5, 1, device='cuda') + 1",
        "padded rows in x, although the kernel gets stride_xr",
        "result has NaN",
    ),
}
ASSUMPTIONS = {
    "heads_narrow": (
        "heads",
        "torch.randn(2, 4, 20, device='cuda')",
        "sum((n - 1) * s for n, s in zip(x.shape, x.stride())) < 2**31",
    ),
    "rows_in_y": ("rows", "x", "x.shape[0] <= 65535"),
    "columns_in_y": ("rows", "x", "x.shape[1] <= 65535"),
    "halves": ("halves_checked", "x.to(torch.float16)", "x.dtype != torch.float32 and x.dtype != torch.float64"),
    "exchanged": ("rows", "x", "not transposed"),
    "scaled_unchecked": ("scaled", "x, 1.5", "scale != 0.0"),
    "turns_unchecked": ("turns", "x[0].clone(), 3", "turns > 0"),
    "mean_unchecked": ("mean", "x, x > 0", "mask.any(-1).all()"),
    "shares_unchecked": ("shares", "x.masked_fill(x > 0, float('-inf'))", "not x.isneginf().all(-1).any()"),
    "spread_unchecked": ("spread", "x", "x.ne(x[..., :1]).any(-1).all()"),
    "rising": ("any_order", "torch.tensor([3, 5, 9, 12], device='cuda')", "ids.flatten().diff().ge(0).all()"),
    "turned": (
        "turned_checked",
        "torch.randn(5, 2, 32, device='cuda'), torch.randn(5, 16, device='cuda')",
        "x.shape[2] <= cos.shape[1] * 2",
    ),
    "levelled": (
        "levelled_checked",
        "torch.rand(4, device='cuda'), torch.rand(4, 5, device='cuda')",
        "levels.shape[1] >= 5",
    ),
    "tiles_unmasked": ("tiles", "torch.randn(2, 8, 16, device='cuda')", "x.numel() % 64 == 0"),
    "pitched": ("pitched_checked", "torch.randn(3, 4, 20, device='cuda')", "x.stride(0) == x.shape[1] * x.stride(1)"),
}


@pytest.fixture
def vary(run_python, tmp_path):
    """Calls the functions of a table, and gives the report."""

    def run(table):
        (tmp_path / "kernels.py").write_text(KERNELS)
        calls = [f"{name}({row[1]})" for wrong, row in table.items() for name in (wrong, row[0])]
        (tmp_path / "app.py").write_text(HEAD + "\n".join(dict.fromkeys(calls)))
        done = run_python("-B", "-m", "triton_aot_emulate", "--vary", "--report=report.json", "app.py")
        report = json.loads((tmp_path / "report.json").read_text())
        assert varied(report).keys() == {""}, done.stderr
        return report, done.stderr

    return run


def test_faults(vary):
    report, output = vary(FAULTS)
    found = [re.match(r"(\w+) is wrong with (.*?): (.*)", each["message"]).groups() for each in report["found"]]
    assert {name: what for name, what, _ in found} == {name: row[2] for name, row in FAULTS.items()}, output
    assert all(FAULTS[name][3] in says for name, _, says in found), output


@pytest.mark.parametrize("names", [list(ASSUMPTIONS)[:7], list(ASSUMPTIONS)[7:]], ids=["first", "second"])
def test_assumptions(vary, names):
    table = {name: ASSUMPTIONS[name] for name in names}
    report, output = vary(table)
    assert report["found"] == [], output
    assumed = {(each["function"], each["condition"]) for each in report["assumptions"]}
    assert {(name, row[2]) for name, row in table.items()} <= assumed, output
    assert not {(row[0], row[2]) for row in table.values()} & assumed, output


def test_labels_stay_below_the_smallest_size_that_they_fit(vary):
    """A wider bound, such as both axes together, is tried and wrong. More distinct labels than columns would be wrong too."""
    row = "torch.randn(2, 4, 20, device='cuda'), torch.randperm(20, device='cuda')[:8].reshape(2, 4)"
    report, output = vary({"picked": ("picked", row)})
    assert report["found"] == [], output
    assert [each["condition"] for each in report["assumptions"] if "max()" in each["condition"]] == [
        "ids.max() < x.shape[2]"
    ], output


def test_a_backward_pass_gets_an_expanded_gradient_and_its_own_saved_tensors(vary):
    table = {"gradient": ("gradient", "DenseSums")}
    report, output = vary(table)
    assert [each["message"].partition(":")[0] for each in report["found"]] == [
        "DenseSums.backward is wrong with one expanded element in dy, as of .sum().backward()"
    ], output
    assert [each["condition"] for each in report["assumptions"] if "saved" in each["condition"]] == [], output
    report, output = vary({"gradient": ("gradient", "Sums")})
    assert report["found"] == [], output


def test_axes_of_a_product_belong_together_as_they_are_multiplied(vary):
    """Square matrices leave open which axes are one size. With twice the size, only axes that belong together are right."""
    table = {"multiplied": ("multiplied", "torch.randn(32, 32, device='cuda'), torch.randn(32, 32, device='cuda')")}
    report, output = vary(table)
    assert report["found"] == [], output
    sizes = [
        each["condition"]
        for each in report["assumptions"]
        if "shape" in each["condition"] and "stride" not in each["condition"]
    ]
    assert sizes == ["a.shape[0] % 16 == 0", "b.shape[1] % 16 == 0"], output
