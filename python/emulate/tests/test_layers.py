"""Modules import only from their own layer and from those before it, also for types."""

import ast
import sys
from pathlib import Path

import aot_emulate
import aot_variations
import pytest

FOLDER = Path(next(iter(aot_emulate.__path__)))

LAYERS = [
    # What is read and stored.
    "types mnemonic program assumed grid fault memory ptx watch limit units rows tables formats tensor_core rounding swizzle tensor_map",
    # The machine, and its parts, which know it.
    "machine steps code values access special barriers clocks approximate races far arrival winners touched reads sharers device_races earlier tensor_maps doubt endless unused overflow serial unwritten",
    # What instructions do to it.
    "results builtins tensor_memory instructions",
    "decode counts residents processes launch",
    "server __main__",
]
LAYER_OF = {name: layer for layer, names in enumerate(LAYERS) for name in names.split()}
MODULES = sorted(FOLDER.rglob("*.py"))


def first_part(file: Path) -> str:
    return file.relative_to(FOLDER).with_suffix("").parts[0]


def imported(file: Path) -> set[str]:
    """The modules of this package, or folders of it, that a module imports."""
    depth = len(file.relative_to(FOLDER).parts)
    found = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.ImportFrom) and node.level == depth:
            found |= {node.module.split(".")[0]} if node.module else {each.name for each in node.names}
    return found


def test_every_module_is_in_a_layer():
    assert {first_part(file) for file in MODULES} == set(LAYER_OF)


@pytest.mark.parametrize("file", MODULES, ids=lambda file: str(file.relative_to(FOLDER)))
def test_imports_nothing_of_a_later_layer(file):
    own = LAYER_OF[first_part(file)]
    assert [name for name in imported(file) if LAYER_OF[name] > own] == []


@pytest.mark.parametrize(
    "file", sorted(Path(next(iter(aot_variations.__path__))).glob("*.py")), ids=lambda file: file.name
)
def test_variations_need_python_alone(file):
    own = [node for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, (ast.Import, ast.ImportFrom))]
    names = {
        name.split(".")[0]
        for node in own
        for name in ([each.name for each in node.names] if isinstance(node, ast.Import) else [node.module or ""])
        if not getattr(node, "level", 0)
    }
    assert names <= sys.stdlib_module_names
