"""mma.sync. Section 9.7.15.5 of the PTX ISA 9.0 shows which thread holds which element."""

import numpy as np

from ..values import halves, operand, registers, typed

GROUP, PLACE = np.arange(32) // 4, np.arange(32) % 4


def _single(kind: str):
    """Registers that hold one element each."""
    return lambda raw: [typed(raw, kind)]


def _tf32(raw):
    """The lowest 13 bits are not read."""
    return [(raw & np.uint32(0xFFFFE000)).view(np.float32)]


def _bytes(raw):
    return [np.ascontiguousarray(raw.view(np.int8).reshape(-1, 4)[:, index]).astype(np.int32) for index in range(4)]


# The types of A, B and C with K, the elements of a register, and the type of the sum.
FORMS = {
    ("m16n8k16", "f32", "f16", "f16", "f32"): (lambda raw: halves(raw, "f16"), np.float32),
    ("m16n8k16", "f32", "bf16", "bf16", "f32"): (lambda raw: halves(raw, "bf16"), np.float32),
    ("m16n8k8", "f32", "f16", "f16", "f32"): (lambda raw: halves(raw, "f16"), np.float32),
    ("m16n8k8", "f32", "tf32", "tf32", "f32"): (_tf32, np.float32),
    ("m16n8k32", "s32", "s8", "s8", "s32"): (_bytes, np.int32),
}


def _mma(instruction, function, program):
    words = [word for word in instruction.words[1:] if word != "satfinite"]
    if words[:2] != ["sync", "aligned"] or words[3:5] != ["row", "col"]:
        return None
    form = FORMS.get((words[2], *words[5:]))
    if form is None:
        return None
    elements, kind = form
    depth = int(words[2].split("k")[1])
    targets, *rest = (registers(each) for each in instruction.operands)
    sources = [[operand(name, "b32", program) for name in names] for names in rest]
    result = "f32" if kind is np.float32 else "s32"

    def run(m, mask):
        warps = m.threads // 32
        a, b, c = (np.zeros((warps, *size), kind) for size in ((16, depth), (depth, 8), (16, 8)))
        for index, value in enumerate(sources[0]):
            parts = elements(value(m))
            for part, each in enumerate(parts):
                column = len(parts) * (PLACE + 4 * (index // 2)) + part
                a[:, GROUP + 8 * (index % 2), column] = each.reshape(-1, 32)
        for index, value in enumerate(sources[1]):
            parts = elements(value(m))
            for part, each in enumerate(parts):
                b[:, len(parts) * (PLACE + 4 * index) + part, GROUP] = each.reshape(-1, 32)
        for index, value in enumerate(sources[2]):
            c[:, GROUP + 8 * (index // 2), 2 * PLACE + index % 2] = typed(value(m), result).reshape(-1, 32)
        d = a @ b + c
        for index, name in enumerate(targets):
            out = np.ascontiguousarray(d[:, GROUP + 8 * (index // 2), 2 * PLACE + index % 2]).reshape(-1)
            m.write(name, out.view(np.uint32), mask)

    return run


TABLE = {"mma": _mma}
