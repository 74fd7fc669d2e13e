"""Runs a few lines of PTX in the emulator: one thread for each element of the operands."""

import re

import numpy as np

import emulate

BYTES = {"pred": 1, "b8": 1, "b16": 2, "b32": 4, "b64": 8}


def run(body: str, results: dict, shared: int = 0, **operands) -> dict:
    """Runs `body`, in which `{name}` is the register of an operand or of a result, and %i is the number of the thread.

    Operands are arrays of unsigned integers, or of bool for predicates, as long as the longest. `results` names the
    registers to return, with their types: `b32`, `pred`. Returns arrays: these, and the operands' memory.
    """
    count = max(map(len, operands.values()))
    threads = min(256, -(-count // 32) * 32)
    size = -(-count // threads) * threads
    given = {name: np.resize(np.asarray(each), size) for name, each in operands.items()}
    kinds = {name: "pred" if each.dtype == bool else f"b{8 * each.itemsize}" for name, each in given.items()} | results
    arrays = [given[name] if name in given else np.zeros(size, f"u{BYTES[kind]}") for name, kind in kinds.items()]
    before = f".shared .align 16 .b8 area[{shared}];" if shared else ""
    emulate.run(_body(body, kinds, given, threads), arrays, threads, (size // threads, 1, 1), "sm_120a", before)
    return {
        name: array[:count].astype(bool) if kinds[name] == "pred" else array[:count]
        for name, array in zip(kinds, arrays)
    }


def apply(instruction: str, result: str, **operands) -> np.ndarray:
    """The register {d} after one instruction."""
    return run(instruction, {"d": result}, **operands)["d"]


def _body(body, kinds, given, threads) -> str:
    names = {name: f"%{'p' if kind == 'pred' else 'v'}_{name}" for name, kind in kinds.items()}
    lines = [
        f".reg .{'pred' if kind == 'pred' else 'b16' if kind == 'b8' else kind} {names[name]};"
        for name, kind in kinds.items()
    ]
    lines += [".reg .b32 %i, %j;", ".reg .b16 %h;", f".reg .b64 %at<{len(kinds)}>;"]
    lines += ["mov.u32 %i, %tid.x;", "mov.u32 %j, %ctaid.x;", f"mad.lo.s32 %i, %j, {threads}, %i;"]
    for index, (name, kind) in enumerate(kinds.items()):
        lines.append(f"mad.wide.u32 %at{index}, %i, {BYTES[kind]}, %rd{index};")
        if name in given and kind == "pred":
            lines += [f"ld.global.b8 %h, [%at{index}];", f"setp.ne.b16 {names[name]}, %h, 0;"]
        elif name in given:
            lines.append(f"ld.global.{kind} {names[name]}, [%at{index}];")
    lines.append("bar.sync 0;")
    lines.append(re.sub(r"\{(\w+)\}", lambda match: names.get(match.group(1), match.group()), body))
    for index, (name, kind) in enumerate(kinds.items()):
        if name not in given and kind == "pred":
            lines += [f"selp.b16 %h, 1, 0, {names[name]};", f"st.global.b8 [%at{index}], %h;"]
        elif name not in given:
            lines.append(f"st.global.{kind} [%at{index}], {names[name]};")
    return "\n".join(lines)
