"""Runs a few lines of PTX in the emulator: one thread for each element of the operands."""

import re

import numpy as np

from aot_emulate.launch import Launch, launch
from aot_emulate.memory import GlobalMemory
from aot_emulate.ptx import parse

ADDRESS = 1 << 20
BYTES = {"pred": 1, "b8": 1, "b16": 2, "b32": 4, "b64": 8}


def run(body: str, results: dict, block: int = 256, shared: int = 0, **operands) -> dict:
    """Runs `body`, in which `{name}` is the register of an operand or a result.

    Operands are arrays of unsigned integers, or of bool for predicates. `results` names the registers to return, with
    their types (`b32`, `pred`). All arrays have the length of the longest operand.
    """
    count = max((len(each) for each in operands.values()), default=block)
    size = -(-count // 32) * 32
    block = min(block, size)
    size = -(-size // block) * block
    given = {name: np.resize(np.asarray(each), size) for name, each in operands.items()}
    kinds = {name: "pred" if each.dtype == bool else f"b{8 * each.itemsize}" for name, each in given.items()} | results
    content, parameters, memory = [], [], None
    offset = 0
    for name, kind in kinds.items():
        data = given[name] if name in given else np.zeros(size, f"u{BYTES[kind]}")
        parameters.append(ADDRESS + offset)
        content.append(np.ascontiguousarray(data).view(np.uint8).reshape(-1))
        content.append(np.zeros(-len(content[-1]) % 256, np.uint8))
        offset += len(content[-2]) + len(content[-1])
    content = np.concatenate(content)
    memory = GlobalMemory(content, ADDRESS)
    for (name, kind), start in zip(kinds.items(), parameters):
        memory.allow(name, start, size * BYTES[kind], BYTES[kind])
    program = parse(_kernel(body, kinds, given, block, shared))
    launch(program, memory, Launch(np.array(parameters, np.uint64).tobytes(), (size // block, 1, 1), (block, 1, 1), 0))
    answers = {}
    for (name, kind), start in zip(kinds.items(), parameters):
        whole = content[start - ADDRESS :][: size * BYTES[kind]].view(f"u{BYTES[kind]}")[:count]
        answers[name] = whole.astype(bool) if kind == "pred" else whole
    return answers


def apply(instruction: str, result: str, **operands) -> np.ndarray:
    """The register {d} after one instruction."""
    return run(instruction, {"d": result}, **operands)["d"]


def _kernel(body, kinds, given, block, shared) -> str:
    names = {name: f"%{'p' if kind == 'pred' else 'v'}_{name}" for name, kind in kinds.items()}
    lines = [f".reg .{'pred' if kind == 'pred' else 'b16' if kind == 'b8' else kind} {names[name]};" for name, kind in kinds.items()]
    lines += [".reg .b32 %i, %j;", ".reg .b16 %h;", ".reg .b64 %address;", *[f".reg .b64 %at{index};" for index in range(len(kinds))]]
    lines += ["mov.u32 %i, %tid.x;", "mov.u32 %j, %ctaid.x;", f"mad.lo.s32 %i, %j, {block}, %i;"]
    for index, (name, kind) in enumerate(kinds.items()):
        lines += [f"ld.param.b64 %address, [k_param_{index}];", f"mad.wide.u32 %at{index}, %i, {BYTES[kind]}, %address;"]
        if name in given and kind == "pred":
            lines += [f"ld.global.b8 %h, [%at{index}];", f"setp.ne.b16 {names[name]}, %h, 0;"]
        elif name in given:
            lines.append(f"ld.global.{kind} {names[name]}, [%at{index}];")
    lines.append(re.sub(r"\{(\w+)\}", lambda match: names[match.group(1)] if match.group(1) in names else match.group(), body))
    for index, (name, kind) in enumerate(kinds.items()):
        if name not in given and kind == "pred":
            lines += [f"selp.b16 %h, 1, 0, {names[name]};", f"st.global.b8 [%at{index}], %h;"]
        elif name not in given:
            lines.append(f"st.global.{kind} [%at{index}], {names[name]};")
    parameters = ", ".join(f".param .u64 k_param_{index}" for index in range(len(kinds)))
    space = f".shared .align 16 .b8 area[{shared}];\n" if shared else ""
    return f".version 9.0\n.target sm_120a\n.address_size 64\n{space}.visible .entry k({parameters})\n{{\n" + "\n".join([*lines, "ret;"]) + "\n}\n"
