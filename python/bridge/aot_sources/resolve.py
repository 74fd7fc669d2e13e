"""Finds what names refer to: definitions in other modules, and objects of Triton and of Python."""

import ast
from pathlib import Path

from .bindings import PURE_MODULES, Bindings, Import, alias_of, is_function, is_import, is_triton
from .closure import loaded_by
from .modules import Branch, Leaf, Module, is_changed
from .names import Chain, chain_of, is_builtin, nodes_of

# Values of modules that are not imported: the worker knows them (see aot_bridge/stand_ins.py).
FLOATS = {"float64", "float32", "float16", "bfloat16", "float8_e4m3fn", "float8_e5m2", "double", "float", "half"}
INTEGERS = {"int8", "int16", "int32", "int64", "uint8", "int", "long", "short", "bool"}

KNOWN = {
    "importlib.import_module",
    "importlib.metadata.version",
    "importlib.util.find_spec",
    "sys.maxsize",
    "torch.cuda.current_device",
    "torch.cuda.device_count",
    "torch.cuda.get_device_capability",
    "torch.cuda.get_device_properties",
    "torch.cuda.is_available",
    "torch.finfo",
    "torch.iinfo",
    *(f"torch.{name}" for name in FLOATS | INTEGERS),
}

# What every Triton has.
SURE = {
    "triton",
    "triton.language",
    "triton.jit",
    "triton.cdiv",
    "triton.autotune",
    "triton.heuristics",
    "triton.Config",
}
IMPORT_ERRORS = {("ImportError",), ("ModuleNotFoundError",)}

# Decorators of Triton that only act on calls from Python.
CALL_DECORATORS = {"autotune", "heuristics", "perf_report"}


# The module and the statement that defines a name.
Definition = tuple[Module, Leaf]
# The names of modules that a search has come through.
Names = frozenset[tuple[Module, str]]


class Resolver(Bindings):
    """Follows names through the modules of a project."""

    def origin(self, module: Module, chain: Chain, seen: Names = frozenset()) -> str:
        """Returns the full name of what a chain refers to if it is Triton's or Python's, else ""."""
        if (module, chain[0]) in seen:
            return ""
        seen = seen | {(module, chain[0])}
        leaves = self.live(module, chain[0])
        if is_builtin(chain[0]) and not self.binds(module, chain[0]):
            return f"builtins.{'.'.join(chain)}"
        for leaf in self.choose(module, chain[0], leaves):
            node = leaf.node
            if isinstance(node, ast.Assign) and chain_of(node.value):
                found = self.origin(module, (*chain_of(node.value), *chain[1:]), seen)
                if found:
                    return found
            if not is_import(node):
                continue
            target, attribute = self.source(module, leaf, chain[0])
            rest = chain[1:]
            if isinstance(target, str):
                if not self.is_available(target):
                    return ""
                return ".".join([target, *([attribute] if attribute else []), *rest])
            if isinstance(target, Path):
                names = ([attribute] if attribute else []) + list(rest)
                place, names = self._walk(target, names)
                if names and self.project.files.is_file(place) and not self.project.files.only_defines(place, names[0]):
                    found = self.origin(self.project.module(place), tuple(names), seen)
                    if found:
                        return found
        return ""

    def definition(self, module: Module, name: str, seen: Names = frozenset()) -> Definition | None:
        """Returns the module and the leaf of the one definition of a name, following imports; or None."""
        leaves = self.choose(module, name, self.bindings(module, name))
        if len(leaves) > 1 and not any(isinstance(leaf.node, (ast.Assign, ast.AugAssign)) for leaf in leaves):
            leaves = self.live(module, name)
        if len(leaves) != 1 or (module, name) in seen:
            return None
        node = leaves[0].node
        seen = seen | {(module, name)}
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Name) and node.value.id != name:
            return self.definition(module, node.value.id, seen)
        if isinstance(node, ast.ImportFrom):
            target, attribute = self.source(module, leaves[0], name)
            if isinstance(target, Path) and attribute is not None:
                found, names = self.descend(target, [attribute])
                if found is not None and len(names) == 1:
                    return self.definition(found, attribute, seen)
            return None
        return module, leaves[0]

    def definition_of(self, module: Module, chain: Chain) -> Definition | None:
        """As `definition`, also of a name in a module that is imported, as in `config.SIZES`."""
        place, rest = self._holder(module, chain)
        return self.definition(place, rest[0]) if place is not None and len(rest) == 1 else None

    def constant(self, module: Module, name: str) -> Definition | None:
        """As `definition`, but None if another statement may change the value."""
        found = self.definition(module, name)
        if found is None:
            return None
        place, leaf = found
        names = [(module, name), *((place, each) for each, leaves in place.binders.items() if leaf in leaves)]
        return None if any(is_changed(*each) for each in names) else found

    def values_in(self, module: Module) -> set[str]:
        """The names that a module binds, with those of `import *`, without those that stand for modules."""
        return {
            name
            for name in self.all_names(module)
            if not any(self._is_module(module, leaf, name) for leaf in module.binders.get(name, []))
        }

    def _is_module(self, module: Module, leaf: Leaf, name: str) -> bool:
        if not isinstance(leaf.node, ast.ImportFrom):
            return isinstance(leaf.node, ast.Import)
        target, attribute = self.source(module, leaf, name)
        return isinstance(target, Path) and attribute is not None and not self._walk(target, [attribute])[1]

    def is_kernel(self, module: Module, leaf: Leaf) -> bool:
        """True if a statement defines a function with @triton.jit."""
        if not is_function(leaf.node):
            return False
        return any(self.decorator_kind(module, each) in ("kernel", "jit") for each in leaf.node.decorator_list)

    def decorator_kind(self, module: Module, decorator: ast.expr) -> str:
        """Returns `kernel` for @triton.jit, `triton` for another of Triton's that changes the function, `call` for one
        that acts on calls, `jit` for one of the project that is named so, else `other`."""
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        chain = chain_of(called)
        origin = self.origin(module, chain) if chain else ""
        last = (chain or ("",))[-1]
        if is_triton(origin):
            name = origin.rpartition(".")[2]
            return "kernel" if name == "jit" else "call" if name in CALL_DECORATORS else "triton"
        if last in CALL_DECORATORS or "tune" in last:
            return "call"
        if self._makes_kernels(module, called):
            return "kernel"
        return "jit" if "jit" in last.lower() and not self._is_installed_elsewhere(module, chain) else "other"

    def choose(self, module: Module, name: str, leaves: list[Leaf]) -> list[Leaf]:
        """Prefers Triton where a name can also be a stand-in for it: the kernel is compiled by Triton."""
        if len(leaves) < 2:
            return leaves
        live = self.last_of(module, name, leaves)
        kernels = [leaf for leaf in live if not is_none(leaf.node)]
        if len(kernels) == 1 < len(live) and self.is_kernel(module, kernels[0]):
            # The name is None where there is no Triton.
            return kernels
        tritons = [leaf for leaf in live if self._is_tritons(module, leaf, name)]
        imports = [leaf.node for leaf in tritons if is_import(leaf.node)]
        if len({ast.dump(with_alias(node, alias_of(node, name))) for node in imports}) == 1:
            tritons = tritons[:1]
        others = [leaf for leaf in live if leaf not in tritons]
        if not tritons and len(live) > 1 and all(is_function(leaf.node) for leaf in live):
            tritons = [leaf for leaf in live if self.is_kernel(module, leaf)]
        elif tritons and any(self._is_helper(module, leaf, name) for leaf in others):
            return leaves
        if len(tritons) != 1 or any(self._decides(module, branch) for branch in tritons[0].branches):
            return leaves
        return tritons

    def _is_helper(self, module: Module, leaf: Leaf, name: str) -> bool:
        """True if a statement binds a name to a function with @triton.jit, which stands for nothing else."""
        if isinstance(leaf.node, ast.ImportFrom):
            target, attribute = self.source(module, leaf, name)
            if not isinstance(target, Path) or attribute is None:
                return False
            place, rest = self.descend(target, [attribute])
            found = self.definition(place, attribute) if rest and place is not None and place is not module else None
            return found is not None and self.is_kernel(*found)
        return self.is_kernel(module, leaf)

    def _decides(self, module: Module, branch: Branch) -> bool:
        """True if a `try` finds out what Triton has: then the handlers count too."""
        return isinstance(branch.node, ast.Try) and self.try_outcome(module, branch.node) == "runs"

    def _is_tritons(self, module: Module, leaf: Leaf, name: str) -> bool:
        if not is_import(leaf.node):
            return False
        target, _attribute = self.source(module, leaf, name)
        return isinstance(target, str) and is_triton(target)

    def descend(self, place: Path, names: list[str]) -> tuple[Module | None, list[str]]:
        """Follows names through packages to the module that defines the next one."""
        place, rest = self._walk(place, names)
        return (self.project.module(place) if self.project.files.is_file(place) else None), rest

    def _walk(self, place: Path, names: list[str]) -> tuple[Path, list[str]]:
        """As `descend`, with the file or the folder instead of the module."""
        while names:
            is_file = self.project.files.is_file(place)
            if is_file and place.name != "__init__.py":
                break
            inner = self.project.inside(place, names[0])
            if inner is None or (is_file and self._has_value(place, names[0], inner)):
                break
            place, names = inner, names[1:]
        return place, names

    def _has_value(self, package: Path, name: str, inner: Path) -> bool:
        """True if statements of a package give a name another value than the module of that name."""
        if not self.project.may_have(package, name):
            return False
        module = self.project.module(package)
        leaves = self.live(module, name)
        if not leaves or not is_import(leaves[-1].node):
            return bool(leaves)
        target, attribute = self.source(module, leaves[-1], name)
        return (target, attribute) not in ((package, name), (inner, None))

    def is_shadowed(self, package: Module, name: str, kernel: Module) -> bool:
        """True if importing the kernel's file gives a name of a package to a module of the package after its statements
        gave it another value."""
        inner = self.project.inside(package.file, name) if package.is_package else None
        if inner is None or inner not in loaded_by(kernel.file, self.project).files:
            return False
        last = self.live(package, name)[-1]
        for leaf in package.leaves:
            if not is_import(leaf.node) or leaf.place > last.place:
                continue
            for alias in leaf.node.names:
                target, attribute = self.target(package, leaf.node, alias)
                place = self._walk(target, [attribute] if attribute else [])[0] if isinstance(target, Path) else None
                if place is not None and place != package.file and inner in loaded_by(place, self.project).files:
                    return False
        return True

    def has_folder(self, module: Module, name: str) -> bool:
        """True if a module that was not found would be in a local package."""
        top = name.partition(".")[0]
        return not is_triton(top) and top not in PURE_MODULES and self.project.find(top, module) is not None

    def provides(self, place: Path, name: str) -> bool:
        place, rest = self._walk(place, [name])
        if not rest:
            return True
        found, _rest = self.descend(place, rest)
        return found is not None and self.binds(found, name)

    def try_outcome(self, module: Module, node: ast.Try) -> str:
        """Returns `succeeds`, `fails` (an import does), `runs` (the compiler finds out), or why it is unknown."""
        catches_imports = all(
            handler.type is not None and chain_of(handler.type) in IMPORT_ERRORS for handler in node.handlers
        )
        outcome = "succeeds"
        for each in node.body:
            if not is_import(each):
                if isinstance(each, ast.Pass) or is_plain(each):
                    continue
                found = self._imports_of(module, each) if catches_imports else "runs"
                if found not in ("", "runs"):
                    return found
                outcome = found or outcome
                continue
            for alias in each.names:
                target, attribute = self.target(module, each, alias)
                if isinstance(target, str) and (target.startswith(".") or self.has_folder(module, target)):
                    return "fails"
                if isinstance(target, str) and not self.is_available(target):
                    return f"it depends on whether `{target}` can be imported"
                if isinstance(target, str) and target.partition(".")[0] not in PURE_MODULES:
                    is_sure = catches_imports and (
                        alias.name in SURE if isinstance(each, ast.Import) else f"{target}.{attribute}" in SURE
                    )
                    outcome = outcome if is_sure else "runs"
                if isinstance(target, Path) and attribute not in (None, "*") and not self.provides(target, attribute):
                    return "fails"
        return outcome

    def _imports_of(self, module: Module, node: ast.stmt, seen: frozenset[Leaf] = frozenset()) -> str:
        """As `try_outcome`, of a statement that imports something, also in functions of the project that it calls; ""
        if it does not."""
        outcome = ""
        for each in nodes_of(node):
            chain = chain_of(each.func) if isinstance(each, ast.Call) else ()
            if is_import(each) or chain[-1:] in {("import_module",), ("__import__",)}:
                outcome = "runs"
                targets = [self.target(module, each, alias)[0] for alias in each.names] if is_import(each) else []
                missing = next(
                    (target for target in targets if isinstance(target, str) and not self.is_available(target)), None
                )
                if missing is not None:
                    return f"it depends on whether `{missing}` can be imported"
            found = self.definition_of(module, chain) if chain else None
            if found is not None and is_function(found[1].node) and found[1] not in seen:
                inner = self._imports_of(found[0], found[1].node, seen | {found[1]})
                if inner not in ("", "runs"):
                    return inner
                outcome = inner or outcome
        return outcome

    def _holder(self, module: Module, chain: Chain) -> tuple[Module | None, Chain]:
        """The module that defines what a chain names, and the rest of the chain, following imports of modules."""
        leaves = self.live(module, chain[0])
        if len(chain) < 2 or not leaves or not is_import(leaves[-1].node):
            return module, chain
        target, attribute = self.source(module, leaves[-1], chain[0])
        if not isinstance(target, Path):
            return None, ()
        place, rest = self.descend(target, [*([attribute] if attribute else []), *chain[1:]])
        return place, tuple(rest)

    def _makes_kernels(self, module: Module, called: ast.expr) -> bool:
        """True if a name stands for @triton.jit with arguments, as in `jit = functools.partial(triton.jit, …)`."""
        found = self.definition(module, called.id) if isinstance(called, ast.Name) else None
        if found is None or not isinstance(found[1].node, ast.Assign):
            return False
        place, value = found[0], found[1].node.value
        if not isinstance(value, ast.Call):
            return False
        origin = self.origin(place, chain_of(value.func)) if chain_of(value.func) else ""
        if origin == "functools.partial" and value.args and chain_of(value.args[0]):
            origin = self.origin(place, chain_of(value.args[0]))
        return is_triton(origin) and origin.endswith(".jit")

    def _is_installed_elsewhere(self, module: Module, chain: Chain) -> bool:
        """True if a name comes from a package outside the project."""
        for leaf in module.binders.get(chain[0], []):
            if is_import(leaf.node):
                return isinstance(self.source(module, leaf, chain[0])[0], str)
        return False


def is_known(dotted: str) -> bool:
    """True if a dotted name is known, or an attribute of something known."""
    parts = dotted.split(".")
    return any(".".join(parts[:count]) in KNOWN for count in range(2, len(parts) + 1))


def with_alias(node: Import, alias: ast.alias) -> Import:
    """The import statement with only one of its names."""
    if isinstance(node, ast.Import):
        return ast.Import([alias])
    return ast.ImportFrom(node.module, [alias], 0)


def is_none(node: ast.stmt) -> bool:
    """True for `NAME = None`."""
    return isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and node.value.value is None


def is_plain(node: ast.stmt) -> bool:
    """True if a statement cannot fail: it assigns a literal."""
    return isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
