"""Compiles a case to PTX of sm_80 with the running Python's Triton, without a GPU."""

import ast
import sys
from pathlib import Path

from data import ROOT, load_module

TARGET = 80


class _Enough(BaseException):
    """Ends a compile before ptxas."""


def _stages(found: dict):
    def hook(*args):
        if not args:
            return "", ""
        stages = args[1]
        to_ptx = stages["ptx"]

        def keep(source, metadata):
            found["ptx"] = to_ptx(source, metadata)
            found["shared"] = metadata["shared"]
            found["warps"] = metadata["num_warps"]
            raise _Enough

        stages["ptx"] = keep

    return hook


def compile_case(case, tree: ast.Module | None = None, folder: Path | None = None) -> dict:
    """Returns {ptx, shared, warps}. `tree` is a mutated source, which `folder` is for."""
    import triton
    from triton import knobs
    from triton.backends.compiler import GPUTarget
    from triton.compiler import ASTSource

    class NoDevice:
        get_current_target = staticmethod(lambda: GPUTarget("cuda", TARGET, 32))
        is_active = staticmethod(lambda: True)

    triton.runtime.driver.set_active(NoDevice())
    path, name = case.source.split(":")
    path = ROOT / path
    sys.path.insert(0, str(path.parent))
    if tree is not None:
        path = folder / f"mutant_{path.name}"
        path.write_text(ast.unparse(tree))
    function = getattr(load_module(path, path.stem), name)
    kind = ASTSource
    if function.is_gluon():
        from triton.experimental.gluon._runtime import GluonASTSource as kind
    names = function.arg_names
    signature = {each: case.signature.get(each, "constexpr") for each in names}
    defaults = {p.name: p.default for p in function.params if p.has_default and signature[p.name] == "constexpr"}
    attributes = {(names.index(each),): [["tt.divisibility", 16]] for each in case.hints}
    found = {}
    knobs.runtime.add_stages_inspection_hook = _stages(found)
    try:
        triton.compile(kind(function, signature, defaults | case.constants, attributes), target=GPUTarget("cuda", TARGET, 32), options=dict(case.options))
    except _Enough:
        pass
    return found
