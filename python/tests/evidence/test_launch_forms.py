"""Launches in other forms than `kernel[grid](…)` with a tuple, and what follows from the values of constants."""

from pathlib import Path

import pytest
from aot_evidence.static.describe import oldest_gpu
from test_static import infer, text_of, written

MASKED = """@triton.jit
def k(x, y, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + at, tl.load(x + at, mask=at < n), mask=at < n)

"""


@pytest.mark.parametrize(
    "program",
    [
        pytest.param(
            """def run(x, y):
    n = x.numel()
    launch = functools.partial(k[(triton.cdiv(n, 256),)], x, y)
    launch(n, BLOCK=256)
""",
            id="a partial",
        ),
        pytest.param(
            """def run(x, y):
    n = x.numel()
    launch = k[(triton.cdiv(n, 256),)]
    launch(x, y, n, BLOCK=256)
""",
            id="a variable",
        ),
        pytest.param(
            """def start(kernel, grid, a, b, **words):
    kernel[grid](a, b, a.numel(), **words)

def run(x, y):
    start(k, lambda meta: (triton.cdiv(x.numel(), meta["BLOCK"]),), x, y, BLOCK=256)
""",
            id="a function that gets the kernel and the grid",
        ),
    ],
)
def test_launches_by_way_of_something_else(tmp_path: Path, program: str) -> None:
    found = infer(tmp_path, MASKED + program)
    assert written(found)["BLOCK"] == "256"
    assert (found.entry.grid, found.entry.grid_parameters) == (["cdiv(n, BLOCK)"], [])
    assert (found.entry.launch or "").startswith("k.py:")


TILED = """@triton.jit
def k(x, y, M, N, B: tl.constexpr, SWAP: tl.constexpr):
    first, second = tl.program_id(0), tl.program_id(1)
    if SWAP:
        first, second = second, first
    r = first * B + tl.arange(0, B)
    c = second * 64 + tl.arange(0, 64)
    at = r[:, None] * N + c[None, :]
    tl.store(y + at, tl.load(x + at), mask=(r[:, None] < M) & (c[None, :] < N))

"""
CONDITIONAL = ["SWAP ? cdiv(N, 64) : cdiv(M, B)", "SWAP ? cdiv(M, B) : cdiv(N, 64)"]


@pytest.mark.parametrize(
    ("program", "grid", "note"),
    [
        pytest.param(
            """def run(x, y, swap: bool):
    M, N = x.shape
    grid = lambda m: (triton.cdiv(N, 64), triton.cdiv(M, m["B"])) if m["SWAP"] else (triton.cdiv(M, m["B"]), triton.cdiv(N, 64))
    k[grid](x, y, M, N, B=32, SWAP=swap)
""",
            CONDITIONAL,
            "",
            id="an expression",
        ),
        pytest.param(
            """def run(x, y, swap: bool):
    M, N = x.shape
    if swap:
        grid = (triton.cdiv(N, 64), triton.cdiv(M, 32))
    else:
        grid = (triton.cdiv(M, 32), triton.cdiv(N, 64))
    k[grid](x, y, M, N, B=32, SWAP=swap)
""",
            CONDITIONAL,
            "",
            id="a statement",
        ),
        pytest.param(
            """def run(x, y, other):
    M, N = x.shape
    grid = (triton.cdiv(M, 32), triton.cdiv(N, 64)) if other.is_cuda else (1,)
    k[grid](x, y, M, N, B=32, SWAP=False)
""",
            ["cdiv(M, B)", "cdiv(N, 64)"],
            "guess: the first of several grids",
            id="a condition that no parameter says: the first one, as a guess",
        ),
    ],
)
def test_conditional_grids(tmp_path: Path, program: str, grid: list[str], note: str) -> None:
    entry = infer(tmp_path, TILED + program).entry
    assert entry.grid == grid
    assert (entry.grid_note or "").startswith(note or "from the launch")


DESCRIBED = """from triton.tools.tensor_descriptor import TensorDescriptor

@triton.jit
def k(x, y, M, N, B: tl.constexpr):
    i, j = tl.program_id(0), tl.program_id(1)
    y.store([i * B, j * B], x.load([i * B, j * B]) * 2)

"""


def test_descriptors_are_as_large_as_their_tensors(tmp_path: Path) -> None:
    found = infer(
        tmp_path,
        DESCRIBED
        + """def run(x):
    M, N = x.shape
    y = torch.empty((M, N), dtype=x.dtype)
    k[(triton.cdiv(M, 32), triton.cdiv(N, 32))](
        TensorDescriptor.from_tensor(x, [32, 32]), TensorDescriptor.from_tensor(y, [32, 32]), M, N, B=32)
""",
    )
    assert found.entry.smoke is not None
    assert {each.name: each.shape for each in found.entry.smoke.buffers} == {"x": ["M", "N"], "y": ["M", "N"]}


def test_strides_that_are_constants_fit_the_tensors(tmp_path: Path) -> None:
    found = infer(
        tmp_path,
        """@triton.jit
def k(x, y, n, xs: tl.constexpr, stride_y: tl.constexpr, stride_e: tl.constexpr, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    row = tl.program_id(0)
    tl.store(y + row * stride_y + at * stride_e, tl.load(x + row * xs + at, mask=at < n), mask=at < n)

def run(x, y):
    k[(x.shape[0],)](x, y, x.shape[1], x.stride(0), y.stride(0), y.stride(1), BLOCK=128)
""",
    )
    assert {name: written(found)[name] for name in ("xs", "stride_y", "stride_e")} == {
        "xs": "128",
        "stride_y": "128",
        "stride_e": "1",
    }
    assert found.entry.smoke is not None
    assert found.entry.smoke.problem is None


KERNEL = """def {name}(x, n, BLOCK: tl.constexpr, EVEN: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(x + at, 1.0, mask=at < n)

"""
EVEN = 'triton.heuristics({"EVEN": lambda args: args["n"] % args["BLOCK"] == 0})'
CONFIGS = 'triton.autotune([triton.Config({"BLOCK": 256}), triton.Config({"BLOCK": 512})], key=["n"])'


@pytest.mark.parametrize(
    ("text", "is_autotuned"),
    [
        pytest.param(f"{KERNEL.format(name='plain')}k = {EVEN}(triton.jit(plain))\n", False, id="in one statement"),
        pytest.param(f"{KERNEL.format(name='k')}k = triton.jit(k)\nk = {EVEN}(k)\n", False, id="under the same name"),
        pytest.param(
            f"@triton.jit\n{KERNEL.format(name='plain')}even = {EVEN}(plain)\nk = {CONFIGS}(even)\n",
            True,
            id="in several statements",
        ),
    ],
)
def test_decorators_that_are_called_count(tmp_path: Path, text: str, is_autotuned: bool) -> None:
    found = infer(tmp_path, text)
    assert [(each["parameter"], each.get("expression")) for each in found.function["heuristics"]] == [
        ("EVEN", "((n % BLOCK) == 0)")
    ]
    assert (found.entry.configs == "autotune") is is_autotuned
    assert "EVEN" not in {each.name for each in found.entry.constants}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("for i in tl.static_range(C):\n        tl.store(x + i, 1)", "4"),
        ("v = tl.load(x).to(C)\n    tl.store(x, v << 2)", "int32"),
        ("v = tl.load(x).to(C)\n    tl.store(x, v * 2)", "float32"),
    ],
    ids=["a loop that is unrolled", "bits", "numbers"],
)
def test_constants_from_their_use(tmp_path: Path, body: str, expected: str) -> None:
    found = infer(tmp_path, f"@triton.jit\ndef k(x, C: tl.constexpr):\n    {body}\n")
    assert [text_of(each.value) for each in found.entry.constants] == [expected]


@pytest.mark.parametrize(
    ("assembly", "capability"),
    [
        ("cvt.rn.satfinite.e2m1x2.f32 a, $2, $1;", 100),
        ("tcgen05.wait::ld.sync.aligned;", 100),
        ("cvt.rn.satfinite.e4m3x2.f32 $0, $2, $1;", 90),
        ("lop3.b32 $0, $1, $2, $3, 0xea;", None),
    ],
)
def test_the_oldest_gpu_is_that_of_the_instructions(assembly: str, capability: int | None) -> None:
    found = oldest_gpu([], [assembly])
    assert (None if found is None else found[0]) == capability


def test_addresses_in_a_tensor_are_no_test_data(tmp_path: Path) -> None:
    found = infer(
        tmp_path,
        """@triton.jit
def k(table, y, n, BLOCK: tl.constexpr):
    p = tl.load(table + tl.program_id(0)).to(tl.pointer_type(tl.float16))
    at = tl.arange(0, BLOCK)
    tl.store(y + at, tl.load(p + at, mask=at < n), mask=at < n)

def run(tensors, y):
    table = torch.tensor([each.data_ptr() for each in tensors])
    k[(len(tensors),)](table, y, 64, BLOCK=64)
""",
    )
    assert written(found)["table"] == "*i64"
    assert found.entry.smoke is not None
    assert found.entry.smoke.problem == "`table` holds the addresses of other buffers"
