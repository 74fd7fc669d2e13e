"""Small functions of the program that only compute with numbers."""

from pathlib import Path

import pytest
from aot_evidence.static.pure import PureFunction
from aot_sources.modules import Project
from aot_sources.slicing import Slicer
from test_static import infer, written


def function(folder: Path, text: str) -> PureFunction:
    (folder / "p.py").write_text(f"import math\nimport torch\nLEAST = 16\n{text}")
    project = Project(folder.resolve())
    module = project.module((folder / "p.py").resolve())
    slicer = Slicer(project, {}, set())
    found = slicer.definition(module, "f")
    assert found is not None
    return PureFunction(found[1].node, module, slicer)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("def f(n):\n    return 1 << (int(n) - 1).bit_length()", 128, id="an expression"),
        pytest.param("def f(n, by=LEAST):\n    return -(-n // by) * by", 112, id="a default"),
        pytest.param("def f(n):\n    p = 1\n    while p < n:\n        p *= 2\n    return p", 128, id="a loop"),
        pytest.param(
            "def f(n):\n    for each in (8, 64, 128):\n        if n <= each:\n            return each", 128, id="a list"
        ),
        pytest.param(
            "def g(n):\n    return max(LEAST, n // 4)\ndef f(n):\n    a, b = g(n), 1\n    return a + b", 26, id="a call"
        ),
        pytest.param("def f(n):\n    return torch.cuda.device_count() + n", None, id="something else"),
        pytest.param("def f(n):\n    while True:\n        n += 1", None, id="no end"),
        pytest.param("def f(n):\n    return f(n + 1)", None, id="no end of calls"),
        pytest.param("def f(n):\n    if n > 64:\n        raise ValueError(n)\n    return n", None, id="an error"),
        pytest.param("def f(n):\n    return n // (n - 100)", None, id="a division by zero"),
    ],
)
def test_what_a_function_gives_for_100(tmp_path: Path, text: str, expected: int | None) -> None:
    assert function(tmp_path, text).result(100) == expected


def test_constants_and_options_that_a_function_computes_go_with_their_sizes(tmp_path: Path) -> None:
    text = """def _power(value: int) -> int:
    p = 1
    while p < value:
        p *= 2
    return p

def warps(block):
    if block > 512:
        return 16
    return 2

@triton.jit
def k(x, y, N: tl.constexpr, BLOCK: tl.constexpr, ROWS: tl.constexpr):
    at = tl.arange(0, BLOCK)
    row = tl.program_id(0) * ROWS
    tl.store(y + row * N + at, tl.load(x + row * N + at, mask=at < N), mask=at < N)

def run(x, y):
    N = x.shape[-1]
    BLOCK = max(16, _power(N))
    k[(1,)](x, y, N, BLOCK, _power(3), num_warps=warps(BLOCK))
"""
    found = infer(tmp_path, text)
    values = written(found)
    assert (values["N"], values["BLOCK"], values["ROWS"]) == ("1024", "1024", "4")
    assert [(each.name, each.value) for each in found.entry.options] == [("num_warps", ("int", "16"))]
