"""The examples in the docstrings of a file: those of doctest, and blocks of code."""

from __future__ import annotations

import ast
import doctest
import re
import textwrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

_FENCED = re.compile(r"^([ \t]*)```(?:python|py)?[ \t]*\n(.*?)^\1```", re.MULTILINE | re.DOTALL)
# A paragraph that ends with `::`, or the directive for code, and the indented lines that follow.
_INDENTED = re.compile(r"^([ \t]*)[^\n]*::(?: *python)?[ \t]*\n\n((?:(?:\1[ \t]+[^\n]*)?\n)+)", re.MULTILINE)
_HAS_DOCSTRING = (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def examples(tree: ast.Module, names: Collection[str]) -> list[str]:
    """The code of each docstring's example that uses one of these names."""
    found = []
    for node in ast.walk(tree):
        text = ast.get_docstring(node) if isinstance(node, _HAS_DOCSTRING) else None
        for code in _codes(text or ""):
            try:
                used = {each.id for each in ast.walk(ast.parse(code)) if isinstance(each, ast.Name)}
            except (SyntaxError, ValueError):
                continue
            if used & set(names):
                found.append(code)
    return found


def _codes(text: str) -> Iterator[str]:
    try:
        prompted = doctest.DocTestParser().get_examples(text)
    except ValueError:
        prompted = []
    # An example that raises says so, and one that is to be skipped too.
    code = "".join(each.source for each in prompted if not (each.exc_msg or each.options.get(doctest.SKIP)))
    if code or prompted:
        yield code
        return
    for block in (_FENCED, _INDENTED):
        for _, body in block.findall(f"{text}\n"):
            yield textwrap.dedent(body)
