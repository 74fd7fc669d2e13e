"""Counts the accesses to global memory in the PTX of a kernel, by their width and the loops they are in."""

import collections
import re

# Bytes are per thread. A tensor copy moves a whole box, whatever is known about the arguments.
LOAD_OR_STORE = re.compile(r"\b(ld|st)((?:\.[\w:]+)*\.global(?:\.[\w:]+)*)\s")
ASYNC_COPY = re.compile(r"\bcp\.async\.c[ag]\.shared[\w:.]*\.global[\w:.]*\s*\[[^\]]*\]\s*,\s*\[[^\]]*\]\s*,\s*(\w+)")
TENSOR_COPY = re.compile(r"\bcp(?:\.reduce)?\.async\.bulk\.tensor\.")
LABEL = re.compile(r"^(\$\w+):")
BRANCH = re.compile(r"\bbra(?:\.uni)?\s+(\$\w+)")
VECTOR = re.compile(r"\.v(\d+)\b")
ELEMENT = re.compile(r"\.(?:b|s|u|f|bf)(\d+)$")


def summarise_accesses(ptx: str) -> list:
    """Returns the number of accesses of each kind, width in bytes, and number of loops around them."""
    lines = ptx.splitlines()
    depths = loop_depths(lines)
    counts = collections.Counter((*found, depth) for line, depth in zip(lines, depths) for found in accesses_in(line))
    return [
        {"kind": kind, "bytes": size, "loops": loops, "count": count}
        for (kind, size, loops), count in sorted(counts.items())
    ]


def accesses_in(line: str):
    for name, modifiers in LOAD_OR_STORE.findall(line):
        element, vector = ELEMENT.search(modifiers), VECTOR.search(modifiers)
        if element is not None:
            width = int(element[1]) // 8 * (int(vector[1]) if vector is not None else 1)
            yield ("load" if name == "ld" else "store"), width
    for size in ASYNC_COPY.findall(line):
        yield "async-copy", int(size, 0)
    for _ in TENSOR_COPY.findall(line):
        yield "tensor-copy", 0


def loop_depths(lines: list) -> list:
    """Returns the number of loops around each line. A loop reaches from a label to the last branch back to it."""
    starts, ends = {}, {}
    for number, line in enumerate(lines):
        label, branch = LABEL.match(line), BRANCH.search(line)
        if label is not None:
            starts[label[1]] = number
        if branch is not None and branch[1] in starts:
            ends[branch[1]] = number
    changes = collections.Counter()
    for label, end in ends.items():
        changes[starts[label]] += 1
        changes[end + 1] -= 1
    depths, depth = [], 0
    for number in range(len(lines)):
        depth += changes[number]
        depths.append(depth)
    return depths
