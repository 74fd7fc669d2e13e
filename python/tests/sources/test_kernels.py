"""How a kernel function is found and described."""

from typing import Any

import pytest
from golden import Golden
from project import Sources


def test_has_parameters_defaults_and_lines(sources: Sources) -> None:
    found = sources.function("""
@triton.jit
def f(x, n,
      A: tl.constexpr, B: "tl.constexpr" = 4, *, C: triton.language.constexpr = tl.float16,
      D=-1.5, E=len):
    pass
""")
    assert found == {
        "line": 4,
        "jit": True,
        "autotune": None,
        "autotuneKey": [],
        "heuristics": [],
        "hooks": [],
        "parameters": [
            {"name": "x", "constexpr": False, "hasDefault": False, "line": 4},
            {"name": "n", "constexpr": False, "hasDefault": False, "line": 4},
            {"name": "A", "constexpr": True, "hasDefault": False, "line": 5},
            {"name": "B", "constexpr": True, "hasDefault": True, "default": ["int", "4"], "line": 5},
            {"name": "C", "constexpr": True, "hasDefault": True, "default": ["dtype", "float16"], "line": 5},
            {"name": "D", "constexpr": False, "hasDefault": True, "default": ["float", "-1.5"], "line": 6},
            {"name": "E", "constexpr": False, "hasDefault": True, "line": 6},
        ],
    }


def test_has_the_configs_of_autotune_if_they_are_literal(sources: Sources) -> None:
    found = sources.function("""
SIZE = tl.constexpr(64)
class Sizes:
    WARPS: int = 8
    STAGES = 2
@triton.autotune([triton.Config({"A": SIZE, "B": True}),
                  triton.Config({"T": tl.bfloat16}, num_warps=Sizes.WARPS, maxnreg=64, num_stages=Sizes.STAGES)], key=["n"])
@triton.heuristics({"E": lambda args: True})
@triton.jit
def f(n): pass
""")
    assert found["autotune"] == {
        "static": [
            {
                "constants": {"A": ["int", "64"], "B": ["bool", "true"]},
                "options": {"num_warps": 4, "num_stages": 3, "num_ctas": 1},
            },
            {
                "constants": {"T": ["dtype", "bfloat16"]},
                "options": {"num_warps": 8, "num_stages": 2, "num_ctas": 1, "maxnreg": 64},
            },
        ]
    }


@pytest.mark.parametrize(
    ("given", "key"),
    [
        pytest.param('configs=CONFIGS, key=["M", "N"]', ["M", "N"], id="by name"),
        pytest.param('CONFIGS, ("M",)', ["M"], id="by position"),
        pytest.param("CONFIGS, key=KEY", ["K"], id="as a constant"),
        pytest.param("CONFIGS, key=list(KEY)", [], id="computed"),
        pytest.param("CONFIGS, key=[1]", [], id="not names"),
        pytest.param("CONFIGS", [], id="not at all"),
    ],
)
def test_has_the_key_of_autotune(given: str, key: list[str], sources: Sources) -> None:
    found = sources.function(f'KEY = ["K"]\n@triton.autotune({given})\n@triton.jit\ndef f(M, N, K): pass')
    assert found["autotuneKey"] == key


@pytest.mark.parametrize(
    "configs",
    [
        pytest.param('[triton.Config({"A": a}) for a in (1, 2)]', id="made by code"),
        pytest.param("CONFIGS", id="named elsewhere"),
        pytest.param('[triton.Config({"A": 2 * WARPS}, num_warps=4)]', id="computed"),
        pytest.param("CHANGED", id="in a list that is changed"),
        pytest.param("ALL", id="in a list that is changed through another name"),
        pytest.param("OTHER", id="in another name of a list that is changed"),
        pytest.param("SET", id="in a list of which a part is set"),
        pytest.param('[triton.Config({"A": CALLED})]', id="with what a function gives"),
        pytest.param('[triton.Config({"A": GLOBAL})]', id="with what a function sets"),
        pytest.param('[triton.Config({"A": Changed.SIZE})]', id="with an attribute of a class that is changed"),
        pytest.param('[triton.Config({"A": ELSEWHERE})]', id="with what another file sets"),
    ],
)
def test_has_dynamic_configs_if_they_are(configs: str, sources: Sources) -> None:
    sources.write({"other.py": "import k\nk.ELSEWHERE = 8\n"})
    found = sources.function(f"""
GLOBAL = ELSEWHERE = 4
import other
def init():
  global GLOBAL
  GLOBAL = 8
init()
CHANGED = [triton.Config({{"A": 1}})]
CHANGED.append(triton.Config({{"A": 2}}))
OTHER = CHANGED
ALL = [triton.Config({{"A": 1}})]
RENAMED = ALL
RENAMED.append(triton.Config({{"A": 2}}))
CALLED = abs(-4)
class Changed:
  SIZE = 4
Changed.SIZE = 8
SET = [triton.Config({{"A": 1}})]
SET[0] = triton.Config({{"A": 2}})
@triton.autotune(configs={configs}, key=[])
@triton.jit
def f(): pass
""")
    assert found["autotune"] == "dynamic"


def test_has_the_values_of_heuristics_in_the_grid_language_if_they_have_a_form_in_it(sources: Sources) -> None:
    found = sources.function("""
@triton.heuristics({"E": lambda args: args["n"] % 16 == 0,
                    "G": lambda args: other(args)})
@triton.jit
def f(n, E: tl.constexpr, G: tl.constexpr): pass
""")
    assert found["heuristics"] == [
        {"parameter": "E", "line": 3, "expression": "((n % 16) == 0)"},
        {"parameter": "G", "line": 4, "untranslated": "lambda args: other(args)"},
    ]


JIT = "  @triton.jit\n  def f(): pass"


@pytest.mark.parametrize(
    ("text", "line", "jit"),
    [
        pytest.param(
            "try:\n  if True:\n    @triton.jit\n    def g(n): pass\nfinally: pass\nf = g",
            6,
            True,
            id="through an alias, in blocks",
        ),
        pytest.param("def g(n): pass\nf = triton.jit(g)", 3, True, id="as an argument of triton.jit"),
        pytest.param("from elsewhere import f", 3, True, id="where it is imported from"),
        pytest.param("from elsewhere import *", 3, True, id="where it is imported from by a star"),
    ],
)
def test_is_found(text: str, line: int, jit: bool, sources: Sources) -> None:
    sources.write({"elsewhere.py": "import triton\n@triton.jit\ndef f(n): pass"})
    found = sources.function(text)
    assert (found["line"], found["jit"]) == (line, jit)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("def make():\n  return g\nf = make()", id="comes from a factory"),
        pytest.param(f"X = 1\nif X:\n{JIT}\nelse:\n{JIT}", id="is defined twice"),
        pytest.param("f = f", id="is an alias of itself"),
    ],
)
def test_is_left_to_triton_if_it(text: str, sources: Sources) -> None:
    assert sources.function(text) is None


@pytest.mark.parametrize(
    ("text", "line"),
    [
        pytest.param("def f(n): pass", 3, id="has no decorator"),
        pytest.param("from numba import jit\n@jit\ndef f(n): pass", 5, id="has a decorator of another package"),
        pytest.param("class f: pass", 3, id="is a class"),
        pytest.param("@triton.jit\ndef ff(n): pass", None, id="does not exist"),
        pytest.param(f"class Ops:\n{JIT}", 5, id="is in a class"),
        pytest.param(f"def make():\n{JIT}\n  return f", 5, id="is made by a function"),
    ],
)
def test_is_refused_if_it(text: str, line: int | None, sources: Sources, golden: Golden) -> None:
    sources.write_kernel(text)
    error: dict[str, Any] = sources.inspect()["error"]
    assert (error["kind"], error["file"], error["line"]) == ("function", "k.py", line)
    golden.check(f"{error['message']}\n{error['hint']}")


def test_describes_a_kernel_that_is_none_where_there_is_no_triton(sources: Sources) -> None:
    found = sources.function("""
from checks import HAS_TRITON
if HAS_TRITON:
    @triton.autotune([triton.Config({"A": 1})], key=[])
    @triton.jit
    def f(x, A: tl.constexpr): tl.store(x, A)
else:
    f = None
""")
    assert [each["name"] for each in found["parameters"]] == ["x", "A"]
    assert len(found["autotune"]["static"]) == 1
