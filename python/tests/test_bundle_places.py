"""Where a bundle looks for the module of a kernel."""

import importlib.util
import sys
from pathlib import Path

import pytest

PLACES = Path(__file__).parents[1] / "bundle/aot_bundle/places.py"


@pytest.fixture
def places():
    """The module by itself: the rest of its package is put together when a bundle is made."""
    spec = importlib.util.spec_from_file_location("bundle_places", PLACES)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("inits", [["outer", "outer/inner"], ["outer"], ["outer/inner"], []])
def test_a_module_in_folders_without_init_files_is_found(places, tmp_path, monkeypatch, inits):
    (tmp_path / "outer/inner").mkdir(parents=True)
    for folder in inits:
        (tmp_path / folder / "__init__.py").write_text("raise AssertionError('nothing is imported')")
    (tmp_path / "outer/inner/kernels.py").write_text("def add(x): ...")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert places.spec_of("outer.inner.kernels", "add", "").origin == str(tmp_path / "outer/inner/kernels.py")
    assert not [name for name in sys.modules if name.startswith("outer")]


def test_a_module_that_is_in_no_folder_is_refused(places, tmp_path, monkeypatch):
    (tmp_path / "outer/inner").mkdir(parents=True)
    (tmp_path / "outer/__init__.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(places.Refused, match=r"no folder of the path has `outer\.other`"):
        places.spec_of("outer.other.kernels", "add", "")
    with pytest.raises(places.Refused, match=r"no folder of the path has `outer\.inner\.kernels`"):
        places.spec_of("outer.inner.kernels", "add", "")
