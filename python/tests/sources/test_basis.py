"""What on the disk an answer depends on. Every other test of sources also checks that nothing is missing there."""

import hashlib
from typing import Any

from aot_wire.messages import ReadBasis
from project import IMPORTS, Sources

KERNEL = IMPORTS + "from a.scales import SCALE\n@triton.jit\ndef f(x): tl.store(x, SCALE)\n"


def basis_of(sources: Sources, **changes: Any) -> ReadBasis | None:
    request = {"file": "k.py", "function": "f", "mode": "slice", "globals": {}, "installed": [], "configs": False}
    return sources.answer({**request, **changes})[1]


def test_names_the_files_that_were_read_with_their_hashes(sources: Sources) -> None:
    sources.write({"k.py": KERNEL, "a/scales.py": "SCALE = 2\n", "other.py": ""})
    basis = basis_of(sources)
    assert basis is not None
    assert basis["contents"] == {
        sources.path("k.py"): hashlib.sha256(KERNEL.encode()).hexdigest(),
        sources.path("a/scales.py"): hashlib.sha256(b"SCALE = 2\n").hexdigest(),
    }


def test_names_the_places_where_nothing_is(sources: Sources) -> None:
    sources.write({"k.py": KERNEL, "a/scales.py": "SCALE = 2\n"})
    basis = basis_of(sources)
    assert basis is not None
    # Each of these would be imported instead, or be a package around the kernel.
    earlier = ["a.py", "a/__init__.py", "a/scales/__init__.py", "__init__.py"]
    assert {path: basis["kinds"].get(sources.path(path), "file") for path in earlier} == dict.fromkeys(earlier)


def test_names_the_place_of_a_link(sources: Sources) -> None:
    sources.write({"real/k.py": IMPORTS + "@triton.jit\ndef f(x): pass\n"})
    (sources.folder / "k.py").symlink_to("real/k.py")
    basis = basis_of(sources)
    assert basis is not None
    assert basis["links"][sources.path("k.py")] == sources.path("real/k.py")


def test_is_missing_if_a_source_cannot_be_read(sources: Sources) -> None:
    assert basis_of(sources) is None


def test_is_missing_if_all_files_of_a_folder_count(sources: Sources) -> None:
    sources.write({"k.py": "from p import *\n", "p/__init__.py": "__all__ = ['a']\n", "p/a.py": ""})
    assert basis_of(sources, mode="reference") is None


def test_is_missing_if_a_file_cannot_be_parsed(sources: Sources) -> None:
    """Another Python may know its syntax."""
    sources.write({"k.py": "import a\n", "a.py": "import b, (\n", "b.py": ""})
    assert basis_of(sources, mode="reference") is None
    sources.write({"k.py": KERNEL + "import c\nc.a.b = 1\n", "a/scales.py": "SCALE = 2\n", "c.py": "a = ("})
    assert basis_of(sources) is None


def test_is_missing_if_a_file_cannot_be_opened(sources: Sources) -> None:
    """Its text may be readable the next time."""
    sources.write({"k.py": "import a\n"})
    (sources.folder / "a.py").write_bytes(b"#" * 20_000_001)
    assert basis_of(sources, mode="reference") is None
