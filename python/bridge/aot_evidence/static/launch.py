"""What is known of a launch in the grid language (see docs/reference/manifest.md)."""

import re
from typing import Any

from aot_sources.modules import Project

from ..facts import Parameter
from . import polynomials as poly
from .launches import Site
from .values import Uses, thaw


class NotKnown(Exception):
    """The text does not say it: the value is loaded, or has no form in the grid language."""


class Overlap(NotKnown):
    """Programs would store to the same places with the integers of a test."""


class Launch:
    """Holds what a kernel does with its parameters, and what was guessed of a launch so far."""

    def __init__(self, uses: Uses, parameters: list[Parameter], constants: dict, project: Project):
        self.uses = uses
        self.project = project
        self.parameters = {each.name: each for each in parameters}
        self.constants = constants
        # The largest value of each constant that differs between the configs of @triton.autotune. A test has one size for all.
        self.largest: dict = {}
        # A bound with several indices names one size.
        self.bounds = [(index, bound) for index, bound in uses.bounds if not self.moving(bound)]
        # The axes of the grid in its language, and the parameters that only the grid uses.
        self.grid: list = []
        self.grid_parameters: list = []
        # True if the program looks at remainders, and so may launch the kernel for whole blocks only.
        self.may_be_whole = False
        # The conditions of a call, such as `N <= BLOCK`.
        self.requirements: list = []
        # The sizes of the axes of tensor descriptors, as far as the launch says them.
        self.described: dict[str, list[str]] = {}
        # The value of each scalar that the program computes from others.
        self.tied: dict[str, str] = {}
        # What a size is a multiple of.
        self.multiples: dict[str, str] = {}
        # What a size is not below.
        self.least: dict[str, str] = {}
        # The value of each scalar that is a stride.
        self.strides: dict = {}
        # The constants that are strides of tensors whose sizes the program writes.
        self.constant_strides: dict[str, str] = {}
        # The buffers of a test that are as large as the largest address that the kernel computes, or larger, in their order.
        self.roomy: dict[str, None] = {}
        # The buffers that have the sizes with which the program makes them, in their order.
        self.made: dict[str, None] = {}
        # The buffers that the program makes with sizes that do not fit what the kernel addresses, in their order.
        self.disputed: dict[str, None] = {}
        # What loaded integers can be, for the buffers of a test. None before: a grid does not depend on them.
        self.indices: Any = None

    @property
    def numbers(self) -> dict[str, int]:
        """The integers among the constants."""
        return {name: each for name, each in self.constants.items() if type(each) is int}

    def set_stride(self, name: str, text: str) -> None:
        """Gives a stride a value, unless it has one or would depend on itself."""
        if name in self.tied:
            return
        seen: set = set()
        pending = names_in(text)
        while pending:
            each = pending.pop()
            if each == name:
                return
            if each not in seen and each in self.strides:
                pending |= names_in(self.strides[each])
            seen.add(each)
        self.strides.setdefault(name, text)

    def programs(self, axis: int) -> str:
        """The number of programs on an axis, for a size of a test."""
        return re.sub(r"[A-Za-z_]\w*", lambda name: str(self.largest.get(name[0], name[0])), self.grid[axis])

    def place_of(self, site: Site) -> str:
        return f"{self.project.path(site.module)}:{site.line}"

    def moving(self, polynomial: dict) -> list:
        return [each for each in sorted(poly.names_of(polynomial)) if self.uses.moves(each)]

    def is_loaded(self, name: str) -> bool:
        """True if a value differs within a launch only by what is loaded."""
        atom = self.uses.atoms.get(name)
        if atom is None or atom.kind == "data":
            return True
        parts = [each for part in atom.details if isinstance(part, frozenset) for each in poly.names_of(thaw(part))]
        return atom.kind in ("cdiv", "min", "max", "quotient", "remainder") and all(map(self.is_loaded, parts))

    def kind_of(self, atom: str) -> str:
        return self.uses.atoms[atom].kind

    def type_of(self, name: str) -> str:
        """The type of an argument; empty for other names."""
        return self.parameters[name].type if name in self.parameters else ""

    def pointers(self) -> list[Parameter]:
        return [each for each in self.parameters.values() if each.kind in ("pointer", "tensor")]

    def text(self, polynomial: dict) -> str:
        """In the grid language. Raises NotKnown for names that it has no values for."""
        shown: dict = {}
        if self.indices is not None:
            polynomial = self.indices.without_lengths(polynomial)
        for product, count in polynomial.items():
            names = []
            for each in product:
                text = self.text_of_name(each)
                names.append(text)
            shown[tuple(names)] = shown.get(tuple(names), 0) + count
        return poly.text_of(shown)

    def text_of_name(self, name: str) -> str:
        atom = self.uses.atoms.get(name)
        if atom is None:
            parameter = self.parameters.get(name)
            if parameter is None or parameter.kind in ("pointer", "tensor"):
                raise NotKnown(f"it depends on `{name}`")
            if self.indices is not None and name in self.largest:
                return str(self.largest[name])
            if parameter.kind == "constant" and not isinstance(self.constants[name], int):
                raise NotKnown(f"it depends on `{name}`")
            if parameter.kind == "scalar" and not parameter.is_integer:
                raise NotKnown(f"it depends on `{name}`")
            return name
        if atom.kind == "programs" and atom.details[0] < len(self.grid):
            return operand(self.programs(atom.details[0]))
        if atom.kind == "data" and self.indices is not None:
            return self.indices.bound_of(atom.details[0])
        if atom.kind in ("cdiv", "min", "max", "quotient", "remainder") and (
            not self.uses.moves(name) or (self.indices is not None and self.is_loaded(name))
        ):
            left, right = (self.text(thaw(each)) for each in atom.details)
            if atom.kind in ("cdiv", "min", "max"):
                return f"{atom.kind}({left}, {right})"
            return f"({operand(left)} {'//' if atom.kind == 'quotient' else '%'} {operand(right)})"
        raise NotKnown(self.reason(name))

    def reason(self, name: str) -> str:
        if self.kind_of(name) == "data":
            return f"an index is loaded through `{self.uses.atoms[name].details[0]}`"
        return "the bound of an index is not known"


def names_in(text: str) -> set[str]:
    """The names in an expression of the grid language."""
    return set(re.findall(r"[A-Za-z_]\w*", text))


def operand(text: str) -> str:
    return text if re.fullmatch(r"\w+|(?:cdiv|min|max)\([^()]*\)|\([^()]*\)", text) else f"({text})"


def addend(text: str) -> str:
    """An expression as a part of a sum."""
    return f"({text})" if " ? " in text else text


def product_of(sizes: list) -> str:
    kept = [each for each in sizes if each != "1"]
    return " * ".join(map(operand, kept)) if len(kept) > 1 else "".join(kept) or "1"


# A product of names, numbers and sums.
PRODUCT = re.compile(r"(?:\w+|\([^()]*\))(?: \* (?:\w+|\([^()]*\)))*")


def rounded_up(dividend: str, divisor: str) -> str:
    """A quotient that is rounded up. Of a product and one of its factors, as `Z * H` and `H`, it is the rest."""
    dividend = re.sub(r"^\(([^()]*)\)$", r"\1", dividend)
    factors = dividend.split(" * ") if PRODUCT.fullmatch(dividend) else []
    if operand(divisor) not in factors or len(factors) == 1:
        return f"cdiv({dividend}, {divisor})"
    factors.remove(operand(divisor))
    return " * ".join(factors)
