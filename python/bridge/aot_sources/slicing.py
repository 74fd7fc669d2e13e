"""Takes the part of the sources that a kernel is made from: its function, what it calls, the values they read.

Follows names from the function through modules. What it takes keeps its order and its conditions, so that running the
parts gives the names the same values as importing the files. A value that is known only when the program runs, such as
one that torch or the environment gives, becomes an `Unknown`.
"""

import ast
import sys
from pathlib import Path

from .bindings import COMPUTED, alias_of, is_function, is_import, is_triton
from .changes import Change, changes_of
from .modules import Leaf, Module, Project, bound_name
from .names import Chain, Read, body_reads, chain_of, is_builtin, nodes_of, reads
from .parts import Answer, Decorator, External, Local, Part, Source, StandIn, Unknown, Via, Way
from .resolve import Definition, Resolver, is_known, with_alias

# Builtins that read something outside the program, or names that cannot be seen in the text.
OUTSIDE = {"open", "eval", "exec", "compile", "input", "__import__", "globals", "locals", "vars", "__file__"}

# Stands for a wrapper of @triton.jit.
JIT = "@__import__('triton').jit"


# The module, the line and the text of a note for the user.
Note = tuple[Module, int, str]


class Slicer(Resolver):
    """Collects the parts of one kernel. `answers` are the manifest's `globals`, `installed` the modules other
    than Triton that can be imported."""

    def __init__(self, project: Project, answers: dict[str, Answer], installed: set[str]):
        super().__init__(project, installed)
        self.parts: dict[Module, Part] = {}
        self.used_answers: set[str] = set()
        self.names: set[str] = set()
        self.notes: list[Note] = []
        # Lines of modules: only what runs before them counts.
        self.before: dict[Module, int] = {}
        # The module and the function that the manifest names, and the statement that defines it, if they are known.
        self.kernel_module: Module | None = None
        self.kernel_name: str | None = None
        self.kernel: Leaf | None = None
        self.answers = answers
        self._done: dict[tuple[Module, Chain], bool] = {}
        # How the slice came to a name first.
        self._paths: dict[tuple[Module, str], Way] = {}

    def part(self, module: Module) -> Part:
        return self.parts.setdefault(module, Part())

    def unknowns(self) -> list[Unknown]:
        return [
            unknown
            for part in self.parts.values()
            for found in (part.unknown, part.changed)
            for unknown in found.values()
        ]

    def constant(self, module: Module, name: str) -> Definition | None:
        found = super().constant(module, name)
        if found is None or self.kernel_module is None:
            return found
        changes = changes_of(self.kernel_module, self)
        places = [
            (module, name),
            *((found[0], each) for each, leaves in found[0].binders.items() if found[1] in leaves),
        ]
        return None if any(changes.of(*each) for each in places) else found

    def follow_changes(self, kernel: Module) -> None:
        """Takes the statements that change what the slice has, where they run in the order of the files; other changes
        make a value unknown. To be called once everything else is taken."""
        changes = changes_of(kernel, self)
        checked: set[tuple[Module, str]] = set()
        while todo := {(module, chain[0]) for module, chain in self._done} - checked:
            checked |= todo
            for module, name in sorted(todo, key=lambda each: (self.project.path(each[0]), each[1])):
                if name not in self.part(module).answers and (
                    self.binds(module, name) or not (name in OUTSIDE or is_builtin(name))
                ):
                    for change in changes.of(module, name):
                        self._follow(module, name, change, kernel)

    def _follow(self, module: Module, name: str, change: Change, kernel: Module) -> None:
        place, leaf, can_take = change
        limit = self.before.get(place)
        if place is module and self._is_dropped(module, name, leaf):
            return
        part = self.parts.get(place)
        is_taken = part is not None and leaf in part.leaves
        # The decorators of the kernel itself do not run.
        is_whole = (
            part is None
            or leaf not in part.leaves
            or not is_function(leaf.node)
            or len(part.decorators.get(leaf, [])) == len(leaf.node.decorator_list)
        )
        if (is_taken and is_whole) or (limit is not None and leaf.line >= limit):
            return
        # Modules are run when a statement imports them: one that the slice has may not be the first that did.
        imports = (
            [each for each in self.part(kernel).imported if each.place > leaf.place] if place is not module else []
        )
        if can_take and is_whole and place in (module, kernel) and not imports:
            names = [each for each, leaves in place.binders.items() if leaf in leaves]
            self._take(place, leaf, Read((names[0] if names else name,), leaf.line, False), ())
            return
        certain = any(value for (each, chain), value in self._done.items() if each is module and chain[0] == name)
        simple = [
            each
            for each in self.bindings(module, name)
            if isinstance(each.node, ast.Assign) and self._is_simple(module, each.node)
        ]
        path = (*self._paths.get((module, name), ()), *(Via(name, module, each, True) for each in simple[:1]))
        self.part(module).changed[name] = Unknown(
            module, name, "", leaf.line, name, path, certain, changer=(place, leaf)
        )

    def need(self, module: Module, read: Read, path: Way = ()) -> None:
        """Takes what `read.chain` names in a module."""
        key = (module, read.chain)
        if self._done.get(key) in (True, read.certain):
            return
        self._done[key] = read.certain
        name = read.chain[0]
        self.names.add(name)
        self._paths.setdefault((module, name), path)
        if self._answer(module, name):
            return
        leaves = self.bindings(module, name)
        if name in OUTSIDE and not self.binds(module, name):
            self._unknown(module, None, name, f"it depends on `{name}`", read, path)
            return
        doubt = self._doubtful_star(module, name, leaves)
        if doubt is not None:
            self._unknown(module, None, name, doubt[0], read, path, remedy=doubt[1])
            return
        limit = self.before.get(module)
        leaves = [leaf for leaf in leaves if limit is None or leaf.line < limit] or leaves
        live = self.last_of(module, name, leaves)
        chosen = self.choose(module, name, leaves)
        for leaf in chosen:
            # An earlier value may be read by statements between the two.
            self._take(module, leaf, read if leaf in live else Read(read.chain, read.line, False, read.call), path)
        changers = list(module.setters.get(name, []))
        if not all(is_import(leaf.node) or is_function(leaf.node) for leaf in chosen):
            # Calls of functions of a module do not change it.
            changers += module.callers.get(name, [])
        if any(is_mutable(leaf.node) for leaf in chosen):
            changers += module.receivers.get(name, [])
            for alias in module.aliases.get(name, []):
                self.need(module, Read((alias,), read.line, False), path)
        for leaf in changers:
            if (limit is None or leaf.line < limit) and not self._is_dropped(module, name, leaf):
                self._take(module, leaf, Read((name,), leaf.line, False), path)

    def _doubtful_star(self, module: Module, name: str, leaves: list[Leaf]) -> tuple[str, str] | None:
        """Says why nobody knows whether an `import *` replaces another value of a name, and what to do."""
        if not module.stars or not leaves:
            return None
        # No other package has another `triton`.
        targets = [self.source(module, leaf, name)[0] for leaf in leaves if is_import(leaf.node)]
        is_local = len(targets) < len(leaves) or any(isinstance(target, Path) for target in targets)
        last = self.last_of(module, name, leaves)[0].place
        for leaf, target in self.stars(module):
            statement = ast.unparse(leaf.node)
            if (
                isinstance(target, Path)
                and leaf in leaves[1:]
                and self.public_names(self.project.module(target)) is COMPUTED
            ):
                path = self.project.path(self.project.module(target))
                return (
                    f"whether line {leaf.line}, `{statement}`, replaces it depends on `__all__` of {path}, which is computed",
                    f"Import `{name}` by its name after that line.",
                )
            if (
                is_local
                and isinstance(target, str)
                and not self.is_available(target)
                and leaf.place > last
                and not name.startswith("_")
            ):
                if not (target.startswith(".") or self.has_folder(module, target)):
                    why = f"line {leaf.line}, `{statement}`, may replace it, and {target} is not imported"
                    return (
                        why,
                        f"Import `{name}` by its name after that line, or name the package of `{target.partition('.')[0]}` in `requirements:`.",
                    )
        return None

    def _is_dropped(self, module: Module, name: str, changer: Leaf) -> bool:
        """True if a statement changes a stand-in for Triton, which the same block binds the name to."""
        leaves = self.bindings(module, name)
        chosen = self.choose(module, name, leaves)
        others = [leaf for leaf in leaves if leaf not in chosen and leaf.branches and leaf.place < changer.place]
        return any(leaf.branches == changer.branches[: len(leaf.branches)] for leaf in others)

    def _answer(self, module: Module, name: str) -> bool:
        """Binds a name to the value that the manifest gives for it."""
        part = self.part(module)
        if name in part.answers:
            return True
        leaves = self.bindings(module, name)
        if all(is_import(leaf.node) for leaf in leaves):
            # The answer belongs to the module that defines the name.
            targets = [self.source(module, leaf, name)[0] for leaf in leaves]
            if not targets or any(isinstance(target, Path) or is_triton(target) for target in targets):
                return False
        relative = self.project.path(module)
        for key in (f"{relative}:{name}", name):
            for call in ("", "()"):
                if key + call in self.answers:
                    self.used_answers.add(key + call)
                    part.answers[name] = (self.answers[key + call], call)
                    return True
        return False

    def _take(self, module: Module, leaf: Leaf, read: Read, path: Way) -> None:
        node = leaf.node
        part = self.part(module)
        name = read.chain[0]
        alternatives = [each for each in self.bindings(module, name) if each is not leaf]
        certain, blocked = self._take_conditions(module, leaf, name, alternatives, read, path)
        if blocked is not None:
            self._unknown(module, leaf, name, blocked, read, path)
            return
        if certain is None:
            return
        if is_import(node):
            self._take_import(module, leaf, Read(read.chain, read.line, certain, read.call), path)
            return
        if not is_function(node) and any(is_import(each) for each in ast.walk(node)):
            self._unknown(module, leaf, name, "it depends on an import inside another statement", read, path)
            return
        part.leaves.add(leaf)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            # A call without arguments can be answered.
            called = (
                (Via(f"{name}()", module, leaf, False),)
                if read.call == "()" and not self.is_kernel(module, leaf)
                else ()
            )
            self._take_function(module, leaf, certain, (*path, *called))
            return
        via = path
        if isinstance(node, (ast.Assign, ast.AnnAssign)):
            via = (*path, Via(name, module, leaf, self._is_simple(module, node)))
        if isinstance(node, ast.AnnAssign):
            self._take_annotation(module, node.annotation, path)
        if isinstance(node, ast.ClassDef):
            self._drop_annotations(module, node)
        for each in reads([node], certain):
            self.need(module, each, via)
        for part_of_node in nodes_of(node):
            # The value before this statement.
            if isinstance(part_of_node, ast.AugAssign) and isinstance(part_of_node.target, ast.Name):
                self.need(module, Read((part_of_node.target.id,), part_of_node.lineno, certain), path)

    def _take_conditions(
        self, module: Module, leaf: Leaf, name: str, alternatives: list[Leaf], read: Read, path: Way
    ) -> tuple[bool | None, str | None]:
        """Takes the conditions around a statement. Returns whether it runs for certain (None: it never runs), and why
        this cannot be known, if it cannot."""
        part = self.part(module)
        certain = read.certain
        preferred = len(alternatives) > 0 and self.choose(module, name, self.bindings(module, name)) == [leaf]
        literal = isinstance(leaf.node, ast.Assign) and isinstance(leaf.node.value, ast.Constant)
        via = (*path, Via(name, module, leaf, literal))
        for branch in leaf.branches:
            if isinstance(branch.node, ast.Try):
                outcome = self.try_outcome(module, branch.node)
                if preferred:
                    outcome = "succeeds"
                if outcome == "succeeds" or (outcome == "fails" and branch.block == "handlers"):
                    if branch.block == "handlers" and outcome == "succeeds" and not preferred:
                        return None, None
                    part.assumed.add(branch)
                    continue
                if outcome == "fails":
                    if branch.block != "finalbody":
                        return None, None
                    continue
                if outcome != "runs":
                    part.assumed.update(leaf.branches)
                    return certain, outcome
                self._take_try(module, branch.node, certain, path)
                certain = False
            elif preferred or not alternatives or branch in part.assumed:
                # The only definition: without it the name would have no value.
                part.assumed.add(branch)
            else:
                for each in reads([branch.node.test], certain):
                    self.need(module, each, via)
                certain = False
        return certain, None

    def _take_try(self, module: Module, node: ast.Try, certain: bool, path: Way) -> None:
        """Takes all statements of a `try` block: any of them can decide which handler runs."""
        for leaf in module.leaves:
            if not any(branch.node is node and branch.block == "body" for branch in leaf.branches):
                continue
            if is_import(leaf.node):
                for alias in leaf.node.names:
                    # An `import *` of a local module, which exists, cannot fail.
                    if alias.name != "*" or isinstance(self.target(module, leaf.node, alias)[0], str):
                        bound = bound_name(leaf.node, alias)
                        self._take_import(module, leaf, Read((bound,), leaf.line, False), path, False)
                continue
            self.part(module).leaves.add(leaf)
            if isinstance(leaf.node, ast.FunctionDef):
                self._take_function(module, leaf, False, path)
            else:
                for each in reads([leaf.node], False):
                    self.need(module, each, path)
        for handler in node.handlers:
            if handler.type is not None:
                for each in reads([handler.type], False):
                    self.need(module, each, path)

    def _take_import(self, module: Module, leaf: Leaf, read: Read, path: Way, whole: bool = True) -> None:
        """Takes what a name that is imported stands for. `whole` is for modules: whether code may read any of its names."""
        node, name, rest = leaf.node, read.chain[0], read.chain[1:]
        target, attribute = self.source(module, leaf, name)
        if isinstance(target, str):
            if not self.is_available(target):
                self._outside(module, leaf, target, attribute, read, path)
                return
            assert is_import(node)
            self._bind(module, leaf, name, External(ast.unparse(with_alias(node, alias_of(node, name)))))
            return
        names = [*([attribute] if attribute else []), *rest]
        found, remaining = self.descend(target, names)
        used = names[: len(names) - len(remaining)]
        if found is None:
            missing = ".".join([*([] if attribute else [name]), *names])
            self._unknown(module, leaf, name, f"no file defines `{missing}`", read, path)
        elif not remaining:
            # The module itself is used as a value.
            self._bind(module, leaf, ".".join([name, *used[1 if attribute else 0 :]]), Local(found, None))
            self.part(found)
            if whole:
                self._take_whole(found, read, path)
        elif self.kernel_module is not None and self.is_shadowed(found, remaining[0], self.kernel_module):
            reason = f"{self.project.path(found)} defines it, but its module of the same name is imported later"
            remedy = (
                f"Give the module another name than `{remaining[0]}`, or import it in {self.project.path(found)} first."
            )
            self._unknown(module, leaf, name, reason, read, path, ".".join([name, *rest]), remedy=remedy)
        elif not self.binds(found, remaining[0]):
            message = f"{self.project.path(found)} does not define `{remaining[0]}`"
            self._unknown(module, leaf, name, message, read, path)
        else:
            if attribute and not used:
                self._bind(module, leaf, name, Local(found, attribute))
            else:
                self._bind(module, leaf, ".".join([name, *used[1 if attribute else 0 :]]), Local(found, None))
            self.need(found, Read(tuple(remaining), read.line, read.certain, read.call), path)

    def _take_whole(self, module: Module, read: Read, path: Way) -> None:
        """Takes every name of a module that code gets as a value: it may read any, as in `getattr(module, name)`. Modules
        that it imports itself are left out, since this would end with the whole package."""
        for name in sorted(self.values_in(module)):
            self.need(module, Read((name,), read.line, False), path)

    def _bind(self, module: Module, leaf: Leaf, name: str, source: Source) -> None:
        part = self.part(module)
        part.leaves.add(leaf)
        part.imported.setdefault(leaf, {})[name] = source

    def _outside(self, module: Module, leaf: Leaf, target: str, attribute: str | None, read: Read, path: Way) -> None:
        """Handles a module that is not imported: the manifest answers what is read from it, or it is unknown."""
        name, rest = read.chain[0], read.chain[1:]
        whole = ".".join([target, *([attribute] if attribute else [])])
        dotted = ".".join([whole, *rest])
        for call in dict.fromkeys((read.call, "")):
            if call != "(…)" and dotted + call in self.answers:
                self.used_answers.add(dotted + call)
                stand_in = self.part(module).imported.setdefault(leaf, {}).setdefault(name, StandIn(whole, {}))
                assert isinstance(stand_in, StandIn)
                stand_in.values[".".join(rest) + call] = self.answers[dotted + call]
                self.part(module).leaves.add(leaf)
                return
        if is_known(dotted):
            imported = self.part(module).imported.setdefault(leaf, {})
            imported.setdefault(name, StandIn(whole, {}))
            self.part(module).leaves.add(leaf)
            return
        top = target.partition(".")[0]
        if target.startswith(".") or self.has_folder(module, target):
            reason = f"no file defines the module `{target}`"
        elif top in sys.stdlib_module_names:
            reason = f"it depends on `{dotted}`"
        else:
            reason = f"it depends on `{dotted}`, and {top} is not imported"
        package = top if reason.endswith("imported") else ""
        self._unknown(module, leaf, name, reason, read, path, dotted + read.call, package)

    def _take_function(self, module: Module, leaf: Leaf, certain: bool, path: Way) -> None:
        node = leaf.node
        assert is_function(node)
        part = self.part(module)
        if leaf not in part.decorators:
            part.decorators[leaf] = self._decorators(module, leaf)
        for text, decorator in part.decorators[leaf]:
            if text != JIT:
                kept = (
                    decorator
                    if text is None
                    else ast.increment_lineno(ast.parse(text[1:], mode="eval").body, decorator.lineno - 1)
                )
                for each in reads([kept], certain):
                    self.need(module, each, path)
        for default in [each for each in [*node.args.defaults, *node.args.kw_defaults] if each is not None]:
            if leaf is self.kernel and self.is_unknown(module, default):
                # Every argument of the kernel itself is given.
                part.dropped[default] = "None"
                continue
            for each in reads([default], certain):
                self.need(module, each, path)
        self._drop_annotations(module, node)
        if self.is_kernel(module, leaf):
            self._take_language(module)
        inner = self._inner_imports(module, leaf)
        for each in body_reads(node):
            read = Read(each.chain, each.line, certain and each.certain, each.call)
            if each.chain[0] in inner:
                self._take_import(module, inner[each.chain[0]], read, path)
            else:
                self.need(module, read, path)

    def _take_language(self, module: Module) -> None:
        """Triton's interpreter looks for triton.language in the module of every function."""
        for name, leaves in module.binders.items():
            if all(is_import(leaf.node) for leaf in leaves):
                if self.origin(module, (name,)) == "triton.language":
                    self.need(module, Read((name,), leaves[0].line, False))

    def _inner_imports(self, module: Module, leaf: Leaf) -> dict[str, Leaf]:
        """Returns the import statements in a function's body by the names they bind."""
        part = self.part(module)
        if leaf not in part.inner:
            imports = [each for each in nodes_of(leaf.node) if is_import(each)]
            part.inner[leaf] = [Leaf(each, ()) for each in imports]
        return {
            bound_name(each.node, alias): each
            for each in part.inner[leaf]
            if is_import(each.node)
            for alias in each.node.names
        }

    def _drop_annotations(self, module: Module, node: ast.stmt) -> None:
        for each in nodes_of(node):
            for annotation in (getattr(each, "annotation", None), getattr(each, "returns", None)):
                if isinstance(annotation, ast.expr):
                    self._take_annotation(module, annotation, ())

    def _take_annotation(self, module: Module, annotation: ast.expr, path: Way) -> None:
        """Takes an annotation that Triton can read; drops one that names something unknown."""
        wanted = list(reads([annotation]))
        if all(self.origin(module, each.chain) for each in wanted):
            for each in wanted:
                self.need(module, Read(each.chain, each.line, False), path)
        else:
            self.part(module).dropped[annotation] = "''"

    def _decorators(self, module: Module, leaf: Leaf) -> list[Decorator]:
        """Returns the decorators that stay. Those of the kernel itself act on calls from Python. Those of a function that
        it calls can give another function."""
        node = leaf.node
        assert is_function(node)
        kinds = [(each, self.decorator_kind(module, each)) for each in node.decorator_list]
        is_entry = (module is self.kernel_module and node.name == self.kernel_name) or leaf is self.kernel
        if any(kind in ("kernel", "triton") for _each, kind in kinds):
            kept = [
                (self._without_naming(module, each) if kind in ("kernel", "triton") else None, each)
                for each, kind in kinds
                if kind in ("kernel", "triton") or (kind != "call" and not is_entry)
            ]
        elif any(kind == "jit" for _each, kind in kinds):
            jits = [self._local_jit(module, each, is_entry) for each, kind in kinds if kind == "jit"][:1]
            kept = [
                jits[0] if each is jits[0][1] else (None, each)
                for each, kind in kinds
                if each is jits[0][1] or (kind == "other" and not is_entry)
            ]
        else:
            return [(None, each) for each in node.decorator_list]
        for each, kind in kinds:
            if kind in ("other", "jit") and all(each is not decorator for _text, decorator in kept):
                text = module.text_of(each).split("\n")[0]
                self.notes.append(
                    (module, each.lineno, f"ignoring the decorator `@{text}` of {node.name}: it is not Triton's")
                )
        return kept

    def _without_naming(self, module: Module, decorator: ast.expr) -> str | None:
        """Leaves out arguments of @triton.jit that do not change the code: they name calls for profilers, or the symbol
        if what gives it is unknown."""
        if not isinstance(decorator, ast.Call):
            return None
        kept = []
        for keyword in decorator.keywords:
            if keyword.arg == "launch_metadata":
                continue
            if keyword.arg == "repr" and self.is_unknown(module, keyword.value):
                text = "it is known only when the program runs"
                self.notes.append((module, keyword.value.lineno, f"ignoring `repr` of @triton.jit: {text}"))
                continue
            kept.append(keyword)
        if kept == decorator.keywords:
            return None
        return f"@{ast.unparse(ast.Call(decorator.func, decorator.args, kept))}"

    def is_unknown(self, module: Module, node: ast.expr) -> bool:
        trial = Slicer(self.project, self.answers, self.installed)
        trial.kernel_module, trial.kernel_name, trial.kernel = self.kernel_module, self.kernel_name, self.kernel
        for each in reads([node]):
            trial.need(module, each)
        return any(unknown.certain for unknown in trial.unknowns())

    def _local_jit(self, module: Module, decorator: ast.expr, is_entry: bool) -> Decorator:
        """A wrapper of @triton.jit, such as `jit = functools.partial(triton.jit, …)`: kept if all of it is known."""
        called = decorator.func if isinstance(decorator, ast.Call) and not is_entry else decorator
        found = self.definition(module, called.id) if isinstance(called, ast.Name) else None
        kinds = ast.Assign if is_entry else (ast.Assign, ast.FunctionDef)
        if found is not None and isinstance(found[1].node, kinds) and not self.is_unknown(module, decorator):
            return (None, decorator)
        name = module.text_of(decorator).split("\n")[0]
        self.notes.append((module, decorator.lineno, f"taking the decorator `@{name}` for @triton.jit"))
        return (JIT, decorator)

    def _is_simple(self, module: Module, node: ast.Assign | ast.AnnAssign) -> bool:
        """True if the value of an assignment can be a constant: it is not a function and nothing of Triton's."""
        return node.value is not None and all(self._is_value(module, each) for each in results_of(node.value))

    def _is_value(self, module: Module, node: ast.expr) -> bool:
        if isinstance(node, (ast.Dict, ast.List, ast.Set, ast.Lambda, ast.ListComp, ast.DictComp)):
            return False
        chain = chain_of(node.func if isinstance(node, ast.Call) else node)
        if not chain:
            return True
        origin = self.origin(module, chain)
        if isinstance(node, ast.Call):
            return origin.rpartition(".")[2] not in (
                "partial",
                "jit",
                "get_device_properties",
                "getLogger",
                "finfo",
                "iinfo",
            )
        found = self.definition(module, chain[0])
        return not origin.startswith("triton.language") and not (found and is_function(found[1].node))

    def _unknown(
        self,
        module: Module,
        leaf: Leaf | None,
        name: str,
        reason: str,
        read: Read,
        path: Way,
        dotted: str = "",
        package: str = "",
        remedy: str = "",
    ) -> None:
        unknown = self.part(module).unknown
        if (leaf, name) not in unknown or (read.certain and not unknown[leaf, name].certain):
            unknown[leaf, name] = Unknown(
                module, name, reason, read.line, dotted or name, path, read.certain, package, remedy=remedy
            )


def results_of(node: ast.expr) -> list[ast.expr]:
    """The expressions that an expression can give as its value."""
    if isinstance(node, ast.IfExp):
        return [*results_of(node.body), *results_of(node.orelse)]
    if isinstance(node, ast.BoolOp):
        return [each for value in node.values for each in results_of(value)]
    return [node]


def is_mutable(node: ast.stmt) -> bool:
    """True if a function that gets the value that a statement binds can change it."""
    displays = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)
    value = getattr(node, "value", None)
    if isinstance(value, ast.Call):
        return chain_of(value.func)[-1:] in {("list",), ("dict",), ("set",), ("defaultdict",), ("OrderedDict",)}
    return isinstance(node, ast.ClassDef) or isinstance(value, displays)
