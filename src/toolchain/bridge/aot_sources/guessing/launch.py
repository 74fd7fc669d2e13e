"""What is known of a launch: its values in the grid language (see docs/reference/manifest.md)."""

import re

from . import polynomials as poly
from .values import Uses, thaw


class NotKnown(Exception):
    """The text does not say it: the value is loaded, or has no form in the grid language."""


class Launch:
    """What a kernel does with its parameters, and what was guessed of a launch so far."""

    def __init__(self, uses: Uses, parameters: list, constants: dict):
        self.uses = uses
        self.parameters = {each["name"]: each for each in parameters}
        self.constants = constants
        # A bound with several indices names one size.
        self.bounds = [(index, bound) for index, bound in uses.bounds if not self.moving(bound)]
        # The axes of the grid in its language, and the parameters that only the grid uses.
        self.grid = []
        self.grid_parameters = []
        # The value of each scalar that is a stride.
        self.strides = {}

    def moving(self, polynomial: dict) -> list:
        return [each for each in poly.names_of(polynomial) if self.uses.moves(each)]

    def kind_of(self, atom: str) -> str:
        return self.uses.atoms[atom].kind

    def pointers(self) -> list:
        return [each for each in self.parameters.values() if each["kind"] in ("pointer", "tensor")]

    def text(self, polynomial: dict) -> str:
        """In the grid language. Raises NotKnown for names that it has no values for."""
        shown = {}
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
            if parameter is None or parameter["kind"] in ("pointer", "tensor"):
                raise NotKnown(f"it depends on `{name}`")
            if parameter["kind"] == "constant" and not isinstance(self.constants[name], int):
                raise NotKnown(f"it depends on `{name}`")
            if parameter["kind"] == "scalar" and not parameter["type"].startswith(("i", "u")):
                raise NotKnown(f"it depends on `{name}`")
            return name
        if atom.kind in ("cdiv", "min", "max", "quotient", "remainder") and not self.uses.moves(name):
            left, right = (self.text(thaw(each)) for each in atom.details)
            if atom.kind in ("cdiv", "min", "max"):
                return f"{atom.kind}({left}, {right})"
            return f"({operand(left)} {'//' if atom.kind == 'quotient' else '%'} {operand(right)})"
        raise NotKnown(self.reason(name))

    def reason(self, name: str) -> str:
        if self.kind_of(name) == "data":
            return f"an index is loaded through `{self.uses.atoms[name].details[0]}`"
        return "the bound of an index is not known"


def operand(text: str) -> str:
    return text if re.fullmatch(r"\w+|(?:cdiv|min|max)\([^()]*\)|\([^()]*\)", text) else f"({text})"


def product_of(sizes: list) -> str:
    kept = [each for each in sizes if each != "1"]
    return " * ".join(map(operand, kept)) if len(kept) > 1 else "".join(kept) or "1"
