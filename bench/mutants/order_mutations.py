"""Faults of synchronisation in PTX: orders, scopes, barriers, fences, waits, tensor maps.

A mutation is (kind, changed lines, by rules). By rules it is "wrong" if PTX's rules say so, whatever a GPU computes; "equal"
if it only adds to what orders; or None. This is known where the kernel's source says what orders: see `synchronised_kernels.py`.
"""

import re

from ptx_mutations import parse, replaced

ORDERS = "# orders"  # at the end of a line of the source: what is written there is needed
WEAKER = {"acquire": ("relaxed",), "release": ("relaxed",), "acq_rel": ("relaxed", "acquire", "release")}
MEMORY = ("ld", "st", "atom", "red", "cp", "mma", "wgmma", "ldmatrix", "stmatrix", "mbarrier", "fence", "membar", "tensormap", "bra")


def mutations(text: str, source: str) -> list:
    """All mutations of a program that was compiled from the lines of `source`."""
    lines = text.split("\n")
    statements = {number: statement for number, line in enumerate(lines) if (statement := parse(line))}
    needed = _needed(lines, source)
    found = []
    for number, statement in statements.items():
        for kind, changed, rule in _of_statement(statement):
            if rule == "needed":
                rule = "wrong" if number in needed else None
            found.append((kind, [(number, changed)], rule))
    return found + _mbarriers(statements) + _barriers(lines, statements, needed) + _polls(lines, statements, needed)


def _needed(lines: list, source: str) -> dict:
    """The lines of the program that were made from lines of the source that order something, with these."""
    from_source, result, origin = source.split("\n"), {}, ""
    for number, line in enumerate(lines):
        if match := re.match(r"\s*\.loc\s+1\s+(\d+) ", line):
            # Triton gives some lines of its own functions the number of the kernel's file.
            origin = "".join(from_source[int(match.group(1)) - 1 : int(match.group(1))])
        elif ORDERS in origin:
            result[number] = origin
    return result


def _of_statement(s):
    words = s.words
    if words[0] in ("atom", "red", "ld", "st"):
        yield from _orders(s)
    if words[0] == "fence" and words[1] == "acq_rel":
        yield "fence: dropped", s.indent, "needed"
        yield "fence: gpu to cta", s.text(opcode="fence.acq_rel.cta"), "needed"
        yield "order: stronger", s.text(opcode=f"fence.sc.{words[2]}"), "equal"
    if words[:2] == ["fence", "proxy"]:
        yield "fence: dropped, of a proxy", s.indent, "needed"
    if s.opcode == "bra.uni" and s.guard.endswith("complete"):
        yield "wait: mbarrier's loop", s.indent, "wrong"  # it waits once, and no longer than the hardware likes
    if words[:2] == ["mbarrier", "arrive"] and s.operands[-1].isdigit():
        yield "wait: mbarrier's bytes", s.indent, None
        for count in (int(s.operands[-1]) // 2, int(s.operands[-1]) * 2):
            yield "wait: mbarrier's bytes", s.text(operands=replaced(s.operands, 2, str(count))), None
    if words[0] == "wgmma" and words[1] == "fence":
        yield "fence: dropped, of wgmma", s.indent, "needed"
    if words[0] == "wgmma" and words[1] == "commit_group":
        yield "dropped commit", s.indent, None
    if words[0] == "wgmma" and words[1] == "wait_group":
        yield "wait: wgmma", s.indent, None
        yield "wait: wgmma", s.text(operands=[str(int(s.operands[0]) + 1)]), None
    if words[0] == "wgmma" and words[1] == "mma_async":
        yield "dropped mma", s.indent, None
        yield "swapped operands", s.text(operands=[s.operands[0], s.operands[2], s.operands[1], *s.operands[3:]]), None
    if words[:3] == ["cp", "async", "bulk"] and words[3] in ("wait_group", "commit_group", "tensor"):
        yield {"wait_group": "wait: bulk copies", "commit_group": "dropped commit", "tensor": "dropped copy"}[words[3]], s.indent, None
    if words[:2] == ["tensormap", "replace"] and words[3] in ("elemtype", "swizzle_mode", "rank"):
        yield "tensor map", s.text(operands=replaced(s.operands, 1, hex(int(s.operands[1], 16) ^ 1))), None
    if words[:2] == ["tensormap", "replace"] and words[3] in ("box_dim", "global_dim"):
        yield "tensor map", s.text(operands=replaced(s.operands, 1, hex(int(s.operands[1], 16) ^ 1))), None


def _orders(s):
    """Weaker and stronger orders and scopes of one access."""
    order = next((word for word in s.words if word in (*WEAKER, "relaxed")), None)
    if order is None:
        return

    def other(old: str, new: str) -> str:
        return s.text(opcode=".".join(new if word == old else word for word in s.words))

    for weaker in WEAKER.get(order, ()):
        if s.words[0] == "atom" or weaker == "relaxed":
            yield f"order: {order} to {weaker}", other(order, weaker), "needed"
    swap = {"acquire": "release", "release": "acquire"}.get(order)
    if swap and s.words[0] == "atom":
        yield f"order: {order} to {swap}", other(order, swap), "needed"
    if order != "acq_rel" and s.words[0] == "atom":
        yield "order: stronger", other(order, "acq_rel"), "equal"
    if "gpu" in s.words:
        yield "scope: gpu to cta", other("gpu", "cta"), "needed"
        yield "order: stronger", other("gpu", "sys"), "equal"


def _mbarriers(statements: dict) -> list:
    """Waits for mbarriers that are not done at all: the instruction and its loop."""
    tries = [number for number, each in statements.items() if each.words[:2] == ["mbarrier", "try_wait"]]
    return [("wait: mbarrier", [(number, ""), (number + 1, "")], "wrong") for number in tries if "waitLoop" in statements[number + 1].operands]


def _barriers(lines: list, statements: dict, needed: dict) -> list:
    """Barriers that follow each other: without all of them, if one is needed, and without one of them."""
    runs = [[]]
    for number, line in enumerate(lines):
        statement = statements.get(number)
        if statement is not None and statement.opcode == "bar.sync":
            runs[-1].append(number)
        elif line.startswith("$L__BB") or (statement is not None and statement.words[0] in MEMORY):
            runs.append([])
    found = []
    for run in runs:
        if any("debug_barrier" in needed.get(number, "") for number in run):
            found.append(("barrier: dropped, around global memory", [(number, "") for number in run], "wrong"))
        if len(run) > 1:
            found += [("barrier: one of two", [(number, "")], "equal") for number in run]
    return found


def _polls(lines: list, statements: dict, needed: dict) -> list:
    """Loops around a needed access that acquires, which no longer repeat it."""
    found, labels, last = [], set(), None
    for number, line in enumerate(lines):
        statement = statements.get(number)
        if line.startswith("$L__BB"):
            labels.add(line.split(":")[0])
        elif statement is None:
            continue
        elif "acquire" in statement.words and number in needed:
            last = number
        elif statement.words[0] == "bra" and statement.guard and last is not None:
            if statement.operands[0] in labels:
                found.append(("wait: poll", [(number, "")], "wrong"))
            last = None
    return found
