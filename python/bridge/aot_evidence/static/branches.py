"""Says which statements of a function can come before a line of it, and under which conditions the line runs."""

import ast
from dataclasses import dataclass

from aot_sources.names import Function

from .functions import own_nodes

# The line of names that are read once the function has run, as in a function that it makes.
ANY_LINE = 1 << 30
EXITS = (ast.Return, ast.Raise, ast.Continue, ast.Break)


@dataclass(frozen=True)
class Block:
    """A block of a statement: the field that has it, its lines, and whether it leaves what is around it at its end."""

    node: ast.stmt
    name: str
    first: int
    last: int
    exits: bool

    def has(self, line: int) -> bool:
        return self.first <= line <= self.last


class Blocks:
    """The blocks of a function."""

    def __init__(self, function: Function):
        self._blocks: list[Block] = []
        for node in own_nodes(function):
            bodies = [(name, getattr(node, name, [])) for name in ("body", "orelse", "finalbody")]
            bodies += [("handlers", each.body) for each in getattr(node, "handlers", [])]
            for name, body in bodies:
                if isinstance(node, ast.stmt) and not isinstance(node, (ast.FunctionDef, ast.ClassDef)) and body:
                    last = body[-1].end_lineno or body[-1].lineno
                    self._blocks.append(Block(node, name, body[0].lineno, last, isinstance(body[-1], EXITS)))

    def around(self, line: int) -> list[Block]:
        """The blocks that a line is in."""
        return [each for each in self._blocks if each.has(line)]

    def may_reach(self, before: int, line: int) -> bool:
        """False if what runs in one line never comes before another one: it is in another branch, or in one that returns."""
        if line >= ANY_LINE:
            return True
        here = {each.node: each for each in self.around(line) if isinstance(each.node, ast.If)}
        left = [each for each in self.around(before) if not each.has(line)]
        return not any(each.exits or each.node in here for each in left if isinstance(each.node, ast.If))

    def always_reaches(self, before: int, line: int) -> bool:
        """True if a line runs whenever a later one does."""
        return line < ANY_LINE and all(each.has(line) for each in self.around(before))

    def conditions(self, line: int) -> list[tuple[ast.expr, bool]]:
        """The tests that decide whether a line runs, and how they turn out then."""
        found = []
        for each in self._blocks:
            if isinstance(each.node, ast.If) and each.name in ("body", "orelse"):
                if each.has(line):
                    found.append((each.node.test, each.name == "body"))
                elif each.exits and each.last < line and self.always_reaches(each.node.lineno, line):
                    found.append((each.node.test, each.name != "body"))
        return found

    def choosing(self, before: int, line: int) -> ast.If | None:
        """The outermost `if` that decides whether one line comes before another one."""
        nodes = [each.node for each in self.around(before) if not each.has(line)]
        return nodes[0] if nodes and isinstance(nodes[0], ast.If) else None
