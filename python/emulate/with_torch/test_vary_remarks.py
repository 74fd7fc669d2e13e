"""`--vary`: what it says of functions beside faults: what they assume and the project accepts, second calls, rows alone."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET

import pytest
from varied import HEAD

KERNELS = f"""{HEAD}
@triton.jit
def dense_kernel(x_ptr, out_ptr, stride_xm, stride_xn, columns, BLOCK: tl.constexpr):
    row, at = tl.program_id(0), tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * stride_xm + at * stride_xn, mask=at < columns, other=0.0)
    tl.store(out_ptr + row * stride_xm + at * stride_xn, x, mask=at < columns)

@triton.jit
def add_kernel(x_ptr, work_ptr, out_ptr):
    total = tl.load(work_ptr) + tl.load(x_ptr)
    tl.store(work_ptr, total)
    tl.store(out_ptr, total)

@triton.jit
def sum_kernel(x_ptr, out_ptr, rows, columns, BLOCK: tl.constexpr):
    row, at, total = tl.program_id(0), tl.arange(0, BLOCK), 0.0
    if rows > 1:
        for column in range(columns):
            total += tl.load(x_ptr + row * columns + column)
    else:
        total = tl.sum(tl.load(x_ptr + at, mask=at < columns, other=0.0), 0)
    tl.store(out_ptr + row, total)

@triton.jit
def share_kernel(x_ptr, out_ptr, rows, columns, ROWS: tl.constexpr):
    at = tl.arange(0, ROWS) * columns + tl.program_id(0)
    x = tl.load(x_ptr + at, mask=tl.arange(0, ROWS) < rows, other=0.0)
    tl.store(out_ptr + at, x / tl.sum(tl.abs(x), 0), mask=tl.arange(0, ROWS) < rows)

@triton.jit
def noise_kernel(x_ptr, out_ptr, seed):
    at = tl.program_id(0)
    tl.store(out_ptr + at, tl.load(x_ptr + at) * tl.rand(seed, at))

@triton.jit
def gather_kernel(table_ptr, ids_ptr, out_ptr, rows, columns, BLOCK: tl.constexpr):
    row, at = tl.program_id(0), tl.arange(0, BLOCK)
    x = tl.load(table_ptr + tl.load(ids_ptr + row) * columns + at, mask=at < columns)
    tl.store(out_ptr + row * columns + at, x, mask=at < columns)

def double(x):
    out = torch.empty(x.shape, device=x.device)
    double_kernel[(x.shape[0],)](x, out, x.stride(0), x.shape[1], BLOCK=triton.next_power_of_2(x.shape[1]))
    return out

def first_block(x):
    assert x.stride(1) == 1
    out = torch.empty(x.shape, device=x.device)
    double_kernel[(x.shape[0],)](x, out, x.stride(0), x.shape[1], BLOCK=64)
    return out

def dense(x):
    assert x.stride(0) >= x.shape[1] > 1
    out = torch.empty(x.shape, device=x.device)
    dense_kernel[(x.shape[0],)](x, out, x.stride(0), x.stride(1), x.shape[1], BLOCK=triton.next_power_of_2(x.shape[1]))
    return out

WORK = []
def kept(x):
    if not WORK:
        WORK.append(torch.zeros(1, device=x.device))
    out = torch.empty_like(x)
    add_kernel[(1,)](x, WORK[0], out)
    return WORK[0]

class Meter:
    def __init__(self):
        self.total = torch.zeros(1, device="cuda")

    def add(self, x):
        out = torch.empty_like(x)
        add_kernel[(1,)](x, self.total, out)
        return out

def sums(x):
    assert x.is_contiguous()
    out = torch.empty(x.shape[0], device=x.device)
    sum_kernel[(x.shape[0],)](x, out, *x.shape, BLOCK=triton.next_power_of_2(x.shape[1]))
    return out

def shares(x):
    assert x.is_contiguous()
    out = torch.empty_like(x)
    share_kernel[(x.shape[1],)](x, out, *x.shape, ROWS=triton.next_power_of_2(len(x)))
    return out

def noise(x):
    assert x.is_contiguous()
    out = torch.empty_like(x)
    noise_kernel[(len(x),)](x, out, int(torch.randint(1000, ())))
    return out

COUNT = []
def counted(x):
    assert x.is_contiguous()
    COUNT.append(x)
    out = torch.empty_like(x)
    noise_kernel[(len(x),)](x, out, len(COUNT))
    return out

def drifting(x):
    assert x.is_contiguous()
    COUNT.append(x)
    return double(x * (1 + 3e-7 * len(COUNT)))

def gather(table, ids):
    assert ids.is_contiguous() and ids.min() >= 0
    out = torch.empty(len(ids), table.shape[1], device=table.device)
    gather_kernel[(len(ids),)](table, ids, out, *table.shape, BLOCK=triton.next_power_of_2(table.shape[1]))
    return out
"""
HEAD = "from kernels import *\ntorch.manual_seed(1)\nx = torch.randn(5, 100, device='cuda')\n"


@pytest.fixture
def vary(run_python, tmp_path):
    """Runs lines of a program after the kernels. Returns its exit code, the report, and the report as text."""
    (tmp_path / "kernels.py").write_text(KERNELS)

    def run(lines, *options):
        (tmp_path / "app.py").write_text(HEAD + lines)
        argv = ["-B", "-m", "triton_aot_emulate", "--vary", "--report=report.json", *options, "app.py"]
        done = run_python(*argv)
        report = tmp_path / "report.json"
        return done.returncode, json.loads(report.read_text()) if report.exists() else None, done.stderr

    return run


def test_second_calls_and_rows_alone(vary, run_python, tmp_path):
    lines = """
double(x); drifting(x); sums(x); shares(x[:, :3].clone()); kept(x[:1, 0]); Meter().add(x[:1, 0]); noise(x[0].clone()); counted(x[0].clone())
gather(x, torch.tensor([3, 0, 3], device="cuda"))
"""
    code, report, output = vary(lines)
    assert [(each["kind"], each["kernel"]) for each in report["found"]] == [("not-repeatable", "add_kernel")], output
    message, pasted = report["found"][0]["message"], report["found"][0]["repeat"]
    assert message.startswith(
        "kept is wrong when it is called again with copies of its arguments: 1 of 1 elements of result"
    )
    assert code == 6
    found = {(each["function"], each["what"]): each["how"] for each in report["agreements"]}
    assert found == {
        ("double", "alone"): "bits",
        ("drifting", "again"): "rounding",
        ("gather", "alone"): "bits",
        ("sums", "alone"): "rounding",
        ("shares", "alone"): "different",
    }, output
    assert "sums gives a row alone other bits than in its batch, within rounding: 1 of 1 elements of result" in output
    code, report, output = vary("double(x); sums(x)", "--batch-invariant")
    assert [(each["kind"], each["kernel"]) for each in report["found"]] == [("batch", "sum_kernel")], output
    assert "sums is wrong with row 0 of x alone: 1 of 1 elements of result differ by at most" in output
    assert code == 6
    (tmp_path / "test_pasted.py").write_text(f"{pasted}\n\n\n{report['found'][0]['repeat']}")
    done = run_python("-B", "-m", "triton_aot_emulate", "-m", "pytest", "-q", "test_pasted.py")
    assert "\n2 failed" in done.stdout, done.stdout


def test_accepted_assumptions(vary, tmp_path):
    lines = "double(x)\nfirst_block(x[:, :60].clone())\n"
    code, report, output = vary(lines, "--assumptions=accepted.txt")
    assert code == 2
    assert "accepted.txt; add --accept to write it" in output
    file = tmp_path / "accepted.txt"
    file.write_text("# why\nkernels.py:first_block: x.shape[1] <= 64  # one block\nother.py:f: x.numel() > 0\n")
    files = "--junit=junit.xml", "--sarif=found.sarif"
    code, report, output = vary(lines, "--assumptions=accepted.txt", *files)
    assert (code, report["found"]) == (6, []), output
    assert [each["condition"] for each in report["assumptions"]] == ["x.stride(-1) == 1"]
    says = "double assumes x.stride(-1) == 1, which it does not check, and accepted.txt does not have it"
    assert f"error: kernels.py:51: {says}" in output
    (result,) = json.loads((tmp_path / "found.sarif").read_text())["runs"][0]["results"]
    assert (result["ruleId"], result["level"]) == ("assumption", "error")
    assert result["message"]["text"].startswith(f"{says}. with transposed storage in x: ")
    cases = {each.get("name"): each for each in ET.parse(tmp_path / "junit.xml").iter("testcase")}
    assert cases["double"].find("failure").get("message") in says
    assert "double gives a row alone the same bits as in its batch" in cases["double"].findtext("system-out")
    code, report, output = vary(lines, "--assumptions=accepted.txt", "--accept")
    added = "kernels.py:double: x.stride(-1) == 1\n"
    kept = file.read_text()
    assert kept.startswith("# why\nkernels.py:first_block: x.shape[1] <= 64  # one block\nother.py:f: ")
    assert (code, kept.endswith(added), report["assumptions"]) == (0, True, []), output
    file.write_text(kept.replace("<= 64", "<= 1000") + "kernels.py:double: x.shape[0] % 5 == 0\n")
    code, report, output = vary(lines, "--assumptions=accepted.txt")
    assert (code, report["assumptions"]) == (6, []), output
    (found,) = report["found"]
    assert found["message"].startswith("first_block is wrong with x.shape[1] = "), output
    says = "error: accepted.txt:5: double no longer needs x.shape[0] % 5 == 0: calls that break it are right"
    assert says in output
    assert "2 assumptions accepted by accepted.txt" in output
    file.write_text("kernels.py:double x.stride(-1)\n")
    code, _, output = vary(lines, "--assumptions=accepted.txt")
    assert (code, "accepted.txt:1: expected FILE.py:FUNCTION: CONDITION" in output) == (2, True), output


def test_assumptions_in_words_of_the_manifest(vary):
    lines = "dense(x)\ndouble(x)\ngather(x, torch.tensor([3, 0, 3], device='cuda'))\n"
    code, report, output = vary(lines)
    found = {
        (each["function"], each["condition"]): each["requires"] or each["manifest"] for each in report["assumptions"]
    }
    assert found["dense", "x.is_contiguous()"] == "[stride_xn == 1, stride_xm == columns]", output
    assert found["double", "x.stride(-1) == 1"].startswith(
        "no condition is possible: double_kernel does not get this stride of x_ptr."
    )
    assert found["gather", "ids.max() < table.shape[0]"] == (
        "no condition can check what is in ids_ptr. Give its buffer `fill: { uniform: { from: 0, to: rows - 1 } }`"
    )
    assert code == 0, output
