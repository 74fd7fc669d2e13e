"""What the text of kernels and of their launches says, case by case: each rule of evidence has one."""

from pathlib import Path
from typing import Any, NoReturn

import pytest
from aot_evidence.entry import Value
from aot_evidence.static import find
from aot_evidence.static.find import Guess, guess
from aot_evidence.text import KernelText
from aot_sources.modules import Project

HEAD = """import os
import math
import torch
import triton
import triton.language as tl

"""


def infer(folder: Path, text: str, others: dict[str, str] | None = None, file: str = "k.py") -> Guess:
    """Infers the entry of the kernel `k` in k.py, beside other files."""
    for name, content in {"k.py": f"{HEAD}{text}", **(others or {})}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    return guess(file, "k", Project(folder.resolve()))


def text_of(value: Value | None) -> str | None:
    return None if value is None or value[0] == "none" else value[1]


def written(found: Guess) -> dict[str, str | None]:
    """The types of arguments and the values of constants, by name."""
    return {each.name: text_of(each.value) for each in (*found.entry.arguments, *found.entry.constants, *found.tuned)}


def silent(parameters: str) -> str:
    """A kernel whose text says nothing about its parameters."""
    return f"@triton.jit\ndef k({parameters}):\n    pass\n\n"


TYPES = {
    "a size is a number although its name begins like that of a flag": (
        """@triton.jit
def k(x, B: tl.constexpr, output_numel: tl.constexpr, output_scale: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    if output_scale:
        tl.store(x + at, 1, mask=at < output_numel)
""",
        {"output_numel": "2560", "output_scale": "false"},
    ),
    "a number that narrower integers do not have, and defaults that are real": (
        """@triton.jit
def k(neighbors, idx_sums, rows, n, y):
    at = tl.arange(0, 64)
    found = tl.load(neighbors + at) != 0xffffffff
    total = tl.load(idx_sums + at, mask=at < n, other=1e-6)
    tl.store(y + at, tl.where(found, 1.0 / total, 0.0), mask=tl.load(rows + at) < 1 << 40)
""",
        {"neighbors": "*u32", "idx_sums": "*fp32", "rows": "*i64"},
    ),
    "what is added to an address is an integer": (
        """@triton.jit
def k(tables, y, RANK: tl.constexpr):
    at = tl.load(tables.to(tl.pointer_type(tl.uint64)) + RANK).to(tl.pointer_type(tl.uint32)) + RANK
    tl.store(y, tl.load(at))
""",
        {"RANK": "1"},
    ),
    "what is called fp8, and the largest number of it": (
        """@triton.jit
def k(x, out_fp8_ptr, fp8_scale_ptr, FP8_MAX: tl.constexpr):
    at = tl.arange(0, 64)
    value = tl.load(x + at) * tl.load(fp8_scale_ptr)
    tl.store(out_fp8_ptr + at, tl.clamp(value, -FP8_MAX, FP8_MAX).to(out_fp8_ptr.dtype.element_ty))
""",
        {"out_fp8_ptr": "*fp8e4nv", "fp8_scale_ptr": "*fp32", "FP8_MAX": "448.0"},
    ),
    "annotations come first": (
        silent(
            'a: tl.int64, b: tl.float32, c: "i32", d: "*fp16", e: int, f: float, g: tl.pointer_type(tl.int64), '
            'h: tl.int1, i: "uint8_t"'
        )
        + """
def run(x):
    k[(1,)](x.stride(0), 1, 2.5, x, 1.5, 1, x, 1, 1)
""",
        {
            "a": "i64",
            "b": "fp32",
            "c": "i32",
            "d": "*fp16",
            "e": "i32",
            "f": "fp32",
            "g": "*i64",
            "h": "i1",
            "i": "u8",
        },
    ),
    "a launch counts more than names": (
        silent("eps, output_row_stride, stride, p, x_ptr, count, alpha, scale, flag, n")
        + """
def run(x: torch.Tensor, d):
    rows, columns = x.shape
    k[(rows,)](x, x.stride(0), x.numel(), 1.0 / math.sqrt(d), columns, x.size(0) * 2, triton.cdiv(rows, 4),
               x.shape[-1] ** -0.5, len(x), d > 2)
""",
        {
            "eps": "*fp32",
            "output_row_stride": "i32",
            "stride": "i32",
            "p": "fp32",
            "x_ptr": "i32",
            "count": "i32",
            "alpha": "i32",
            "scale": "fp32",
            "flag": "i32",
            "n": "i1",
        },
    ),
    "variables, other functions, classes and calls are followed": (
        silent("a, b, c, d, e, f, g")
        + """
def sizes(x):
    return x.shape[0], 0.5

def run(x, y, saved):
    out = torch.empty_like(x)
    if saved is None:
        index = torch.argsort(y)
    else:
        index = None
    first, factor = sizes(x)
    k[(1,)](out, index, first, factor, y, saved, x.data_ptr())

def main():
    x = torch.randn(4, 4, dtype=torch.bfloat16, device="cuda")
    run(x, torch.arange(4), None)
""",
        {"a": "*bf16", "b": "*i64", "c": "i32", "d": "fp32", "e": "*i64", "f": "i32", "g": "i64"},
    ),
    "attributes of autograd functions are followed": (
        silent("a, b, c, D: tl.constexpr")
        + """
class Run(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x.to(torch.float16), torch.zeros(4, dtype=torch.int32))
        ctx.scale = 0.5
        ctx.D = 64

    @staticmethod
    def backward(ctx, dy):
        x, lengths = ctx.saved_tensors
        k[(1,)](x, lengths, ctx.scale, D=ctx.D)
""",
        {"a": "*fp16", "b": "*i32", "c": "fp32", "D": "64"},
    ),
    "strides that are passed with a star are followed": (
        silent("n, a_ptr, a0, a1, a2, b_ptr, b0")
        + """
def run(x: torch.Tensor, y: torch.Tensor):
    k[(1,)](0.5, x, *x.stride(), y, *y.stride())
""",
        {"n": "fp32", "a_ptr": "*fp32", "a0": "i32", "a1": "i32", "a2": "i32", "b_ptr": "*fp32", "b0": "i32"},
    ),
    "the program demands types of tensors": (
        silent("a, b, c")
        + """
def run(x, lengths, z):
    assert x.dtype == torch.bfloat16
    if lengths.dtype != torch.int32:
        raise ValueError
    k[(1,)](x, lengths, z.to(torch.int64))
""",
        {"a": "*bf16", "b": "*i32", "c": "*i64"},
    ),
    "a call that passes what the kernel cannot use is out of date": (
        """@triton.jit
def k(x, index):
    tl.store(x + tl.load(index + tl.program_id(0)), 1.0)

def run(x, index):
    k[(1,)](x, index.contiguous())

def test():
    run(torch.randn(4), torch.randn(4))
""",
        {"x": "*fp32", "index": "*i32"},
    ),
    "without a launch, uses count": (
        """@triton.jit
def helper(p, i):
    return tl.load(p + i)

@triton.jit
def k(table, packed, address, out, which, n, scale, BLOCK):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    bits = tl.load(packed + at)
    row = helper(which, at)
    pointer = tl.load(address).to(tl.pointer_type(tl.float16))
    value = tl.load(table + row + n // 2) * scale + ((bits >> 4) & 15) + tl.load(pointer)
    tl.store(out + at, value)
""",
        {
            "table": "*fp32",
            "packed": "*i32",
            "address": "*i64",
            "which": "*i32",
            "n": "i32",
            "scale": "fp32",
            "BLOCK": "1024",
        },
    ),
    "bits are taken apart later, and data says nothing about what it is compared with": (
        """@triton.jit
def k(packed, x, low, high, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    bits = tl.load(packed + at)
    bits = tl.interleave(bits, bits)
    value = tl.load(x + at)
    limit = tl.where(tl.program_id(0) < n, low, high)
    far = tl.abs(value) > limit
    tl.store(out + at, value * 0.5, mask=far)
    tl.store(out + tl.arange(0, 2 * BLOCK), (bits >> 4) & 15)
""",
        {"packed": "*i32", "x": "*fp32"},
    ),
    "no name makes an i1": (
        silent("output_row_stride, store_offset, is_causal, HAS_BIAS"),
        dict.fromkeys(["output_row_stride", "store_offset", "is_causal", "HAS_BIAS"], "i32"),
    ),
    "constants have the values of the launch, and fit each other": (
        silent(
            "x, bias, D: tl.constexpr, BLOCK_D: tl.constexpr, CAUSAL: tl.constexpr, ACT: tl.constexpr, "
            "OUT: tl.constexpr, W: tl.constexpr = 4"
        )
        + """
def run(x, causal=False):
    d = x.shape[-1]
    k[(1,)](x, None, D=d, BLOCK_D=triton.next_power_of_2(d) * 2, CAUSAL=causal, ACT="relu", OUT=tl.bfloat16, num_warps=4)
""",
        {
            "x": "*fp32",
            "bias": None,
            "D": "64",
            "BLOCK_D": "128",
            "CAUSAL": "false",
            "ACT": "relu",
            "OUT": "bfloat16",
            "W": "4",
        },
    ),
    "a tuple is a constant of a constexpr only": (
        silent('TILE: tl.constexpr, SHAPE: tl.constexpr, sizes, pair=(1, 2), HOW: tl.constexpr = ("none", (1,))')
        + """
def run(x):
    k[(1,)](TILE=(64, (tl.float16, "a")), SHAPE=(x.shape[0], 1), sizes=(1, 2))
""",
        {
            "TILE": '[["int","64"],["tuple","[[\\"dtype\\",\\"float16\\"],[\\"string\\",\\"a\\"]]"]]',
            "sizes": "i32",
            "pair": "i32",
            "HOW": '[["string","none"],["tuple","[[\\"int\\",\\"1\\"]]"]]',
        },
    ),
}


@pytest.mark.parametrize(("text", "expected"), TYPES.values(), ids=TYPES)
def test_types_and_constants(tmp_path: Path, text: str, expected: dict[str, str | None]) -> None:
    found = written(infer(tmp_path, text))
    assert {name: found[name] for name in expected} == expected


def test_notes_say_where_a_type_comes_from(tmp_path: Path) -> None:
    found = infer(
        tmp_path,
        f"{silent('a: tl.int64, x, n')}\ndef run(x):\n    k[(1,)](1, x, x.stride(0))\n",
    )
    assert [each.note for each in found.entry.arguments] == ["annotated", "guess: fp32", None]
    assert found.entry.launch == "k.py:13"


def test_launches_in_other_files_that_import_the_kernel_count(tmp_path: Path) -> None:
    ops = (
        "import torch\nfrom k import k as kernel\n\ndef run(x, n):\n    grid = (x.numel(),)\n"
        "    kernel[grid](x.half(), 2.0, N=128)\n"
    )
    found = infer(tmp_path, silent("a, b, N: tl.constexpr"), {"pkg/ops.py": ops})
    assert written(found) == {"a": "*fp16", "b": "fp32", "N": "128"}
    assert found.entry.launch == "pkg/ops.py:6"


def test_launches_of_other_kernels_with_the_same_name_do_not_count(tmp_path: Path) -> None:
    others = {
        "a.py": "import triton\n\n@triton.jit\ndef k(a, b):\n    pass\n\ndef run():\n    k[(1,)](0.5, 0.5)\n",
        "b.py": "from k import k\n\ndef run(x):\n    k[(1,)](x.half(), len(x))\n",
    }
    found = infer(tmp_path, silent("a, b"), others)
    assert written(found) == {"a": "*fp16", "b": "i32"}
    assert found.entry.launch == "b.py:4"


@pytest.mark.parametrize(
    ("test", "types", "choices"),
    [
        ("assert x.dtype in (torch.float16, torch.bfloat16)", "*{dtype}", {"dtype": ["fp16", "bf16"]}),
        ("pass", "*fp32", {}),
    ],
)
def test_a_type_that_the_caller_chooses(tmp_path: Path, test: str, types: str, choices: dict[str, list[str]]) -> None:
    found = infer(
        tmp_path,
        f"""@triton.jit
def k(x, y, n):
    tl.store(y + tl.program_id(0), tl.load(x + tl.program_id(0)) * n)

def run(x, scale):
    {test}
    y = torch.empty_like(x)
    k[(x.numel(),)](x, y, scale.item())
""",
    )
    assert (written(found)["x"], written(found)["y"]) == (types, types)
    assert {name: [text for _kind, text in values] for name, values in found.entry.choices.items()} == choices


def test_options_are_those_of_the_launch(tmp_path: Path) -> None:
    found = infer(
        tmp_path,
        f"""{silent("x, N: tl.constexpr")}
def run(x):
    warps = 4
    if x.numel() > 4096:
        warps = 8
    k[(1,)](x, N=64, num_warps=warps, num_stages=x.shape[0])
""",
    )
    assert [(each.name, each.value) for each in found.entry.options] == [("num_warps", ("int", "4"))]


MASKED = """@triton.jit
def k(x, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(x + at, 1.0, mask=at < n)

"""


@pytest.mark.parametrize(
    ("text", "grid", "parameters", "note"),
    [
        pytest.param(
            f"""{MASKED}
def run(x):
    heads, total = x.shape
    grid = lambda meta: (triton.cdiv(total, meta["BLOCK"]) * 2, heads, 1)
    k[grid](x, total, BLOCK=256)
""",
            ["cdiv(n, BLOCK) * 2", "heads"],
            ["heads"],
            "from the launch at k.py:16",
            id="that of the launch, with the names of the kernel",
        ),
        pytest.param(
            f"{MASKED}\ndef run(x, n):\n    k[grid_for(x)](x, n, BLOCK=256)\n",
            ["cdiv(n, BLOCK)"],
            [],
            "guess: from the masks",
            id="that of the masks if no launch can be written",
        ),
        pytest.param(
            """@triton.jit
def k(x, n, NUM_SMS: tl.constexpr):
    at = tl.program_id(0) - NUM_SMS
    for tile in range(tl.program_id(0), n, NUM_SMS):
        at += NUM_SMS
        tl.store(x + at, 1.0)
""",
            ["NUM_SMS"],
            [],
            "guess: from the masks",
            id="never negative",
        ),
    ],
)
def test_the_grid(tmp_path: Path, text: str, grid: list[str], parameters: list[str], note: str) -> None:
    entry = infer(tmp_path, text).entry
    assert (entry.grid, entry.grid_parameters) == (grid, parameters)
    assert (entry.grid_note or "").startswith((note, f"axis 0: {note}"))


@pytest.mark.parametrize(("mask", "sizes"), [("", ["4096"]), (", mask=at < n", ["4096", "1000"])])
def test_cases_have_whole_blocks_only_if_the_kernel_reads_without_masks(
    tmp_path: Path, mask: str, sizes: list[str]
) -> None:
    found = infer(
        tmp_path,
        f"""@triton.jit
def k(x, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + at{mask})
    tl.store(x + at, value, mask=at < n)
""",
    )
    assert found.entry.smoke is not None
    assert [[text_of(each.value) for each in case] for case in found.entry.smoke.cases] == [[each] for each in sizes]


KERNELS = {
    "under an if": "if torch.cuda.is_available():\n    @triton.jit\n    def k(x, n):\n        tl.store(x, n)\n",
    "of two branches": """if os.name == "nt":
    @triton.jit
    def k(x, n):
        tl.store(x, n)
else:
    @triton.jit
    def k(x, n):
        tl.store(x, n)
""",
    "that a function makes": """def make(scale):
    @triton.jit
    def inner(x, n):
        tl.store(x, n)
    return inner

k = make(2)
""",
    "that is decorated by a call": """def plain(x, n):
    tl.store(x + tl.program_id(0), n)

k = triton.jit(plain)
""",
    "that ends with a call": """@triton.jit
def finish(x, n):
    tl.store(x, n)

@triton.jit
def k(x, n):
    return finish(x, n)
""",
}


@pytest.mark.parametrize("text", KERNELS.values(), ids=KERNELS)
def test_a_kernel_is_found(tmp_path: Path, text: str) -> None:
    found = written(infer(tmp_path, text))
    assert list(found) == ["x", "n"]
    assert (found["x"] or "").startswith("*")


def globals_of(found: Guess) -> dict[str, Value | None]:
    return {each.name: each.value for each in found.entry.globals}


@pytest.mark.parametrize(("use", "expected"), [("if OPTIONS.fast:", None), ("if OPTIONS:", ("bool", "false"))])
def test_a_module_has_no_value(tmp_path: Path, use: str, expected: Value | None) -> None:
    text = f"""from settings import load

OPTIONS = load("options")

@triton.jit
def k(x, n):
    {use}
        n += 1
    tl.store(x, n)
"""
    assert globals_of(infer(tmp_path, text)) == {"OPTIONS": expected}


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (
            'tl.store(x, tl.inline_asm_elementwise("mov.u32 $0, $1;", "=r,r", [n], dtype=tl.int32, is_pure=True, pack=1))',
            "the interpreter cannot execute the inline assembly of the kernel",
        ),
        ("tl.store(x, tl.load(n.to(tl.pointer_type(tl.int32))))", "`n` is an address"),
    ],
)
def test_there_is_no_test_without_expected_values(tmp_path: Path, body: str, problem: str) -> None:
    smoke = infer(tmp_path, f"@triton.jit\ndef k(x, n):\n    {body}\n").entry.smoke
    assert smoke is not None
    assert smoke.problem == problem


def test_globals_are_never_triton_itself(tmp_path: Path) -> None:
    mock = """from unittest.mock import MagicMock

try:
    import triton
    import triton.language as tl
    HAVE = True
except ImportError:
    triton = MagicMock()
    HAVE = False

if HAVE:
    @triton.jit
    def k(x):
        tl.store(x, 1)
"""
    assert "triton" not in globals_of(infer(tmp_path, "", {"mock.py": mock}, "mock.py"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            """from vendor import release

if release("triton") > 2:
    tanh = tl.extra.libdevice.tanh
else:
    tanh = tl.math.tanh

@triton.jit
def k(x):
    tl.store(x, tanh(tl.load(x)))
""",
            {"tanh": ("dtype", "extra.libdevice.tanh")},
            id="functions of Triton where the program chooses one",
        ),
        pytest.param(
            """if os.environ.get("K_FAST", "0") == "1":
    exp = tl.exp2
else:
    exp = tl.exp

@triton.jit
def k(x, WIDE: tl.constexpr):
    value = tl.load(x)
    if WIDE:
        value = exp(value)
    tl.store(x, value)
""",
            {"os.environ.K_FAST": ("none", "")},
            id="also where only a branch reads them",
        ),
        pytest.param(
            """def is_cuda():
    return triton.runtime.driver.active.get_current_target().backend == "cuda"

IS_HIP = tl.constexpr(torch.version.hip is not None)
NEW = tl.constexpr(torch.cuda.get_device_name().startswith("NVIDIA H100"))
FAST = tl.constexpr(os.environ.get("K_FAST", "0") == "1")

@triton.jit
def k(x, n):
    if IS_HIP:
        n += 1
    if NEW:
        n += 1
    if FAST:
        n += 1
    tl.store(x + tl.program_id(0), n)
""",
            {"IS_HIP": ("bool", "false"), "NEW": ("bool", "true"), "FAST": ("bool", "false")},
            id="of an NVIDIA GPU, without variables",
        ),
        pytest.param(
            """def kind():
    return "hip" if getattr(torch.version, "hip", None) is not None else "cuda"

def choose(platforms, gpus):
    for name, found in gpus.items():
        if name in torch.cuda.get_device_name():
            return found
    return platforms[kind()]

CONFIGS = choose({"cuda": [triton.Config({"B": 64})]}, {"H100": [triton.Config({"B": 128})]})

@triton.autotune(configs=CONFIGS, key=[])
@triton.jit
def k(x, B: tl.constexpr):
    tl.store(x + tl.arange(0, B), 1)
""",
            {"torch.cuda.get_device_name()": ("string", "NVIDIA H100 80GB HBM3"), "torch.version.hip": ("none", "")},
            id="that decide lists, which have no value in the manifest",
        ),
    ],
)
def test_values_of_the_machine(tmp_path: Path, text: str, expected: dict[str, Value]) -> None:
    found = infer(tmp_path, text)
    assert globals_of(found).items() >= expected.items()
    assert found.problem is None


# A kernel that goes through N in blocks, so that nothing but its launches says what BLOCK is.
LOOPED = """@triton.jit
def k(x, N, BLOCK: tl.constexpr):
    for start in range(0, N, BLOCK):
        at = start + tl.arange(0, BLOCK)
        tl.store(x + at, 1.0, mask=at < N)
"""


def conditions(found: Guess) -> list[str]:
    return found.entry.requires.conditions if found.entry.requires is not None else []


@pytest.mark.parametrize(
    ("before", "block", "expected"),
    [
        ("pass", "triton.next_power_of_2(n)", ["N <= BLOCK"]),
        ("pass", "triton.next_power_of_2(max(n, 16))", ["N <= BLOCK"]),
        ("pass", "max(128, triton.next_power_of_2(n))", ["N <= BLOCK"]),
        ("pass", "triton.next_power_of_2(n) * 2", ["N <= BLOCK"]),
        ("pass", "triton.next_power_of_2(triton.cdiv(n, 4))", ["cdiv(N, 4) <= BLOCK"]),
        ("pass", "triton.next_power_of_2(n + 1)", ["N <= BLOCK"]),
        ("pass", "min(4096, triton.next_power_of_2(n))", []),
        ("pass", "triton.next_power_of_2(n) // 2", []),
        ("pass", "4096", []),
        ("block = max(64, triton.next_power_of_2(n))", "block", ["N <= BLOCK"]),
        (
            "block = min(4096, triton.next_power_of_2(n))\n    if n > block:\n        raise ValueError()",
            "block",
            ["N <= BLOCK"],
        ),
        ("block = min(4096, triton.next_power_of_2(n))\n    assert block >= n", "block", ["N <= BLOCK"]),
        ("block = min(4096, triton.next_power_of_2(n))\n    if n > block:\n        print(n)", "block", []),
        ("block = triton.next_power_of_2(n)\n    if n > 4096:\n        block = 1024", "block", []),
        ("pass", "triton.next_power_of_2(n) if n < 4096 else 1024", []),
    ],
)
def test_conditions_follow_from_how_a_launch_computes_constants(
    tmp_path: Path, before: str, block: str, expected: list[str]
) -> None:
    found = infer(
        tmp_path, f"{LOOPED}\ndef run(x):\n    n = x.shape[1]\n    {before}\n    k[(1,)](x, n, BLOCK={block})\n"
    )
    assert conditions(found) == expected
    if expected == ["N <= BLOCK"]:
        most = int(written(found)["BLOCK"] or 0)
        assert found.entry.smoke is not None
        sizes = [int(each.value[1]) for case in found.entry.smoke.cases for each in case if each.value is not None]
        assert max(sizes) <= most


PLAIN = "c = tl.arange(0, BLOCK)\n    tl.store(x + c, 1.0, mask=c < N)"
MOVED = "c = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)\n    tl.store(x + c, 1.0, mask=c < N)"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            f"""{LOOPED}
def settings(n):
    block = triton.next_power_of_2(n)
    if block > 65536:
        raise RuntimeError()
    return block, 8

def run(x):
    M, columns = x.shape
    block, num_warps = settings(columns)
    k[(M,)](x, columns, BLOCK=block, num_warps=num_warps)
""",
            ["N <= BLOCK"],
            id="of a function that chooses several values",
        ),
        pytest.param(
            f"""{LOOPED}
def run(x):
    k[(1,)](x, x.shape[1], BLOCK=triton.next_power_of_2(x.shape[1]))

def others(y, n):
    k[(1,)](y, n, BLOCK=4096)
""",
            [],
            id="not where another launch does not keep them",
        ),
        *(
            pytest.param(
                f"""@triton.jit
def k(x, N, BLOCK: tl.constexpr):
    {body}

def run(x):
    k[(1,)](x, x.shape[1], BLOCK=4096)
""",
                expected,
                id=f"of masks: {name}",
            )
            for name, body, expected in [
                ("only one block is compared", PLAIN, ["N <= BLOCK"]),
                ("blocks of programs", MOVED, []),
                ("both", f"{PLAIN}\n    {MOVED}", []),
            ]
        ),
    ],
)
def test_conditions_of_a_call(tmp_path: Path, text: str, expected: list[str]) -> None:
    assert conditions(infer(tmp_path, text)) == expected


def test_a_text_that_takes_too_long_has_no_conditions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "k.py").write_text("import triton\n")

    def endless(*_arguments: object, **_named: object) -> NoReturn:
        while True:
            pass

    monkeypatch.setattr(find, "unknown_values", endless)
    monkeypatch.setattr(find, "SECONDS_TO_READ", 0.05)
    assert find.text_of(str(tmp_path / "k.py"), "kernel", Project(tmp_path)) == KernelText()


def test_the_text_of_a_recorded_kernel_is_read_without_its_configs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = f"@triton.autotune(configs=[], key=[])\n{silent('x, BLOCK: tl.constexpr')}"
    (tmp_path / "k.py").write_text(f"{HEAD}{text}")
    with_configs: list[bool] = []
    ask = find.ask

    def noted(*arguments: Any, **named: Any) -> Any:
        with_configs.append(arguments[4])
        return ask(*arguments, **named)

    monkeypatch.setattr(find, "ask", noted)
    find.text_of(str(tmp_path / "k.py"), "k", Project(tmp_path))
    guess("k.py", "k", Project(tmp_path))
    assert with_configs == [False, True]


ROWS = """@triton.jit
def k(x, y, idx, n, stride, GROUP: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    {body}

"""
CALL = """def run(x, y, idx, group):
    k[(x.shape[0],)](x, y, idx, x.shape[1], x.stride(0), GROUP=group, BLOCK=triton.next_power_of_2(x.shape[1]))
"""
PLACED = "tl.store(y + row * n + at, tl.load(x + row * n + at, mask=at < n), mask=at < n)"
GROUPED = "tl.store(y + row * n + at, tl.load(x + row * n + at * GROUP, mask=at < n), mask=at < n)"
BOUNDED = "tl.store(y + row * n + at, tl.load(x + row * n + at, mask=at < stride), mask=at < n)"
INDEXED = "tl.store(y + row * n + at, tl.load(x + tl.load(idx + row) * n + at, mask=at < n), mask=at < n)"


@pytest.mark.parametrize(
    ("body", "call", "expected"),
    [
        pytest.param(PLACED, CALL, [], id="nothing"),
        pytest.param(GROUPED, CALL, [("`GROUP` was guessed as 8", ["x"])], id="a constant of no block"),
        pytest.param(INDEXED, CALL, [("the integers in `idx` were guessed", ["x"])], id="integers in addresses"),
        pytest.param(
            BOUNDED,
            CALL,
            [
                ("the kernel compares one index with several sizes: n, stride", ["x", "y"]),
                ("`stride <= BLOCK` was guessed", ["x", "y"]),
            ],
            id="which of several bounds counts",
        ),
        pytest.param(
            PLACED,
            CALL.replace("    k[", "    y = torch.empty((x.shape[0] - 1, x.shape[1]))\n    k["),
            [("the program makes the tensor of `y` with other sizes than the masks of the kernel", ["y"])],
            id="a tensor that is made smaller",
        ),
        pytest.param(
            PLACED,
            CALL.replace("    k[", "    y = x.new_empty(x.shape[0], x.shape[1])\n    k["),
            [],
            id="a tensor that is made as large",
        ),
        pytest.param(
            PLACED,
            "",
            [
                ("no call of the kernel was found that says how large its grid is", None),
                ("`n <= BLOCK` was guessed", ["y", "x"]),
            ],
            id="a call",
        ),
    ],
)
def test_doubts_name_what_an_access_depends_on(
    tmp_path: Path, body: str, call: str, expected: list[tuple[str, list[str] | None]]
) -> None:
    found = infer(tmp_path, ROWS.format(body=body) + call)
    assert [(each.text, each.buffers and sorted(each.buffers)) for each in found.doubts] == [
        (text, buffers and sorted(buffers)) for text, buffers in expected
    ]


@pytest.mark.parametrize(
    ("index", "size"),
    [
        ("at // 8", "cdiv(n, 8)"),
        ("(pid * BLOCK + lane) // 8", "cdiv(n, 8)"),
        ("(2 * pid + lane) // 8", "cdiv((BLOCK - 1) + 2 * (cdiv(n, BLOCK) - 1) + 1, 8)"),
        ("tl.minimum(at, n - 1)", "n"),
        ("tl.maximum(at, 0)", "n"),
        ("at % tl.minimum(n - BLOCK * pid, BLOCK)", "BLOCK"),
        ("at - at // 8 * 8", "8"),
        ("(at & 7)", "8"),
        ("(at >> 3)", "cdiv(n, 8)"),
        ("(at << 1)", "2 * (n - 1) + 1"),
        ("tl.minimum(pid * 8 + 8, n)", "n + 1"),
    ],
)
def test_how_many_values_an_index_has(tmp_path: Path, index: str, size: str) -> None:
    found = infer(
        tmp_path,
        f"""@triton.jit
def k(x, y, n, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    lane = tl.arange(0, BLOCK)
    at = pid * BLOCK + lane
    tl.store(y + at, tl.load(x + {index}), mask=at < n)

def run(x, y):
    k[(triton.cdiv(x.numel(), 64),)](x, y, x.numel(), BLOCK=64)
""",
    )
    assert found.entry.smoke is not None
    assert found.entry.smoke.problem is None
    assert found.entry.smoke.buffers[0].shape == [size]


STRIDED = """@triton.jit
def k(x, y, stride, other, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    {body}

"""
CONFIGS = "@triton.autotune(configs=[triton.Config({'BLOCK': b}) for b in (64, 128)], key=[])\n"
LISTED = "@triton.autotune(configs=[triton.Config({'BLOCK': 64}), triton.Config({'BLOCK': 128})], key=[])\n"


@pytest.mark.parametrize(
    ("body", "head", "room", "value"),
    [
        pytest.param(
            "tl.store(y + pid * stride + at * 3 * other, tl.load(x + at))",
            "",
            "2 * stride + 3 * other * BLOCK - 3 * other + 1",
            "3 * other * BLOCK - 3 * other + 1",
            id="strides of an output that could overlap",
        ),
        pytest.param(
            "tl.store(y + pid * stride + at * 3 * other, tl.load(x + at))",
            LISTED,
            "2 * stride + 381 * other + 1",
            "381 * other + 1",
            id="blocks that differ between configs",
        ),
        pytest.param(
            "tl.store(y + pid * stride + at * 3 * other, tl.load(x + at))",
            CONFIGS,
            "2 * stride + 381 * other + 1",
            "381 * other + 1",
            id="blocks of configs that are computed",
        ),
        pytest.param(
            "tl.store(y + pid * 8 * stride + 2 * other + at[:, None] * stride + at[None, :], tl.load(x + at))",
            "",
            "15 * stride + 2 * other + BLOCK * stride + BLOCK",
            "2 * other + BLOCK",
            id="a stride that is there twice",
        ),
        pytest.param(
            "tl.store(y + pid * stride + other * 8 + at * 3, tl.load(x + at))",
            "",
            "2 * stride + 8 * other + 3 * BLOCK - 2",
            "8 * other + 3 * BLOCK - 2",
            id="where a part begins",
        ),
        pytest.param(
            "tl.store(y + pid * stride + at * 3 - 1, tl.load(x + at), mask=(at > 0) & (at < other))",
            "",
            "2 * stride + 3 * other - 3",
            "3 * other - 3",
            id="a mask that leaves out the first",
        ),
    ],
)
def test_a_buffer_is_as_large_as_its_largest_address(
    tmp_path: Path, body: str, head: str, room: str, value: str
) -> None:
    call = "def run(x, y):\n    k[(3,)](x, y, y.stride(0), y.stride(1)" + (")" if head else ", BLOCK=64)") + "\n"
    found = infer(tmp_path, head + STRIDED.format(body=body) + call)
    assert found.entry.smoke is not None
    y = next(each for each in found.entry.smoke.buffers if each.name == "y")
    assert (sorted_sum(y.shape[0] if y.shape else ""), y.role) == (sorted_sum(room), "inout")
    stride = next(each for each in found.entry.smoke.arguments if each.name == "stride")
    assert stride.value is not None
    assert sorted_sum(stride.value[1]) == sorted_sum(value)
    assert any(each.buffers == ["y"] and "as large as any address" in each.text for each in found.doubts)


def sorted_sum(text: str) -> list[str]:
    """The parts of a sum, in which the order of the factors does not count."""
    parts = text.replace("- ", "+ -").split(" + ")
    return sorted(" * ".join(sorted(each.split(" * "))) for each in parts)


def test_a_loop_over_a_number_that_is_no_size_of_the_tensor_is_a_doubt(tmp_path: Path) -> None:
    found = infer(
        tmp_path,
        """@triton.jit
def k(x, y, n, blocks, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    total = tl.zeros((BLOCK,), tl.float32)
    for _ in range(blocks):
        total += tl.load(x + at)
        at += BLOCK
    total += tl.load(x + at, mask=at < n)
    tl.store(y, tl.sum(total, 0))

def run(x, y, blocks):
    k[(1,)](x, y, x.numel(), blocks, BLOCK=64)
""",
    )
    texts = [each.text for each in found.doubts if each.buffers == ["x"]]
    assert "how `blocks` and the size of `x` go together is not known" in texts


def test_a_loop_over_all_programs_ends_where_the_tensor_does(tmp_path: Path) -> None:
    found = infer(
        tmp_path,
        """@triton.jit
def k(x, y, n, BLOCK: tl.constexpr):
    for row in range(tl.program_id(0), n, tl.num_programs(0)):
        at = row * BLOCK + tl.arange(0, BLOCK)
        tl.store(y + at, tl.load(x + at))

def run(x, y, programs):
    k[(programs,)](x, y, x.shape[0], BLOCK=64)
""",
    )
    assert found.entry.smoke is not None
    assert [each.shape for each in found.entry.smoke.buffers] == [["n", "BLOCK"]] * 2


VARLEN = """@triton.heuristics({"IS_VARLEN": lambda args: args["parts"] is not None})
@triton.jit
def k(x, y, parts, T, BLOCK: tl.constexpr, IS_VARLEN: tl.constexpr):
    at = tl.arange(0, BLOCK)
    if IS_VARLEN:
        part = tl.load(parts + tl.program_id(0) * 2)
        place = tl.load(parts + tl.program_id(0) * 2 + 1) + part
    else:
        place = tl.program_id(0)
    tl.store(y + place * BLOCK + at, tl.load(x + place * BLOCK + at))

def run(x, y, parts, blocks):
    k[(blocks,)](x, y, parts, x.shape[0], BLOCK=64)
"""


def test_a_pointer_that_no_test_can_pass_is_left_out_if_the_kernel_asks_for_it(tmp_path: Path) -> None:
    found = infer(tmp_path, VARLEN.replace("parts,", "parts: tl.pointer_type(tl.int32),", 1))
    assert found.entry.smoke is not None
    assert found.entry.smoke.problem is None
    assert {each.name: each.shape for each in found.entry.smoke.buffers}["parts"] is None


def test_a_pointer_that_the_kernel_does_not_ask_for_is_needed(tmp_path: Path) -> None:
    found = infer(tmp_path, VARLEN.replace("    if IS_VARLEN:", "    if True:"))
    assert found.entry.smoke is not None
    assert found.entry.smoke.problem is not None


def test_programs_of_blocks_that_differ_between_configs_are_those_of_the_largest(tmp_path: Path) -> None:
    body = "tl.store(y + (pid * BLOCK + at) * 3 * stride, tl.load(x + at))"
    call = (
        "def run(x, y):\n    k[lambda META: (triton.cdiv(y.shape[0], META['BLOCK']),)](x, y, y.stride(0), y.shape[0])\n"
    )
    found = infer(tmp_path, LISTED + STRIDED.format(body=body) + call)
    assert found.entry.smoke is not None
    shapes = {each.name: each.shape for each in found.entry.smoke.buffers}
    assert "BLOCK" not in str(shapes["y"])
    assert found.entry.grid == ["cdiv(other, BLOCK)"]


def test_lanes_that_are_rows_and_columns_have_two_sizes(tmp_path: Path) -> None:
    found = infer(
        tmp_path,
        """@triton.jit
def k(x, y, n):
    lane = tl.arange(0, 16)
    row = tl.program_id(0) * 16 + lane
    at = row[:, None] * 16 + lane[None, :]
    tl.store(y + at, tl.load(x + at, mask=row[:, None] < n), mask=row[:, None] < n)

def run(x, y):
    k[(triton.cdiv(x.shape[0], 16),)](x, y, x.shape[0])
""",
    )
    assert found.entry.smoke is not None
    assert [each.shape for each in found.entry.smoke.buffers] == [["16 * n"]] * 2


def test_an_output_that_may_be_larger_than_it_has_to_be_needs_contents(tmp_path: Path) -> None:
    found = infer(
        tmp_path,
        """@triton.jit
def k(x, y, n, rows, BLOCK: tl.constexpr):
    first = tl.program_id(0) * rows
    at = tl.arange(0, BLOCK)
    for row in range(first, tl.minimum(first + rows, n)):
        tl.store(y + row * BLOCK + at, tl.load(x + row * BLOCK + at))

def run(x, y, rows, programs):
    k[(programs,)](x, y, x.shape[0], rows, BLOCK=64)
""",
    )
    assert found.entry.smoke is not None
    # Each row is a turn of the loop.
    assert [(each.name, each.value) for each in found.entry.smoke.cases[0] if each.name == "n"] == [
        ("n", ("int", "16"))
    ]
    assert [(each.shape, each.role) for each in found.entry.smoke.buffers] == [
        (["min(programs * rows, n)", "BLOCK"], "in"),
        (["min(programs * rows, n)", "BLOCK"], "inout"),
    ]


@pytest.mark.parametrize(
    ("grid", "role"), [("(programs,)", "inout"), ("(programs * 4,)", "out"), ("(8,)", "out"), ("(7,)", "inout")]
)
def test_an_output_whose_last_row_may_not_be_full_needs_contents(tmp_path: Path, grid: str, role: str) -> None:
    found = infer(
        tmp_path,
        f"""@triton.jit
def k(x, y, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    at = (pid // 4 * 4 + pid % 4) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + at, tl.load(x + at))

def run(x, y, programs):
    k[{grid}](x, y, BLOCK=64)
""",
    )
    assert found.entry.smoke is not None
    assert [each.role for each in found.entry.smoke.buffers] == ["in", role]


def test_doubts_about_sizes_are_in_the_order_of_the_parameters(tmp_path: Path) -> None:
    names = ["e", "c", "a", "d", "b"]
    body = "\n    ".join(f"tl.store({each} + pid * stride + at * 3 * other, at)" for each in names)
    text = STRIDED.format(body=body).replace("k(x, y,", f"k({', '.join(names)},")
    call = f"def run(x, y):\n    k[(3,)]({', '.join('x' for _ in names)}, y.stride(0), y.stride(1), BLOCK=64)\n"
    found = infer(tmp_path, text + call)
    assert [each.buffers for each in found.doubts if "as large as any address" in each.text] == [
        [each] for each in names
    ]


def test_another_kernel_of_a_folder_starts_with_no_modules_and_parses_no_file_again(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1\n")
    first = Project(tmp_path.resolve())
    module = first.module(first.folder / "a.py")
    other = first.unread()
    assert other.modules() == []
    assert other.effects is first.effects
    assert other.module(other.folder / "a.py") is module


def test_a_product_divided_by_its_factor_is_the_rest(tmp_path: Path) -> None:
    text = """@triton.jit
def k(x, y, stride_z, stride_h, Z, H, n, BLOCK: tl.constexpr):
    z, h = tl.program_id(1) // H, tl.program_id(1) % H
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    row = z * stride_z + h * stride_h
    tl.store(y + row + at, tl.load(x + row + at, mask=at < n), mask=at < n)

def run(x, y):
    Z, H, n = x.shape
    k[(triton.cdiv(n, 64), Z * H)](x, y, x.stride(0), x.stride(1), Z, H, n, BLOCK=64)
"""
    smoke = infer(tmp_path, text).entry.smoke
    assert smoke is not None
    assert [each.shape for each in smoke.buffers] == [["Z", "H", "n"]] * 2
