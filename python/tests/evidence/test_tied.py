"""Scalars that a launch computes from others follow from them in a test, and scalars that nothing ties differ."""

from pathlib import Path

import pytest
from test_static import infer

KERNEL = """@triton.jit
def k(x, y, n, m, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + at, tl.load(x + at, mask=at < n) + m, mask=at < n)

def run(x, y, {names}):
    k[(triton.cdiv({n}, 64),)](x, y, {n}, {m}, BLOCK=64)
"""


@pytest.mark.parametrize(
    ("names", "n", "m", "tied", "sizes"),
    [
        pytest.param("n: int", "n", "n // 2", "n // 2", [4096, 1000], id="a half"),
        pytest.param(
            "n: int", "n", "triton.cdiv(n, 64)", "cdiv(n, 64)", [4096, 1000], id="64 is a number, and no block"
        ),
        pytest.param("n: int", "n", "n", "n", [4096, 1000], id="the same"),
        pytest.param("n: int, part", "n * 48", "part", None, [4128, 960], id="a multiple of a number"),
        pytest.param("n: int", "n", "100 - n", None, [4096, 1000], id="nothing that would be negative"),
        pytest.param("n: int, other", "n", "n * other", None, [4096, 1000], id="nothing that is not known"),
    ],
)
def test_scalars_follow_from_others(
    tmp_path: Path, names: str, n: str, m: str, tied: str | None, sizes: list[int]
) -> None:
    smoke = infer(tmp_path, KERNEL.format(names=names, n=n, m=m)).entry.smoke
    assert smoke is not None
    arguments = {each.name: each.value[1] for each in smoke.arguments if each.value}
    found = [int(each.value[1]) for case in smoke.cases for each in case if each.value and each.name == "n"]
    assert found == sizes
    assert arguments.get("m") == tied if tied is not None else "n" not in arguments.get("m", "")


def test_heads_are_a_multiple_of_what_the_program_divides_them_by(tmp_path: Path) -> None:
    text = """@triton.jit
def k(x, y, groups, share, BLOCK: tl.constexpr):
    head = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    tl.store(y + head * BLOCK + at, tl.load(x + (head // share) % groups * BLOCK + at))

def run(x, y, heads, groups):
    k[(heads,)](x, y, groups, heads // groups, BLOCK=64)
"""
    smoke = infer(tmp_path, text).entry.smoke
    assert smoke is not None
    arguments = {each.name: each.value[1] for each in smoke.arguments if each.value}
    assert arguments == {"groups": "2", "share": "heads // groups"}
    assert [[each.value for each in case] for case in smoke.cases] == [[("int", "4")]]


def test_floats_differ(tmp_path: Path) -> None:
    text = """@triton.jit
def k(x, low, high, eps, middle):
    tl.store(x, tl.exp(low) + tl.exp(high) + tl.exp(eps) + tl.exp(middle))

def run(x):
    k[(1,)](x, 0.1 * len(x), 0.2 * len(x), 1e-6 * len(x), 0.4 * len(x))
"""
    smoke = infer(tmp_path, text).entry.smoke
    assert smoke is not None
    assert {each.name: each.value[1] for each in smoke.arguments if each.value} == {
        "low": "0.5",
        "high": "0.25",
        "eps": "1.0e-5",
        "middle": "0.75",
    }


@pytest.mark.parametrize(
    ("place", "is_tested"), [("0", True), ("tl.load(index + tl.program_id(0))", False)], ids=["one", "several"]
)
def test_counters_that_say_where_to_store_must_begin_apart(tmp_path: Path, place: str, is_tested: bool) -> None:
    text = f"""@triton.jit
def k(out, counter, index):
    at = tl.atomic_add(counter + {place}, 1)
    tl.store(out + at, tl.program_id(0))

def run(index):
    out = torch.empty([index.numel()], dtype=torch.int32)
    k[(index.numel(),)](out, torch.zeros(8, dtype=torch.int32), index)
"""
    smoke = infer(tmp_path, text).entry.smoke
    assert smoke is not None
    assert (smoke.problem is None) == is_tested


def test_parts_of_a_row_are_whole_blocks(tmp_path: Path) -> None:
    """A kernel that decides by the start of a block which part it computes is right for parts of whole blocks only."""
    text = """@triton.jit
def k(x, y, low, high, n, n_q, n_kv, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    at = pid * BLOCK + tl.arange(0, BLOCK)
    limit = tl.where(pid * BLOCK < n_q, low, tl.where(pid * BLOCK >= n_q + n_kv, 0.0, high))
    tl.store(y + at, tl.maximum(tl.load(x + at, mask=at < n), limit), mask=at < n)

def run(x, y, n: int, n_kv: int, low: float, high: float):
    k[(triton.cdiv(n, 512),)](x, y, low, high, n, n - 2 * n_kv, n_kv, BLOCK=512)
"""
    smoke = infer(tmp_path, text).entry.smoke
    assert smoke is not None
    sizes = [{each.name: int(each.value[1]) for each in case if each.value} for case in smoke.cases]
    assert all(each["n_kv"] % 512 == 0 and each["n"] > 2 * each["n_kv"] for each in sizes)
    assert {each.name: each.value and each.value[1] for each in smoke.arguments}["n_q"] == "n - (2 * n_kv)"


def test_pipelining_that_a_launch_switches_off_is_one_stage(tmp_path: Path) -> None:
    text = """@triton.jit
def k(x):
    tl.store(x, 1)

def run(x):
    warps, stages = schedule(x)
    k[(1,)](x, num_warps=warps, num_stages=stages)

def schedule(x):
    return [8, 0]
"""
    options = infer(tmp_path, text).entry.options
    assert {each.name: each.value for each in options} == {"num_warps": ("int", "8"), "num_stages": ("int", "1")}
