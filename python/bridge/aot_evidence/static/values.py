"""Holds what the text of a kernel says about values, and about the parameters that they come from."""

import ast
from dataclasses import dataclass, field
from typing import Any, Optional

from aot_sources.slicing import Slicer

from . import polynomials as poly

INTEGERS = {*("int1", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")}
# What parameters are called that hold addresses.
POINTER_ENDS = ("ptr", "_ptrs", "_pointer")

FLOATS = {
    "float16": "fp16",
    "bfloat16": "bf16",
    "float32": "fp32",
    "float64": "fp64",
    "float8e4nv": "fp8e4nv",
    "float8e5": "fp8e5",
}
SHORT = {**FLOATS, **{each: each.replace("uint", "u").replace("int", "i") for each in INTEGERS}}


@dataclass(frozen=True)
class Atom:
    """An index or a value that is not a parameter. `kind`: pid (axis), programs (axis), lane (size), loop (first, end), turn (of a
    loop: count), quotient, remainder, cdiv, min and max (of, by), data (the pointer that it is loaded through) or other."""

    kind: str
    details: tuple = ()


@dataclass
class Value:
    """A value in the kernel. `integer` is a polynomial of parameters and atoms. `type` is the element type, as a name
    such as `fp32` or as `@x` for that of what the pointer x points to."""

    integer: dict | None = None
    type: str | None = None
    parameters: frozenset = frozenset()
    items: list | None = None
    block: Optional["Block"] = None
    # The method of a descriptor, a type of Triton, a text.
    word: Any = None
    # Of a sum, the parameter that is its pointer if one is.
    pointer: str | None = None
    # Of a mask, the atoms that it limits.
    limits: frozenset = frozenset()
    # Of an integer that a float was rounded to, the type of the float, as in `type`.
    rounded: str | None = None
    # The constexpr that is the type that it was cast to.
    cast: str | None = None
    # True for an address, as it is when an integer is cast to a pointer.
    is_address: bool = False
    # Of a condition, whether it depends on what is loaded.
    loaded: bool = False
    # Of a value that is no polynomial, the atoms of loaded values that it has the sign of; None if that is not known.
    sign: frozenset | None = None


@dataclass
class Block:
    """A block pointer or a descriptor: its base, and the polynomials of shape and strides."""

    base: dict | None
    shape: list
    strides: list
    # None where it is not known.
    offsets: list = field(default_factory=list)


@dataclass
class Access:
    """One load, store or atomic operation through a pointer."""

    kind: str
    line: int
    # The address without the pointer itself; None if it is not known.
    offset: dict | None
    block: Block | None = None
    type: str | None = None
    # The atoms that its mask limits, and whether it has bounds of a descriptor.
    limits: frozenset = frozenset()
    checked: bool = False
    # The function of Triton, such as `atomic_add`.
    function: str = ""
    # The type of the float that the stored integer was rounded from, as in `Value.type`.
    rounded: str | None = None


@dataclass
class Uses:
    """Holds what is seen of the parameters of one kernel."""

    accesses: dict = field(default_factory=dict)
    atoms: dict = field(default_factory=dict)
    # Masks: each index that is compared with a bound.
    bounds: list = field(default_factory=list)
    # The same for bounds that are loaded, such as the length of a sequence.
    loaded_bounds: list = field(default_factory=list)
    # The sizes that loaded indices are compared with, by the pointer that they are loaded through.
    loaded_sizes: dict = field(default_factory=dict)
    # The pointers to indices of which the kernel tests whether they are negative.
    sentinels: set = field(default_factory=set)
    # The address of each atom that is loaded.
    loaded_at: dict = field(default_factory=dict)
    # Whether what is loaded decides if something is stored.
    skips: bool = False
    # The strides of the descriptors that the kernel makes, by their pointer.
    described: dict = field(default_factory=dict)
    integers: set = field(default_factory=set)
    floats: set = field(default_factory=set)
    flags: set = field(default_factory=set)
    lanes: set = field(default_factory=set)
    # The scalars that are cast to pointers.
    addresses: set = field(default_factory=set)
    # The pointers to integers that are cast to pointers.
    tables: set = field(default_factory=set)
    types: set = field(default_factory=set)
    # Those among them that are the types of values with bits.
    whole_types: set = field(default_factory=set)
    # The constexprs that are the ends of loops that are unrolled.
    unrolled: set = field(default_factory=set)
    # The names of Triton's functions that it calls.
    functions: set = field(default_factory=set)
    # The texts of inline assembly.
    assembly: list = field(default_factory=list)
    # The element types that the body names, such as `float16`.
    named_types: set = field(default_factory=set)
    texts: dict = field(default_factory=dict)
    # The whole numbers that constexprs are compared with.
    numbers: dict = field(default_factory=dict)
    optional: set = field(default_factory=set)
    # What each pointer points to: types that it must have, and pairs that must have the same.
    wanted: dict = field(default_factory=dict)
    same: list = field(default_factory=list)
    # Whether it makes block pointers, which Triton 3.9 does not have.
    block_pointers: bool = False
    # Descriptors that the host makes: the index of each axis.
    tensors: dict = field(default_factory=dict)
    # The name that a program id is first assigned to, by axis.
    names: dict = field(default_factory=dict)
    # The parameters whose names the body reads.
    seen: set = field(default_factory=set)
    dots: bool = False
    # Whether lanes are combined to tiles of several axes, as in `rows[:, None]`.
    tiles: bool = False
    # The largest number of axes of such a tile, and the shapes that are written, as those of `tl.zeros`.
    axes: int = 1
    shapes: list = field(default_factory=list)
    # The pointers to what is only calculated with if it is positive, as in a logarithm.
    positive: set = field(default_factory=set)
    # Whether programs wait for each other.
    waits: bool = False

    def moves(self, name: str) -> bool:
        """True if a name stands for more than one value in a launch."""
        atom = self.atoms.get(name)
        if atom is None or atom.kind == "programs":
            return False
        if atom.kind not in ("quotient", "remainder", "cdiv", "min", "max"):
            return True
        return any(self.moves(each) for part in atom.details for each in poly.names_of(thaw(part)) if each != name)

    def is_data(self, name: str) -> bool:
        """True for what is loaded."""
        return name in self.atoms and self.atoms[name].kind == "data"

    def want(self, type_: str | None, wanted: str) -> None:
        if type_ is not None and type_.startswith("@"):
            self.wanted.setdefault(type_[1:], []).append(wanted)


def element_of(wanted: list) -> str | None:
    """The element type that the uses of a pointer need; None if they do not decide it."""
    for each in ("i64", "u32", "i32"):
        if each in wanted:
            return each
    floats = [each for each in wanted if each not in ("wide", "bits", "whole", "packed", "real")]
    return floats[0] if floats else "fp32" if "wide" in wanted else "i32" if "whole" in wanted else None


def only_name(polynomial: dict | None) -> str | None:
    """`n` if the polynomial is n."""
    if polynomial is None or len(polynomial) != 1:
        return None
    ((product, count),) = polynomial.items()
    return product[0] if len(product) == 1 and count == 1 else None


def merged(one: Value, other: Value, before: Value | None) -> Value:
    """The value after two branches: the one that is an address or changed."""
    if one is other:
        return one
    if one.block is not None or other.block is not None:
        return one if one.block is not None else other
    if one.integer is not None and (other is before or other.integer is None or other.type == "number"):
        return one
    if other.integer is not None and (one is before or one.integer is None or one.type == "number"):
        return other
    return other if other.type is not None or other.integer is not None else one


def looks_like_pointer(name: str) -> bool:
    return name.lower().endswith(POINTER_ENDS) or name.lower().startswith("ptr_")


def freeze(polynomial: dict | None) -> frozenset:
    return frozenset((polynomial or {}).items())


def thaw(polynomial: frozenset) -> dict:
    return dict(sorted(polynomial))


class Reading:
    """The state of reading one kernel. `parameters` says by name whether a parameter is a constexpr; `constants` are the
    values of constexprs, and decide conditions."""

    def __init__(self, slicer: Slicer, parameters: dict, constants: dict | None = None, types: dict | None = None):
        self.slicer = slicer
        # The types that constexprs are known to be.
        self.types = types or {}
        self.parameters = parameters
        self.constants = constants
        self.uses = Uses()
        self.steps = 0
        # The places of the calls that led here, which tell the atoms of two calls of a function apart.
        self.path: tuple = ()
        # Of each function being read: its module, its values by name, and the values that it returns.
        self.functions: list = []
        # The functions of the project that are being read, which are not read again inside themselves.
        self.stack: tuple = ()

    def atom(self, kind: str, node: ast.AST, *details: Any) -> str:
        name = f"{kind}#{'.'.join(map(str, self.path))}.{getattr(node, 'lineno', 0)}.{getattr(node, 'col_offset', 0)}"
        if kind in ("pid", "programs"):
            name = f"{kind}#{details[0]}"
        # What a loop changes by itself has no form.
        self.uses.atoms[name] = Atom("other") if self._is_made_of(details, name) else Atom(kind, details)
        return name

    def _is_made_of(self, details: tuple, name: str) -> bool:
        pending = list(details)
        seen: set = set()
        while pending:
            part = pending.pop()
            for each in poly.names_of(thaw(part)) - seen if isinstance(part, frozenset) else ():
                if each == name:
                    return True
                seen.add(each)
                pending += self.uses.atoms[each].details if each in self.uses.atoms else ()
        return False

    def indices(self, polynomial: dict) -> set:
        """The atoms of a polynomial that differ between programs, lanes and turns of a loop, or that are loaded."""
        return {each for each in poly.names_of(polynomial) if self.uses.moves(each)}


def mark_truth(reading: Reading, value: Value) -> None:
    """Marks what is only true or false."""
    if value.type is not None:
        reading.uses.want(value.type, "bits")


def mark_lanes(reading: Reading, size: dict) -> None:
    """Marks the parameters that the size of a block is made of."""
    for each in poly.names_of(size):
        if each in reading.parameters:
            reading.uses.lanes.add(each)
        elif each in reading.uses.atoms:
            for part in reading.uses.atoms[each].details:
                if isinstance(part, frozenset):
                    mark_lanes(reading, thaw(part))


def mark_integer(reading: Reading, value: Value) -> None:
    """Marks what a value is made of as integers."""
    for each in poly.names_of(value.integer or {}):
        mark_name(reading, each)
    if value.integer is None:
        reading.uses.want(value.type, "i32")


def mark_name(reading: Reading, name: str) -> None:
    atom = reading.uses.atoms.get(name)
    if atom is None:
        reading.uses.integers.add(name)
    elif atom.kind == "data":
        reading.uses.wanted.setdefault(atom.details[0], []).append("i32")
    else:
        for each in atom.details:
            for inner in poly.names_of(thaw(each)) if isinstance(each, frozenset) else ():
                if inner != name:
                    mark_name(reading, inner)


def mark_number(reading: Reading, value: Value) -> None:
    """Marks a parameter that is calculated with, as floats are."""
    name = only_name(value.integer)
    if name in reading.parameters:
        reading.uses.floats.add(name)


def mark_bits(reading: Reading, value: Value) -> None:
    reading.uses.want(value.type, "bits")


def is_index(reading: Reading, polynomial: dict) -> bool:
    """True if a value is made of program ids, lanes and loops, and nothing that is loaded."""
    kinds = {reading.uses.atoms[each].kind for each in poly.names_of(polynomial) if each in reading.uses.atoms}
    return bool(kinds) and "data" not in kinds
