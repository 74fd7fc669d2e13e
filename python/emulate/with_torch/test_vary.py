"""`--vary`: functions that launch kernels are called again, which shows faults that the program's own calls do not."""

from __future__ import annotations

import json
import re

import pytest
from varied import HEAD, varied

KERNELS = f"""{HEAD}
import dataclasses
import sys
import threading

@triton.jit
def tiles_kernel(x_ptr, out_ptr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out_ptr + at, 2 * tl.load(x_ptr + at))

@triton.jit
def rotate_kernel(x_ptr, cos_ptr, out_ptr, half, BLOCK: tl.constexpr):
    row, at = tl.program_id(0), tl.arange(0, BLOCK)
    cos = tl.load(cos_ptr + row * half + at, mask=at < half, other=0.0)
    for part in range(2):
        x = tl.load(x_ptr + row * 2 * half + part * half + at, mask=at < half, other=0.0)
        tl.store(out_ptr + row * 2 * half + part * half + at, x * cos, mask=at < half)

@triton.jit
def gather_kernel(table_ptr, ids_ptr, out_ptr, columns, BLOCK: tl.constexpr):
    row, at = tl.program_id(0), tl.arange(0, BLOCK)
    x = tl.load(table_ptr + tl.load(ids_ptr + row) * columns + at, mask=at < columns)
    tl.store(out_ptr + row * columns + at, x, mask=at < columns)

@triton.jit
def segments_kernel(x_ptr, ends_ptr, out_ptr, columns, BLOCK: tl.constexpr):
    part, at = tl.program_id(0), tl.arange(0, BLOCK)
    for row in range(tl.load(ends_ptr + part), tl.load(ends_ptr + part + 1)):
        x = tl.load(x_ptr + row * columns + at, mask=at < columns)
        tl.store(out_ptr + row * columns + at, x * part, mask=at < columns)

@triton.jit
def product_kernel(a_ptr, b_ptr, out_ptr, N, K, ar, ac, br, bc, BLOCK: tl.constexpr):
    row, at = tl.program_id(0).to(tl.int64), tl.arange(0, BLOCK).to(tl.int64)
    total = tl.zeros((BLOCK,), tl.float32)
    for index in range(K):
        k = index.to(tl.int64)
        total += tl.load(a_ptr + row * ar + k * ac) * tl.load(b_ptr + k * br + at * bc, mask=at < N, other=0.0)
    tl.store(out_ptr + row * N + at, total, mask=at < N)

@triton.jit
def scales_kernel(x_ptr, out_ptr, columns, GROUP: tl.constexpr):
    row, group = tl.program_id(0), tl.program_id(1)
    at = group * GROUP + tl.arange(0, GROUP)
    x = tl.load(x_ptr + row * columns + at, mask=at < columns, other=0.0)
    tl.store(out_ptr + row * tl.num_programs(1) + group, tl.max(tl.abs(x), 0))

@triton.jit
def both_kernel(a_ptr, b_ptr, out_ptr):
    at = tl.program_id(0)
    a, b = tl.load(a_ptr + at), tl.load(b_ptr + at)
    top = tl.maximum(a, b)
    tl.store(out_ptr + at, tl.log(tl.exp(a - top) + tl.exp(b - top)) + top)

@triton.jit
def heads_kernel(q_ptr, k_ptr, out_ptr, heads, kv_heads, BLOCK: tl.constexpr):
    token, head, at = tl.program_id(0), tl.program_id(1), tl.arange(0, BLOCK)
    k = tl.load(k_ptr + (token * kv_heads + head // (heads // kv_heads)) * BLOCK + at)
    place = (token * heads + head) * BLOCK + at
    tl.store(out_ptr + place, tl.load(q_ptr + place) * k)

def product(a, b):
    out = torch.empty(a.shape[0], b.shape[1], device=a.device)
    args = *a.stride(), *b.stride()
    product_kernel[(a.shape[0],)](a, b, out, b.shape[1], a.shape[1], *args, BLOCK=triton.next_power_of_2(b.shape[1]))
    return out

def scales_into(x, out):
    assert x.is_contiguous() and out.is_contiguous()
    scales_kernel[(x.shape[0], triton.cdiv(x.shape[1], 32))](x, out, x.shape[1], GROUP=32)

def both(a, b):
    out = torch.empty_like(a)
    both_kernel[(a.numel(),)](a, b, out)
    return out

def heads(q, k):
    out = torch.empty_like(q)
    heads_kernel[q.shape[:2]](q, k, out, q.shape[1], k.shape[1], BLOCK=q.shape[2])
    return out

@triton.jit
def ignores_kernel(x_ptr, out_ptr, x_stride, out_stride, columns, BLOCK: tl.constexpr):
    row, at = tl.program_id(0), tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * columns + at, mask=at < columns)
    tl.store(out_ptr + row * out_stride + at, 2 * x, mask=at < columns)

def ignores(x):
    out = torch.empty(x.shape, device=x.device)
    ignores_kernel[(x.shape[0],)](x, out, x.stride(0), out.stride(0), x.shape[1], BLOCK=triton.next_power_of_2(x.shape[1]))
    return out

def rows(x, block, out=None):
    out = torch.empty(x.shape, device=x.device) if out is None else out
    double_kernel[(x.shape[0],)](x, out, x.stride(0), x.shape[1], BLOCK=block)
    return out

def first_block(x):
    return rows(x, 128)

def any_columns(x):
    assert x.stride(1) == 1
    if x.shape[0] == 1:
        sys.exit("a row is no batch")
    return rows(x, triton.next_power_of_2(x.shape[1]))

def all_but_large(x):
    return rows(x, min(triton.next_power_of_2(x.shape[1]), 128))

def into(x, out):
    rows(x, 128, out)

def tiles(x):
    out = torch.empty_like(x)
    tiles_kernel[(max(x.numel() // 64, 1),)](x, out, BLOCK=64)
    return out

def rotate(x, cos):
    out = torch.empty_like(x)
    rotate_kernel[(x.shape[0],)](x, cos, out, x.shape[1] // 2, BLOCK=triton.next_power_of_2(x.shape[1] // 2))
    return out

def gather(table, ids):
    out = torch.empty(len(ids), table.shape[1], device=table.device)
    gather_kernel[(len(ids),)](table, ids, out, table.shape[1], BLOCK=triton.next_power_of_2(table.shape[1]))
    return out

def segments(x, ends):
    assert x.is_contiguous() and ends.is_contiguous()
    out = torch.empty_like(x)
    segments_kernel[(len(ends) - 1,)](x, ends, out, x.shape[1], BLOCK=triton.next_power_of_2(x.shape[1]))
    return out

@dataclasses.dataclass
class Batch:
    values: torch.Tensor
    count: int

class Layer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.randn(4, 100, device="cuda"))

    def forward(self):
        return rows(self.weight, 128)

class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return rows(x, 128)

    @staticmethod
    def backward(ctx, dy):
        (x,) = ctx.saved_tensors
        return rows(dy, 128) + 0 * x

def of_batch(batch):
    return rows(batch.values, 128)

def of_parts(parts, *, more):
    return rows(parts["x"][0], 128) + more[0]

def added_before(x):
    x += 1
    return rows(x, 128)

def one_by_one(x):
    for row in x:
        yield rows(row[None], 128)

def random(x):
    return rows(x * torch.rand_like(x), 128)

def again(x):
    return rows(x, 128)

def outer(block):
    def inner(x):
        return rows(x, block)
    return inner
"""


@pytest.fixture
def vary(run_python, tmp_path):
    """Runs lines of a program after the kernels, and returns the report, what it printed, and the report as text."""
    (tmp_path / "kernels.py").write_text(KERNELS)

    def run(lines, *options):
        text = "import torch\nfrom kernels import *\ntorch.manual_seed(1)\nx = torch.randn(4, 100, device='cuda')\n"
        (tmp_path / "app.py").write_text(text + lines)
        done = run_python("-B", "-m", "triton_aot_emulate", "--report=report.json", *options, "app.py")
        return json.loads((tmp_path / "report.json").read_text()), done.stdout, done.stderr

    return run


def faults(report):
    return {re.match(r"\S+ is wrong with (.*?):", each["message"])[1]: each["kind"] for each in report["found"]}


def assumed(report):
    return {(each["function"], each["condition"]) for each in report["assumptions"]}


def test_without_nothing_is_repeated(vary):
    report, _, output = vary("print(first_block(x).shape)")
    assert (report["found"], report["varied"], report["assumptions"]) == ([], [], []), output


def test_fault_of_a_size_that_the_program_does_not_use(vary):
    report, printed, output = vary("print(first_block(x).sum().item() == (2 * x).sum().item())", "--vary")
    assert list(faults(report).values()) == ["unwritten"], output
    (found,) = report["found"]
    assert (found["kernel"], found["level"], printed) == ("double_kernel", "error", "True\n")
    assert found["launched"][0].endswith("kernels.py")
    assert varied(report) == {"": 1}
    assert report["kernels"][0]["launches"] == 1, "the launches of trials are none of the program"


def test_kernel_that_ignores_a_stride_that_it_gets(vary):
    report, _, output = vary("ignores(x)", "--vary")
    assert list(faults(report)) == ["padded rows in x, although the kernel gets all strides"], output


def test_right_functions_have_no_faults(vary):
    lines = """
any_columns(x)
ends = torch.tensor([0, 3, 8, 20], dtype=torch.int32, device="cuda")
segments(torch.randn(20, 50, device="cuda"), ends)
product(*torch.randn(2, 16, 16, device="cuda"))
"""
    report, _, output = vary(lines, "--vary")
    assert (faults(report), assumed(report), varied(report)) == ({}, set(), {"": 3}), output


def test_conditions_are_no_faults(vary):
    lines = """
tiles(torch.randn(256, device="cuda"))
rotate(torch.randn(6, 64, device="cuda"), torch.randn(6, 32, device="cuda"))
gather(torch.randn(50, 40, device="cuda"), torch.tensor([3, 49, 7, 7], dtype=torch.int32, device="cuda"))
all_but_large(x)
scales_into(torch.randn(4, 64, device="cuda"), torch.empty(4, 2, device="cuda"))
both(torch.tensor([0.0, 1.0, float("-inf")], device="cuda"), torch.randn(3, device="cuda"))
heads(torch.randn(3, 8, 16, device="cuda"), torch.randn(3, 2, 16, device="cuda"))
"""
    report, _, output = vary(lines, "--vary")
    assert faults(report) == {}, output
    found = assumed(report)
    assert {
        ("tiles", "x.shape[0] % 64 == 0"),
        ("gather", "ids.max() < table.shape[0]"),
        ("gather", "ids.min() >= 0"),
        ("gather", "table.is_contiguous()"),
        ("rotate", "x.is_contiguous()"),
        ("all_but_large", "x.shape[1] <= BLOCK"),
        ("scales_into", "out.shape[1] == triton.cdiv(x.shape[1], 32)"),
        ("both", "not (b.isneginf() & a.isneginf()).any()"),
        ("heads", "q.shape[1] % k.shape[1] == 0"),
    } <= found, output
    assert any(name == "rotate" and "cos.shape[1]" in text and "2" in text for name, text in found), output
    assert "to check it: assert ids.max() < table.shape[0]" in output


# Calls of functions that are wrong with more columns, and what these are called.
CALLS = {
    "Layer()()": ("Layer.forward", "self.weight.shape[1]"),
    "of_batch(Batch(x, 100))": ("of_batch", "batch.values.shape[1]"),
    "of_parts({'x': [x]}, more=(x,))": ("of_parts", "parts['x'][0].shape[1]"),
    "list(one_by_one(x))": ("rows", "x.shape[1]"),
    "thread = threading.Thread(target=first_block, args=(x,)); thread.start(); thread.join()": (
        "first_block",
        "x.shape[1]",
    ),
    "out = torch.empty_like(x); into(x, out)": ("into", "x.shape[1]"),
    "Double.apply(x)": ("Double.forward", "x.shape[1]"),
    "again(x.clone().requires_grad_())": ("again", "x.shape[1]"),
    "outer(128)(x)": ("outer.<locals>.inner", "x.shape[1]"),
}


def test_arguments_of_all_kinds_are_varied(vary, run_python, tmp_path):
    report, _, output = vary("\n".join(CALLS), "--vary")
    found = {tuple(each["message"].split(" = ")[0].split(" is wrong with ")) for each in report["found"]}
    # Before Python 3.11, code does not know the class.
    expected = {(name.rpartition(".")[2], size) for name, size in CALLS.values()}
    assert {(name.rpartition(".")[2], size) for name, size in found} == expected, output
    assert {each["file"].rpartition("/")[2] for each in report["found"]} == {"kernels.py"}
    assert varied(report) == {"": len(CALLS)}, output
    # A closure has no name, and a tensor that is in two arguments cannot be made twice.
    without = {each["message"].split(" ")[0] for each in report["found"] if not each["repeat"]}
    assert {name.rpartition(".")[2] for name in without} == {"of_parts", "inner"}, output
    pasted = [each["repeat"] for each in report["found"] if each["repeat"]]
    (tmp_path / "test_pasted.py").write_text("\n\n\n".join(pasted))
    assert "    this test shows it again:\n      import torch\n" in output
    done = run_python("-B", "-m", "triton_aot_emulate", "-m", "pytest", "-q", "test_pasted.py")
    assert f"\n{len(pasted)} failed" in done.stdout, done.stdout
    assert ">       assert not result.isnan().any()" in done.stdout


def test_gradients_of_the_program_stay(vary):
    lines = """
y = x.clone().requires_grad_()
Double.apply(y).backward(torch.ones_like(x))
print(bool((y.grad == 2).all()))
"""
    report, printed, output = vary(lines, "--vary")
    assert printed == "True\n", output
    assert varied(report) == {"": 2}, "forward and backward"


def test_what_a_forward_pass_has_saved_is_copied_for_each_repeat_of_the_backward_pass(vary):
    lines = """
class InPlace(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(torch.ones_like(x))
        return x.clone()

    @staticmethod
    def backward(ctx, dy):
        (saved,) = ctx.saved_tensors
        double_kernel[(len(dy),)](saved, saved, saved.stride(0), saved.shape[1], 128)
        return saved * dy

y = x.clone().requires_grad_()
InPlace.apply(y).backward(torch.ones_like(x))
"""
    report, _, output = vary(lines, "--vary")
    assert varied(report) == {"": 1}, output
    assert not [each for each in report["found"] if each["kind"] == "not-repeatable"], output


def test_few_calls_of_a_function_are_repeated(vary):
    lines = "for columns in range(1, 9):\n    any_columns(torch.randn(2, columns, device='cuda'))\n    any_columns(x)\n"
    report, _, output = vary(lines, "--vary")
    assert varied(report) == {"": 5, "5 other calls of its function were repeated": 4}, output


def test_program_goes_on_as_without(vary):
    lines = """
print(random(x).sum().item(), torch.rand(3), __import__("random").random() != 2)
added_before(x)
print(torch.cuda.max_memory_allocated())
"""
    report, printed, output = vary(lines, "--vary")
    _, without, _ = vary(lines)
    assert printed.split(" ", 1)[0] == without.split(" ", 1)[0], output
    assert printed == without
    assert varied(report) == {"": 1, "it changes a tensor before its first launch": 1}


def test_tests_fail_by_faults_and_helpers_of_tests_are_no_functions(run_python, tmp_path):
    (tmp_path / "kernels.py").write_text(KERNELS)
    (tmp_path / "test_it.py").write_text(
        "import pytest, torch\nfrom kernels import *\n"
        "def compared(function, x):\n    torch.testing.assert_close(function(x), 2 * x)\n"
        "@pytest.mark.parametrize('function', [first_block, any_columns])\n"
        "def test_it(function):\n    compared(function, torch.randn(4, 100, device='cuda'))\n"
        "@pytest.mark.triton_emulate_accepts('unwritten', reason='at most 128 columns')\n"
        "def test_accepted():\n    compared(first_block, torch.randn(4, 90, device='cuda'))\n"
    )
    argv = ["-B", "-m", "pytest", "-q", "-p", "triton_aot_emulate.pytest_plugin", "--triton-emulate=sm_80"]
    done = run_python(*argv, "--triton-emulate-vary", "test_it.py")
    assert "1 failed, 2 passed" in done.stdout, done.stdout
    assert "first_block is wrong with x.shape[1] = " in done.stdout
    assert "--vary has made others" in done.stdout
    assert "compared is wrong" not in done.stdout
