"""Finds matrix products of sm_90 whose operand in registers is overwritten while they still read it (Triton #11781).

A product is asynchronous: `HGMMA` only starts it, and `WARPGROUP.DEPBAR` waits. The ptxas of CUDA 12 can give its registers to
other values before that. The code is followed in the order of its lines, and once more from each loop's end to its start. What
two branches do at different times is not told apart.
"""

import re

PRODUCT = re.compile(r"\bwgmma\.mma_async[^;]*\}, \{%")
INSTRUCTION = re.compile(r"\s*/\*\w+\*/\s+(@!?U?P\w+ )?([A-Z0-9_.]+)\s*(.*?) ;")
LABEL = re.compile(r"\s*(\.L_x_\d+):")
# Instructions whose first operand is read.
READERS = re.compile(r"(BAR|NANOSLEEP|WARPSYNC|RET|BRX|JMX|CALL)\b")

# The registers that the products of a group read.
Group = list[set[int]]


def register_product(ptx: str) -> int | None:
    """Returns where PTX has a product with an operand in registers."""
    found = PRODUCT.search(ptx)
    return found.start() if found else None


def has_overwritten_operand(code: str) -> bool:
    """True if an instruction writes to a register that a product may still read."""
    lines = code.splitlines()
    labels: dict[str, int] = {}
    repeated: set[int] = set()
    running: list[Group] = []
    started: Group = []
    at = 0
    while at < len(lines):
        line, at = lines[at], at + 1
        label, instruction = LABEL.match(line), INSTRUCTION.match(line)
        if label is not None:
            labels[label[1]] = at
        if instruction is None:
            continue
        condition, name, text = instruction.groups()
        operands = [each.strip() for each in text.replace(".reuse", "").split(",")]
        if name in ("BRA", "EXIT"):
            target = re.search(r"\.L_x_\d+", text)
            if target is not None and target[0] in labels and at not in repeated:
                repeated.add(at)
                at = labels[target[0]]
            elif condition is None:
                running, started = [], []
        elif re.match(r"[A-Z]GMMA\b", name):
            started.append(registers(operands[1], 4))
            if operands[-1] == "gsb0":
                running, started = [*running, started], []
        elif name.startswith("WARPGROUP.DEPBAR"):
            pending = int(operands[-1], 16)
            running = running[len(running) - pending :] if 0 < pending < len(running) else running if pending else []
        elif any(written(name, operands) & read for group in [*running, started] for read in group):
            return True
    return False


def written(name: str, operands: list[str]) -> set[int]:
    """Returns the registers that an instruction writes: at least those that are certain."""
    if READERS.match(name):
        return set()
    return registers(operands[1 if name.startswith("SHFL") else 0], width_of(name))


def width_of(name: str) -> int:
    if re.search(r"\.128\b|^LDSM\b.*\.4$", name):
        return 4
    return 2 if re.search(r"\.64\b|^LDSM\b.*\.2$|^CS2R$|^IMAD\.WIDE", name) else 1


def registers(operand: str, width: int) -> set[int]:
    first = re.fullmatch(r"R(\d+)", operand)
    return set(range(int(first[1]), int(first[1]) + width)) if first else set()
