"""Reads the types that annotations give the parameters of a kernel. Triton's JIT takes them whatever a launch passes.

Source: `_normalize_ty` and `KernelParam.annotation_type` in triton/runtime/jit.py, and `type_canonicalisation_dict` in
triton/_utils.py, of Triton 3.6.0 to 3.9.0."""

import ast

from .modules import Module
from .names import argument_of, chain_of
from .resolve import Names
from .slicing import Slicer

# The names of types that the JIT knows, and what they stand for.
TYPES = {
    **dict.fromkeys(("bool", "int1", "uint1", "i1"), "u1"),
    **{f"{sign}int{bits}": f"{sign[:1] or 'i'}{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)},
    "int": "i32",
    "half": "fp16",
    "float16": "fp16",
    "bfloat16": "bf16",
    "float": "fp32",
    "float32": "fp32",
    "double": "fp64",
    "float64": "fp64",
    "float8e4nv": "fp8e4nv",
    "float8_e4m3fn": "fp8e4nv",
    "float8e4b8": "fp8e4b8",
    "float8_e4m3fnuz": "fp8e4b8",
    "float8e5": "fp8e5",
    "float8_e5m2": "fp8e5",
    "float8e5b16": "fp8e5b16",
    "float8_e5m2fnuz": "fp8e5b16",
    "float8e4b15": "fp8e4b15",
}
TYPES.update({type_: type_ for type_ in list(TYPES.values())})


def annotated_type(annotation: ast.expr | None, module: Module, slicer: Slicer) -> str | None:
    """Returns the type that the JIT takes from an annotation, such as `u8` or `*fp32`; None if it takes none."""
    if annotation is None:
        return None
    if is_postponed(module):
        # The annotation is its text, and one in quotes is a text with quotes.
        return typed(named(ast.unparse(annotation)))
    return typed(evaluated(annotation, module, slicer))


def typed(found: str) -> str | None:
    """The type without `k` for constant memory, which callers do not see. The JIT takes one star at most."""
    star = "*" if found.startswith("*") else ""
    element = found.removeprefix("*k").removeprefix("*")
    return f"{star}{element}" if element in TYPES.values() else None


def named(text: str) -> str:
    """The type that a text names, as `_normalize_ty` does it."""
    text = text.strip()
    if text.startswith("const "):
        return f"*k{named(text.removeprefix('const '))[1:]}"
    if text.endswith("*"):
        return f"*{named(text[:-1])}"
    if text.startswith("*"):
        return f"*{named(text[1:])}"
    if text.startswith("tl."):
        return named(text.removeprefix("tl."))
    return TYPES.get(text.replace("_t", ""), text)


def evaluated(node: ast.expr | None, module: Module, slicer: Slicer, seen: Names = frozenset()) -> str:
    """The type that an expression is: a text, a type of Triton, or a class such as `int`; empty if it is not known."""
    if isinstance(node, ast.Constant):
        return named(node.value) if isinstance(node.value, str) else ""
    if isinstance(node, ast.Call):
        function = chain_of(node.func)
        called = slicer.origin(module, function) if function else ""
        if called.startswith("triton.language") and called.endswith(".pointer_type"):
            return f"*{evaluated(argument_of(node, 'element_ty', 0), module, slicer, seen)}"
        if called.startswith("triton.language") and called.endswith(".dtype"):
            return evaluated(argument_of(node, "name", 0), module, slicer, seen)
        return ""
    chain = chain_of(node) if node is not None else ()
    if not chain:
        return ""
    package, _dot, name = slicer.origin(module, chain).rpartition(".")
    if package.startswith("triton.language") or package in ("builtins", "numpy"):
        # `pi32_t` is a pointer.
        return "*i32" if name == "pi32_t" else TYPES.get(name, "")
    found = slicer.constant(module, chain[0]) if len(chain) == 1 and (module, chain[0]) not in seen else None
    if found is None or not isinstance(found[1].node, (ast.Assign, ast.AnnAssign)):
        return ""
    return evaluated(found[1].node.value, found[0], slicer, seen | {(module, chain[0])})


def is_postponed(module: Module) -> bool:
    """True if annotations of a file are texts when it runs."""
    return any(
        isinstance(node, ast.ImportFrom)
        and node.module == "__future__"
        and any(each.name == "annotations" for each in node.names)
        for node in module.tree.body
    )
