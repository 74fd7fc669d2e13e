"""Plants faults in the Triton kernels of a Python package: `python3 plant.py PACKAGE OUT --count 40 --seed 1`.

Writes OUT/NUMBER.json with file, line, kind, the bytes that are replaced, and the text before and after. A fault is drawn from all places of these kinds:
a mask of a load or a store is dropped, `<` becomes `<=`, an offset is one too large, a barrier or an atomic operation is
replaced by its plain form, `other=` is dropped.
"""

import argparse
import ast
import itertools
import json
import random
from pathlib import Path

KINDS = ("no mask", "bound", "offset", "not atomic", "no other")


def is_kernel(node):
    """Whether a function is decorated with triton.jit, perhaps below others."""
    return isinstance(node, ast.FunctionDef) and any("jit" in ast.unparse(each) for each in node.decorator_list)


def places(path):
    """All faults that can be planted in a file: (kind, node, its replacement)."""
    for function in ast.walk(ast.parse(path.read_text())):
        if not is_kernel(function):
            continue
        for node in ast.walk(function):
            if isinstance(node, ast.Call):
                name = ast.unparse(node.func)
                rest = [each for each in node.keywords if each.arg not in ("mask", "other")]
                if name in ("tl.load", "tl.store") and any(each.arg == "mask" for each in node.keywords):
                    yield "no mask", node, ast.Call(node.func, node.args, rest)
                if name == "tl.load" and any(each.arg == "other" for each in node.keywords):
                    kept = [each for each in node.keywords if each.arg != "other"]
                    yield "no other", node, ast.Call(node.func, node.args, kept)
                if name == "tl.atomic_add":
                    plain = ast.Call(ast.parse("tl.store", mode="eval").body, node.args, rest)
                    yield "not atomic", node, plain
                if name == "tl.arange":
                    yield "offset", node, ast.BinOp(node, ast.Add(), ast.Constant(1))
            if isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], ast.Lt):
                yield "bound", node, ast.Compare(node.left, [ast.LtE()], node.comparators)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("package", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", default="1")
    chosen = parser.parse_args()
    found = []
    for path in sorted(chosen.package.rglob("*.py")):
        raw = path.read_bytes()
        starts = [0]
        for line in raw.splitlines(keepends=True):
            starts.append(starts[-1] + len(line))
        for kind, node, replacement in places(path):
            # Columns of ast are bytes.
            start, end = starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset
            text = ast.unparse(replacement)
            fault = {"file": str(path.relative_to(chosen.package)), "line": node.lineno, "kind": kind}
            found.append({**fault, "start": start, "end": end, "before": raw[start:end].decode(), "after": text})
    chosen.out.mkdir(parents=True, exist_ok=True)
    random.Random(chosen.seed).shuffle(found)
    # The kinds in turns.
    turns = [[each for each in found if each["kind"] == kind] for kind in KINDS]
    mixed = [each for turn in itertools.zip_longest(*turns) for each in turn if each is not None]
    for number, fault in enumerate(mixed[: chosen.count]):
        (chosen.out / f"{number:02}.json").write_text(json.dumps(fault, indent=1))
    print(f"{min(len(found), chosen.count)} of {len(found)} faults")


if __name__ == "__main__":
    main()
