"""Faults of a compiler or of hand-written PTX: each changes one statement of a program.

A rule takes a statement and returns pairs of a kind and the changed statement.
"""

import re
from dataclasses import dataclass

STATEMENT = re.compile(r"^(\s*)(?:(@!?%?\w+)\s+)?([a-z][\w.:]*)(?:\s+(.*?))?;(\s*//.*)?\s*$")
COMPARISONS = {
    "lt": ("le", "ge"), "le": ("lt", "gt"), "gt": ("ge", "le"), "ge": ("gt", "lt"), "eq": ("ne",), "ne": ("eq",),
    "lo": ("ls",), "ls": ("lo",), "hi": ("hs",), "hs": ("hi",), "ltu": ("leu",), "neu": ("equ",), "gtu": ("geu",),
}  # fmt: skip
OTHER = {
    "add": "sub", "sub": "add", "min": "max", "max": "min", "and": "or", "or": "and", "xor": "or",
    "shl": "shr", "shr": "shl", "rem": "div", "div": "mul",
}  # fmt: skip


@dataclass
class Statement:
    """One line of PTX with one statement."""

    indent: str
    guard: str
    opcode: str
    operands: list

    def text(self, guard=None, opcode=None, operands=None) -> str:
        guard = self.guard if guard is None else guard
        words = [guard, opcode or self.opcode, ", ".join(operands or self.operands)]
        return self.indent + " ".join(word for word in words if word) + ";"

    @property
    def words(self) -> list:
        return self.opcode.split(".")


def split(text: str) -> list:
    """Operands, at the commas outside of braces and brackets."""
    return [part.strip() for part in re.findall(r"(?:\{[^}]*\}|\[[^\]]*\]|[^,])+", text or "")]


def parse(line: str) -> Statement | None:
    match = STATEMENT.match(line)
    if match is None or match.group(3).startswith("."):
        return None
    return Statement(match.group(1), match.group(2) or "", match.group(3), split(match.group(4)))


def swapped(operands: list, a: int, b: int) -> list:
    result = list(operands)
    result[a], result[b] = result[b], result[a]
    return result


def replaced(operands: list, at: int, value: str) -> list:
    return [*operands[:at], value, *operands[at + 1 :]]


def listed(operand: str) -> list:
    return [part.strip() for part in operand.strip("{} ").split(",")]


def braces(parts: list) -> str:
    return "{ " + ", ".join(parts) + " }"


def comparison(s: Statement):
    words = s.words
    if words[0] == "setp":
        for other in COMPARISONS.get(words[1], ()):
            yield "comparison", s.text(opcode=".".join([words[0], other, *words[2:]]))
        yield "swapped operands", s.text(operands=swapped(s.operands, 1, 2))


def guard(s: Statement):
    if s.guard:
        kind = "branch" if s.words[0] == "bra" else "mask"
        yield kind, s.text(guard="@" + s.guard[1:].lstrip("!") if "!" in s.guard else "@!" + s.guard[1:])
        yield kind, s.text(guard=" ")


def constant(s: Statement):
    """Integers and floating-point numbers of arithmetic: a stride, a size, an index, a factor."""
    if s.words[0] not in ("add", "sub", "mad", "mul", "and", "or", "mov", "selp", "fma", "bfe", "max", "min", "setp", "xor"):
        return
    for at, operand in enumerate(s.operands):
        if at and re.fullmatch(r"-?\d+", operand):
            value = int(operand)
            kind = "bound" if s.words[0] == "setp" else "constant"
            for changed in (value + 1, value - 1, value * 2):
                if changed != value:
                    yield kind, s.text(operands=replaced(s.operands, at, str(changed)))
        elif at and re.fullmatch(r"0f[0-9A-F]{8}", operand):
            number = int(operand[2:], 16)
            yield "constant", s.text(operands=replaced(s.operands, at, f"0f{number ^ 0x80000000:08X}"))
            if number & 0x7F800000 not in (0, 0x7F800000):
                yield "constant", s.text(operands=replaced(s.operands, at, f"0f{number + 0x00800000:08X}"))


def shift(s: Statement):
    if s.words[0] in ("shl", "shr") and s.operands[-1].isdigit():
        for changed in (int(s.operands[-1]) + 1, int(s.operands[-1]) - 1):
            if changed >= 0:
                yield "shift", s.text(operands=replaced(s.operands, 2, str(changed)))


def offset(s: Statement):
    """The constant of an address, by one element or one vector."""
    for at, operand in enumerate(s.operands):
        if match := re.fullmatch(r"\[\s*(%rd?\d+|global_smem)\s*(?:\+\s*(-?\d+))?\s*\]", operand):
            if s.words[0] == "ld" and s.words[1] == "param":
                return
            vector = 4 * (int(m.group(1)) if (m := re.search(r"\.v(\d)", s.opcode)) else 1)
            step = 16 if s.words[0] in ("cp", "ldmatrix") else vector
            for change in (step, -step):
                yield "offset", s.text(operands=replaced(s.operands, at, f"[{match.group(1)}+{int(match.group(2) or 0) + change}]"))


def operands(s: Statement):
    name = s.words[0]
    if name in ("sub", "div", "selp", "shl", "shr", "rem") and len(s.operands) >= 3:
        yield "swapped operands", s.text(operands=swapped(s.operands, 1, 2))
    if name == "mma":
        a, b = listed(s.operands[1]), listed(s.operands[2])
        yield "swapped operands", s.text(operands=replaced(s.operands, 1, braces(swapped(a, 0, 1))))
        if len(b) > 1:
            yield "swapped operands", s.text(operands=replaced(s.operands, 2, braces(swapped(b, 0, 1))))
    if name == "shfl" and s.operands[2].isdigit():
        lanes = int(s.operands[2])
        for other in (lanes * 2 if lanes < 16 else 8, lanes // 2):
            yield "shuffle", s.text(operands=replaced(s.operands, 2, str(other)))
    if name == "prmt" and re.fullmatch(r"0x[0-9a-fA-F]+", s.operands[3]):
        yield "swapped operands", s.text(operands=swapped(s.operands, 1, 2))


def operation(s: Statement):
    words = s.words
    if words[0] in OTHER and not (words[0] in ("and", "or", "xor") and len(words) < 2):
        other = OTHER[words[0]]
        if other == "mul":
            other = "mul.lo" if words[-1][0] in "su" else "mul"
            yield "operation", s.text(opcode=f"{other}.{words[-1]}")
        elif words[0] == "shr":
            yield "operation", s.text(opcode="shr." + ("u" if words[1][0] == "s" else "s") + words[1][1:])
        elif words[0] == "shl":
            yield "operation", s.text(opcode="shr.u" + words[1][1:])
        elif other == "div":
            yield "operation", s.text(opcode=".".join([other, *words[1:]]))
        else:
            yield "operation", s.text(opcode=".".join([other, *words[1:]]))
    if words[0] == "fma":
        yield "dropped addend", s.text(opcode=".".join(["mul", *words[1:]]), operands=s.operands[:3])
    if words[0] == "mad" and words[1] in ("lo", "wide"):
        yield "dropped addend", s.text(opcode=".".join(["mul", *words[1:]]), operands=s.operands[:3])
    if words[0] == "mul" and words[1] in ("lo", "wide") and words[2].startswith("s"):
        yield "signedness", s.text(opcode=f"mul.{words[1]}.u{words[2][1:]}")
    if words[0] == "setp" and words[-1] in ("s32", "s64"):
        yield "signedness", s.text(opcode=s.opcode[: -len(words[-1])] + "u" + words[-1][1:])
    if words[0] == "cvt" and s.opcode in ("cvt.s64.s32", "cvt.u64.u32", "cvt.u32.u16", "cvt.f32.s32"):
        yield "signedness", s.text(opcode={"cvt.s64.s32": "cvt.u64.u32", "cvt.u64.u32": "cvt.s64.s32"}.get(s.opcode, s.opcode.replace("u16", "s16")))
    if s.opcode in ("cvt.rn.f16.f32", "cvt.rn.bf16x2.f32", "cvt.rn.f16x2.f32"):
        yield "rounding", s.text(opcode=s.opcode.replace(".rn.", ".rz."))


def dropped(s: Statement):
    """What is not done at all."""
    words = s.words
    if words[0] == "mma":
        pairs = zip(listed(s.operands[0]), listed(s.operands[3]))
        yield "dropped mma", " ".join(f"{s.indent}mov.b32 {to}, {of};" for to, of in pairs if to != of) or s.indent
    if words[0] in ("st", "red"):
        yield "dropped store", s.indent
    if words[0] == "bar":
        yield "dropped barrier", s.indent
    if words[0] == "cp" and words[2] in ("shared", "cg", "ca"):
        yield "dropped copy", s.indent
    if words[0] == "cp" and words[2] == "commit_group":
        yield "dropped commit", s.indent
    if words[0] == "cp" and words[2] == "wait_group":
        yield "wait", s.indent
        yield "wait", s.text(operands=[str(int(s.operands[0]) + 1)])
        if int(s.operands[0]) >= 1:
            yield "wait", s.text(operands=[str(int(s.operands[0]) + 2)])
    if words[0] in ("add", "mul") and words[-1].startswith("f") and len(s.operands) == 3:
        yield "dropped addend" if words[0] == "add" else "dropped factor", s.text(opcode="mov.b" + words[-1][1:], operands=s.operands[:2])
    if words[0] == "bra" and s.guard:
        yield "branch", s.indent
    if words[0] == "neg":
        yield "dropped factor", s.text(opcode="mov.b" + words[-1][1:])


def vector(s: Statement):
    """Elements of a vector, and the width of an access."""
    for at, operand in enumerate(s.operands):
        if operand.startswith("{") and s.words[0] in ("ld", "st", "ldmatrix"):
            parts = listed(operand)
            if len(parts) > 1:
                yield "vector element", s.text(operands=replaced(s.operands, at, braces(swapped(parts, 0, len(parts) - 1))))
                yield "vector element", s.text(operands=replaced(s.operands, at, braces(swapped(parts, 0, 1))))
    if s.words[0] in ("ld", "st") and "param" not in s.words and s.words[-1] == "b32":
        yield "width", s.text(opcode=s.opcode[:-3] + "b16")
    if s.words[0] == "ldmatrix":
        yield "transposed", s.text(opcode=s.opcode.replace(".trans", "") if "trans" in s.words else s.opcode.replace(".shared", ".trans.shared"))
    if s.words[0] == "cp" and "shared" in s.words and s.operands[2] == "0x10":
        yield "width", s.text(operands=replaced(s.operands, 2, "0x8"))
    if s.words[0] == "cp" and "shared" in s.words and len(s.operands) == 4:
        yield "mask", s.text(operands=s.operands[:3])


RULES = (comparison, guard, constant, shift, offset, operands, operation, dropped, vector)


def mutations(text: str) -> list:
    """All changes of a program: (kind, line, changed line)."""
    lines = text.split("\n")
    start = next(i for i, line in enumerate(lines) if line.startswith("{"))
    found, addresses, block = [], [], 0
    for number in range(start, len(lines)):
        if lines[number].startswith("$L__BB"):
            addresses = []
        statement = parse(lines[number])
        if statement is None:
            continue
        for rule in RULES:
            found += [(kind, number, changed) for kind, changed in rule(statement) if changed != lines[number].strip(" ") and changed.strip() != lines[number].strip()]
        # The address of another access of the same kind of memory, which is defined at this place.
        space = next((word for word in ("global", "shared") if word in statement.words), None)
        if statement.words[0] in ("ld", "st", "ldmatrix", "cp") and space:
            for at, operand in enumerate(statement.operands):
                if match := re.fullmatch(r"\[\s*(%rd?\d+)\s*((?:\+\s*-?\d+)?)\s*\]", operand):
                    own = match.group(1)
                    others = [each for each in addresses if each != own and each.startswith("%rd") == own.startswith("%rd")]
                    if others:
                        found.append(("address", number, statement.text(operands=replaced(statement.operands, at, f"[{others[-1]}{match.group(2)}]"))))
                    addresses.append(own)
    return found
