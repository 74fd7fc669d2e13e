"""Finds the functions that Triton's JIT calls before each launch of a kernel: `pre_hook` of its configs, and those of
`add_pre_run_hook`. Hooks of @triton.autotune itself, and `reset_to_zero` and `restore_value`, act only while it measures.

Source: `Autotuner.run` in triton/runtime/autotuner.py and `JITFunction.run` in triton/runtime/jit.py of Triton 3.6.0 to
3.9.0."""

import ast
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from .modules import Module
from .names import FUNCTIONS, argument_of, chain_of
from .slicing import Slicer

if TYPE_CHECKING:
    from aot_wire.messages import LaunchHook

# The place of `pre_hook` in `triton.Config(kwargs, num_warps, num_stages, num_ctas, maxnreg, pre_hook)`.
POSITION = 5

HARMLESS = {"get", "min", "max", "int", "len", "isinstance", "hasattr", "cdiv", "next_power_of_2"}


def read_hooks(configs: ast.expr | None, name: str, module: Module, slicer: Slicer) -> "list[LaunchHook]":
    """Returns one entry for each hook (see kernelFunctionSchema in src/toolchain/wire/kernel-function.ts). `configs` is the
    expression with the configs, `name` that of the kernel."""
    found = [*hooks_in(configs, module, slicer, set()), *run_hooks(name, module)]
    entries = [described(node, place, slicer) for place, each in found for node in alternatives(each)]
    return list({(each["name"], each["line"]): each for each in entries if each is not None}.values())


def hooks_in(
    node: ast.AST | None, module: Module, slicer: Slicer, seen: set[tuple[Module, str]]
) -> Iterator[tuple[Module, ast.expr | None]]:
    """The hooks in an expression and in the definitions that it names, each with its module."""
    for each in ast.walk(node) if node is not None else ():
        if isinstance(each, ast.Call):
            is_config = (chain_of(each.func) or ("",))[-1] == "Config"
            hook = argument_of(each, "pre_hook", POSITION if is_config else None)
            if hook is not None:
                yield module, hook
        elif isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load) and (module, each.id) not in seen:
            seen.add((module, each.id))
            definition = slicer.definition(module, each.id)
            if definition is not None and not isinstance(definition[1].node, ast.ClassDef):
                yield from hooks_in(definition[1].node, definition[0], slicer, seen)


def run_hooks(name: str, module: Module) -> Iterator[tuple[Module, ast.expr | None]]:
    """The hooks that statements of the file add to a kernel."""
    for statement in module.tree.body:
        call = statement.value if isinstance(statement, ast.Expr) else None
        chain = chain_of(call.func) if isinstance(call, ast.Call) else ()
        if chain[:1] == (name,) and chain[-1] == "add_pre_run_hook":
            yield module, argument_of(call, "hook", 0)


def alternatives(node: ast.expr | None) -> list[ast.expr]:
    """The functions that an expression can be: `None` is none."""
    if isinstance(node, ast.IfExp):
        return [*alternatives(node.body), *alternatives(node.orelse)]
    return [] if node is None or isinstance(node, ast.Constant) else [node]


def described(node: ast.expr, module: Module, slicer: Slicer) -> "LaunchHook | None":
    """None for a parameter of a function that makes configs: its call names the hook."""
    name = " ".join(ast.unparse(node).split())
    function: ast.expr | ast.stmt = node
    place = module
    if isinstance(node, ast.Name):
        definition = slicer.definition(module, node.id)
        if definition is None and not slicer.binds(module, node.id):
            return None
        if definition is not None:
            place, function = definition[0], definition[1].node
            if isinstance(function, (ast.Assign, ast.AnnAssign)) and function.value is not None:
                function = function.value
    if isinstance(node, ast.Lambda):
        name = "a lambda"
    return {"name": name, "file": slicer.project.path(place), "line": function.lineno, "does": effect(function)}


def effect(function: ast.AST) -> str | None:
    """What a hook does, in words; empty if the C function does it anyway, None if it is not known."""
    if not isinstance(function, FUNCTIONS):
        return None
    names = [each.arg for each in [*function.args.posonlyargs, *function.args.args]]
    if len(names) != 1:
        return None
    body: list[ast.stmt] = [ast.Expr(function.body)] if isinstance(function, ast.Lambda) else function.body
    zeroes: dict[str, bool] = {}
    if not read(body, names[0], {}, False, zeroes):
        return None
    return ", ".join(
        f"zeroes `{name}`{' under a condition' if is_conditional else ''}" for name, is_conditional in zeroes.items()
    )


def read(
    body: Sequence[ast.stmt],
    argument: str,
    aliases: dict[str, str | None],
    is_conditional: bool,
    zeroes: dict[str, bool],
) -> bool:
    """Collects what statements zero, and whether that depends on a condition. False if they do something else. The block
    shapes of descriptors are those of the manifest."""

    def key_of(node: ast.expr) -> str | None:
        if isinstance(node, ast.Name):
            return aliases.get(node.id)
        if (
            isinstance(node, ast.Subscript)
            and chain_of(node.value) == (argument,)
            and isinstance(node.slice, ast.Constant)
        ):
            return str(node.slice.value)
        return None

    for each in body:
        if not calls_nothing(each):
            return False
        if isinstance(each, ast.If):
            parts = [read(part, argument, aliases, True, zeroes) for part in (each.body, each.orelse)]
            if not all(parts):
                return False
            # What follows an early return depends on the condition, too.
            is_conditional = is_conditional or any(isinstance(inner, ast.Return) for inner in ast.walk(each))
        elif isinstance(each, ast.Assign) and len(each.targets) == 1:
            target, value = each.targets[0], each.value
            pairs = [(target, value)]
            if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
                pairs = list(zip(target.elts, value.elts))
            named = [(name.id, given) for name, given in pairs if isinstance(name, ast.Name)]
            if len(named) == len(pairs):
                aliases.update({name: key_of(given) for name, given in named})
            elif not (isinstance(target, ast.Attribute) and target.attr == "block_shape" and key_of(target.value)):
                return False
        elif isinstance(each, ast.Expr) and isinstance(each.value, ast.Call):
            call = each.value
            zeroed = key_of(call.func.value) if isinstance(call.func, ast.Attribute) and is_zeroing(call) else None
            if zeroed is None:
                return False
            zeroes[zeroed] = zeroes.get(zeroed, True) and is_conditional
        elif not (
            isinstance(each, (ast.Pass, ast.Return))
            or (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))
        ):
            return False
    return True


def calls_nothing(node: ast.stmt) -> bool:
    """True if a statement calls only what changes nothing, besides the call that it is."""
    own = node.value if isinstance(node, ast.Expr) else None
    parts = [node.test] if isinstance(node, ast.If) else [node]
    calls = [each for part in parts for each in ast.walk(part) if isinstance(each, ast.Call) and each is not own]
    return all((chain_of(each.func) or ("",))[-1] in HARMLESS for each in calls)


def is_zeroing(call: ast.Call) -> bool:
    """True for `x.zero_()` and `x.fill_(0)`."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    if name == "zero_":
        return not call.args
    given = call.args[0] if name == "fill_" and len(call.args) == 1 else None
    return isinstance(given, ast.Constant) and type(given.value) in (int, float) and given.value == 0
