"""Finds the import statements of a file, without parsing all of it, which takes ten times as long."""

import ast
import bisect
import contextlib
import re
from collections.abc import Iterable, Iterator

from .files import ENCODING, with_newlines

# The level, the module and the names after `from`.
Import = tuple[int, str, tuple[str, ...]]

# Two patterns, since a search for one word is many times as fast as one for either.
WORDS = (re.compile(rb"import\b"), re.compile(rb"from\b"))
# What Python takes together before it looks for statements.
QUOTED = re.compile(
    rb"#[^\n]*"
    rb'|"""[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*"""'
    rb"|'''[^'\\]*(?:(?:\\.|'(?!''))[^'\\]*)*'''"
    rb'|"[^"\\\n]*(?:\\.[^"\\\n]*)*"'
    rb"|'[^'\\\n]*(?:\\.[^'\\\n]*)*'",
    re.DOTALL,
)
FORMATTED = re.compile(rb"\b(?:[fFtT][rR]?|[rR][fFtT])[\"']")
# To the end of the line, or of the parentheses.
STATEMENT = re.compile(rb"(?:from|import)\b(?:\([^()]*\)|\\\n|[^\n;#(\\])*")


def imports_of(content: bytes) -> list[Import] | None:
    """Returns the modules that a file imports; None if this Python cannot parse it."""
    text = statements_of(content)
    if text is not None:
        with contextlib.suppress(SyntaxError):
            return list(imports_in(ast.parse(text).body))
    try:
        return list(imports_in(ast.walk(ast.parse(content))))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def statements_of(content: bytes) -> bytes | None:
    """Returns the import statements of a file, one after the other; None if only Python can say which they are."""
    if ENCODING.search(content):
        return None
    content = with_newlines(content.removeprefix(b"\xef\xbb\xbf"))
    starts = sorted(
        match.start() for word in WORDS for match in word.finditer(content) if may_start(content, match.start())
    )
    quoted = []
    for match in QUOTED.finditer(content) if starts else ():
        if match.start() > starts[-1]:
            break
        quoted.append(match.span())
    statements = []
    end = 0
    for start in starts:
        if start < end:
            # The `import` of a `from`, in another line.
            continue
        before = bisect.bisect(quoted, (start,)) - 1
        if before < 0 or quoted[before][1] <= start:
            # Any text that starts with one of the words matches.
            if (statement := STATEMENT.match(content, start)) is not None:
                statements.append(statement[0])
                end = statement.end()
        elif FORMATTED.search(content, 0, start):
            # Since Python 3.12 quotes may be inside of such quotes, and the text may be code.
            return None
    return b"\n".join(statements)


def may_start(content: bytes, place: int) -> bool:
    """True if a statement may start at a place of a text: it is the first in its line, or follows another one. Also in
    comments and in quotes."""
    place -= 1
    # Before the first byte this reads the last one, which ends a line too.
    while content[place] in b" \t\f":
        place -= 1
    return content[place] in b"\n;:"


def imports_in(nodes: Iterable[ast.AST]) -> Iterator[Import]:
    for node in nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield 0, alias.name, ()
        elif isinstance(node, ast.ImportFrom):
            yield node.level, node.module or "", tuple(alias.name for alias in node.names)
