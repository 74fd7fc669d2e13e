"""Guesses the grid of a kernel: how many programs its masks need."""

import re
from typing import Optional

from . import polynomials as poly
from .launch import Launch, NotKnown, operand
from .values import thaw


def guess_grid(launch: Launch) -> list:
    """Sets the grid of a launch. Returns for each axis where it comes from."""
    axes = [atom.details[0] for atom in launch.uses.atoms.values() if atom.kind == "pid"]
    seen = []
    for axis in range(max(axes, default=-1) + 1):
        text = axis_text(launch, axis) if axis in axes else "1"
        seen.append("nothing reads this axis" if axis not in axes else "from the masks" if text is not None else "no mask bounds it")
        launch.grid.append(text if text is not None else grid_parameter(launch, axis))
    if not seen:
        launch.grid.append("1")
    return seen or ["no program id"]


def axis_text(launch: Launch, axis: int) -> Optional[str]:
    pid = f"pid#{axis}"
    found = {}
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
                found.setdefault(atom, launch.text(thaw(entry.details[1])) if launch.moving(step) else launch.text(step))
            except NotKnown:
                continue
    if pid in found:
        return found[pid]
    texts = list(dict.fromkeys(found.values()))
    return " * ".join(operand(each) if len(texts) > 1 else each for each in texts) if texts else None


def programs_text(launch: Launch, atom: str, index: dict, bound: dict) -> Optional[str]:
    """How many values an index made of programs needs to reach its bound."""
    kind = launch.uses.atoms[atom].kind
    factor = poly.quotient(index, atom)
    if kind in ("lane", "loop", "turn", "data") or len(factor) != 1:
        return None
    text = launch.text(bound)
    block = launch.text(factor)
    if block.startswith("0 -"):
        return None
    return text if block == "1" else f"cdiv({text}, {block})"


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
