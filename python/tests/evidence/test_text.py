"""What the text of a kernel says for certain. The rest has no value."""

from pathlib import Path

import pytest
from aot_evidence.entry import Setting, Value
from aot_evidence.text.describe import Described, describe_kernel
from aot_sources.modules import Project, SourceError

HEAD = """import os
import torch
import triton
import triton.language as tl

"""


def described(folder: Path, text: str) -> Described:
    """Describes the kernel `k` of a file."""
    (folder / "k.py").write_text(f"{HEAD}{text}")
    return describe_kernel("k.py", "k", Project(folder.resolve()))


def values(settings: list[Setting]) -> dict[str, Value | None]:
    return {each.name: each.value for each in settings}


def test_only_annotations_and_defaults_are_values(tmp_path: Path) -> None:
    found = described(
        tmp_path,
        """@triton.jit
def k(x_ptr, y: "*fp16", n: tl.int32, eps, BLOCK: tl.constexpr, WARPS: tl.constexpr = 4, ACT: tl.constexpr = None):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + at, tl.load(x_ptr + at, mask=at < n) + eps, mask=at < n)

def run(x, eps):
    k[(triton.cdiv(x.numel(), 64),)](x, torch.empty_like(x), x.numel(), eps, BLOCK=64)
""",
    )
    entry = found.entry
    assert values(entry.arguments) == {"x_ptr": None, "y": ("type", "*fp16"), "n": ("type", "i32"), "eps": None}
    assert values(entry.constants) == {"BLOCK": None, "WARPS": ("int", "4"), "ACT": ("none", "")}
    assert (entry.grid, entry.grid_parameters, entry.smoke, entry.requires, entry.configs) == ([], [], None, None, [])
    assert (found.call, found.problem) == ("run(x, eps)", None)


EVEN = '{"EVEN": lambda args: args["n"] % 2 == 0}'
CONFIGS = '[triton.Config({"BLOCK": 256}, num_warps=8), triton.Config({"BLOCK": 512})]'
SIGNATURE = "(x, n, BLOCK: tl.constexpr, EVEN: tl.constexpr)"


@pytest.mark.parametrize(
    "text",
    [
        f"@triton.autotune({CONFIGS}, key=['n'])\n@triton.heuristics({EVEN})\n@triton.jit\ndef k{SIGNATURE}: pass\n",
        f"def plain{SIGNATURE}: pass\nk = triton.autotune({CONFIGS}, key=['n'])(triton.heuristics({EVEN})(triton.jit(plain)))\n",
        f"""@triton.jit
def plain{SIGNATURE}: pass
even = triton.heuristics({EVEN})(plain)
k = triton.autotune({CONFIGS}, key=['n'])(even)
""",
    ],
    ids=["decorators", "calls in one statement", "calls in several statements"],
)
def test_what_configs_and_heuristics_set_needs_no_value(tmp_path: Path, text: str) -> None:
    entry = described(tmp_path, text).entry
    assert (values(entry.arguments), values(entry.constants)) == ({"x": None, "n": None}, {})
    assert entry.configs == "autotune"
    assert entry.autotuned is not None
    assert entry.autotuned.configs == 2
    assert [each.partition(" (line")[0] for each in entry.heuristics] == ["EVEN comes from @triton.heuristics"]


def test_what_is_computed_when_the_file_runs_needs_a_value(tmp_path: Path) -> None:
    entry = described(
        tmp_path,
        """@triton.autotune(make_configs(), key=["n"])
@triton.heuristics({"ROWS": lambda args: rows_for(args["n"])})
@triton.jit
def k(x, n, BLOCK: tl.constexpr, ROWS: tl.constexpr):
    pass
""",
    ).entry
    assert [(each.name, each.value, each.note) for each in entry.constants] == [
        ("BLOCK", None, "remove it if the configs of @triton.autotune set it"),
        ("ROWS", None, "@triton.heuristics (line 7) computes it"),
    ]
    assert (entry.configs, entry.autotuned) == ("autotune", None)
    assert entry.requires is not None
    assert entry.requires.conditions == []


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
    "that is decorated by a call": "def plain(x, n):\n    tl.store(x + tl.program_id(0), n)\n\nk = triton.jit(plain)\n",
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
    assert values(described(tmp_path, text).entry.arguments) == {"x": None, "n": None}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("@triton.jit\ndef k(x):\n    return x + x\n", "it returns a value"),
        ("k = load('kernel')\n", "is known only when the file runs"),
    ],
)
def test_what_is_no_kernel_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(SourceError, match=message):
        described(tmp_path, text)


def test_values_that_only_the_program_has_are_globals_without_a_value(tmp_path: Path) -> None:
    found = described(
        tmp_path,
        """from vendor import release

IS_HIP = torch.version.hip is not None
UNUSED = torch.version.cuda is not None
curve = tl.math.exp2 if release("triton") > 2 else tl.math.exp

@triton.jit
def k(x, n):
    if IS_HIP:
        n = tl.minimum(n, 2)
    tl.store(x, curve(n))
""",
    )
    assert {each.name: (each.value, each.note is None) for each in found.entry.globals} == {
        "curve": (None, False),
        "IS_HIP": (None, True),
    }
    assert found.problem is None


def test_globals_are_never_triton_itself(tmp_path: Path) -> None:
    mock = """from unittest.mock import MagicMock

try:
    import triton
    import triton.language as tl
    HAVE = True
except ImportError:
    triton = MagicMock()
    HAVE = False
"""
    (tmp_path / "mock.py").write_text(mock)
    found = described(tmp_path, "from mock import tl, triton\n\n@triton.jit\ndef k(x):\n    tl.store(x, 1)\n")
    assert not {"triton", "tl", "triton.language"} & set(values(found.entry.globals))
