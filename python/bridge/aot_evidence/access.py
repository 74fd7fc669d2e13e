"""What a compiled kernel does with the memory behind its parameters, from its TTIR."""

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from aot_compiled.floats import FLOATS
from aot_compiled.ttir import Operation, argument_names, parse_kernel
from aot_compiled.walk import Walk


@dataclass(frozen=True)
class Access:
    """Parameters by name: those that point to memory that the kernel reads and writes, and the hints that the tensor
    descriptors need which it makes. What a list of addresses leads to has the name `behind` gives it."""

    reads: frozenset[str]
    writes: frozenset[str]
    alignment: dict[str, int]
    # The marks that its code has, of those in MARKS.
    marks: frozenset[str]
    # The lists of addresses, with the types of the elements that they lead to, and the integers that are addresses.
    tables: dict[str, str] = field(default_factory=dict)
    addresses: frozenset[str] = frozenset()


def behind(table: str) -> str:
    """The name of the memory that a list of addresses leads to."""
    return f"{table}[]"


# What matters for a test, and the code that shows it.
MARKS = {
    # The order differs from call to call.
    "atomics": r"tt\.atomic_|tt\.descriptor_reduce",
    # Floats become 8-bit floats or integers, which rounds.
    "rounding": r"arith\.fpto[su]i|tt\.fp_to_fp .*-> (?:tensor<[\dx]*)?f8",
    # Triton's interpreter cannot run functions of libdevice, or assembly.
    "foreign": r"tt\.extern_elementwise|tt\.elementwise_inline_asm",
}

# What operations do with the memory that their first operand points to.
EFFECTS = {
    "tt.load": "r",
    "tt.descriptor_load": "r",
    "tt.descriptor_gather": "r",
    "tt.store": "w",
    "tt.descriptor_store": "w",
    "tt.descriptor_scatter": "w",
    "tt.descriptor_reduce": "rw",
    "tt.atomic_rmw": "rw",
    "tt.atomic_cas": "rw",
}
CARRIES_POINTER = re.compile(r"!tt\.ptr|!tt\.tensordesc")
CASTED = re.compile(r"-> .*!tt\.ptr<(\w+)>")
# Types of elements in Triton's code, by those of manifests; integers have the same names.
ELEMENTS = {form.mlir: name for name, form in FLOATS.items()}
# What gives the integers or pointers it gets, in another shape or width.
SAME = {
    *("tt.splat", "tt.broadcast", "tt.expand_dims", "tt.reshape", "tt.bitcast", "tt.trans"),
    *("arith.extsi", "arith.extui", "arith.trunci"),
}

MAKES_POINTERS = {"tt.addptr", "tt.make_tensor_descriptor", "tt.call"}

# The bytes that the address of a tensor descriptor, and every stride but the last, must be a multiple of.
# Source: CUDA Driver API, cuTensorMapEncodeTiled, as tl.make_tensor_descriptor requires it.
ALIGNMENT = 16
DESCRIPTOR = re.compile(r" (%\w+(?:#\d+)?), \[[^\]]*\], \[([^\]]*)\] : <[a-z]+(\d+)")


def access_of(ttir: str) -> Access | None:
    """Follows every pointer from the parameters to the loads and stores, also through loops and branches. None for a text
    that is not TTIR."""
    parsed = parse_kernel(ttir)
    if parsed is None:
        return None
    arguments, body = parsed
    names = argument_names(ttir)
    walk = Sources(
        {
            value: Source(frozenset([names[value]])) if CARRIES_POINTER.match(type_) else Source(integer=names[value])
            for value, type_ in arguments
        }
    )
    walk.block(body)
    return Access(
        frozenset(walk.reads),
        frozenset(walk.writes),
        walk.alignment,
        frozenset(mark for mark, code in MARKS.items() if re.search(code, ttir)),
        walk.tables,
        frozenset(walk.addresses),
    )


def joined(all_: list[Access]) -> Access | None:
    """What several compiled kernels of one function do. None for no kernels."""
    if not all_:
        return None
    return Access(
        frozenset().union(*(each.reads for each in all_)),
        frozenset().union(*(each.writes for each in all_)),
        {name: hint for each in all_ for name, hint in each.alignment.items()},
        frozenset().union(*(each.marks for each in all_)),
        {name: type_ for each in all_ for name, type_ in each.tables.items()},
        frozenset().union(*(each.addresses for each in all_)),
    )


class Source(NamedTuple):
    """What a value comes from: the parameters that it may point into, the parameter that it is, and those that it was loaded
    from."""

    origins: frozenset[str] = frozenset()
    integer: str | None = None
    tables: frozenset[str] = frozenset()


class Sources(Walk[Source]):
    """Follows every pointer from the parameters to the loads and stores."""

    def __init__(self, sources: dict[str, Source]) -> None:
        super().__init__(Source())
        self.facts = sources
        self.reads: set[str] = set()
        self.writes: set[str] = set()
        self.alignment: dict[str, int] = {}
        self.tables: dict[str, str] = {}
        self.addresses: set[str] = set()

    def join(self, facts: list[Source]) -> Source:
        integers = {fact.integer for fact in facts}
        return Source(
            pointed_into(facts),
            integers.pop() if len(integers) == 1 else None,
            frozenset().union(*(fact.tables for fact in facts)),
        )

    def after(self, operation: Operation, operands: list[Source]) -> Source:
        name = operation.name
        if name in EFFECTS:
            return Source(tables=pointed_into(operands[:1]))
        if name == "tt.int_to_ptr":
            return Source(frozenset(behind(table) for table in operands[0].tables))
        if name in SAME:
            return operands[0]
        makes_pointer = name in MAKES_POINTERS or CARRIES_POINTER.search(operation.text)
        return Source(pointed_into(operands)) if makes_pointer else Source()

    def note(self, operation: Operation, operands: list[Source]) -> None:
        # A function that was not inlined might do anything with its arguments.
        effect, used = (
            ("rw", operands) if operation.name == "tt.call" else (EFFECTS.get(operation.name, ""), operands[:1])
        )
        self.reads |= pointed_into(used) if "r" in effect else set()
        self.writes |= pointed_into(used) if "w" in effect else set()
        if operation.name == "tt.int_to_ptr":
            found = CASTED.search(operation.text)
            element = found[1] if found is not None else ""
            self.tables.update(dict.fromkeys(operands[0].tables, ELEMENTS.get(element, element)))
            self.addresses |= {operands[0].integer} if operands[0].integer is not None else set()
        elif operation.name == "tt.make_tensor_descriptor":
            self.describe(operation)

    def describe(self, operation: Operation) -> None:
        found = DESCRIPTOR.match(operation.text)
        if found is None:
            return
        base, strides, bits = found.groups()
        wanted = dict.fromkeys(sorted(pointed_into(self.of([base]))), ALIGNMENT)
        for stride in self.of(strides.split(", ")[:-1]):
            if stride.integer is not None:
                wanted[stride.integer] = ALIGNMENT // max(1, int(bits) // 8)
        for name, hint in wanted.items():
            # The widest hint is the one of the smallest elements. A hint of 1 says nothing.
            if hint > 1:
                self.alignment[name] = max(hint, self.alignment.get(name, 0))


def pointed_into(sources: list[Source]) -> frozenset[str]:
    return frozenset().union(*(source.origins for source in sources))
