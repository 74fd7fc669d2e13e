"""Guesses the values of a program that only its run knows, as they are on a machine with an NVIDIA GPU: whether there is CUDA,
what the GPU can do, environment variables that are not set."""

import ast
import re
from typing import Any

from aot_sources.modules import Branch, Module
from aot_sources.names import Function, chain_of, environment_variable, nodes_of
from aot_sources.slicing import Slicer

from .functions import FUNCTIONS
from .host import NONE, UNKNOWN, Host, joined, literal
from .lookup import Scope
from .program import Program

HOPPER = Host("tuple", items=(literal(9), literal(0)))
# Values by dotted name, as they are on an H100.
FACTS = {
    **dict.fromkeys(("torch.version.hip", "torch.version.xpu", "torch.version.musa", "version.hip"), NONE),
    **{
        f"torch.{name}.is_available()": literal(name == "cuda")
        for name in ("cuda", "xpu", "npu", "hpu", "mlu", "musa", "mps", "backends.mps")
    },
    **{f"torch.cuda.{name}()": HOPPER for name in ("get_device_capability",)},
    **{f"torch.cuda.is_{name}()": literal(True) for name in ("bf16_supported", "tf32_supported", "initialized")},
    "torch.version.cuda": literal("12.8"),
    "torch.__version__": literal("2.9.0"),
    "triton.__version__": literal("3.9.0"),
    "torch.cuda.get_device_name()": literal("NVIDIA H100 80GB HBM3"),
    "torch.cuda.device_count()": literal(1),
    "torch.cuda.current_device()": literal(0),
    "torch.backends.cuda.matmul.allow_tf32": literal(True),
    "torch.backends.cudnn.allow_tf32": literal(True),
    "torch.get_float32_matmul_precision()": literal("high"),
    "torch.compiler.is_compiling()": literal(False),
    "sys.platform": literal("linux"),
    "os.name": literal("posix"),
    "platform.system()": literal("Linux"),
    "platform.machine()": literal("x86_64"),
    "sys.version_info": Host("tuple", items=(literal(3), literal(12), literal(0))),
}
CAPABILITY = re.compile(r"get_device_capability\(")
NAMES = (
    (r"device_?(type|name)?$|backend$|platform$|^vendor", "cuda"),
    (r"nvidia|cuda|tf32_supported|gather_supported|bf16_supported", True),
    (r"hip|rocm|amd|xpu|npu|mps|musa|hpu|cpu|intel|ascend|interpret|debug", False),
    (r"warps|stages|block|size|num_|_sms?$|count", 4),
)


class Machine(Program):
    """Evaluates module-level expressions and functions without arguments with what is true of the machine."""

    def __init__(self, slicer: Slicer):
        super().__init__(slicer, FACTS)

    def _Call(self, node: ast.Call, scope: Scope, line: int) -> Host:
        if environment_variable(node) is not None:
            return self.value(node.args[1], scope, line) if len(node.args) > 1 else NONE
        text = ast.unparse(node)
        if (
            CAPABILITY.search(text)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "get_device_capability"
        ):
            return HOPPER
        if isinstance(node.func, ast.Attribute) and node.func.attr in (
            "lower",
            "upper",
            "strip",
            "startswith",
            "endswith",
            "split",
        ):
            return method_of_text(
                self.value(node.func.value, scope, line),
                node.func.attr,
                [self.value(each, scope, line) for each in node.args],
            )
        if chain_of(node.func)[-1:] in (("isinstance",), ("hasattr",)):
            return UNKNOWN
        return super()._Call(node, scope, line)

    def _Attribute(self, node: ast.Attribute, scope: Scope, line: int) -> Host:
        text = ast.unparse(node)
        if "get_current_target()" in text or "get_device_properties" in text:
            known = {
                "backend": literal("cuda"),
                "arch": literal(90),
                "major": literal(9),
                "minor": literal(0),
                "multi_processor_count": literal(132),
                "warp_size": literal(32),
            }
            return known.get(node.attr, UNKNOWN)
        return super()._Attribute(node, scope, line)

    def _Compare(self, node: ast.Compare, scope: Scope, line: int) -> Host:
        if (
            len(node.ops) == 1
            and isinstance(node.ops[0], (ast.In, ast.NotIn))
            and chain_of(node.comparators[0]) == ("os", "environ")
        ):
            return literal(isinstance(node.ops[0], ast.NotIn))
        found = super()._Compare(node, scope, line)
        return found if found.value is not None else UNKNOWN

    def _body_value(self, body: list, scope: Scope) -> Host | None:
        """What a function returns, if its conditions are known; None if it goes on."""
        for node in body:
            found = None
            if isinstance(node, ast.Return):
                return self.value(node.value, scope, node.lineno) if node.value is not None else NONE
            if isinstance(node, ast.If):
                test = self.value(node.test, scope, node.lineno)
                if test.kind != "none" and test.value is None:
                    return UNKNOWN
                found = self._body_value(node.body if test.value else node.orelse, scope)
            elif isinstance(node, (ast.Try, ast.With)):
                found = self._body_value(node.body, scope)
            if found is not None:
                return found
        return None

    def returned(self, function: Function, scope: Scope) -> Host:
        return self._body_value(function.body, scope) or NONE

    def of_name(self, module: Module, name: str) -> Host:
        """The value of a name of a module: that of its function without arguments, or of what is assigned."""
        for leaf in module.binders.get(name, []):
            if not all(self._runs(module, branch) for branch in leaf.branches):
                continue
            node = leaf.node
            if isinstance(node, FUNCTIONS):
                return self.returned(node, Scope(module, (node,)))
            if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
                return self.value(node.value, Scope(module), 1 << 30)
        return UNKNOWN

    def _runs(self, module: Module, branch: Branch) -> bool:
        """False for a branch that a condition leaves out."""
        if not isinstance(branch.node, ast.If):
            return True
        test = self.value(branch.node.test, Scope(module), 1 << 30)
        return (test.value is None and test.kind != "none") or bool(test.value) is (branch.block == "body")

    def object_of(self, module: Module, name: str) -> str | None:
        """The object of Triton that a name stands for, as `tl.NAME`: of several, one that is Triton's on this machine."""
        for leaf in module.binders.get(name, []):
            if not all(self._runs(module, branch) for branch in leaf.branches):
                continue
            if isinstance(leaf.node, ast.Assign):
                for each in self._choices(module, leaf.node.value):
                    origin = self.slicer.origin(module, chain_of(each)) if chain_of(each) else ""
                    if origin.startswith("triton.language."):
                        return f"tl.{origin.removeprefix('triton.language.')}"
        return None

    def _choices(self, module: Module, node: ast.expr) -> list:
        if not isinstance(node, ast.IfExp):
            return [node]
        test = self.value(node.test, Scope(module), 1 << 30)
        both = [*self._choices(module, node.body), *self._choices(module, node.orelse)]
        return (
            both
            if test.value is None and test.kind != "none"
            else self._choices(module, node.body if test.value else node.orelse)
        )


def method_of_text(owner: Host, name: str, arguments: list) -> Host:
    if isinstance(owner.value, str) and all(isinstance(each.value, str) for each in arguments):
        found = getattr(owner.value, name)(*(each.value for each in arguments))
        return Host("tuple", items=tuple(map(literal, found))) if isinstance(found, list) else literal(found)
    return UNKNOWN


def known_global(key: str, modules: list, machine: Machine) -> tuple[Any] | None:
    """The value of a key of `globals` (see docs/reference/manifest.md) on a machine with an NVIDIA GPU; None if nothing says it."""
    if key.startswith("os.environ."):
        return ("0" if is_demanded(key.removeprefix("os.environ."), modules) else None,)
    fact = FACTS.get(key) or FACTS.get(f"{key}()")
    if fact is None:
        name = key.rpartition(":")[2].removesuffix("()")
        fact = joined([each for each in (machine.of_name(module, name) for module in modules) if each.kind is not None])
    is_known = fact.kind == "none" or (fact.value is not None and fact.kind in ("bool", "int", "float", "text"))
    return (fact.value,) if is_known else None


def guess_global(key: str) -> Any:
    """A value for a key of `globals` that nothing says, from its name."""
    last = key.removesuffix("()").rpartition(".")[2]
    return next(
        (
            value
            for pattern, value in NAMES
            if re.search(pattern, last, re.IGNORECASE) and not re.search("capab|version", last, re.IGNORECASE)
        ),
        False,
    )


def is_demanded(variable: str, modules: list) -> bool:
    """True if the program cannot do without an environment variable, as in `os.environ["X"]`."""
    for module in modules:
        for each in nodes_of(module.tree):
            if (
                isinstance(each, ast.Subscript)
                and chain_of(each.value) == ("os", "environ")
                and isinstance(each.slice, ast.Constant)
            ):
                if each.slice.value == variable:
                    return True
    return False
