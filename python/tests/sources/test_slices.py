"""What the slice of a kernel contains."""

import hashlib
from collections.abc import Callable
from typing import Any

import pytest
from golden import Golden
from project import IMPORTS, Sources

USUAL = IMPORTS.splitlines()


def notes_of(answer: dict[str, Any]) -> str:
    return "\n".join(f"{each['file']}:{each['line']}: {each['message']}" for each in answer["notes"])


def test_has_what_the_kernel_needs_and_nothing_else_every_line_where_it_is_in_its_file(sources: Sources) -> None:
    sources.write(
        {
            "pkg/__init__.py": "import torch",
            "pkg/lib.py": "import triton, os\nSCALE = 2\nOTHER = 3\n@triton.jit\ndef helper(x): return x * SCALE\n",
        }
    )
    sources.write_kernel("""
import torch
from pkg.lib import helper, OTHER
torch.manual_seed(1)
LIMIT = tl.constexpr(8)
@triton.jit
def f(x): tl.store(x, helper(LIMIT))
@triton.jit
def g(x): tl.store(x, OTHER)
""")
    assert sources.slice() == {
        "k.py": [
            *USUAL,
            "helper = _aot_from('pkg/lib.py', 'helper')",
            "LIMIT = tl.constexpr(8)",
            "@triton.jit",
            "def f(x): tl.store(x, helper(LIMIT))",
        ],
        "pkg/lib.py": ["import triton", "SCALE = 2", "@triton.jit", "def helper(x): return x * SCALE"],
    }
    assert sources.read()["code"]["modules"][0]["text"].split("\n").index("@triton.jit") == 6


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param("S.append(2)", id="a method"),
        pytest.param("other = S\nother.append(2)", id="another name of it"),
        pytest.param("last = S.pop()", id="a method called for its result"),
        pytest.param("def fill(s): s.append(2)\nfill(S)", id="a function"),
        pytest.param("def fill(s): s.append(2)\nfor _ in range(3): fill(S)", id="a function in a loop"),
        pytest.param("del S[0]", id="del"),
        pytest.param("def init():\n  global S\n  S = [1, 2]\ninit()", id="a function with global"),
        pytest.param("X = 0\nif X:\n  S.append(2)", id="a condition that may not hold"),
    ],
)
def test_has_statements_that_change_a_value_it_reads(changes: str, sources: Sources) -> None:
    text = f"S = [1]\n{changes}\nV = tl.constexpr(len(S))\n@triton.jit\ndef f(x): tl.store(x, V)"
    sources.write_kernel(text)
    assert sources.slice() == {"k.py": [*USUAL, *text.split("\n")]}


@pytest.mark.parametrize("function", ["OptionalImport", "loader.LazyLoader", "importlib.import_module"])
def test_a_module_that_is_imported_when_it_is_first_used_is_that_module(function: str, sources: Sources) -> None:
    text = f"""import importlib
from pkg import loader, OptionalImport
triton = {function}("triton")
tl = triton.language
def setup(): tl.configured = True
LOG2E = tl.constexpr(1.5)
@triton.jit
def f(x): tl.store(x, LOG2E)
"""
    sources.write({"k.py": text})
    assert sources.slice() == {
        "k.py": [
            "import triton",
            "tl = triton.language",
            "LOG2E = tl.constexpr(1.5)",
            "@triton.jit",
            "def f(x): tl.store(x, LOG2E)",
        ]
    }


def test_a_function_that_says_whether_there_is_triton_imports_nothing(sources: Sources) -> None:
    text = """import triton, triton.language as tl
from pkg import can_import
HAS_TRITON = can_import("triton")
@triton.jit
def f(x):
    if HAS_TRITON: tl.store(x, 1)
"""
    sources.write({"k.py": text})
    assert "`HAS_TRITON` is known only when" in sources.inspect()["error"]["message"]


@pytest.mark.parametrize(
    "encode",
    [
        pytest.param(lambda text: text.replace("\n", "\r").encode(), id="other line ends"),
        pytest.param(lambda text: f"# coding: latin-1\n{text}".encode("latin-1"), id="another encoding"),
    ],
)
def test_is_the_same_for_a_file_with(encode: Callable[[str], bytes], sources: Sources) -> None:
    text = 'import triton\nNAME = "größe"\n@triton.jit\ndef f(x):\n    """Größe."""\n    print(NAME)\n'
    sources.write({"k.py": encode(text)})
    assert sources.slice()["k.py"] == text.rstrip().split("\n")


def test_has_all_names_of_a_module_that_is_used_as_a_value_but_not_the_modules_that_it_imports(
    sources: Sources,
) -> None:
    sources.write(
        {
            "k.py": """import triton
from pkg import fast, slow

FUNCTIONS = {"fast": fast, "slow": slow}
double = getattr(FUNCTIONS["fast"], "double")


@triton.jit
def f(x):
    double(x)
""",
            "pkg/__init__.py": "import torch\n",
            "pkg/fast.py": """import math
from . import unrelated
from .shared import *

SIZE = 2


def double(x):
    return unrelated.twice(x)


def other(x):
    return triple(x)
""",
            "pkg/shared.py": """def triple(x):
    return x * 3


def half(x):
    return x / 2


def _own(x):
    return x
""",
            "pkg/unrelated.py": "def twice(x):\n    return x * 2\n\n\ndef unused(x):\n    return x\n",
            "pkg/slow.py": "",
        }
    )
    assert sources.slice() == {
        "k.py": [
            "import triton",
            "; ".join(
                f"{each} = _aot_module('{each}', 'pkg/{each}.py', globals().get('{each}'))" for each in ("fast", "slow")
            ),
            'FUNCTIONS = {"fast": fast, "slow": slow}',
            'double = getattr(FUNCTIONS["fast"], "double")',
            "@triton.jit",
            "def f(x):",
            "    double(x)",
        ],
        "pkg/fast.py": [
            "unrelated = _aot_module('unrelated', 'pkg/unrelated.py', globals().get('unrelated'))",
            "half = _aot_from('pkg/shared.py', 'half'); triple = _aot_from('pkg/shared.py', 'triple')",
            "SIZE = 2",
            "def double(x):",
            "    return unrelated.twice(x)",
            "def other(x):",
            "    return triple(x)",
        ],
        "pkg/shared.py": ["def triple(x):", "    return x * 3", "def half(x):", "    return x / 2"],
        "pkg/slow.py": [],
        "pkg/unrelated.py": ["def twice(x):", "    return x * 2"],
    }


def test_says_which_builtins_are_unknown(sources: Sources) -> None:
    sources.write_kernel("""
import torch
@triton.jit
def f(x, N: tl.constexpr):
  if N: tl.store(x, open, torch.size)
""")
    assert sources.read()["code"]["modules"][0]["unknown"] == {"open": 0}


def test_says_which_modules_are_packages(sources: Sources) -> None:
    sources.write({"pkg/__init__.py": "from .a import *\nSIZE = 1\n", "pkg/a.py": "MORE = 2\n"})
    sources.write_kernel("from pkg import MORE, SIZE\n@triton.jit\ndef f(x): x(SIZE, MORE)")
    modules = sources.read()["code"]["modules"]
    assert [(each["name"], each["package"]) for each in modules] == [("k", False), ("pkg", True), ("pkg.a", False)]


def test_follows_a_relative_import_out_of_two_packages(sources: Sources) -> None:
    sources.write(
        {
            "pkg/lib.py": "SIZE = 1\n",
            "pkg/a/lib.py": "",
            "pkg/a/b/lib.py": "",
            "pkg/a/b/k.py": "import triton\nfrom ...lib import SIZE\n@triton.jit\ndef f(x): tl.store(x, SIZE)\n",
        }
    )
    modules = sources.read("pkg/a/b/k.py")["code"]["modules"]
    assert [each["path"] for each in modules] == ["pkg/a/b/k.py", "pkg/lib.py"]


def test_has_a_hash_of_its_text_without_comments_blank_lines_and_trailing_blanks(sources: Sources) -> None:
    # As written, and as it counts.
    lines = [
        ("import triton", "import triton"),
        ("@triton.jit  # one", "@triton.jit"),
        ("def f(x): # two", "def f(x):"),
        ("    # three", ""),
        ('    """Doc.  ', '    """Doc.  '),
        ("  ", "  "),
        ("    # Not a comment.", "    # Not a comment."),
        ('    """  # four', '    """'),
        ("  ", ""),
        ("    y = 1 ", "    y = 1"),
        ('    z = "a \\', '    z = "a \\'),
        (' # not a comment"  ', ' # not a comment"'),
        ("    x(y, z)# five", "    x(y, z)"),
    ]
    sources.write({"k.py": "".join(f"{written}\n" for written, _ in lines)})
    counts = "\n".join(kept for _, kept in lines if kept)
    expected = hashlib.sha256(repr(["k", counts, []]).encode()).hexdigest()
    assert sources.read()["code"]["modules"][0]["sha256"] == expected


def test_imports_modules_that_are_installed(sources: Sources) -> None:
    sources.write_kernel("import numpy as np, other\nV = np.pi\n@triton.jit\ndef f(x): tl.store(x, V)")
    error = sources.inspect()["error"]
    assert (error["kind"], error["line"]) == ("unknown", 4)
    assert "import numpy as np" in sources.slice(installed=["numpy"])["k.py"]


def test_needs_an_answer_for_a_value_that_only_a_program_run_gives(sources: Sources, golden: Golden) -> None:
    sources.write_kernel("""
import torch
HIP = torch.version.hip is not None
@triton.jit
def f(x):
  if HIP: tl.store(x, 1)
""")
    error = sources.inspect()["error"]
    assert (error["kind"], error["file"], error["line"]) == ("unknown", "k.py", 4)
    golden.check(f"{error['message']}\n{error['hint']}")
    answer = sources.read(globals={"HIP": ["bool", "false"], "HIPS": ["bool", "true"]})
    assert answer["code"]["modules"][0]["answers"] == {"HIP": {"value": False, "called": False, "constexpr": False}}
    assert answer["unused"] == [{"name": "HIPS", "near": "HIP"}]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(
            "def is_cuda(): return torch.version.hip is None\nif is_cuda(): V = tl.abs\nelse: V = tl.exp",
            id="a condition",
        ),
        pytest.param('import importlib\nV = tl.constexpr(importlib.import_module("plugin").size)', id="importlib"),
        pytest.param("def V(x): return x\nfrom elsewhere import *", id="an import of all names of a package"),
        pytest.param('V = tl.constexpr(2)\nglobals()["V"] = tl.constexpr(3)', id="globals()"),
    ],
)
def test_says_which_answers_are_enough_for(text: str, sources: Sources, golden: Golden) -> None:
    sources.write_kernel(f"import torch\n{text}\n@triton.jit\ndef f(x): tl.store(x, V)")
    error = sources.inspect()["error"]
    golden.check(f"{error['line']}: {error['message']}\n{error['hint']}")


def test_takes_triton_where_a_stand_in_is_made_if_it_cannot_be_imported(sources: Sources) -> None:
    text = """try:
    import triton
    import triton.language as tl
    HAVE_TRITON = True
    TMA = is_available() and hasattr(tl, "make_tensor_descriptor")
except ImportError:
    HAVE_TRITON = False
if not HAVE_TRITON:
    from unittest.mock import MagicMock
    triton = MagicMock()
    triton.jit = print
    tl = MagicMock()
elif TMA:
    triton.set_allocator(print)
V = tl.constexpr(1 if HAVE_TRITON else 2)
@triton.jit
def f(x): tl.store(x, V)"""
    sources.write({"k.py": f"from torch import is_available\n{text}"})
    lines = text.split("\n")
    assert sources.slice()["k.py"] == ["if True:", *lines[1:4], *lines[-3:]]


def test_says_which_answers_are_for_constants_and_which_for_functions(sources: Sources) -> None:
    sources.write_kernel("""
import torch
V = tl.constexpr(torch.size) if torch.flag else 1
W = int(torch.size)
def limit(): return torch.limit
@triton.jit
def f(x): tl.store(x, V + W + limit())
""")
    one = ["int", "1"]
    answer = sources.read(globals={"V": one, "k.py:W": one, "limit()": one})
    assert answer["code"]["modules"][0]["answers"] == {
        "V": {"value": 1, "called": False, "constexpr": True},
        "W": {"value": 1, "called": False, "constexpr": False},
        "limit": {"value": 1, "called": True, "constexpr": False},
    }


def test_takes_answers_for_what_it_reads_from_modules_that_are_not_imported(sources: Sources) -> None:
    value = "V = tl.constexpr(2 if torch.version.hip is None else torch.cuda.count() + v.limit(3))"
    sources.write_kernel(
        f"import torch\nfrom torch import version as v\n{value}\n@triton.jit\ndef f(x): tl.store(x, V)"
    )
    answers = {
        "torch.version.hip": ["none", ""],
        "torch.cuda.count()": ["int", "8"],
        "torch.version.limit": ["dtype", "int8"],
    }
    assert sources.slice(globals=answers)["k.py"] == [
        *USUAL,
        "torch = _aot_stand_in('torch', {'version.hip': None, 'cuda.count()': 8})",
        "v = _aot_stand_in('torch.version', {'limit': 'tl.int8'})",
        value,
        "@triton.jit",
        "def f(x): tl.store(x, V)",
    ]
    assert sources.read(globals=answers)["unused"] == []


def test_computes_the_configs_of_autotune_if_they_are_wanted(sources: Sources, golden: Golden) -> None:
    sources.write_kernel("""
CONFIGS = [triton.Config({"A": a}) for a in (1, 2)]
LEAST = 2
def prune(configs, named_args, **kwargs): return [c for c in configs if c.kwargs["A"] >= LEAST]
BY = {"early_config_prune": prune, "perf_model": print, "top_k": 10}
@triton.autotune(CONFIGS, key=[], prune_configs_by=BY)
@triton.jit
def f(x, A: tl.constexpr): pass
CONFIGS.append(triton.Config({"A": 3}))
""")
    assert "configs" not in sources.read()
    answer = sources.read(configs=True)
    configs, prune = answer["configs"], answer["prune"]
    assert "CONFIGS" in configs["expression"]
    text = configs["modules"][0]["text"]
    assert "for a in (1, 2)" in text
    assert "def prune" not in text
    # What changes them after the function is defined comes too late.
    assert "append" not in text
    assert "CONFIGS" in prune["expression"]
    assert "prune" in prune["prune"]
    places = [prune["modules"][0]["text"].find(part) for part in ("CONFIGS = ", "LEAST = 2", "def prune")]
    assert -1 not in places
    assert places == sorted(places)
    golden.check(notes_of(answer))


def test_notes_what_prunes_configs_but_is_known_only_when_the_program_runs(sources: Sources, golden: Golden) -> None:
    sources.write_kernel("""
import json
TABLE = json.load(open("table.json"))
def prune(configs, named_args): return configs[: TABLE["most"]]
@triton.autotune([triton.Config({"A": 1})], [], {"early_config_prune": prune})
@triton.jit
def f(x, A: tl.constexpr): pass
""")
    answer = sources.read(configs=True)
    assert "prune" not in answer
    golden.check(notes_of(answer))


def test_leaves_out_decorators_that_are_not_from_triton_with_a_note(sources: Sources, golden: Golden) -> None:
    sources.write_kernel("from elsewhere import wrapped\n@wrapped\n@triton.jit\ndef f(x): pass")
    assert sources.slice()["k.py"] == [*USUAL, "@triton.jit", "def f(x): pass"]
    golden.check(notes_of(sources.read()))
