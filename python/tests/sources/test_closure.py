"""What a file that is imported consists of, and how much of a large repository is read."""

import hashlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from aot_sources.closure import loaded_by
from aot_sources.modules import Project
from project import Sources


def test_has_the_hash_of_the_bytes_of_a_file(sources: Sources) -> None:
    sources.write({"k.py": "x = 1\n"})
    assert sources.read(mode="reference")["code"] == {
        "kind": "import",
        "root": str(sources.folder),
        "file": sources.path("k.py"),
        "module": "k",
        "closure": [{"path": "k.py", "sha256": hashlib.sha256(b"x = 1\n").hexdigest()}],
    }


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        pytest.param(
            {
                "k.py": "def g():\n    import a\ntry:\n    from b import name\nexcept ImportError:\n    import c\n",
                "a.py": "import k",
                "b.py": "",
                "c.py": "import not_used_by_k",
                "unused.py": "",
            },
            ["a.py", "b.py", "c.py", "k.py"],
            id="imports anywhere in a file, also in cycles",
        ),
        pytest.param(
            {
                "k.py": "import lib.sub.helper",
                "lib/sub/helper.py": "from ..other import z\nfrom . import near",
                "lib/sub/near.py": "",
                "lib/other.py": "",
                "other.py": "",
            },
            ["k.py", "lib/other.py", "lib/sub/helper.py", "lib/sub/near.py"],
            id="relative imports through packages without an __init__.py",
        ),
        pytest.param(
            {
                "k.py": "from all import *\nfrom plain import *",
                "all/__init__.py": '__all__ = ["part", "more"]',
                "all/part.py": "",
                "all/more/__init__.py": "",
                "plain/__init__.py": "",
                "plain/part.py": "",
            },
            ["all/__init__.py", "all/more/__init__.py", "all/part.py", "k.py", "plain/__init__.py"],
            id="`import *` leads to the modules in __all__",
        ),
    ],
)
def test_follows_imports(files: dict[str, str], expected: list[str], sources: Sources) -> None:
    sources.write(files)
    assert sources.closure() == expected


def test_follows_packages_and_their_init_files(sources: Sources) -> None:
    sources.write(
        {
            "pkg/__init__.py": "from . import version",
            "pkg/version.py": "",
            "pkg/sub/__init__.py": "",
            "pkg/sub/k.py": "from ..lib import tools\nfrom .near import g\nfrom pkg import other",
            "pkg/sub/near.py": "",
            "pkg/lib/tools.py": "",
            "pkg/other.py": "",
        }
    )
    code = sources.read("pkg/sub/k.py", mode="reference")["code"]
    assert (code["root"], code["module"]) == (str(sources.folder), "pkg.sub.k")
    assert [each["path"] for each in code["closure"]] == [
        "pkg/__init__.py",
        "pkg/lib/tools.py",
        "pkg/other.py",
        "pkg/sub/__init__.py",
        "pkg/sub/k.py",
        "pkg/sub/near.py",
        "pkg/version.py",
    ]


def test_finds_modules_beside_the_file_first_then_in_the_folder_of_the_manifest(sources: Sources) -> None:
    sources.write(
        {
            "kernels/k.py": "import common\nimport shared.tools",
            "kernels/common.py": "",
            "common.py": "",
            "shared/tools.py": "",
        }
    )
    code = sources.read("kernels/k.py", mode="reference")["code"]
    assert (code["root"], code["module"]) == (sources.path("kernels"), "k")
    assert [each["path"] for each in code["closure"]] == ["kernels/common.py", "kernels/k.py", "shared/tools.py"]


def test_treats_a_symbolic_link_as_a_file_in_its_own_folder_as_python_does(sources: Sources) -> None:
    sources.write(
        {
            "k.py": "import pkg.linked",
            "pkg/__init__.py": "",
            "pkg/near.py": "",
            "real/linked.py": "from . import near",
            "real/near.py": "",
        }
    )
    (sources.folder / "pkg/linked.py").symlink_to("../real/linked.py")
    assert sources.closure() == ["k.py", "pkg/__init__.py", "pkg/linked.py", "pkg/near.py"]


def test_is_that_of_a_kernel_that_is_imported_too(sources: Sources) -> None:
    sources.write({"k.py": "import triton, a\n@triton.jit\ndef f(x): pass", "a.py": ""})
    answer = sources.read(mode="import")
    assert (answer["function"]["line"], answer["function"]["jit"]) == (3, True)
    assert [each["name"] for each in answer["function"]["parameters"]] == ["x"]
    assert answer["code"]["kind"] == "import"
    assert [each["path"] for each in answer["code"]["closure"]] == ["a.py", "k.py"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param("from a import (b, # (one)\n  c)", ["a/b.py", "a/c.py"], id="in parentheses"),
        pytest.param("from \\\n a \\\n import b,\\\n c", ["a/b.py", "a/c.py"], id="over lines"),
        pytest.param("x = 1; import a.b\nif x: import a.c", ["a/b.py", "a/c.py"], id="after others"),
        pytest.param("x = 1\rimport a.b\r\nimport a.c", ["a/b.py", "a/c.py"], id="with other ends of lines"),
        pytest.param("\ufeffimport a.b", ["a/b.py"], id="after a mark of the encoding"),
        pytest.param("# it's\nimport a.b\n# '''\nimport a.c", ["a/b.py", "a/c.py"], id="after quotes in comments"),
        pytest.param("x = \"'''\"\nimport a.b", ["a/b.py"], id="after quotes in quotes"),
        pytest.param("# coding: latin-1\nimport a.b", ["a/b.py"], id="in another encoding"),
        pytest.param('"""\nimport a.b\nfrom a import c\n"""', [], id="not in a text"),
        pytest.param("x = 'a \\\nimport a.b'", [], id="not in a text over lines"),
        pytest.param("#: import a.b\n# x;import a.c", [], id="not in a comment"),
        pytest.param('x = f"""\nimport a.b\n{__name__}"""', [], id="not in a text with values"),
    ],
)
def test_finds_imports(text: str, found: list[str], sources: Sources) -> None:
    sources.write({"k.py": text, "a/b.py": "", "a/c.py": ""})
    assert sources.closure() == [*found, "k.py"]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("A = 3", id="a value"),
        pytest.param("if True:\n  A = 3", id="a block"),
        pytest.param("(B, [A]) = 1, [3]", id="one of several values"),
        pytest.param("for A in (3,): pass", id="a loop"),
        pytest.param("B = (A := 3)", id="a value in another"),
        pytest.param("def g(\n  x,\n):\n# one\n\n  pass\n# two\nA = 3", id="a value after a function"),
        pytest.param("\U0001d400 = 3", id="a value in other letters"),
        pytest.param("# coding: latin-1\nA = 3", id="a value in another encoding"),
        pytest.param("from other import *", id="another import *"),
    ],
)
def test_finds_a_name_that_import_star_binds_by(text: str, sources: Sources) -> None:
    sources.write({"lib.py": text, "empty.py": "def h():\n  A = 1\n", "other.py": "A = 3"})
    sources.write_kernel("from empty import *\nfrom lib import *\n@triton.jit\ndef f(x): tl.store(x, A)")
    assert "lib.py" in sources.slice()


class Reads:
    """The files below a folder that are opened, and those that are parsed as a whole, each as often as it is."""

    def __init__(self, folder: Path):
        self._folder = f"{folder}/"
        self._texts: dict[bytes, str] = {}
        self._is_counting = False
        self.opened: list[str] = []
        self.parsed: list[str] = []
        sys.addaudithook(self._note)  # for ever: so it counts on request only

    @contextmanager
    def counting(self) -> Iterator[None]:
        self._is_counting = True
        try:
            yield
        finally:
            self._is_counting = False
            self.opened.sort()
            self.parsed.sort()

    def _note(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self._is_counting:
            return
        if event == "open" and str(arguments[0]).startswith(self._folder):
            self._is_counting = False
            name = str(arguments[0]).removeprefix(self._folder)
            self.opened.append(name)
            self._texts[Path(arguments[0]).read_bytes()] = name
            self._is_counting = True
        elif event == "compile" and arguments[0] in self._texts:
            self.parsed.append(self._texts[arguments[0]])


MODULES = [f"m{index}" for index in range(30)]


@pytest.fixture
def repository(sources: Sources) -> Sources:
    """A package that has all names of its modules, which import each other."""
    for index, name in enumerate(MODULES):
        text = f"@triton.jit\ndef scale_{name}(x):\n    return x * sum(range({index}))\n"
        sources.write({f"big/{name}.py": f"import torch, triton\nfrom big import m{(index + 1) % 30}\n{text}"})
    sources.write({"big/__init__.py": "".join(f"from .{name} import *\n" for name in MODULES)})
    return sources


ALL = [*(f"big/{name}.py" for name in MODULES), "big/__init__.py"]


def test_a_slice_reads_only_the_files_that_its_names_lead_to(repository: Sources) -> None:
    repository.write_kernel("""
from big.m3 import scale_m3
from big.m4 import scale_m4
import big.m5
@triton.jit
def f(x): tl.store(x, scale_m3(1))
def launch(x): f[(1,)](x, scale_m4, big.m5)
""")
    reads = Reads(repository.folder)
    with reads.counting():
        repository.read()
    # What `from big import m4` in m3.py names depends on the package.
    assert reads.parsed == ["big/__init__.py", "big/m3.py", "k.py"]


def test_a_slice_parses_only_the_modules_of_import_star_that_may_have_its_names(repository: Sources) -> None:
    repository.write_kernel("""
from big import *
@triton.jit
def f(x):
    for i in range(2): tl.store(x, scale_m3(sum(x)))
""")
    reads = Reads(repository.folder)
    with reads.counting():
        repository.read()
    assert reads.parsed == ["big/__init__.py", "big/m3.py", "k.py"]
    # Once to see which names they may have, once to parse it.
    assert reads.opened == sorted([*ALL, "k.py", "big/__init__.py", "big/m3.py", "k.py"])


def test_the_closure_opens_each_file_once_and_parses_none_as_a_whole(repository: Sources) -> None:
    repository.write({"k.py": "import big\n\ndef f(x):\n    return x\n"})
    reads = Reads(repository.folder)
    with reads.counting():
        repository.read(mode="reference")
    assert [each for each in reads.opened if each != "k.py"] == sorted(ALL)
    assert set(reads.parsed) <= {"k.py", "big/__init__.py"}


def test_imports_of_a_package_are_not_followed_to_those_beside_it(tmp_path: Path) -> None:
    names = ("lib/__init__.py", "lib/k.py", "lib/other.py", "big/__init__.py", "big/part.py")
    for name in names:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    (tmp_path / "lib/k.py").write_text("import big.part\nimport lib.other\nfrom . import other\n")
    project = Project(tmp_path, only=frozenset(["lib"]))
    files = loaded_by(tmp_path / "lib/k.py", project).files
    assert {each.relative_to(tmp_path).as_posix() for each in files} == {name for name in names if "lib" in name}
    assert project.find("big.part", project.module(tmp_path / "lib/k.py")) is None
    # Another kernel of the package.
    assert project.unread().find("big.part", project.module(tmp_path / "lib/k.py")) is None
