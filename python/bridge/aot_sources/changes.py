"""Finds the statements that change a value after it was bound: in its own module, and in every file that importing the
kernel's file runs."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from .bindings import is_function, is_import
from .closure import loaded_by
from .effects import Effects, concerns
from .modules import Leaf, Module, SourceError
from .resolve import Resolver

# Words of statements whose effect depends on a text.
HIDDEN = {"setattr", "delattr", "vars", "__dict__", "modules"}


def changes_of(kernel: Module, resolver: Resolver) -> "Changes":
    """The changes are the same for all kernels of a file, and what a statement does for all files."""
    found = resolver.project.changes
    installed = frozenset(resolver.installed)
    if installed not in found:
        effects = resolver.project.effects
        if installed not in effects:
            # In a view of its own: what it reads is not in use for a kernel.
            effects[installed] = Effects(Resolver(resolver.project.unread(), resolver.installed))
        found[installed] = SharedChanges(Resolver(resolver.project, resolver.installed), effects[installed])
    shared = found[installed]
    if kernel not in shared.by_kernel:
        shared.by_kernel[kernel] = Changes(shared.resolver, shared.effects, kernel)
    return shared.by_kernel[kernel]


# A module, a statement of it that changes a value, and whether a slice can take it.
Change = tuple[Module, Leaf, bool]


@dataclass
class SharedChanges:
    """What kernels share if the same modules are installed for them."""

    resolver: Resolver
    effects: Effects
    by_kernel: "dict[Module, Changes]" = field(default_factory=dict)


class Changes:
    """The changes that importing a file makes. `kernel` is the module of the file."""

    def __init__(self, resolver: Resolver, effects: Effects, kernel: Module):
        self._resolver = resolver
        self._effects = effects
        self._project = resolver.project
        self._kernel = kernel
        self._loaded = loaded_by(kernel.file, self._project)
        self._found: dict[tuple[Module, str], list[Change]] = {}

    def of(self, module: Module, name: str) -> list[Change]:
        """Returns the statements that change what a name stands for."""
        key = (module, name)
        if key not in self._found:
            self._found[key] = list(self._search(module, name))
        return self._found[key]

    def _search(self, module: Module, name: str) -> Iterator[Change]:
        leaves = self._resolver.bindings(module, name)
        if leaves and all(
            is_import(leaf.node) and isinstance(self._resolver.source(module, leaf, name)[0], str) for leaf in leaves
        ):
            # Of another project.
            return
        last = max((leaf.place for leaf in leaves if self._resolver.is_fresh(module, leaf, name)), default=(0, 0))
        for other in self._candidates(module, name):
            for leaf in other.leaves:
                if other is module and leaf.place <= last:
                    continue
                kinds = {effect[0] for effect in self._effects.of(other, leaf) if concerns(effect, module, name)}
                if kinds:
                    yield other, leaf, "hidden" not in kinds

    def _candidates(self, module: Module, name: str) -> list[Module]:
        """The modules that may change a name, without parsing the others."""
        signs = self._loaded.signs
        words = {name}
        for file in self._loaded.callable:
            if self._project.files.contains(file, name):
                words |= self._changers(self._parsed(file), module, name)
        files = {file for word in words for file in signs.get(word, ())}
        stem = module.file.parent.name if module.is_package else module.file.stem
        files |= {file for word in HIDDEN for file in signs.get(word, ()) if self._project.files.mentions(file, stem)}
        modules = [module, self._kernel, *(self._parsed(file) for file in sorted(files))]
        return [each for each in dict.fromkeys(modules) if each is not None]

    def _parsed(self, file: Path) -> Module | None:
        """The module of a file; None if it is not Python, which only importing it reports."""
        try:
            return self._project.module(file)
        except SourceError:
            return None

    def _changers(self, place: Module | None, module: Module, name: str) -> set[str]:
        """The functions of a module that change a name, also of another module."""
        if place is None:
            return set()
        functions = [
            leaf.node for leaf in place.leaves if is_function(leaf.node) and leaf.node.name in self._loaded.signs
        ]
        return {
            each.name
            for each in functions
            if any(concerns(effect, module, name) for effect in self._effects.of_function(place, each))
        }
