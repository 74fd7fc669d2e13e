"""Exchanges in a warp. Sections 9.7.9.6, 9.7.13 and 9.7.15.5 of the PTX ISA 9.0."""

import numpy as np

from ..fault import Fault
from ..values import operand, registers
from .loads import address, chosen


def _shfl(instruction, function, program):
    """shfl.sync.bfly and .idx with whole warps."""
    mode = instruction.words[2]
    target, source, distance, clamp, members = instruction.operands
    value, count, limit = operand(source, "b32", program), operand(distance, "u32", program), operand(clamp, "u32", program)
    names = target.split("|")

    def run(m, mask):
        c = limit(m).astype(np.int64)
        n = count(m).astype(np.int64) & 31
        segment = c >> 8 & 31
        low = m.lane & segment
        high = low | (c & 31 & ~segment)
        if mode == "up":
            wanted, valid = m.lane - n, m.lane - n >= high
        else:
            wanted = {"down": m.lane + n, "bfly": m.lane ^ n, "idx": low | (n & ~segment)}[mode]
            valid = wanted <= high
        thread = np.where(valid, np.arange(m.threads) - m.lane + wanted, np.arange(m.threads))
        m.write(names[0], value(m)[thread], mask)
        if len(names) > 1:
            m.write(names[1], valid, mask)

    return run if mode in ("up", "down", "bfly", "idx") else None


def _ldmatrix(instruction, function, program):
    """Each row of eight 16-bit elements comes from the address of one thread."""
    words = instruction.words
    if "m8n8" not in words or words[-1] != "b16":
        return None
    names, trans = registers(instruction.operands[0]), "trans" in words
    place = address(instruction.operands[1], 32, program)
    lane = np.arange(32)

    def run(m, mask):
        if mask is not None and (mask.reshape(-1, 32).any(1) != mask.reshape(-1, 32).all(1)).any():
            raise Fault("runs ldmatrix in a part of a warp")
        addresses = place(m)
        m.require(mask, "reads at an address that depends on")
        threads = np.arange(m.threads)[chosen(m, mask)]
        m.taint = None
        # The first eight threads of a warp have the rows of the first matrix, and so on.
        used = threads % 32 < 8 * len(names)
        rows = np.zeros((len(threads), 16), np.uint8)
        rows[used] = m.load_shared(threads[used], addresses[threads][used], 16)
        if m.taint is not None:
            m.taint = np.repeat(m.taint.reshape(-1, 32).any(1), 32)
        rows = rows.view(np.uint16).reshape(-1, 32, 8)
        for index, name in enumerate(names):
            matrix = rows[:, 8 * index : 8 * index + 8]
            if trans:
                matrix = matrix.transpose(0, 2, 1)
            pair = matrix[:, lane // 4, 2 * (lane % 4)].astype(np.uint32) | matrix[:, lane // 4, 2 * (lane % 4) + 1].astype(np.uint32) << np.uint32(16)
            full = np.zeros(m.threads, np.uint32)
            full[threads] = pair.reshape(-1)
            m.write(name, full, mask)

    return run


TABLE = {"shfl": _shfl, "ldmatrix": _ldmatrix}
