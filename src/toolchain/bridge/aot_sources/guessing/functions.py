"""The results of Triton's functions."""

import ast

from . import polynomials as poly
from .accesses import ATOMICS, access, block_pointer
from .reading import Reading, is_index, mark_integer
from .values import FLOATS, SHORT, Value, freeze, only_name

# Functions that need floats of at least 32 bits.
WIDE = {*("exp", "exp2", "log", "log2", "sqrt", "sqrt_rn", "rsqrt", "sin", "cos", "erf", "sigmoid", "softmax", "floor", "ceil", "fma")}
REDUCTIONS = {"sum", "max", "min", "cumsum", "cumprod", "xor_sum", "sort", "flip", "ravel", "reduce", "associative_scan"}
# Functions that give their first argument, as far as addresses and masks are concerned.
SAME = {
    *("multiple_of", "max_contiguous", "max_constancy", "broadcast_to", "expand_dims", "trans", "reshape", "view"),
    *("broadcast", "cast", "to_tensor", "permute", "abs", "assume", "convert_layout", "split", "to", "constexpr"),
}


def result_of(reading: Reading, name: str, arguments: list, named: dict, node: ast.Call) -> Value:
    """The result of a function or a method; the owner of a method is its first argument."""
    first = arguments[0] if arguments else next(iter(named.values()), Value())
    if name in ("load", "store") or name in ATOMICS:
        return access(reading, name, arguments, named, node)
    if name == "program_id" or name == "num_programs":
        axis = poly.value_of((arguments[0] if arguments else named.get("axis", Value({}))).integer or {}) or 0
        return Value(poly.name(reading.atom("pid" if name == "program_id" else "other", node, axis)), "i32")
    if name == "arange":
        return arange(reading, arguments, named, node)
    if name in ("make_block_ptr", "make_tensor_descriptor", "_experimental_make_tensor_descriptor"):
        reading.uses.block_pointers = reading.uses.block_pointers or name == "make_block_ptr"
        return block_pointer(reading, arguments, named)
    if name == "advance":
        return first
    if name in ("dot", "dot_scaled"):
        return dot(reading, arguments, named, name)
    if name == "allocate_shared_memory" and isinstance(first.word, str):
        for each in [*arguments[1:], *named.values()]:
            reading.uses.want(each.type, SHORT.get(first.word, "wide"))
        return Value(None, SHORT.get(first.word))
    if name == "cdiv" and len(arguments) == 2:
        return cdiv(reading, arguments, node)
    if name in SAME:
        return same(reading, name, first, arguments, named)
    if name in ("zeros", "full", "zeros_like", "full_like", "empty"):
        return filled(reading, name, arguments, named)
    if name in WIDE:
        for each in arguments:
            reading.uses.want(each.type, "wide")
        return Value(None, "fp32", first.parameters)
    if name in ("minimum", "maximum", "min", "max", "where") and len(arguments) > 1:
        return choice(reading, name, arguments, node)
    if name in REDUCTIONS:
        return Value(None, first.type, first.parameters)
    if name in ("argmax", "argmin"):
        return Value(None, "i32")
    if name == "float":
        return Value(None, "real", word=first.word)
    if name in ("range", "static_range"):
        return Value()
    return Value(None, "fp32" if name.startswith(("rand", "tanh")) and name != "randint" else None)


def arange(reading: Reading, arguments: list, named: dict, node: ast.Call) -> Value:
    start = arguments[0] if arguments else named.get("start", Value(poly.constant(0)))
    end = arguments[1] if len(arguments) > 1 else named.get("end", Value())
    size = poly.add(end.integer, start.integer, -1) if end.integer is not None and start.integer is not None else None
    for each in poly.names_of(size or {}):
        if each in reading.parameters:
            reading.uses.lanes.add(each)
    lane = poly.name(reading.atom("lane", node, *([freeze(size)] if size is not None else [])))
    return Value(poly.add(lane, start.integer or {}), "i32")


def dot(reading: Reading, arguments: list, named: dict, name: str) -> Value:
    reading.uses.dots = True
    left, right = (arguments + [Value(), Value()])[:2]
    if name == "dot":
        for first, second in ((left, right), (right, left)):
            if first.type and second.type and first.type.startswith("@"):
                if second.type.startswith("@"):
                    reading.uses.same.append((first.type[1:], second.type[1:]))
                elif second.type in FLOATS.values() or second.type in SHORT.values():
                    reading.uses.want(first.type, second.type)
            elif first.type is not None and first.type.startswith("@"):
                reading.uses.want(first.type, "wide")
    out = named.get("out_dtype")
    return Value(None, SHORT.get(out.word, "fp32") if out is not None and isinstance(out.word, str) else "fp32")


def cdiv(reading: Reading, arguments: list, node: ast.Call) -> Value:
    left, right = arguments
    for each in arguments:
        mark_integer(reading, each)
    if left.integer is None or right.integer is None:
        return Value(None, "i32")
    atom = reading.atom("cdiv", node, freeze(left.integer), freeze(right.integer))
    return Value(poly.name(atom), "i32", left.parameters | right.parameters)


def same(reading: Reading, name: str, first: Value, arguments: list, named: dict) -> Value:
    if name in ("to", "cast") and len(arguments) + len(named) > 1:
        target = arguments[1] if len(arguments) > 1 else next(iter(named.values()))
        parameter = only_name(target.integer)
        if parameter in reading.parameters:
            reading.uses.types.add(parameter)
            return Value(first.integer, None, first.parameters)
        word = target.word if isinstance(target.word, str) else None
        type_ = SHORT.get(word, word if word is not None and (word.startswith("@") or word in FLOATS.values()) else None)
        if type_ in FLOATS.values() and type_ != "fp32" and first.type is not None and not first.type.startswith("@"):
            return Value(None, type_, first.parameters)
        return Value(first.integer, type_, first.parameters, block=first.block)
    if name in ("reshape", "view", "trans", "permute", "split"):
        return Value(first.integer, first.type, first.parameters, block=first.block)
    return first


def filled(reading: Reading, name: str, arguments: list, named: dict) -> Value:
    if name.endswith("_like"):
        return Value(None, arguments[0].type if arguments else None)
    type_ = named.get("dtype") or (arguments[-1] if len(arguments) > 1 else Value())
    parameter = only_name(type_.integer)
    if parameter in reading.parameters:
        reading.uses.types.add(parameter)
    shape = arguments[0] if arguments else named.get("shape", Value())
    for each in shape.items or [shape]:
        for inner in poly.names_of(each.integer or {}):
            if inner in reading.parameters:
                reading.uses.lanes.add(inner)
    word = type_.word if isinstance(type_.word, str) else None
    return Value(None, SHORT.get(word, word if word is not None and word.startswith("@") else None))


def choice(reading: Reading, name: str, arguments: list, node: ast.Call) -> Value:
    options = arguments[1:] if name == "where" else arguments
    types = [each.type for each in options if each.type not in (None, "number", "real")]
    if name in ("minimum", "min") and all(each.integer is not None for each in options) and len(options) == 2:
        if all(not any(reading.uses.atoms[atom].kind == "data" for atom in reading.indices(each.integer)) for each in options):
            for each in options:
                mark_integer(reading, each)
    if name == "where" and len(options) == 2 and options[0].integer is not None:
        # `where(i < n, i, 0)`: the index is what it was.
        if options[1].integer is not None and poly.value_of(options[1].integer) is not None and is_index(reading, options[0].integer):
            return options[0]
    parameters = frozenset().union(*(each.parameters for each in options))
    type_ = types[0] if types and all(each == types[0] for each in types) else None
    if any(each.integer is None for each in options):
        return Value(None, type_, parameters)
    if type_ is not None and type_.startswith("@"):
        return Value(poly.name(reading.atom("data", node, type_[1:])), type_, parameters)
    if name != "where" and len(options) == 2:
        kind = "min" if name.startswith("min") else "max"
        return Value(poly.name(reading.atom(kind, node, *(freeze(each.integer) for each in options))), type_, parameters)
    return Value(poly.name(reading.atom("other", node)), type_, parameters)
