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
    found = oldest_gpu([], [assembly], set())
    assert (None if found is None else found[0]) == capability


@pytest.mark.parametrize(("name", "capability"), [("float8e4nv", 90), ("float8e5", None)])
def test_the_oldest_gpu_has_the_types_that_the_body_names(tmp_path: Path, name: str, capability: int | None) -> None:
    found = infer(
        tmp_path,
        f"""@triton.jit
def k(x, n, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    v = tl.load(x + at, mask=at < n)
    tl.store(x + at, v.to(tl.{name}).to(tl.float32), mask=at < n)
""",
    )
    assert (None if found.oldest_gpu is None else found.oldest_gpu[0]) == capability


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


def test_a_guard_on_a_quotient_of_the_program_bounds_the_grid(tmp_path: Path) -> None:
    found = infer(
        tmp_path,
        """@triton.jit
def k(x, length, batch, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    if row // length >= batch:
        return
    at = tl.arange(0, BLOCK)
    tl.store(x + row * n + at, 1.0, mask=at < n)

def run(x, length, batch):
    k[(triton.next_power_of_2(batch * length),)](x, length, batch, x.shape[1], BLOCK=64)
""",
    )
    assert found.entry.grid == ["batch * length"]
    assert found.entry.smoke is not None
    assert {each.name: text_of(each.value) for each in found.entry.smoke.cases[0]} == {"batch": "4", "n": "64"}


@pytest.mark.parametrize(
    ("program", "strides"),
    [
        pytest.param(
            "def run(x, p, y, M, N):\n    assert p.ndim == 1\n    k[(M,)](x, *(x.stride() if x is not None else (0, 0)), "
            "p, *p.stride(), y, *y.stride(), M, N, BLOCK=64)\n",
            "xa xb pa ya yb",
            id="the other branch, an assertion, and what is left",
        ),
        pytest.param(
            "def run(x, p, y):\n    M, N = x.shape\n    (L,) = p.shape\n    k[(M,)](x, *x.stride(), p, *p.stride(), y, "
            "*y.stride(), M, N, BLOCK=64)\n",
            "xa xb pa ya yb",
            id="the shape",
        ),
    ],
)
def test_stars_stand_for_as_many_parameters_as_a_tensor_has_axes(tmp_path: Path, program: str, strides: str) -> None:
    found = infer(
        tmp_path,
        """@triton.jit
def k(x, xa, xb, p, pa, y, ya, yb, M, N, BLOCK: tl.constexpr):
    m = tl.program_id(0)
    n = tl.arange(0, BLOCK)
    tl.store(y + m * ya + n * yb, tl.load(x + m * xa + n * xb, mask=n < N) * tl.load(p + m * pa), mask=n < N)

"""
        + program,
    )
    types = written(found)
    assert {name for name in types if types[name] == "i32"} == {*strides.split(), "M", "N"}
    assert found.entry.grid == ["M"]


@pytest.mark.parametrize("value", ['args["F"]', 'bool(args["F"])'])
def test_a_heuristic_that_gives_what_it_gets_is_none(tmp_path: Path, value: str) -> None:
    found = infer(
        tmp_path,
        f"""@triton.heuristics({{"F": lambda args: {value}}})
@triton.jit
def k(x, F: tl.constexpr):
    tl.store(x, 1.0 if F else 2.0)

def run(x):
    k[(1,)](x, F=True)
""",
    )
    assert (found.function["heuristics"], written(found)["F"]) == ([], "true")


def test_values_that_all_computed_configs_share_are_known(tmp_path: Path) -> None:
    found = infer(
        tmp_path,
        """CONFIGS = [triton.Config({"BM": m, "BK": 128}) for m in (16, 32)]

@triton.autotune(CONFIGS, key=["n"])
@triton.jit
def k(x, n, BM: tl.constexpr, BK: tl.constexpr):
    at = tl.program_id(0) * BM + tl.arange(0, BM)
    tl.store(x + at, BK, mask=at < n)
""",
    )
    assert {each.name: (text_of(each.value), each.is_fixed) for each in found.tuned if each.name == "BK"} == {
        "BK": ("128", True)
    }
    assert not next(each for each in found.tuned if each.name == "BM").is_fixed


def test_packed_integers_have_all_bits(tmp_path: Path) -> None:
    found = infer(
        tmp_path,
        """@triton.jit
def k(q, y, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(q + at // 8, mask=at < n)
    tl.store(y + at, ((v >> ((at % 8) * 4)) & 0xF).to(tl.float32), mask=at < n)
""",
    )
    assert found.entry.smoke is not None
    assert found.entry.smoke.buffers[0].fill == {"uniform": {"from": -(2**31), "to": 2**31 - 1}}


def test_launches_in_other_files_of_a_kernel_whose_name_is_bound_again(tmp_path: Path) -> None:
    found = infer(
        tmp_path,
        f"@triton.jit\n{KERNEL.format(name='k')}k = triton.autotune([triton.Config({{}})], key=['n'])(k)\n",
        {
            "use.py": "import triton\nfrom k import k\n\ndef run(x, n):\n    k[(triton.cdiv(n, 64),)](x, n, BLOCK=64, EVEN=False)\n"
        },
    )
    assert found.entry.launch == "use.py:5"


def test_an_index_in_the_branch_where_it_is_not_0_has_one_before_it(tmp_path: Path) -> None:
    found = infer(
        tmp_path,
        """@triton.jit
def k(x, ends, BLOCK: tl.constexpr):
    part = tl.program_id(0)
    if part == 0:
        first = 0
    else:
        first = tl.load(ends + part - 1)
    at = tl.arange(0, BLOCK)
    tl.store(x + part * BLOCK + at, 1.0, mask=at < tl.load(ends + part) - first)

def run(x, ends):
    k[(ends.numel(),)](x, ends, BLOCK=64)
""",
    )
    assert found.entry.smoke is not None
    assert found.entry.smoke.problem is None


def test_a_size_that_the_program_divides_has_several_parts(tmp_path: Path) -> None:
    found = infer(
        tmp_path,
        """@triton.jit
def k(x, n: tl.constexpr, PARTS: tl.constexpr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(x + tl.program_id(1) * n + at, PARTS)

def run(x, batch):
    n = x.shape[1]
    k[(n // 2048, batch)](x, n, n // 2048, BLOCK=2048)
""",
    )
    values = {name: int(written(found)[name] or 0) for name in ("n", "PARTS")}
    assert values["n"] // 2048 == values["PARTS"] > 1


def test_a_constant_that_counts_programs_is_small_if_there_were_too_many(tmp_path: Path) -> None:
    found = infer(
        tmp_path,
        """@triton.jit
def k(x, n: tl.constexpr, C: tl.constexpr, BLOCK: tl.constexpr):
    column = tl.program_id(0) % C
    at = tl.program_id(0) // C * BLOCK + tl.arange(0, BLOCK)
    tl.store(x + at * C + column, 1.0, mask=at < n)

def run(x):
    n, C = x.shape
    k[(triton.cdiv(n, 16) * C,)](x, n, C, BLOCK=16)
""",
    )
    assert (written(found)["n"], written(found)["C"]) == ("1024", "4")


def test_a_size_that_the_grid_divides_by_another_has_several_of_it(tmp_path: Path) -> None:
    found = infer(
        tmp_path,
        """@triton.jit
def k(x, n, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    tl.store(x + tl.program_id(0) * n + at, 1.0, mask=at < n)

def run(x):
    n = x.shape[-1]
    k[(x.numel() // n,)](x, n, BLOCK=64)
""",
    )
    assert found.entry.smoke is not None
    assert [{each.name: text_of(each.value) for each in case} for case in found.entry.smoke.cases] == [
        {"n": "64", found.entry.grid_parameters[0]: "192"},
        {"n": "61", found.entry.grid_parameters[0]: "183"},
    ]


def test_without_masks_sizes_are_whole_blocks_of_the_largest_config(tmp_path: Path) -> None:
    found = infer(
        tmp_path,
        """@triton.autotune([triton.Config({"BLOCK": 64}), triton.Config({"BLOCK": 1024})], key=["n"])
@triton.jit
def k(x, y, m, n, BLOCK: tl.constexpr):
    row = tl.program_id(1) * 16 + tl.arange(0, 16)
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + at)
    tl.store(y + row[:, None] * n + at[None, :], v[None, :], mask=(row < m)[:, None] & (at < n)[None, :])

def run(x, y):
    m, n = y.shape
    k[lambda c: (triton.cdiv(n, c["BLOCK"]), triton.cdiv(m, 16))](x, y, m, n)
""",
    )
    assert found.entry.smoke is not None
    assert [{each.name: text_of(each.value) for each in case}["n"] for case in found.entry.smoke.cases] == ["1024"]


def test_a_loop_over_the_digits_of_an_index_is_an_axis(tmp_path: Path) -> None:
    found = infer(
        tmp_path,
        """@triton.jit
def k(x, y, n, stride, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    total = tl.zeros([BLOCK], tl.float32)
    for i in range(4):
        total += tl.load(x + (at * 4 + i) * stride, mask=at < n // 4)
    tl.store(y + at, total, mask=at < n // 4)
""",
    )
    assert found.entry.smoke is not None
    assert found.entry.smoke.buffers[0].shape == ["4 * (n // 4)"]


def test_without_masks_sizes_are_whole_turns_of_a_loop(tmp_path: Path) -> None:
    found = infer(
        tmp_path,
        """@triton.autotune([triton.Config({"BK": 64, "SPLIT": 1}), triton.Config({"BK": 256, "SPLIT": 2})], key=["k_"])
@triton.jit
def k(x, y, m, k_, BK: tl.constexpr, SPLIT: tl.constexpr):
    row = tl.program_id(0) * 16 + tl.arange(0, 16)
    at = tl.program_id(1) * BK + tl.arange(0, BK)
    total = tl.zeros([16], tl.float32)
    for turn in range(tl.cdiv(k_, BK * SPLIT)):
        total += tl.sum(tl.load(x + row[:, None] * k_ + at[None, :] + turn * BK * SPLIT), 1)
    tl.atomic_add(y + row, total, mask=row < m)

def run(x, y):
    m, k_ = x.shape
    k[lambda c: (triton.cdiv(m, 16), c["SPLIT"])](x, y, m, k_)
""",
    )
    assert found.entry.smoke is not None
    assert {each.name: text_of(each.value) for each in found.entry.smoke.cases[0]}["k_"] == "512"


def test_rows_in_blocks_without_a_mask_are_one_axis(tmp_path: Path) -> None:
    found = infer(
        tmp_path,
        """@triton.jit
def k(x, y, x_stride, y_stride, N: tl.constexpr, BLOCK: tl.constexpr):
    rows = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    at = tl.arange(0, N)
    v = tl.load(x + rows[:, None] * x_stride + at[None, :])
    tl.store(y + rows[:, None] * y_stride + at[None, :], v)

def run(x, y):
    k[(triton.cdiv(x.shape[0], 32),)](x, y, x.stride(0), y.stride(0), x.shape[1], BLOCK=32)
""",
    )
    assert found.entry.smoke is not None
    assert found.entry.smoke.doubt is None
    assert [(each.shape, each.strides) for each in found.entry.smoke.buffers] == [
        (["cdiv(x_shape_0, BLOCK) * BLOCK", "N"], [stride, "1"]) for stride in ("x_stride", "y_stride")
    ]


def test_a_second_range_of_lanes_in_a_mask_is_the_one_of_the_address(tmp_path: Path) -> None:
    found = infer(
        tmp_path,
        """@triton.jit
def k(x, y, stride, N, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    mask = tl.arange(0, BLOCK) < N
    at = tl.arange(0, BLOCK)
    v = tl.load(x + row * stride + at, mask, other=0.0)
    tl.store(y + row * stride + at, v * tl.sum(v, 0), mask=mask)

def run(x):
    M, N = x.shape
    y = torch.empty_like(x)
    k[(M,)](x, y, N, N, BLOCK=triton.next_power_of_2(N))
""",
    )
    assert found.entry.smoke is not None
    assert [(each.shape, each.role) for each in found.entry.smoke.buffers] == [(["M", "N"], "in"), (["M", "N"], "out")]


def test_rows_and_columns_of_a_square_are_no_second_ranges(tmp_path: Path) -> None:
    found = infer(
        tmp_path,
        """@triton.jit
def k(x, y, stride, M, BLOCK: tl.constexpr):
    rows, columns = tl.arange(0, BLOCK), tl.arange(0, BLOCK)
    mask = (tl.arange(0, BLOCK) < M)[:, None]
    v = tl.load(x + rows[:, None] * stride + columns[None, :], mask=mask)
    tl.store(y + rows[:, None] * stride + columns[None, :], v, mask=mask)

def run(x, y):
    k[(1,)](x, y, x.stride(0), x.shape[0], BLOCK=64)
""",
    )
    assert found.entry.smoke is not None
    assert [each.shape for each in found.entry.smoke.buffers] == [["BLOCK", "BLOCK"]] * 2


def test_the_last_of_some_elements_has_no_negative_address(tmp_path: Path) -> None:
    found = infer(
        tmp_path,
        """@triton.jit
def k(g, h, y, T, s, BT: tl.constexpr):
    i, b = tl.program_id(0), tl.program_id(1)
    at = i * BT + tl.arange(0, BT)
    end = tl.load(g + b * T + i * BT + BT - 1) + tl.load(h + (BT - 1) * s)
    tl.store(y + b * T + at, tl.load(g + b * T + at) - end)

def run(g, h):
    B, T = g.shape
    k[(triton.cdiv(T, 64), B)](g, h, torch.empty_like(g), T, h.stride(0), BT=64)
""",
    )
    assert found.entry.smoke is not None
    assert found.entry.smoke.problem is None
    assert {each.name: each.shape for each in found.entry.smoke.buffers}["h"] == ["(BT * s - s) * (2 - 1) + 1"]


def test_a_star_in_a_list_that_is_unpacked_has_as_many_names_as_are_left(tmp_path: Path) -> None:
    found = infer(
        tmp_path,
        """@triton.jit
def k(x, y, s_b, s_t, T, D, V, BT: tl.constexpr, BD: tl.constexpr):
    at, lane = tl.program_id(0) * BT + tl.arange(0, BT)[:, None], tl.arange(0, BD)[None, :]
    mask = (at < T) & (lane < D)
    tl.store(y + tl.program_id(1) * s_b + at * s_t + lane, tl.load(x + tl.program_id(1) * s_b + at * s_t + lane, mask=mask), mask=mask)

def run(x, v):
    B, T, D, V = *x.shape, v.shape[-1]
    k[(triton.cdiv(T, 32), B)](x, torch.empty_like(x), *x.stride()[:2], T, D, V, BT=32, BD=64)
""",
    )
    assert found.entry.grid_parameters == ["B"]
    assert found.entry.smoke is not None
    assert [each.shape for each in found.entry.smoke.buffers] == [["B", "T", "D"]] * 2


def test_a_condition_that_decides_a_value_is_no_bound(tmp_path: Path) -> None:
    found = infer(
        tmp_path,
        """@triton.jit
def k(x, y, N, D, BLOCK: tl.constexpr):
    part, parts = tl.program_id(0), tl.num_programs(0)
    rows = N // parts
    if part < N % parts:
        rows += 1
    at = tl.arange(0, BLOCK)
    v = tl.load(x + part * D + at, mask=at < D)
    tl.store(y + part * D + at, v * rows, mask=at < D)

def run(x):
    N, D = x.shape
    k[(8,)](x, torch.empty_like(x), N, D, BLOCK=64)
""",
    )
    assert found.entry.smoke is not None
    assert [each.shape for each in found.entry.smoke.buffers] == [["8", "D"]] * 2


def test_strides_that_are_passed_as_a_tuple_have_as_many_items_as_the_kernel_uses(tmp_path: Path) -> None:
    text = """@triton.jit
def offset(indices, strides):
    return indices[0] * strides[0] + indices[1] * strides[1]

@triton.jit
def k(x, y, X_STRIDES: tl.constexpr, Y_STRIDES: tl.constexpr):
    row, at = tl.program_id(0), tl.arange(0, 64)
    tl.store(y + offset((row, at), Y_STRIDES), tl.load(x + offset((row, at), X_STRIDES)))

def run(x, y):
    rows, columns, rest = x.shape
    k[(rows,)](x, y, X_STRIDES=x.stride(), Y_STRIDES=y.stride())
"""
    found = written(infer(tmp_path, text))
    assert found["X_STRIDES"] == '[["int","4096"],["int","64"],["int","1"]]'
    assert found["Y_STRIDES"] == '[["int","64"],["int","1"]]'
