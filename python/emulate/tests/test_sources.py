"""What is found of files with kernels: their tests, what they run as programs, examples, and the call to write."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from program import NOTES, emulate, report_of
from triton_aot_emulate.sources.importing import importing_tests
from triton_aot_emulate.sources.running import sources_of
from triton_aot_emulate.sources.source import Source, read_source

KERNEL = """
import triton
from triton import jit
import numba

@triton.autotune(configs=[], key=[])
@triton.jit(do_not_specialize=["n"])
def scale_kernel(x_ptr, n, helper):
    part(x_ptr)

@jit
def part(x_ptr): ...

@jit
def value(x):
    return x + 1

@numba.jit
def no_kernel(x): ...

def raw(x): ...
made = triton.jit(raw)

class _Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        scale_kernel[lambda meta: (1,)](x, x.numel())
"""


def written(folder: Path, files: dict[str, str]) -> Path:
    """Writes files into a folder."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def source(folder: Path, text: str, name: str = "ops.py") -> Source:
    (folder / name).write_text(text, encoding="utf-8")
    return read_source(str(folder / name))


def test_kernels_are_what_host_code_can_launch(tmp_path):
    found = source(tmp_path, KERNEL)
    assert [(each.name, each.first, each.line) for each in found.kernels] == [("scale_kernel", 6, 8), ("raw", 21, 21)]
    assert found.has_launch


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("", "_Scale.apply(TENSOR, ...)"),
        (
            "def scale(x: 'torch.Tensor', factor: float, *, n: int, out=None):\n    return _Scale.apply(x, factor)",
            "scale(x=TENSOR, factor=1.0, n=64)",
        ),
        ("def test_scale(x):\n    scale_kernel[(1,)](x)", "_Scale.apply(TENSOR, ...)"),
        ("def choose(x, k):\n    k = scale_kernel if k else raw\n    k[x.shape](x)", "choose(x=TENSOR, k=...)"),
        (
            "class Scale(nn.Module):\n  def __init__(self, dim: int): ...\n  def forward(self, x):\n    scale_kernel[x.shape](x)",
            "Scale(dim=64).cuda()(x=TENSOR)",
        ),
    ],
)
def test_call_has_the_parameters_of_the_function_that_launches(tmp_path, text, call):
    found = source(tmp_path, KERNEL + text)
    assert found.kernels[0].call == call.replace("TENSOR", "torch.randn(64, 1000, device='cuda')")


@pytest.mark.parametrize(
    ("text", "is_program"),
    [
        ("def f(): ...\nif __name__ == '__main__':\n    f()", True),
        ("def f(): ...\nx = f()\n", True),
        ("def f(): ...\nx = len('a')\nwith open('a'):\n    pass", False),
        ("def f():\n    f()", False),
    ],
)
def test_program_is_what_calls_its_functions(tmp_path, text, is_program):
    assert source(tmp_path, text).is_program == is_program


@pytest.mark.parametrize(
    ("docstring", "codes"),
    [
        (">>> y = f(1)\n    >>> y\n    2", ["y = f(1)\ny\n"]),
        (">>> f(1)  # doctest: +SKIP\n    2", []),
        (">>> f('a')\n    Traceback (most recent call last):\n    TypeError: no", []),
        ("```python\n    if True:\n        f(1)\n    ```", ["if True:\n    f(1)\n"]),
        ("```sh\n    f 1\n    ```", []),
        ("Example::\n\n        x = 1\n        f(x)\n\n    More text.", ["x = 1\nf(x)\n\n"]),
        (".. code-block:: python\n\n        f(1)", ["f(1)\n"]),
        ("Nothing of it::\n\n        print(1)", []),
    ],
)
def test_examples_are_code_of_docstrings_that_uses_the_file(tmp_path, docstring, codes):
    found = source(tmp_path, f'def f(x):\n    """Does it.\n\n    {docstring}\n    """\n').examples
    assert found == [each for each in codes if each]


LAYOUTS = {
    "absolute": {"pkg/ops.py": "", "tests/test_a.py": "from pkg.ops import f", "tests/test_b.py": "import pkg.others"},
    "package": {"pkg/__init__.py": "from .ops import f", "pkg/ops.py": "", "tests/test_a.py": "import pkg\npkg.f()"},
    "src": {"src/pkg/__init__.py": "", "src/pkg/ops.py": "", "tests/unit/test_a.py": "from pkg import ops"},
    "relative": {
        "pkg/__init__.py": "",
        "pkg/ops.py": "",
        "pkg/tests/__init__.py": "",
        "pkg/tests/test_a.py": "from ..ops import f",
    },
    "beside": {"kernels/ops.py": "", "kernels/test_a.py": "import ops"},
    "importorskip": {"ops.py": "", "test_a.py": "import pytest\nops = pytest.importorskip('ops')"},
    "by path": {"kernels/ops.py": "", "tests/test_a.py": "load('../kernels/ops.py')"},
    "function": {"ops.py": "", "tests/a_test.py": "def test():\n    from ops import f"},
    "another file": {"ops.py": "", "other/ops.py": "", "other/test_b.py": "import ops", "test_a.py": "import ops"},
    "without": {"ops.py": "", "test_b.py": "import torch", "venv/test_c.py": "import ops", "venv/pyvenv.cfg": ""},
}


@pytest.mark.parametrize("name", LAYOUTS)
def test_tests_are_those_that_import_the_file(tmp_path, name):
    written(tmp_path, {"pyproject.toml": "", **LAYOUTS[name]})
    file = next(each for each in tmp_path.rglob("ops.py") if "other" not in each.parts)
    found = importing_tests(Source(str(file), names=["f"])).files
    assert [Path(each).stem for each in found] == {"function": ["a_test"], "without": []}.get(name, ["test_a"])


def test_tests_that_import_most_directly_are_at_most_ten(tmp_path):
    many = {f"tests/test_{at}.py": "import pkg.ops" for at in range(12)}
    far = {"tests/test_far.py": "import pkg.through", "pkg/through.py": "import pkg.ops"}
    own = {"pkg/ops.py": "def f(): ...", "tests/test_ops.py": "import pkg.ops"}
    written(tmp_path, {"pyproject.toml": "", **own, **many, **far})
    found = importing_tests(read_source(str(tmp_path / "pkg/ops.py")))
    assert [len(found.files), found.left_out] == [10, 3]
    assert Path(found.files[0]).name == "test_ops.py"


def test_sources_are_checked_once_and_say_what_is_wrong(tmp_path, monkeypatch):
    files = {"ops.py": KERNEL, "sub/more.py": KERNEL, "sub/none.py": "x = 1", "empty/a.py": "", "bad.py": "def f(:"}
    monkeypatch.chdir(written(tmp_path, files))
    sources, warnings = sources_of(["ops.py:raw", "sub", "./ops.py", "empty", "bad.py", "ops.py:nothing", "no.py"])
    assert [each.file for each in sources] == ["ops.py", "sub/more.py", "bad.py", "no.py"]
    assert sources[0].only == []
    assert [each.problem for each in sources] == [
        "ops.py: there is no kernel `nothing` in it; its kernels: `scale_kernel`, `raw`",
        "",
        "bad.py:1: invalid syntax",
        "no.py: No such file or directory",
    ]
    assert warnings == ["empty: there is no Python file with a kernel, a function with @triton.jit, in this folder"]


# The two stand for the real ones: the command wants to know that they are there, and these programs import neither.
STAND_INS = {"fakes/triton/__init__.py": "", "fakes/torch/__init__.py": ""}
FILE = """
class triton:
    jit = staticmethod(lambda function: function)

@triton.jit
def add(x): ...

@triton.jit
def other(x): ...

def run(x):
    '''
    >>> run(4)
    '''
    note(x) or add[x](1)

def note(x):
    import notes
    notes.launched("add")
    with open("ran", "a") as file:
        file.write(f"{x} ")
    return True
"""
TEST = "import app\ndef test_run():\n    app.run(1)\n"
PROGRAM = "if __name__ == '__main__':\n    run(3)\n"


def find(folder: Path, *words: str, **files: str):
    """Gives the exit code, what ran, what is said of the file, and the error output."""
    named = {f"{name}.py": text for name, text in files.items()}
    written(folder, {"notes.py": NOTES, **STAND_INS, **named})
    packages = [str(Path(__file__).parents[1]), str(Path(pytest.__file__).parents[1]), str(folder / "fakes")]
    path = os.pathsep.join(packages)
    ended = emulate(folder, "--report=report.json", *words, "--find", "app.py", environment={"PYTHONPATH": path})
    ran = (folder / "ran").read_text() if (folder / "ran").exists() else ""
    return ended.returncode, ran, report_of(folder)["sources"][0], ended.stderr


def test_first_that_launches_a_kernel_is_run(tmp_path):
    code, ran, source, error = find(tmp_path, app=FILE + PROGRAM, test_app=TEST)
    assert (code, ran, source["ran"]) == (0, "1 ", ["test_app.py: tests that import app.py"]), error
    assert [each["launched"] for each in source["kernels"]] == [True, False]
    assert "not checked: nothing that ran launches it\n  other at app.py:9\n" in error


def test_program_is_run_if_tests_launch_nothing_and_then_examples(tmp_path):
    test = "import app, unittest\nclass Test(unittest.TestCase):\n    def test(self): pass\n"
    code, ran, source, error = find(tmp_path, app=FILE + PROGRAM, test_app=test)
    assert (code, ran, len(source["ran"])) == (0, "3 ", 2), error
    code, ran, source, error = find(tmp_path, app=FILE, test_app=test)
    assert (code, ran, source["ran"][1:]) == (0, "3 4 ", ["the examples in docstrings of app.py"]), error


def test_nothing_that_launches_is_no_verdict(tmp_path):
    code, ran, source, error = find(tmp_path, app=FILE.replace(">>> ", ""))
    assert (code, ran, source["ran"]) == (2, "", []), error
    assert '--vary --call "run(x=...)" app.py\n' in error
    assert "error: app.py: nothing launches its kernels: no test imports it" in error


def test_program_that_does_not_end_says_where_it_was(tmp_path):
    program = FILE + "if __name__ == '__main__':\n    run(3)\n    while True: pass\n"
    code, ran, _, error = find(tmp_path, "--limit=0.1", app=program)
    assert (code, ran) == (3, "3 "), error
    assert "while True: pass\n" in error
    assert "error: the program did not end within 2 s. Use smaller sizes, or raise `--limit`" in error
