"""Compiles a case to PTX with the running Python's Triton, without a GPU."""

import ast
import sys
from pathlib import Path

from data import ROOT, load_module

PTX_VERSION = 88  # which drivers of 2025 know; for sm_90, Triton 3.9 would take a later one


def compile_case(case, tree: ast.Module | None = None, folder: Path | None = None) -> dict:
    """Returns {ptx, shared, warps}, and `scratch`, the bytes of Triton's own memory for each block. `tree` is a mutated source, which `folder` is for."""
    from triton.compiler import ASTSource

    compiler = load_module(ROOT / "python/emulate/tests/to_ptx.py", "to_ptx")
    target = compiler.use_target(case.target)
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
    found = compiler.to_ptx(kind(function, signature, defaults | case.constants, attributes), target, {"ptx_version": PTX_VERSION, **case.options})
    return {"ptx": found["ptx"], "shared": found["shared"], "warps": found["num_warps"], "scratch": found["global_scratch_size"]}
