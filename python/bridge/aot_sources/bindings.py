"""Which statements of a module bind a name, in the order in which they run. An `import *` is one of them for every name
that it brings, so the last of them wins as in Python."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal, TypeGuard

from .modules import Leaf, Module, Project, bound_name
from .names import Function, Read, chain_of, nodes_of, reads

# Modules of the standard library whose values depend on nothing outside the program.
PURE_MODULES = {
    *("__future__", "abc", "builtins", "collections", "contextlib", "copy", "dataclasses", "enum", "fractions"),
    *("functools", "itertools", "logging", "math", "numbers", "operator", "re", "string", "textwrap", "types"),
    *("typing", "typing_extensions", "warnings"),
    # Only its comparison of versions; the worker provides it.
    "packaging",
}

# Stands for the names in an `__all__` that only running the module gives.
COMPUTED: Final = "computed"
PublicNames = set[str] | Literal["computed"] | None

Import = ast.Import | ast.ImportFrom
# The file or folder of a local module or the name of another one.
Place = Path | str
# What an import gives: a module, and the attribute of it (None: the module itself).
Target = tuple[Place, str | None]

# A search for a name in a module, without what a statement brings: those under way end circles.
Search = tuple[Module, str, str]
Searches = frozenset[Search]


class Bindings:
    """Finds bindings in the modules of a project. `installed` are the modules other than Triton that can be imported."""

    def __init__(self, project: Project, installed: set[str]):
        self.project = project
        self.installed = installed
        self._found: dict[Search, list[Leaf]] = {}
        self._exported: dict[Module, PublicNames] = {}
        # How often a search came back to where it started: what it found then is not all.
        self._circles = 0

    def bindings(self, module: Module, name: str, seen: Searches = frozenset(), same: str = "") -> list[Leaf]:
        """The statements that bind a name of a module, in order. Without those `import *` whose value nothing can read,
        since another statement binds the name again before, and those that bring what the statement `same` binds."""
        leaves = module.binders.get(name, [])
        if not module.stars:
            return leaves
        same = same or self._common_import(module, leaves, name)
        key = (module, name, same)
        if key in self._found:
            return self._found[key]
        if key in seen:
            self._circles += 1
            return leaves
        circles = self._circles
        start = max((leaf.place for leaf in leaves if self._hides(module, leaf, name)), default=(0, 0))
        stars = []
        for leaf, target in self.stars(module):
            if leaf.place <= start:
                continue
            if isinstance(target, Path):
                if self._brings(target, name, seen | {key}, same):
                    stars.append(leaf)
            elif self.is_available(target) and not name.startswith("_"):
                stars.append(leaf)
        found = sorted([*leaves, *stars], key=lambda leaf: leaf.place) if stars else leaves
        if circles == self._circles:
            self._found[key] = found
        return found

    def live(self, module: Module, name: str) -> list[Leaf]:
        """The bindings that can give the value that a name has once the module has run."""
        return self.last_of(module, name, self.bindings(module, name))

    def last_of(self, module: Module, name: str, leaves: list[Leaf]) -> list[Leaf]:
        """Those of some bindings, in order, that can give the last value."""
        for index in range(len(leaves) - 1, 0, -1):
            if self.is_fresh(module, leaves[index], name):
                return leaves[index:]
        return leaves

    def binds(self, module: Module, name: str) -> bool:
        """True if a statement of the module, or a local module that it imports by `import *`, binds a name."""
        return name in module.binders or any(
            isinstance(self.source(module, leaf, name)[0], Path) for leaf in self.bindings(module, name)
        )

    def source(self, module: Module, leaf: Leaf, name: str) -> Target:
        """Returns what an import statement binds a name to, as `target` does."""
        assert is_import(leaf.node)
        target, attribute = self.target(module, leaf.node, alias_of(leaf.node, name))
        return target, name if attribute == "*" else attribute

    def target(self, module: Module, node: Import, alias: ast.alias) -> Target:
        """Returns what an alias imports."""
        if isinstance(node, ast.Import):
            top = alias.name.partition(".")[0]
            bound = alias.name if alias.asname else top
            local = None if is_triton(top) else self.project.find(bound, module)
            return (local or bound), None
        if node.level > 0:
            found = self.project.relative(node, module)
            return (found or "." * node.level + (node.module or "")), alias.name
        name = node.module or ""
        if not is_triton(name):
            found = self.project.find(name, module)
            if found is not None and (self.project.files.is_file(found) or name not in PURE_MODULES):
                return found, alias.name
        return name, alias.name

    def stars(self, module: Module) -> list[tuple[Leaf, Place]]:
        """Returns the module's `import *` statements, each with its file or the name of a module that is not local."""
        if module.star_targets is None:
            module.star_targets = [self.source(module, leaf, "*")[0] for leaf in module.stars]
        found = []
        for leaf, target in zip(module.stars, module.star_targets):
            if isinstance(target, Path) and not self.project.files.is_file(target):
                continue
            if target != module.file:
                found.append((leaf, target))
        return found

    def exports(self, module: Module, name: str, seen: Searches = frozenset(), same: str = "") -> bool:
        """True if `import *` of a module brings a name."""
        public = self.public_names(module)
        if (isinstance(public, set) and name not in public) or (public is None and name.startswith("_")):
            return False
        if self.bindings(module, name, seen, same):
            return True
        # Names in __all__ can be modules of the package.
        return isinstance(public, set) and module.is_package and self.project.inside(module.file, name) is not None

    def public_names(self, module: Module) -> PublicNames:
        """The names in a module's __all__; None without one, COMPUTED if only running the module gives them."""
        if module not in self._exported:
            self._exported[module] = COMPUTED
            self._exported[module] = self._public_names(module)
        return self._exported[module]

    def is_available(self, name: str) -> bool:
        top = name.partition(".")[0]
        return is_triton(name) or top in PURE_MODULES or top in self.installed

    def exported_names(self, module: Module, seen: frozenset[Module] = frozenset()) -> set[str]:
        """The names that `import *` of a module brings."""
        public = self.public_names(module)
        if isinstance(public, set):
            return public
        return {name for name in self.all_names(module, seen) if not name.startswith("_")}

    def all_names(self, module: Module, seen: frozenset[Module] = frozenset()) -> set[str]:
        """The names that statements of a module bind, also by `import *` of local modules."""
        found = set(module.binders)
        seen = seen | {module}
        for _leaf, target in self.stars(module):
            if isinstance(target, Path) and (star := self.project.module(target)) not in seen:
                found |= self.exported_names(star, seen)
        return found

    def is_fresh(self, module: Module, leaf: Leaf, name: str) -> bool:
        """True if a statement gives a name its value whatever happened before."""
        node = leaf.node
        if leaf.branches:
            return False
        if is_import(node):
            # Whether an `import *` has the name is not always known.
            target = self.source(module, leaf, name)[0] if node.names[0].name == "*" else None
            return target is None or (
                isinstance(target, Path) and self.public_names(self.project.module(target)) is not COMPUTED
            )
        if isinstance(node, ast.Assign):
            binds = any(
                isinstance(each, ast.Name) and each.id == name for target in node.targets for each in nodes_of(target)
            )
        else:
            binds = is_function(node) or isinstance(node, (ast.ClassDef, ast.AnnAssign))
        return binds and all(each.chain[0] != name for each in evaluated(node))

    def _brings(self, file: Path, name: str, seen: Searches, same: str) -> bool:
        # Only files that may have the name are parsed, since a package may import all its modules so.
        return self.project.may_have(file, name, same) and self.exports(self.project.module(file), name, seen, same)

    def _common_import(self, module: Module, leaves: list[Leaf], name: str) -> str:
        """The import of a module that is not local, such as `import triton`, if only it binds a name. Many modules have
        it, and their `import *` brings the same."""
        texts = {
            ast.unparse(ast.Import([alias_of(leaf.node, name)])) if isinstance(leaf.node, ast.Import) else ""
            for leaf in leaves
        }
        is_local = any(isinstance(self.source(module, leaf, name)[0], Path) for leaf in leaves if is_import(leaf.node))
        return texts.pop() if len(texts) == 1 and not is_local else ""

    def _hides(self, module: Module, leaf: Leaf, name: str) -> bool:
        """True if a statement binds a name again, and no statement before it reads the name."""
        if not self.is_fresh(module, leaf, name):
            return False
        before = (
            each
            for each in module.leaves
            if each.place < leaf.place and not isinstance(each.node, (ast.Import, ast.ImportFrom))
        )
        return not any(name in loads(module, each) for each in before)

    def _public_names(self, module: Module) -> PublicNames:
        leaves = {
            *module.binders.get("__all__", []),
            *module.setters.get("__all__", []),
            *module.callers.get("__all__", []),
        }
        if not leaves:
            return None
        names: list[str] = []
        for leaf in sorted(leaves, key=lambda leaf: leaf.place):
            node = leaf.node
            value = getattr(node, "value", None)
            if leaf.branches or value is None:
                return COMPUTED
            if (
                isinstance(node, ast.Expr)
                and chain_of(value.func) in (("__all__", "extend"), ("__all__", "append"))
                and len(value.args) == 1
            ):
                value = ast.List(value.args, ast.Load()) if value.func.attr == "append" else value.args[0]
            elif isinstance(node, (ast.Assign, ast.AnnAssign)) and all(
                isinstance(each, ast.Name) for each in getattr(node, "targets", [])
            ):
                names = []
            elif not (isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add)):
                return COMPUTED
            more = self._strings(module, value)
            if more is None:
                return COMPUTED
            names += more
        return set(names)

    def _strings(self, module: Module, node: ast.expr) -> list[str] | None:
        """The strings in a list that is written out, or that other modules' __all__ give."""
        if isinstance(node, ast.Constant):
            return None
        if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
            found: list[str] = []
            for each in node.elts:
                more = (
                    [each.value]
                    if isinstance(each, ast.Constant) and isinstance(each.value, str)
                    else self._strings(module, each.value)
                    if isinstance(each, ast.Starred)
                    else None
                )
                if more is None:
                    return None
                found += more
            return found
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            left, right = self._strings(module, node.left), self._strings(module, node.right)
            return None if left is None or right is None else left + right
        chain = chain_of(node)
        if len(chain) == 2 and chain[1] == "__all__":
            for leaf in module.binders.get(chain[0], []):
                target, attribute = self.source(module, leaf, chain[0]) if is_import(leaf.node) else (None, None)
                if isinstance(target, Path) and attribute is not None:
                    target = self.project.inside(target, attribute)
                if isinstance(target, Path) and self.project.files.is_file(target):
                    public = self.public_names(self.project.module(target))
                    return sorted(public) if isinstance(public, set) else None
        return None


def loads(module: Module, leaf: Leaf) -> set[str]:
    """The names that a statement reads when it runs, also in functions of the module that it uses."""
    if leaf not in module.loads:
        module.loads[leaf] = set()
        found = {each.chain[0] for each in evaluated(leaf.node)}
        for name in list(found):
            for other in module.binders.get(name, []):
                if is_function(other.node) or isinstance(other.node, ast.ClassDef):
                    found |= {each.id for each in nodes_of(other.node) if isinstance(each, ast.Name)}
        module.loads[leaf] = found
    return module.loads[leaf]


def evaluated(node: ast.stmt) -> Iterator[Read]:
    """What a statement reads when it runs: of a function its decorators and its defaults."""
    if is_function(node):
        defaults = [each for each in [*node.args.defaults, *node.args.kw_defaults] if each is not None]
        return reads([*node.decorator_list, *defaults])
    return reads([node])


def alias_of(node: Import, name: str) -> ast.alias:
    return next(alias for alias in node.names if alias.name == "*" or bound_name(node, alias) == name)


def is_import(node: ast.AST) -> TypeGuard[Import]:
    return isinstance(node, (ast.Import, ast.ImportFrom))


def is_function(node: ast.AST) -> TypeGuard[Function]:
    return isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))


def is_triton(name: str) -> bool:
    return name.partition(".")[0] == "triton"
