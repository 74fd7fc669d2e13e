"""Removes from PTX what only tells lines of the source."""

import re

# Directives and labels in PTX that only the debug sections after the code use.
LINES = re.compile(r"^(?:\s*\.(?:loc|file)\s.*|\$L__(?:tmp|func_begin|func_end|info)\w*:.*)\n", re.MULTILINE)


def without_lines(ptx: str) -> str:
    """Returns PTX as LLVM writes it if it is not asked for lines."""
    end = ptx.find("\n\t.section\t.debug")
    return LINES.sub("", ptx if end < 0 else ptx[: end + 1])
