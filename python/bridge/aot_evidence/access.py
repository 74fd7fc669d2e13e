"""What a compiled kernel does with the memory behind its parameters, from its TTIR."""

import re
from dataclasses import dataclass, field

from aot_compiled.ttir import Block, Operation, argument_names, carried_by, parse_kernel


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
ELEMENTS = {"f16": "fp16", "bf16": "bf16", "f32": "fp32", "f64": "fp64", "f8E4M3FN": "fp8e4nv", "f8E5M2": "fp8e5"}
# What gives the integers it gets, in another shape.
SAME_INTEGERS = {"tt.splat", "tt.broadcast", "tt.expand_dims", "tt.reshape", "tt.bitcast", "tt.trans"}
SAME_INTEGER = {"arith.extsi", "arith.extui", "arith.trunci"}

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
    pointers = {value for value, type_ in arguments if CARRIES_POINTER.match(type_)}
    flow = Flow(
        {value: frozenset([names[value]]) for value in pointers},
        {value: names[value] for value, _type in arguments if value not in pointers},
    )
    flow.run(body)
    return Access(
        frozenset(flow.reads),
        frozenset(flow.writes),
        flow.alignment(),
        frozenset(mark for mark, code in MARKS.items() if re.search(code, ttir)),
        flow.tables,
        frozenset(flow.addresses),
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


@dataclass
class Flow:
    """`origins` has the parameters that each value may point into. It only grows, so that passes over the code end: a value
    of a later iteration comes from the end of the loop. `integers` has the parameter that a value is."""

    origins: dict[str, frozenset[str]]
    integers: dict[str, str]
    reads: set[str] = field(default_factory=set)
    writes: set[str] = field(default_factory=set)
    # The parameters that each descriptor points into, its strides, and the bytes of its elements.
    descriptors: list[tuple[frozenset[str], list[str], int]] = field(default_factory=list)
    # The parameters that integers were loaded from, and those of which such an integer becomes a pointer.
    loaded: dict[str, frozenset[str]] = field(default_factory=dict)
    tables: dict[str, str] = field(default_factory=dict)
    addresses: set[str] = field(default_factory=set)

    def run(self, body: Block) -> None:
        known = -1
        while known != sum(map(len, self.origins.values())):
            known = sum(map(len, self.origins.values()))
            self.descriptors.clear()
            self.block(body)

    def alignment(self) -> dict[str, int]:
        found: dict[str, int] = {}
        for base, strides, size in self.descriptors:
            found.update(dict.fromkeys(sorted(base), ALIGNMENT))
            for stride in strides[:-1]:
                # The widest hint is the one of the smallest elements.
                if stride in self.integers and size < ALIGNMENT:
                    name = self.integers[stride]
                    found[name] = max(found.get(name, 0), ALIGNMENT // size)
        return found

    def of(self, names: list[str]) -> frozenset[str]:
        return frozenset().union(*(self.origins.get(name, frozenset()) for name in names))

    def join(self, targets: list[str], values: list[str]) -> None:
        for target, value in zip(targets, values):
            self.origins[target] = self.of([target, value])

    def block(self, block: Block) -> list[str]:
        """Returns what the block gives to the operation it is in."""
        given: list[str] = []
        for operation in block.operations:
            if operation.name in ("scf.yield", "scf.condition"):
                given = operation.operands
            else:
                self.operation(operation)
        return given

    def operation(self, operation: Operation) -> None:
        name, operands = operation.name, operation.operands
        if operation.regions:
            self.regions(operation)
        elif name in EFFECTS:
            at = self.of(operands[:1])
            self.reads |= at if "r" in EFFECTS[name] else set()
            self.writes |= at if "w" in EFFECTS[name] else set()
            self.loaded.update(dict.fromkeys(operation.results, at))
        elif name == "tt.call":
            # A function that was not inlined might do anything with its arguments.
            self.reads |= self.of(operands)
            self.writes |= self.of(operands)
        elif name == "tt.int_to_ptr":
            self.cast(operation)
        elif name in SAME_INTEGERS and operands[0] in self.loaded:
            self.loaded[operation.results[0]] = self.loaded[operands[0]]
        elif name in SAME_INTEGER:
            if operands[0] in self.integers:
                self.integers[operation.results[0]] = self.integers[operands[0]]
        elif name in ("tt.addptr", "tt.make_tensor_descriptor") or CARRIES_POINTER.search(operation.text):
            for result in operation.results:
                self.origins[result] = self.of([result, *operands])
            self.describe(operation)

    def cast(self, operation: Operation) -> None:
        """Of an integer that was loaded, makes a pointer to other memory."""
        [value], [result] = operation.operands, operation.results
        tables = self.loaded.get(value, frozenset())
        found = CASTED.search(operation.text)
        element = found[1] if found is not None else ""
        self.tables.update(dict.fromkeys(tables, ELEMENTS.get(element, element)))
        self.addresses |= {self.integers[value]} if value in self.integers else set()
        self.origins[result] = self.of([result]) | {behind(each) for each in tables}

    def regions(self, operation: Operation) -> None:
        carried = carried_by(operation) if operation.name in ("scf.for", "scf.while") else []
        names = [name for name, _initial in carried]
        self.join(names, [initial for _name, initial in carried])
        if operation.name == "scf.while" and len(operation.regions) == 2:
            before, after = operation.regions
            # The condition itself is not passed on.
            passed = self.block(before)[1:]
            self.join(operation.results, passed)
            self.join(after.arguments, passed)
            self.join(names, self.block(after))
            return
        self.join(operation.results, names)
        for region in operation.regions:
            given = self.block(region)
            self.join(names, given)
            self.join(operation.results, given)

    def describe(self, operation: Operation) -> None:
        found = DESCRIPTOR.match(operation.text) if operation.name == "tt.make_tensor_descriptor" else None
        if found is not None:
            base, strides, bits = found.groups()
            self.descriptors.append((self.of([base]), strides.split(", "), max(1, int(bits) // 8)))
