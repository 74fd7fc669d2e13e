"""Loads, stores and atomic operations: through which parameter they go, and at which address."""

import ast
from typing import Optional

from . import polynomials as poly
from .naming import looks_like_pointer
from .reading import Reading, is_index, mark_integer
from .values import Access, Block, Value, only_name

ATOMICS = {f"atomic_{each}" for each in ("add", "max", "min", "and", "or", "xor", "xchg", "cas")}


def access(reading: Reading, name: str, arguments: list, named: dict, node: ast.Call) -> Value:
    address = arguments[0] if arguments else named.get("pointer", Value())
    block = address.block
    base = base_of_address(reading, block.base if block is not None else address.integer)
    stored = arguments[1] if len(arguments) > 1 else named.get("value", named.get("val", Value()))
    if base is None and address.integer is None and address.items is None:
        loose = [each for each in sorted(address.parameters) if reading.parameters.get(each) is False and looks_like_pointer(each)]
        base = loose[0] if len(loose) == 1 else None
    if base is None:
        return Value()
    offset = None
    if block is None and address.integer is not None:
        offset = {product: count for product, count in address.integer.items() if product != (base,)}
        mark_integer(reading, Value(offset))
    elif block is not None:
        offset = {product: count for product, count in (block.base or {}).items() if product != (base,)}
        mark_integer(reading, Value(offset))
    kind = "load" if name == "load" else "store" if name == "store" else "atomic"
    type_ = None if kind == "load" else stored.type
    if name in ("atomic_cas", "atomic_and", "atomic_or", "atomic_xor") or (kind == "atomic" and stored.type == "number"):
        reading.uses.wanted.setdefault(base, []).append("i32")
    if type_ is None and stored.integer is not None and kind != "load" and is_index(reading, stored.integer):
        type_ = "i32"
    reading.uses.accesses.setdefault(base, []).append(Access(kind, node.lineno, offset, block, type_))
    if kind == "store":
        return Value()
    atom = reading.atom("data", node, base)
    is_block = block is not None
    return Value(None if is_block else poly.name(atom), f"@{base}", frozenset())


def descriptor(reading: Reading, owner: Value, name: str, arguments: list, node: ast.Call) -> Value:
    if owner.block is not None:
        indices = arguments[0].items if arguments and arguments[0].items else []
        for each in indices:
            mark_integer(reading, each)
        add_bounds(reading, indices, owner.block.shape)
        return access(reading, "load" if name in ("load", "gather") else "store", [owner, *arguments[1:]], {}, node)
    tensor = only_name(owner.integer)
    if reading.parameters.get(tensor) is not False:
        return Value()
    indices = arguments[0].items if arguments and arguments[0].items else []
    reading.uses.tensors.setdefault(tensor, []).append([each.integer for each in indices])
    for each in indices:
        mark_integer(reading, each)
    reading.uses.accesses.setdefault(tensor, []).append(Access("load" if name in ("load", "gather") else "store", node.lineno, None))
    return Value(None, f"@{tensor}")


def block_pointer(reading: Reading, arguments: list, named: dict) -> Value:
    order = ("base", "shape", "strides", "offsets", "block_shape", "order")
    given = {**dict(zip(order, arguments)), **named}
    base = given.get("base", Value()).integer
    shape, strides = ([each.integer for each in given.get(key, Value()).items or []] for key in ("shape", "strides"))
    for each in (*shape, *strides, *[item.integer for item in given.get("offsets", Value()).items or []]):
        mark_integer(reading, Value(each))
    for each in given.get("block_shape", Value()).items or []:
        for name in poly.names_of(each.integer or {}):
            if name in reading.parameters:
                reading.uses.lanes.add(name)
    add_bounds(reading, given.get("offsets", Value()).items or [], shape)
    return Value(None, None, block=Block(base, shape, strides))


def add_bounds(reading: Reading, offsets: list, shape: list) -> None:
    """Block pointers need no masks: each offset is below the size of its axis."""
    for offset, size in zip(offsets, shape):
        if offset.integer is not None and size and is_index(reading, offset.integer):
            reading.uses.bounds.append((offset.integer, size))


def base_of_address(reading: Reading, address: Optional[dict]) -> Optional[str]:
    """The parameter that an address begins at: a term of its own."""
    if address is None:
        return None
    found = [product[0] for product, count in address.items() if len(product) == 1 and count == 1 and reading.parameters.get(product[0]) is False]
    known = [each for each in found if each in reading.uses.accesses or looks_like_pointer(each)]
    return next(iter([*known, *found]), None)
