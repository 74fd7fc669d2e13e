"""Branches of the program around a launch: what is in another one says nothing about it."""

from pathlib import Path

from test_static import infer, written

SPLIT = """@triton.jit
def k(x, y, n, BLOCK: tl.constexpr, PARTS: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    part = tl.program_id(1)
    tl.store(y + part * n + at, tl.load(x + at, mask=at < n) / PARTS, mask=at < n)

def run(x: torch.Tensor, parts: int = 1):
    n = x.numel()
    if parts == 1:
        y = torch.empty_like(x)
        def grid(meta):
            return (triton.cdiv(n, meta["BLOCK"]) * 2,)
        other[grid](x, y, n, BLOCK=64)
        return y
    y = torch.empty((parts, n), dtype=torch.float32)
    def grid(meta):
        return (triton.cdiv(n, meta["BLOCK"]), parts)
    k[grid](x, y, n, BLOCK=128, PARTS=parts)
    return y
"""


def test_a_launch_gets_what_its_own_branch_makes(tmp_path: Path) -> None:
    found = infer(tmp_path, SPLIT)
    assert found.entry.grid == ["cdiv(n, BLOCK)", "PARTS"]
    assert written(found)["y"] == "*fp32"


def test_constants_are_those_with_which_the_program_makes_the_launch(tmp_path: Path) -> None:
    assert written(infer(tmp_path, SPLIT))["PARTS"] == "2"


def test_constants_of_one_branch_go_together(tmp_path: Path) -> None:
    text = """@triton.jit
def k(q, out, D: tl.constexpr, BLOCK: tl.constexpr, REST: tl.constexpr):
    at = tl.arange(0, BLOCK)
    value = tl.load(q + at, mask=at < D)
    if REST > 0:
        value += tl.load(q + BLOCK + tl.arange(0, REST))[:, None]
    tl.store(out + at, value, mask=at < D)

def run(q, out):
    D = q.shape[-1]
    if D == 576:
        BLOCK = 512
        REST = 64
    elif D == 288:
        BLOCK = 256
        REST = 32
    else:
        BLOCK = triton.next_power_of_2(D)
        REST = 0
    k[(1,)](q, out, D, BLOCK, REST)
"""
    found = written(infer(tmp_path, text))
    assert found["BLOCK"] == found["D"]
    assert found["REST"] == "0"


def test_options_are_the_first_ones_with_as_few_stages_as_the_program_takes(tmp_path: Path) -> None:
    text = """@triton.jit
def k(x):
    tl.store(x, 1)

def run(x, d):
    if d > 64:
        warps, stages = 8, 5
    else:
        warps, stages = 4, 2
    k[(1,)](x, num_warps=warps, num_stages=stages)
"""
    options = {each.name: each.value for each in infer(tmp_path, text).entry.options}
    assert options == {"num_warps": ("int", "8"), "num_stages": ("int", "2")}


def test_descriptors_in_branches_that_do_not_run_need_no_hints(tmp_path: Path) -> None:
    text = """@triton.jit
def k(x, y, M, N, stride, USE_TMA: tl.constexpr):
    at = tl.arange(0, 64)
    if USE_TMA:
        made = tl.make_tensor_descriptor(x, [M, N], [stride, 1], [1, 64])
        value = made.load([0, 0])
    else:
        value = tl.load(x + at, mask=at < N)
    tl.store(y + at, value, mask=at < N)

def run(x, y, tma: bool):
    k[(1,)](x, y, x.shape[0], x.shape[1], x.stride(0), USE_TMA={use})
"""
    assert written(infer(tmp_path, text.replace("{use}", "False")))["stride"] == "i32"
    assert written(infer(tmp_path, text.replace("{use}", "True")))["stride"] == "i32:4"
