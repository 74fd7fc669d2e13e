"""Guesses the buffers of a test: their roles, fills and shapes."""

from . import polynomials as poly
from .launch import Launch, NotKnown, operand, product_of
from .shapes import dimensions_of
from .values import thaw


def buffer_of(launch: Launch, parameter: dict) -> dict:
    name = parameter["name"]
    accesses = launch.uses.accesses.get(name, [])
    role = role_of(launch, name)
    if not accesses:
        # Nothing uses it with these constants.
        return {"name": name, "role": "in", "shape": None}
    if parameter["kind"] == "tensor":
        raise NotKnown(f"`{name}` is a tensor descriptor, whose shape only its caller knows")
    dimensions = []
    for access in accesses:
        for factor, size in dimensions_of(launch, access, name):
            if all(each != factor for each, _size in dimensions):
                dimensions.append((factor, size))
    result = {"name": name, "role": role, **shape_of(launch, dimensions)}
    if parameter["type"].startswith("*i") and role != "out":
        result["fill"] = "zeros"
    elif role == "inout" and any(each.kind == "atomic" for each in accesses):
        result["fill"] = "zeros"
    return result


def outline(launch: Launch, parameter: dict) -> dict:
    return {"name": parameter["name"], "role": role_of(launch, parameter["name"]), "shape": None}


def role_of(launch: Launch, name: str) -> str:
    kinds = {each.kind for each in launch.uses.accesses.get(name, [])}
    if "atomic" in kinds:
        return "inout"
    return "in" if kinds <= {"load"} else "out" if kinds == {"store"} else "inout"


def shape_of(launch: Launch, dimensions: list) -> dict:
    if not dimensions:
        return {"shape": ["1"]}
    inner = [each for each in dimensions if each[0] == {(): 1}]
    outer = [each for each in dimensions if each[0] != {(): 1}]
    ordered = [*outer, *inner]
    plain = all(len(factor) == 1 and sum(map(len, factor)) <= 1 and next(iter(factor.values())) == 1 for factor, _size in ordered)
    if not plain or len(ordered) > 8:
        extents = [f"{operand(launch.text(factor))} * ({size} - 1)" for factor, size in ordered]
        return {"shape": [" + ".join([*extents, "1"])]}
    strides = [launch.text(factor) for factor, _size in ordered]
    sizes = [size for _factor, size in ordered]
    for at, stride in enumerate(strides):
        parameter = launch.parameters.get(stride)
        is_size = any(stride in poly.names_of(bound) for _index, bound in launch.bounds)
        if parameter is not None and parameter["kind"] == "scalar" and not is_size and "stride" in stride.lower() or is_loose(launch, stride):
            launch.strides.setdefault(stride, product_of(sizes[at + 1 :]))
    contiguous = [product_of(sizes[at + 1 :]) for at in range(len(sizes))]
    if strides == contiguous:
        return {"shape": sizes}
    return {"shape": sizes, "strides": strides}


def is_loose(launch: Launch, name: str) -> bool:
    """Whether a scalar is only ever a stride."""
    parameter = launch.parameters.get(name)
    if parameter is None or parameter["kind"] != "scalar":
        return False
    return not any(name in poly.names_of(bound) for _index, bound in launch.uses.bounds) and not any(
        name in poly.names_of(thaw(part))
        for entry in launch.uses.atoms.values()
        for part in entry.details
        if isinstance(part, frozenset)
    ) and not any(name in axis for axis in launch.grid)
