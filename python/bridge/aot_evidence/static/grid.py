"""Guesses the grid in its language (see docs/reference/manifest.md): from a launch in the program, else from masks."""

import re

from ..facts import Parameter
from . import polynomials as poly
from .host import COMPARED, Host
from .launch import Launch, NotKnown, names_in, operand, rounded_up
from .launch_grid import grid_of
from .program import Program
from .values import thaw


def guess_grid(launch: Launch, sites: list, passed: dict, program: Program) -> list:
    """Sets the grid of a launch. Returns for each axis where it comes from."""
    axes = [atom.details[0] for atom in launch.uses.atoms.values() if atom.kind == "pid"]
    place, written = grid_of_site(launch, sites, passed, program)
    while len(written) > max(1, max(axes, default=-1) + 1) and written[-1] == "1":
        written.pop()
    notes = []
    for axis in range(max(max(axes, default=-1) + 1, len(written))):
        text = written[axis] if axis < len(written) else None
        note = place
        if text is None:
            text = axis_text(launch, axis) if axis in axes else "1"
            note = (
                "guess: nothing reads this axis"
                if axis not in axes
                else "guess: from the masks"
                if text is not None
                else "guess: no mask bounds it"
            )
        notes.append(note)
        launch.grid.append(text if text is not None else grid_parameter(launch, axis))
    if not notes:
        launch.grid.append("1")
    return notes or ["guess: no program id"]


def grid_of_site(launch: Launch, sites: list, passed: dict, program: Program) -> tuple:
    """The grid of the first launch that says it: its place, and the text of each axis, None if it has no form."""
    for site in sites:
        hosts = grid_of(site, program)
        if hosts is None or len(hosts) > 3:
            continue
        written = Written(launch, passed, program)
        texts: list[str | None] = []
        for host in hosts:
            try:
                texts.append(written.axis(host))
            except NotKnown:
                texts.append(None)
        place = f"from the launch at {launch.place_of(site)}"
        return f"guess: the first of several grids {place}" if written.is_choice else place, texts
    return "", []


class Written:
    """Writes the grid of a launch in the grid language. What is passed for a parameter is its name, what is passed for none
    becomes a parameter of the grid."""

    def __init__(self, launch: Launch, passed: dict, program: Program, may_add: bool = True, has_blocks: bool = True):
        """`may_add`: what is passed for no parameter can become a new parameter of the grid. `has_blocks`: a number that is also passed
        for a parameter is this parameter."""
        self._launch = launch
        self._may_add = may_add
        self._labels = program.labels
        self._names: dict[tuple, str] = {}
        # True if something was written that is one of several: nothing says which.
        self.is_choice = False
        # Of parameters with the same value, a stride is the least likely to be the number of programs.
        for name, parameter in sorted(launch.parameters.items(), key=lambda each: "stride" in each[0].lower()):
            if self._is_whole(name, parameter):
                self._names[("param", name)] = name
                if name in passed and passed[name].host.size is not None and passed[name].host.size[0] != "int":
                    self._names.setdefault(passed[name].host.size, name)

        # A block size that is written in the grid, too, is the argument of this value.
        numbers = [name for name, each in launch.parameters.items() if each.kind in ("constant", "scalar")]
        written = [passed[name].host.value for name in numbers if name in passed]
        for name, each in passed.items():
            value = each.host.value
            is_block = type(value) is int and value >= 16 and written.count(value) == 1
            if has_blocks and name in numbers and is_block:
                self._names[("int", value)] = name

    def _is_whole(self, name: str, parameter: Parameter) -> bool:
        if parameter.kind == "constant":
            return type(self._launch.constants[name]) in (int, bool)
        return parameter.kind in ("config", "heuristic") or parameter.is_integer

    def axis(self, host: Host) -> str:
        before = len(self._launch.grid_parameters)
        try:
            if host.size is None or (host.size[0] == "int" and host.size[1] < 1):
                raise NotKnown("no launch says it")
            return self._text(host.size)
        except NotKnown:
            del self._launch.grid_parameters[before:]
            raise

    def text(self, size: tuple) -> str:
        """Writes an expression. `used` then has the names in it."""
        text = self._text(size)
        self.used = names_in(text)
        return text

    def _text(self, size: tuple) -> str:
        return self._names[size] if size in self._names else self.computed(size)

    def computed(self, size: tuple) -> str:
        """Writes an expression by its parts, also if a parameter has its value."""
        if size[0] == "int":
            if size[1] < 0:
                raise NotKnown("it is negative")
            return str(size[1])
        if size[0] == "either":
            self.is_choice = True
            return self._text(size[1])
        if size[0] == "choice":
            return self._choice(*size[1:])
        if size[0] == "name":
            return self._parameter(size)
        if size[0] in ("cdiv", "min", "max"):
            return f"{size[0]}({self._text(size[1])}, {self._text(size[2])})"
        if size[0] == "-" and size[1] == ("int", 0):
            # `-(n // -block)` rounds up.
            if size[2][0] == "//" and size[2][2][:2] == ("-", ("int", 0)):
                return f"cdiv({self._text(size[2][1])}, {self._text(size[2][2][2])})"
            raise NotKnown("it is negative")
        if size[0] in ("+", "-", "*", "//", "%", *COMPARED):
            return f"{operand(self._text(size[1]))} {size[0]} {operand(self._text(size[2]))}"
        raise NotKnown("it has no form in the grid language")

    def _choice(self, test: tuple, one: tuple, other: tuple) -> str:
        texts = [self._text(one), self._text(other)]
        if texts[0] == texts[1]:
            return texts[0]
        before = len(self._launch.grid_parameters)
        try:
            return " ".join([operand(self._text(test)), "?", operand(texts[0]), ":", operand(texts[1])])
        except NotKnown:
            del self._launch.grid_parameters[before:]
            self.is_choice = True
            return texts[0]

    def _parameter(self, size: tuple) -> str:
        name = c_name("_".join(re.findall(r"\w+", self._labels.get(size[1], size[1]))[-3:]))
        while name in self._launch.parameters:
            name = f"{name}_size"
        if name not in self._launch.grid_parameters:
            if not self._may_add:
                raise NotKnown("no parameter has this value")
            self._launch.grid_parameters.append(name)
        self._names[size] = name
        return name


def c_name(text: str) -> str:
    """A name that a parameter of a C function can have."""
    name = re.sub(r"_+", "_", text).strip("_")
    return name if name[:1].isalpha() else f"size_{name}" if name else "programs"


def axis_text(launch: Launch, axis: int) -> str | None:
    pid = f"pid#{axis}"
    found: dict = {}
    for index, bound in launch.bounds:
        own = [each for each in sorted(launch.moving(index)) if comes_from(launch, each, pid)]
        # Of a program's place in a group and the group, the former.
        own.sort(key=lambda each: max(map(len, poly.quotient(index, each)), default=9))
        for atom in own[:1]:
            try:
                text = programs_text(launch, atom, index, bound)
            except NotKnown:
                continue
            if text is not None:
                found.setdefault(atom, text)
    for atom, entry in launch.uses.atoms.items():
        # A loop over everything that starts at the program's id.
        if entry.kind == "loop" and pid in poly.names_of(thaw(entry.details[0])) and len(thaw(entry.details[0])) == 1:
            try:
                step = thaw(entry.details[2])
                text = launch.text(thaw(entry.details[1])) if launch.moving(step) else launch.text(step)
                if not text.startswith("0"):
                    found.setdefault(atom, text)
            except NotKnown:
                continue
    if pid in found:
        return found[pid]
    for atom, text in list(found.items()):
        entry = launch.uses.atoms[atom]
        left, by = (thaw(each) for each in entry.details[:2]) if entry.kind == "quotient" else ({}, {})
        rests = [each for each in found if launch.uses.atoms[each].kind == "remainder"]
        if left == {(pid,): 1} and not any(launch.uses.atoms[each].details[:2] == entry.details[:2] for each in rests):
            # Of `pid // n` below a bound, there are n for each.
            try:
                found[atom] = f"{operand(text)} * {operand(launch.text(by))}"
            except NotKnown:
                continue
    texts = list(dict.fromkeys(found.values()))
    return " * ".join(operand(each) if len(texts) > 1 else each for each in texts) if texts else None


def programs_text(launch: Launch, atom: str, index: dict, bound: dict) -> str | None:
    """Returns how many values an index made of programs needs to reach its bound."""
    kind = launch.uses.atoms[atom].kind
    factor = poly.quotient(index, atom)
    if kind in ("lane", "loop", "turn", "data") or len(factor) != 1:
        return None
    text = launch.text(bound)
    block = launch.text(factor)
    if block.startswith("0 -"):
        return None
    return text if block == "1" else rounded_up(text, block)


def comes_from(launch: Launch, atom: str, pid: str) -> bool:
    if atom == pid:
        return True
    entry = launch.uses.atoms.get(atom)
    if entry is None or entry.kind in ("lane", "loop", "turn", "data"):
        return False
    names = {each for part in entry.details if isinstance(part, frozenset) for each in poly.names_of(thaw(part))}
    return any(comes_from(launch, each, pid) for each in names if each != atom)


def grid_parameter(launch: Launch, axis: int) -> str:
    called = launch.uses.names.get(axis, "")
    plain = re.sub(r"^(i|p?id|cur|off|program)_|_?(p?id|idx|index|i|off|offset|start)$|^(p?id|i|program)$", "", called)
    name = f"{plain}s" if re.match(r"^[a-z][a-z_]*[a-rt-z]$", plain) else "programs"
    while name in launch.parameters or name in launch.grid_parameters:
        name = f"{name}_{axis}" if not name.endswith(f"_{axis}") else f"{name}_"
    launch.grid_parameters.append(name)
    return name
