"""How a bundle finds kernels in a running program, and removes Triton's notes about them again."""

import importlib
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import triton
import triton.language as tl

PYTHON = Path(__file__).parents[1]

FACTOR = tl.constexpr(2)


@triton.jit
def innermost(x):
    return x * FACTOR


HELPERS = ModuleType("helpers")
HELPERS.deeper = ModuleType("deeper")  # type: ignore[attr-defined]
HELPERS.deeper.innermost = innermost
HELPERS.unused = innermost  # type: ignore[attr-defined]


class Functions:
    @triton.jit
    def middle(x):
        return HELPERS.deeper.innermost(x)


@triton.jit
def outer(x):
    tl.store(x, Functions.middle(tl.load(x)))


@triton.jit
def alone(x):
    tl.store(x, 1)


def made(helper: Any) -> Any:
    @triton.jit
    def kernel(x):
        tl.store(x, helper(tl.load(x)))

    return kernel


@pytest.fixture(scope="module")
def bundled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The module in a package that is put together as in a bundle."""
    folder = tmp_path_factory.mktemp("bundled")
    package = shutil.copytree(PYTHON / "bundle/aot_bundle", folder / "tried_bundle")
    for name in ("compiles.py", "journal.py"):
        shutil.copy(PYTHON / "record/aot_record" / name, package)
    sys.path.insert(0, str(folder))
    yield importlib.import_module("tried_bundle.preloading")
    sys.path.remove(str(folder))


@pytest.fixture
def preloading(bundled: Any) -> Iterator[Any]:
    yield bundled
    for each in (outer, Functions.middle, innermost, alone):
        each.hash, each.used_global_vals = None, {}
    bundled.BROKEN.clear()


@pytest.mark.parametrize(
    ("function", "expected"),
    [(outer, {"outer", "middle", "innermost"}), (alone, {"alone"}), (made(innermost), {"kernel", "innermost"})],
    ids=["of modules and classes", "without any", "of a closure"],
)
def test_callees(preloading: Any, function: Any, expected: set[str]) -> None:
    found = {each.fn.__name__ for each in preloading.with_callees(function)}
    assert {name for name in found if name in {"outer", "middle", "innermost", "alone", "kernel"}} == expected


def test_notes_are_removed(preloading: Any) -> None:
    with preloading.forgotten() as find:
        key = find(__name__, "outer", __file__).cache_key
        assert outer.hash == key
        assert innermost.used_global_vals
    assert (outer.hash, innermost.hash, innermost.used_global_vals) == (None, None, {})


def test_notes_of_the_program_are_kept(preloading: Any) -> None:
    key = innermost.cache_key
    with preloading.forgotten() as find:
        assert find(__name__, "outer", __file__).cache_key
    assert (outer.hash, innermost.hash) == (None, key)
    assert innermost.used_global_vals


def test_kernels_of_the_program_are_found_in_its_own_file(preloading: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    program = ModuleType("__main__")
    program.__file__ = "/elsewhere/serve.py"
    program.outer = outer  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "__main__", program)
    assert preloading.function_here("__main__", "outer", "/app/serve.py") is outer
    with pytest.raises(preloading.Later):
        preloading.function_here("__main__", "outer", "/app/other.py")
    # It is not defined yet.
    with pytest.raises(preloading.Later):
        preloading.function_here("__main__", "later", "/app/serve.py")


def test_a_child_of_the_program_has_its_kernels(preloading: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    program = ModuleType("__mp_main__")
    program.__file__ = "/app/serve.py"
    program.outer = outer  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "__mp_main__", program)
    assert preloading.function_here("__main__", "outer", "/app/serve.py") is outer


def test_a_module_that_is_being_imported_is_for_later(preloading: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    half = ModuleType("half")
    half.__spec__ = type("Spec", (), {"_initializing": True})()
    monkeypatch.setitem(sys.modules, "half", half)
    with pytest.raises(preloading.Later):
        preloading.function_here("half", "kernel", "half.py")


def test_a_module_is_tried_once_and_may_be_imported_later(preloading: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(2):
        with pytest.raises(preloading.NotImported, match="`no_such_module` cannot be imported: ModuleNotFoundError"):
            preloading.function_here("no_such_module", "outer", "x.py")
    there = ModuleType("no_such_module")
    there.outer = outer  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "no_such_module", there)
    assert preloading.function_here("no_such_module", "outer", "x.py") is outer


def test_what_is_no_kernel_is_refused(preloading: Any) -> None:
    with pytest.raises(preloading.Refused, match=f"`{__name__}` has no `missing`"):
        preloading.function_here(__name__, "missing", __file__)
    with pytest.raises(preloading.Refused, match="`FACTOR` is not a Triton kernel"):
        preloading.function_here(__name__, "FACTOR", __file__)
