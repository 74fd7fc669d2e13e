"""Guesses the grid of a kernel, and the buffers and sizes of a test, from what the kernel does with its parameters."""

import re
from typing import Optional

from . import polynomials as poly
from .uses import Access, Atom, Uses, thaw


class NotKnown(Exception):
    """The text does not say it: the value is loaded, or has no form in the grid language."""


class Buffers:
    def __init__(self, uses: Uses, parameters: list, constants: dict):
        self._uses = uses
        self._kinds = {each["name"]: each for each in parameters}
        self._constants = constants
        # A bound with several indices names one size.
        self._bounds = [(index, bound) for index, bound in uses.bounds if not self._moving(bound)]
        self._grid_parameters = []
        self._grid, self._seen = self._guess_grid()
        self._strides = {}

    def result(self) -> dict:
        try:
            if self._uses.waits:
                raise NotKnown("programs wait for each other, which the interpreter cannot do")
            smoke = {"known": True, "buffers": [self._buffer(each) for each in self._pointers()]}
        except NotKnown as error:
            smoke = {"known": False, "why": str(error), "buffers": [self._outline(each) for each in self._pointers()]}
        smoke["arguments"], smoke["cases"] = self._values()
        return {
            "grid": [{"axis": text, "guess": how} for text, how in zip(self._grid, self._seen)],
            "gridParameters": self._grid_parameters,
            "smoke": smoke,
        }

    def _moving(self, polynomial: dict) -> list:
        return [each for each in poly.names_of(polynomial) if self._uses.moves(each)]

    # ---- Text

    def _text(self, polynomial: dict) -> str:
        """In the grid language. Raises NotKnown for names that it has no values for."""
        shown = {}
        for product, count in polynomial.items():
            names = []
            for each in product:
                text = self._name(each)
                names.append(text)
            shown[tuple(names)] = shown.get(tuple(names), 0) + count
        return poly.text_of(shown)

    def _name(self, name: str) -> str:
        atom = self._uses.atoms.get(name)
        if atom is None:
            parameter = self._kinds.get(name)
            if parameter is None or parameter["kind"] in ("pointer", "tensor"):
                raise NotKnown(f"it depends on `{name}`")
            if parameter["kind"] == "constant" and not isinstance(self._constants[name], int):
                raise NotKnown(f"it depends on `{name}`")
            if parameter["kind"] == "scalar" and not parameter["type"].startswith(("i", "u")):
                raise NotKnown(f"it depends on `{name}`")
            return name
        if atom.kind in ("cdiv", "min", "max", "quotient", "remainder") and not self._uses.moves(name):
            left, right = (self._text(thaw(each)) for each in atom.details)
            if atom.kind in ("cdiv", "min", "max"):
                return f"{atom.kind}({left}, {right})"
            return f"({operand(left)} {'//' if atom.kind == 'quotient' else '%'} {operand(right)})"
        raise NotKnown(self._reason(name))

    def _reason(self, name: str) -> str:
        if self._kind(name) == "data":
            return f"an index is loaded through `{self._uses.atoms[name].details[0]}`"
        return "the bound of an index is not known"

    # ---- The grid

    def _guess_grid(self) -> tuple:
        axes = [atom.details[0] for atom in self._uses.atoms.values() if atom.kind == "pid"]
        texts, seen = [], []
        for axis in range(max(axes, default=-1) + 1):
            text = self._axis(axis) if axis in axes else "1"
            seen.append("nothing reads this axis" if axis not in axes else "from the masks" if text is not None else "no mask bounds it")
            texts.append(text if text is not None else self._grid_parameter(axis))
        return (texts, seen) if texts else (["1"], ["no program id"])

    def _axis(self, axis: int) -> Optional[str]:
        pid = f"pid#{axis}"
        found = {}
        for index, bound in self._bounds:
            own = [each for each in sorted(self._moving(index)) if self._comes_from(each, pid)]
            # Of a program's place in a group and the group, the former.
            own.sort(key=lambda each: max(map(len, poly.quotient(index, each)), default=9))
            for atom in own[:1]:
                try:
                    text = self._programs(atom, index, bound)
                except NotKnown:
                    continue
                if text is not None:
                    found.setdefault(atom, text)
        for atom, entry in self._uses.atoms.items():
            # A loop over everything that starts at the program's id.
            if entry.kind == "loop" and pid in poly.names_of(thaw(entry.details[0])) and len(thaw(entry.details[0])) == 1:
                try:
                    step = thaw(entry.details[2])
                    found.setdefault(atom, self._text(thaw(entry.details[1])) if self._moving(step) else self._text(step))
                except NotKnown:
                    continue
        if pid in found:
            return found[pid]
        texts = list(dict.fromkeys(found.values()))
        return " * ".join(operand(each) if len(texts) > 1 else each for each in texts) if texts else None

    def _programs(self, atom: str, index: dict, bound: dict) -> Optional[str]:
        """How many values an index made of programs needs to reach its bound."""
        kind = self._uses.atoms[atom].kind
        factor = poly.quotient(index, atom)
        if kind in ("lane", "loop", "turn", "data") or len(factor) != 1:
            return None
        text = self._text(bound)
        block = self._text(factor)
        if block.startswith("0 -"):
            return None
        return text if block == "1" else f"cdiv({text}, {block})"

    def _comes_from(self, atom: str, pid: str) -> bool:
        if atom == pid:
            return True
        entry = self._uses.atoms.get(atom)
        if entry is None or entry.kind in ("lane", "loop", "turn", "data"):
            return False
        names = {each for part in entry.details if isinstance(part, frozenset) for each in poly.names_of(thaw(part))}
        return any(self._comes_from(each, pid) for each in names if each != atom)

    def _grid_parameter(self, axis: int) -> str:
        called = self._uses.names.get(axis, "")
        plain = re.sub(r"^(i|p?id|cur|off|program)_|_?(p?id|idx|index|i|off|offset|start)$|^(p?id|i|program)$", "", called)
        name = f"{plain}s" if re.match(r"^[a-z][a-z_]*[a-rt-z]$", plain) else "programs"
        while name in self._kinds or name in self._grid_parameters:
            name = f"{name}_{axis}" if not name.endswith(f"_{axis}") else f"{name}_"
        self._grid_parameters.append(name)
        return name

    # ---- Buffers

    def _pointers(self) -> list:
        return [each for each in self._kinds.values() if each["kind"] in ("pointer", "tensor")]

    def _role(self, name: str) -> str:
        kinds = {each.kind for each in self._uses.accesses.get(name, [])}
        if "atomic" in kinds:
            return "inout"
        return "in" if kinds <= {"load"} else "out" if kinds == {"store"} else "inout"

    def _outline(self, parameter: dict) -> dict:
        return {"name": parameter["name"], "role": self._role(parameter["name"]), "shape": None}

    def _buffer(self, parameter: dict) -> dict:
        name = parameter["name"]
        accesses = self._uses.accesses.get(name, [])
        role = self._role(name)
        if not accesses:
            # Nothing uses it with these constants.
            return {"name": name, "role": "in", "shape": None}
        if parameter["kind"] == "tensor":
            raise NotKnown(f"`{name}` is a tensor descriptor, whose shape only its caller knows")
        dimensions = []
        for access in accesses:
            for factor, size in self._dimensions(access, name):
                if all(each != factor for each, _size in dimensions):
                    dimensions.append((factor, size))
        result = {"name": name, "role": role, **self._shape(dimensions)}
        if parameter["type"].startswith("*i") and role != "out":
            result["fill"] = "zeros"
        elif role == "inout" and any(each.kind == "atomic" for each in accesses):
            result["fill"] = "zeros"
        return result

    def _dimensions(self, access: Access, name: str) -> list:
        """The axes of an access: what an index is multiplied with, and how many values it has."""
        found = []
        if access.block is not None:
            block = access.block
            if any(each is None for each in (*block.shape, *block.strides)) or len(block.shape) != len(block.strides):
                raise NotKnown(f"the shape of a block of `{name}` is not known")
            found = [(stride, self._text(size)) for stride, size in zip(block.strides, block.shape)]
        if access.offset is None:
            raise NotKnown(f"the addresses of `{name}` in line {access.line} are not known")
        rest = dict(access.offset)
        order = list(rest)
        placed = []
        for index, bound in sorted(self._bounds, key=lambda each: -len(each[0])):
            atom = next(iter(sorted(self._moving(index), key=self._rank)), None)
            if atom is None or poly.quotient(index, atom) != {(): 1}:
                continue
            for product, count in poly.quotient(rest, atom).items():
                factor = {product: count}
                placed.append((self._position(order, atom, product), factor, self._text(bound)))
                rest = self._without(rest, index, product)
        for product, count in list(rest.items()):
            moving = [each for each in product if self._uses.moves(each)]
            if not moving:
                if product == () and count < 0:
                    raise NotKnown(f"the addresses of `{name}` in line {access.line} may be negative")
                if not any(factor == {product: count} for _at, factor, _size in placed):
                    placed.append((order.index(product), {product: count}, "2"))
                continue
            if len(moving) > 1 or count < 0:
                raise NotKnown(f"the addresses of `{name}` in line {access.line} are not known")
            others = list(product)
            others.remove(moving[0])
            placed.append((order.index(product), {tuple(others): count}, self._range(moving[0])))
        return [*found, *((factor, size) for _at, factor, size in sorted(placed, key=lambda each: each[0]))]

    def _rank(self, atom: str) -> tuple:
        return (("lane", "loop", "remainder", "pid").index(self._kind(atom)) if self._kind(atom) in ("lane", "loop", "remainder", "pid") else 9, atom)

    def _kind(self, atom: str) -> str:
        return self._uses.atoms[atom].kind

    def _position(self, order: list, atom: str, product: tuple) -> int:
        return next(at for at, each in enumerate(order) if atom in each and set(product) <= set(each))

    def _without(self, rest: dict, index: dict, factor: tuple) -> dict:
        """Takes an index times its factor out of an address; also the turns of a loop over the same axis."""
        atoms = set(self._moving(index))
        loops = {each for each in self._moving(rest) if self._kind(each) in ("turn", "loop")}
        plain = set(factor)
        kept = {}
        for product, count in rest.items():
            moving = {each for each in product if self._uses.moves(each)}
            same = plain <= set(product) if plain else not (set(product) - moving - self._blocks(index, loops))
            if moving and moving <= atoms | loops and same:
                continue
            kept[product] = count
        return kept

    def _blocks(self, index: dict, loops: set) -> set:
        """The names that an index's programs and turns are multiplied with."""
        found = {each for product in index for each in product if not self._uses.moves(each)}
        for each in loops:
            if self._kind(each) == "turn" and self._uses.atoms[each].details:
                found |= poly.names_of(thaw(self._uses.atoms[each].details[1]))
        return found

    def _range(self, atom: str) -> str:
        """How many values an index has."""
        entry = self._uses.atoms[atom]
        if entry.kind == "pid":
            return self._grid[entry.details[0]]
        if entry.kind == "lane" and entry.details:
            return self._text(thaw(entry.details[0]))
        if entry.kind == "loop":
            return self._text(thaw(entry.details[1]))
        if entry.kind == "turn" and entry.details:
            return f"cdiv({self._text(thaw(entry.details[0]))}, {self._text(thaw(entry.details[1]))})"
        if entry.kind == "remainder":
            return self._text(thaw(entry.details[1]))
        if entry.kind == "quotient":
            inner, by = (thaw(each) for each in entry.details)
            moving = self._moving(inner)
            if len(moving) == 1 and inner == {(moving[0],): 1}:
                return f"cdiv({self._range(moving[0])}, {self._text(by)})"
        raise NotKnown(self._reason(atom))

    def _shape(self, dimensions: list) -> dict:
        if not dimensions:
            return {"shape": ["1"]}
        inner = [each for each in dimensions if each[0] == {(): 1}]
        outer = [each for each in dimensions if each[0] != {(): 1}]
        ordered = [*outer, *inner]
        plain = all(len(factor) == 1 and sum(map(len, factor)) <= 1 and next(iter(factor.values())) == 1 for factor, _size in ordered)
        if not plain or len(ordered) > 8:
            extents = [f"{operand(self._text(factor))} * ({size} - 1)" for factor, size in ordered]
            return {"shape": [" + ".join([*extents, "1"])]}
        strides = [self._text(factor) for factor, _size in ordered]
        sizes = [size for _factor, size in ordered]
        for at, stride in enumerate(strides):
            parameter = self._kinds.get(stride)
            is_size = any(stride in poly.names_of(bound) for _index, bound in self._bounds)
            if parameter is not None and parameter["kind"] == "scalar" and not is_size and "stride" in stride.lower() or self._is_loose(stride):
                self._strides.setdefault(stride, product_of(sizes[at + 1 :]))
        contiguous = [product_of(sizes[at + 1 :]) for at in range(len(sizes))]
        if strides == contiguous:
            return {"shape": sizes}
        return {"shape": sizes, "strides": strides}

    def _is_loose(self, name: str) -> bool:
        """Whether a scalar is only ever a stride."""
        parameter = self._kinds.get(name)
        if parameter is None or parameter["kind"] != "scalar":
            return False
        return not any(name in poly.names_of(bound) for _index, bound in self._uses.bounds) and not any(
            name in poly.names_of(thaw(part))
            for entry in self._uses.atoms.values()
            for part in entry.details
            if isinstance(part, frozenset)
        ) and not any(name in axis for axis in self._grid)

    # ---- Values

    def _values(self) -> tuple:
        arguments, even, ragged = {}, {}, {}
        for name, parameter in self._kinds.items():
            if parameter["kind"] != "scalar":
                continue
            if name in self._strides:
                arguments[name] = self._strides[name]
            elif parameter.get("value") is not None:
                arguments[name] = parameter["value"][1]
            elif parameter["type"].startswith("fp"):
                arguments[name] = "1.0e-5" if re.search("eps", name, re.I) else "0.5"
            elif parameter["type"] == "i1":
                arguments[name] = "false"
            elif self._is_size(name) and not self._is_divisor(name):
                even[name], ragged[name] = self._sizes(name)
            elif re.search("stride", name, re.I):
                arguments[name] = "1"
            else:
                arguments[name] = "2" if re.search("head|group|ratio|batch|num|^n_|size", name, re.I) else "1"
        for name in self._grid_parameters:
            even[name] = ragged[name] = 3
        cases = [even] if even == ragged else [even, ragged]
        return [[name, text] for name, text in arguments.items()], cases

    def _is_size(self, name: str) -> bool:
        if any(name in axis for axis in self._grid):
            return True
        details = (part for entry in self._uses.atoms.values() for part in entry.details if isinstance(part, frozenset))
        bounds = (bound for _index, bound in self._uses.bounds)
        return any(name in poly.names_of(each) for each in bounds) or any(name in poly.names_of(thaw(each)) for each in details)

    def _is_divisor(self, name: str) -> bool:
        """Whether program ids are divided by it, and no mask compares it."""
        if any(name in poly.names_of(bound) for _index, bound in self._uses.bounds):
            return False
        kinds = ("quotient", "remainder")
        return any(
            entry.kind in kinds and name in poly.names_of(thaw(entry.details[1])) for entry in self._uses.atoms.values()
        )

    def _sizes(self, name: str) -> tuple:
        """Two values: whole blocks, and, if masks allow it, a part of one."""
        most, masked = None, False
        block = 1024 if len(self._uses.lanes) <= 1 and not self._uses.dots and not self._uses.tiles else 64
        for index, bound in self._uses.bounds:
            if bound != {(name,): 1}:
                continue
            masked = True
            kinds = {self._kind(each) for each in self._moving(index)}
            if kinds == {"lane"}:
                atom = next(iter(self._moving(index)))
                most = self._lane(self._uses.atoms[atom])
        if most is not None:
            return most, max(1, most - 3)
        if masked and not self._uses.lanes:
            return 4, 3
        even = 4 * block if block == 1024 else 2 * block
        return even, (even - 3096 if block == 1024 else even - 27) if masked else even

    def _lane(self, atom: Atom) -> int:
        size = thaw(atom.details[0]) if atom.details else {}
        value = poly.value_of(size)
        if value is not None:
            return value
        (product, count), = list(size.items())[:1]
        constant = self._constants.get(product[0]) if len(product) == 1 else None
        return constant * count if isinstance(constant, int) and len(size) == 1 else 16


def operand(text: str) -> str:
    return text if re.fullmatch(r"\w+|(?:cdiv|min|max)\([^()]*\)|\([^()]*\)", text) else f"({text})"


def product_of(sizes: list) -> str:
    kept = [each for each in sizes if each != "1"]
    return " * ".join(map(operand, kept)) if len(kept) > 1 else "".join(kept) or "1"
