"""Guesses the values of scalars in a test, and the sizes of its cases."""

import re

from . import polynomials as poly
from .launch import Launch
from .values import Atom, thaw


def guess_values(launch: Launch) -> tuple:
    arguments, even, ragged = {}, {}, {}
    for name, parameter in launch.parameters.items():
        if parameter["kind"] != "scalar":
            continue
        if name in launch.strides:
            arguments[name] = launch.strides[name]
        elif parameter.get("value") is not None:
            arguments[name] = parameter["value"][1]
        elif parameter["type"].startswith("fp"):
            arguments[name] = "1.0e-5" if re.search("eps", name, re.I) else "0.5"
        elif parameter["type"] == "i1":
            arguments[name] = "false"
        elif is_size(launch, name) and not is_divisor(launch, name):
            even[name], ragged[name] = two_sizes(launch, name)
        elif re.search("stride", name, re.I):
            arguments[name] = "1"
        else:
            arguments[name] = "2" if re.search("head|group|ratio|batch|num|^n_|size", name, re.I) else "1"
    for name in launch.grid_parameters:
        even[name] = ragged[name] = 3
    cases = [even] if even == ragged else [even, ragged]
    return [[name, text] for name, text in arguments.items()], cases


def is_size(launch: Launch, name: str) -> bool:
    if any(name in axis for axis in launch.grid):
        return True
    details = (part for entry in launch.uses.atoms.values() for part in entry.details if isinstance(part, frozenset))
    bounds = (bound for _index, bound in launch.uses.bounds)
    return any(name in poly.names_of(each) for each in bounds) or any(name in poly.names_of(thaw(each)) for each in details)


def is_divisor(launch: Launch, name: str) -> bool:
    """Whether program ids are divided by it, and no mask compares it."""
    if any(name in poly.names_of(bound) for _index, bound in launch.uses.bounds):
        return False
    kinds = ("quotient", "remainder")
    return any(
        entry.kind in kinds and name in poly.names_of(thaw(entry.details[1])) for entry in launch.uses.atoms.values()
    )


def two_sizes(launch: Launch, name: str) -> tuple:
    """Two values: whole blocks, and, if masks allow it, a part of one."""
    most, masked = None, False
    block = 1024 if len(launch.uses.lanes) <= 1 and not launch.uses.dots and not launch.uses.tiles else 64
    for index, bound in launch.uses.bounds:
        if bound != {(name,): 1}:
            continue
        masked = True
        kinds = {launch.kind_of(each) for each in launch.moving(index)}
        if kinds == {"lane"}:
            atom = next(iter(launch.moving(index)))
            most = lane_size(launch, launch.uses.atoms[atom])
    if most is not None:
        return most, max(1, most - 3)
    if masked and not launch.uses.lanes:
        return 4, 3
    even = 4 * block if block == 1024 else 2 * block
    return even, (even - 3096 if block == 1024 else even - 27) if masked else even


def lane_size(launch: Launch, atom: Atom) -> int:
    size = thaw(atom.details[0]) if atom.details else {}
    value = poly.value_of(size)
    if value is not None:
        return value
    (product, count), = list(size.items())[:1]
    constant = launch.constants.get(product[0]) if len(product) == 1 else None
    return constant * count if isinstance(constant, int) and len(size) == 1 else 16
