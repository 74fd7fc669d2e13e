"""Writes what a slice takes from a module as Python text, with every line where it is in the file.

The text runs with these functions, which the worker provides: `_aot_from(module, name)`, `_aot_module(path, module,
package)`, `_aot_unknown(number)` and `_aot_stand_in(name, values)`.
"""

import ast
import hashlib
import io
import tokenize

from .modules import Leaf, Module, SourceError, first_line, last_line
from .names import nodes_of
from .parts import External, Local, Part, StandIn, Unknown
from .slicing import Slicer

# Statements with blocks of which parts can be taken.
Compound = ast.If | ast.Try
# A block and, of `handlers`, which one.
BlockKey = tuple[str, ast.ExceptHandler | None]


def slice_text(module: Module, slicer: Slicer, unknowns: list[Unknown]) -> str:
    """Returns the text of a module's part; `unknowns` gives the numbers of unknown values."""
    return Printer(module, slicer, unknowns).text()


def canonical(text: str) -> str:
    """Returns the text without comments, blank lines and trailing blanks: what its meaning depends on."""
    lines = text.split("\n")
    kept: set[int] = set()
    starts = []
    # Strings of several lines need three quotes, or end lines with a backslash.
    is_plain = not any(sign in text for sign in ("#", '"""', "'''", "\\\n"))
    for token in () if is_plain else tokenize.generate_tokens(io.StringIO(text).readline):
        kind = tokenize.tok_name[token.type]
        if kind == "COMMENT":
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column]
        elif kind.endswith("STRING_START"):
            starts.append(token.start[0])
        elif kind.endswith("STRING_END"):
            kept.update(range(starts.pop(), token.end[0]))
        else:
            # All lines of a string but the last end inside it. No other token has several.
            kept.update(range(token.start[0], token.end[0]))
    result = []
    for row, line in enumerate(lines, start=1):
        text = line if row in kept else line.rstrip()
        if text or row in kept:
            result.append(text)
    return "\n".join(result)


def import_name(path: str) -> str:
    """The name under which the worker makes a module of the slice importable."""
    return f"_aot_slice_{hashlib.sha256(path.encode()).hexdigest()[:12]}"


class Printer:
    def __init__(self, module: Module, slicer: Slicer, unknowns: list[Unknown]):
        self._module = module
        self._slicer = slicer
        self._unknowns = unknowns
        self._part: Part = slicer.part(module)
        self._lines: dict[int, str] = {}
        # By statement: the blocks that have something, and whether their condition is taken as true.
        self._blocks: dict[ast.stmt, dict[BlockKey, bool]] = {}
        for leaf in module.leaves:
            if self._is_taken(leaf):
                for branch in leaf.branches:
                    blocks = self._blocks.setdefault(branch.node, {})
                    blocks[branch.block, branch.handler] = branch in self._part.assumed
        self._leaves: dict[ast.stmt, Leaf] = {leaf.node: leaf for leaf in module.leaves}

    def text(self) -> str:
        self._print(self._module.tree.body)
        last = max([*self._lines, last_line(self._module.tree.body[-1]) if self._part.changed else 0], default=0)
        for name, unknown in sorted(self._part.changed.items()):
            self._lines[last := last + 1] = f"{name} = _aot_unknown({self._unknowns.index(unknown)})"
        return "\n".join(self._lines.get(row, "") for row in range(1, last + 1)) + "\n"

    def _is_taken(self, leaf: Leaf) -> bool:
        return leaf in self._part.leaves or any(each is leaf for each, _name in self._part.unknown)

    def _add(self, row: int, text: str) -> None:
        """Adds a statement to a line that may have one."""
        before = self._lines.get(row)
        self._lines[row] = text if before is None else f"{before}; {text.lstrip()}"

    def _unknown(self, leaf: Leaf | None, name: str) -> str:
        return f"{name} = _aot_unknown({self._unknowns.index(self._part.unknown[leaf, name])})"

    def _print(self, body: list[ast.stmt], keyword: str = "if") -> None:
        for node in body:
            leaf = self._leaves.get(node)
            if isinstance(node, ast.ImportFrom) and node.module == "__future__":
                self._add(node.lineno, ast.unparse(node))
            elif leaf is not None:
                if self._is_taken(leaf):
                    self._leaf(leaf)
            elif isinstance(node, (ast.If, ast.Try)) and node in self._blocks:
                self._compound(node, keyword)

    def _compound(self, node: Compound, keyword: str) -> None:
        blocks = self._blocks[node]
        header = self._module.lines[node.lineno - 1]
        indent = header[: len(header) - len(header.lstrip())]
        if all(blocks.values()):
            if is_elif(node) and ("body", None) not in blocks:
                self._print(node.orelse, keyword)
                return
            self._add(node.lineno, f"{indent}{keyword} True:")
            for body in bodies(node):
                self._print(body)
            return
        self._copy(node.lineno, first_line(node.body[0]) - 1)
        if isinstance(node, ast.If) and keyword == "if" and header.lstrip().startswith("elif"):
            self._lines[node.lineno] = f"{indent}{header.lstrip()[2:]}"
        self._block(node.body)
        end = last_line(node.body[-1])
        for handler in getattr(node, "handlers", []):
            self._copy(handler.lineno, first_line(handler.body[0]) - 1)
            self._block(handler.body)
            end = last_line(handler.body[-1])
        for name in ("orelse", "finalbody"):
            rest = getattr(node, name, [])
            if not rest or (name, None) not in blocks:
                continue
            if name == "orelse" and is_elif(node):
                self._print(rest, "elif")
            else:
                before = end if name == "orelse" or not getattr(node, "orelse", []) else last_line(node.orelse[-1])
                self._copy(before + 1, first_line(rest[0]) - 1)
                self._block(rest)

    def _block(self, body: list[ast.stmt]) -> None:
        before = len(self._lines)
        self._print(body)
        if len(self._lines) == before:
            row = first_line(body[0])
            line = self._module.lines[row - 1]
            self._lines[row] = f"{line[: len(line) - len(line.lstrip())]}pass"

    def _copy(self, first: int, last: int) -> None:
        for row in range(first, last + 1):
            self._lines[row] = self._module.lines[row - 1]

    def _leaf(self, leaf: Leaf) -> None:
        node = leaf.node
        line = self._module.lines[leaf.line - 1]
        indent = line[: len(line) - len(line.lstrip())]
        texts = [self._unknown(each, name) for each, name in self._part.unknown if each is leaf]
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            texts += self._imports(leaf)
        if leaf not in self._part.leaves or isinstance(node, (ast.Import, ast.ImportFrom)):
            if texts:
                self._add(leaf.line, indent + "; ".join(texts))
            return
        if is_crowded(leaf, self._module):
            self._add(leaf.line, indent + self._module.text_of(node))
            return
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            self._function(leaf)
        else:
            self._copy(leaf.line, last_line(node))
        self._drop(node)

    def _imports(self, leaf: Leaf) -> list[str]:
        texts = []
        sources = self._part.imported.get(leaf, {})
        for name in sorted(sources):
            source = sources[name]
            if isinstance(source, External):
                texts.append(source.text)
            elif isinstance(source, StandIn):
                texts.append(f"{name} = _aot_stand_in({source.name!r}, {source.values!r})")
            elif isinstance(source, Local):
                path = self._slicer.project.path(source.module)
                if source.name is not None:
                    texts.append(f"{name} = _aot_from({path!r}, {source.name!r})")
                else:
                    top = name.partition(".")[0]
                    texts.append(f"{top} = _aot_module({name!r}, {path!r}, globals().get({top!r}))")
        return list(dict.fromkeys(texts))

    def _inner_imports(self, leaf: Leaf) -> list[str]:
        """Imports in functions that Triton reads stay imports: it knows no other way to bind a name there."""
        texts = []
        for name, source in sorted(self._part.imported.get(leaf, {}).items()):
            if isinstance(source, Local):
                module = import_name(self._slicer.project.path(source.module))
                top, _dot, rest = name.partition(".")
                if source.name is not None:
                    texts.append(f"from {module} import {source.name} as {name}")
                elif not rest:
                    texts.append(f"import {module} as {top}")
                else:
                    raise SourceError(
                        "unknown",
                        f"`import {name}` in a function is not supported",
                        self._module.file,
                        leaf.line,
                        f"Write `from {name.rpartition('.')[0]} import {name.rpartition('.')[2]}`.",
                    )
            else:
                texts += [text for text in self._imports(leaf) if text not in texts]
        return texts

    def _function(self, leaf: Leaf) -> None:
        node = leaf.node
        decorators = self._part.decorators[leaf]
        for text, decorator in decorators:
            if text is None:
                self._copy(decorator.lineno, last_line(decorator))
            else:
                line = self._module.lines[decorator.lineno - 1]
                self._lines[decorator.lineno] = line[: len(line) - len(line.lstrip())] + text
        self._copy(node.lineno, last_line(node))
        for inner in self._part.inner.get(leaf, []):
            line = self._module.lines[inner.line - 1]
            indent = line[: len(line) - len(line.lstrip())]
            texts = [self._unknown(each, name) for each, name in self._part.unknown if each is inner]
            for row in range(inner.line, last_line(inner.node) + 1):
                self._lines.pop(row, None)
            self._lines[inner.line] = indent + ("; ".join([*texts, *self._inner_imports(inner)]) or "pass")

    def _drop(self, node: ast.stmt) -> None:
        """Replaces what is left out, from the last to the first."""
        found = [each for each in nodes_of(node) if each in self._part.dropped]
        for each in sorted(found, key=lambda each: (each.lineno, each.col_offset), reverse=True):
            first, last = self._lines[each.lineno], self._lines[last_line(each)]
            start = len(first.encode()[: each.col_offset].decode())
            end = len(last.encode()[: each.end_col_offset].decode())
            self._lines[each.lineno] = f"{first[:start]}{self._part.dropped[each]}{last[end:]}"
            for row in range(each.lineno + 1, last_line(each) + 1):
                self._lines[row] = ""


def is_elif(node: Compound) -> bool:
    rest = node.orelse if isinstance(node, ast.If) else []
    return len(rest) == 1 and isinstance(rest[0], ast.If) and rest[0].col_offset == node.col_offset


def bodies(node: Compound) -> list[list[ast.stmt]]:
    handlers = [handler.body for handler in getattr(node, "handlers", [])]
    return [node.body, *handlers, getattr(node, "orelse", []), getattr(node, "finalbody", [])]


def is_crowded(leaf: Leaf, module: Module) -> bool:
    """True if a statement shares its lines with another one, as in `a = 1; b = 2`."""
    node = leaf.node
    if node.lineno != node.end_lineno:
        return False
    line = module.lines[node.lineno - 1].encode()
    return bool(line[: node.col_offset].strip()) or line[node.end_col_offset :].strip().startswith(b";")
