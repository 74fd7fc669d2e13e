"""Reads operators, Triton's functions, and accesses to memory. Sums and products stay polynomials, and comparisons with a
bound are masks."""

import ast

from . import polynomials as poly
from .loaded import compare_loaded
from .signs import sign_of_operation
from .values import (
    FLOATS,
    SHORT,
    Access,
    Block,
    Reading,
    Value,
    freeze,
    is_index,
    looks_like_pointer,
    mark_bits,
    mark_integer,
    mark_lanes,
    mark_number,
    mark_truth,
    only_name,
    thaw,
)


def compare(reading: Reading, left: Value, operator: ast.cmpop, right: Value) -> frozenset:
    """Reads a comparison. Returns the atoms that it limits."""
    for value, other in ((left, right), (right, left)):
        name = only_name(value.integer)
        if name in reading.parameters and isinstance(other.word, str):
            reading.uses.texts.setdefault(name, []).append(other.word)
        number = poly.value_of(other.integer) if other.integer else None
        if reading.parameters.get(name) and isinstance(operator, ast.Eq) and number is not None:
            reading.uses.numbers.setdefault(name, []).append(number)
        if isinstance(operator, (ast.Is, ast.IsNot)) and name in reading.parameters:
            reading.uses.optional.add(name)
        if name in reading.parameters and other.type == "real":
            reading.uses.floats.add(name)
        if number is not None and number >= 1 << 31:
            # Triton refuses the number for narrower integers.
            reading.uses.want(value.type, "u32" if number < 1 << 32 else "i64")
        if other.type == "real":
            reading.uses.want(value.type, "real")
    if left.integer is None or right.integer is None or isinstance(operator, (ast.Is, ast.IsNot)):
        return frozenset()
    low, high = left.integer, right.integer
    if isinstance(operator, (ast.Gt, ast.GtE)):
        low, high = high, low
    difference = poly.add(low, high, -1) or {}
    index = {product: count for product, count in difference.items() if any(map(reading.uses.moves, product))}
    kinds = {reading.uses.atoms[each].kind for each in poly.names_of(index) if each in reading.uses.atoms}
    if "data" in kinds:
        limits = compare_loaded(reading, difference, operator)
    if not kinds or ("data" in kinds and kinds <= {"data", "other"}):
        # What data is compared with says nothing about its type.
        return frozenset()
    mark_integer(reading, Value(difference))
    if isinstance(operator, (ast.Lt, ast.Gt, ast.LtE, ast.GtE)) and "data" not in kinds:
        bound = {product: -count for product, count in difference.items() if product not in index}
        if isinstance(operator, (ast.LtE, ast.GtE)):
            bound = poly.add(bound, poly.constant(1)) or {}
        if all(count < 0 for count in index.values()):
            # `i >= n` is for what is left out.
            index = poly.multiply(index, poly.constant(-1)) or {}
            bound = poly.add(poly.constant(1), bound, -1) or {}
            if poly.names_of(bound):
                reading.uses.bounds.append((index, bound))
        elif poly.names_of(bound):
            reading.uses.bounds.append((index, bound))
            return frozenset(poly.names_of(index))
    return limits if "data" in kinds else frozenset()


def operation(reading: Reading, left: Value, operator: ast.operator, right: Value, node: ast.AST) -> Value:
    result = calculated(reading, left, operator, right, node)
    result.sign = sign_of_operation(reading, left, operator, right, node)
    if isinstance(operator, (ast.Add, ast.Sub)):
        pointers = [each for each in (left.pointer, right.pointer) if each is not None]
        result.pointer = next(
            (each for each in pointers if looks_like_pointer(each) or each in reading.uses.accesses),
            next(iter(pointers), None),
        )
    return result


def calculated(reading: Reading, left: Value, operator: ast.operator, right: Value, node: ast.AST) -> Value:
    parameters = left.parameters | right.parameters
    rounded = left.rounded or right.rounded
    if isinstance(operator, (ast.LShift, ast.RShift, ast.BitAnd, ast.BitOr, ast.BitXor)):
        reading.uses.whole_types |= {each.cast for each in (left, right) if each.cast is not None}
    if isinstance(operator, (ast.RShift, ast.BitAnd)):
        # Several numbers in one: small ones would have zeros in most places.
        reading.uses.want(left.type, "packed")
    is_bits = isinstance(operator, (ast.BitAnd, ast.BitOr, ast.BitXor, ast.LShift, ast.RShift))
    type_ = None if is_bits else mixed_type(reading, left, right)
    if isinstance(operator, (ast.BitAnd, ast.BitOr, ast.BitXor)) and (left.integer is None or right.integer is None):
        for value in (left, right):
            if value.integer is not None or value.type is not None:
                mark_bits(reading, value)
        return Value(
            None,
            type_,
            parameters,
            limits=left.limits | right.limits,
            loaded=left.loaded or right.loaded,
            rounded="packed" if rounded else None,
        )
    if isinstance(operator, (ast.FloorDiv, ast.Mod, ast.LShift, ast.RShift, ast.BitAnd, ast.BitOr, ast.BitXor)):
        if left.type == "real" or right.type == "real":
            return Value(None, "fp32", parameters)
        mark_integer(reading, left)
        mark_integer(reading, right)
        if left.integer is None or right.integer is None:
            return Value(None, type_, parameters, rounded="packed" if rounded else None)
        first, second = poly.value_of(left.integer), poly.value_of(right.integer)
        if first is not None and second and isinstance(operator, (ast.FloorDiv, ast.Mod)):
            return Value(
                poly.constant(first // second if isinstance(operator, ast.FloorDiv) else first % second), "number"
            )
        if isinstance(operator, ast.LShift) and second is not None and 0 <= second < 63:
            return Value(poly.multiply(left.integer, poly.constant(1 << second)), "i32", parameters)
        kind, by = division(operator, right.integer)
        atom = reading.atom(kind, node, freeze(left.integer), freeze(by))
        return Value(poly.name(atom), "i32", parameters)
    if isinstance(operator, ast.Div):
        for value in (left, right):
            mark_number(reading, value)
        reading.uses.want(left.type, "wide")
        return Value(None, "fp32" if type_ in (None, "number", "i32") else type_, parameters)
    if left.is_address or right.is_address:
        for value in (left, right):
            mark_integer(reading, value)
        return Value(None, None, parameters, is_address=True)
    if left.integer is not None and right.integer is not None:
        is_less = isinstance(operator, ast.Sub)
        left_over = without_whole_parts(reading, left.integer, right.integer, node) if is_less else None
        if left_over is not None:
            return Value(left_over, type_, parameters)
        if isinstance(operator, (ast.Add, ast.Sub)):
            return Value(
                poly.add(left.integer, right.integer, 1 if isinstance(operator, ast.Add) else -1), type_, parameters
            )
        if isinstance(operator, ast.Mult):
            return Value(poly.multiply(left.integer, right.integer), type_, parameters)
    for value in (left, right):
        mark_number(reading, value)
    packs = isinstance(operator, ast.Mult) and any(each.integer is not None for each in (left, right))
    return Value(None, type_, parameters, rounded="packed" if rounded and packs else rounded)


def division(operator: ast.operator, by: dict) -> tuple[str, dict]:
    """The kind of an atom, and what it divides by: a shift to the right is a quotient, and `x & 31` is a remainder."""
    if isinstance(operator, ast.FloorDiv):
        return "quotient", by
    if isinstance(operator, ast.Mod):
        return "remainder", by
    number = poly.value_of(by)
    if isinstance(operator, ast.RShift) and number is not None and 0 <= number < 63:
        return "quotient", poly.constant(1 << number)
    if isinstance(operator, ast.BitAnd) and number is not None and number > 0 and number & (number + 1) == 0:
        return "remainder", poly.constant(number + 1)
    return "other", by


def without_whole_parts(reading: Reading, value: dict, less: dict, node: ast.AST) -> dict | None:
    """What is left of a sum with x if `x // n * n` is taken from it: `x % n` in place of x. None if something else is taken."""
    for name in poly.names_of(less):
        atom = reading.uses.atoms.get(name)
        if atom is None or atom.kind != "quotient":
            continue
        divided, by = (thaw(each) for each in atom.details)
        if poly.multiply(poly.name(name), by) != less or any(value.get(each) != divided[each] for each in divided):
            continue
        rest = {product: count for product, count in value.items() if product not in divided}
        return poly.add(rest, poly.name(reading.atom("remainder", node, *atom.details)))
    return None


def mixed_type(reading: Reading, left: Value, right: Value) -> str | None:
    """The type of an operation's result. A scalar that data is multiplied with is probably a float."""
    for value, other in ((left, right), (right, left)):
        name = only_name(value.integer)
        atoms = reading.indices(other.integer or {})
        is_data = other.integer is None or any(map(reading.uses.is_data, atoms))
        if (
            name in reading.parameters
            and not reading.parameters[name]
            and is_data
            and name not in reading.uses.accesses
        ):
            reading.uses.floats.add(name)
            return "fp32" if other.type not in ("i32", "number") else other.type
    types = [each.type for each in (left, right) if each.type not in (None, "number", "real")]
    if not types:
        return "fp32" if "real" in (left.type, right.type) and None not in (left.type, right.type) else None
    if len(types) == 1:
        other = left if right.type == types[0] else right
        if types[0] == "i32" and other.type == "real":
            return "fp32"
        return types[0] if other.type in ("number", "real") else None
    if types[0] == types[1]:
        return types[0]
    if "fp32" in types:
        return "fp32"
    return None


ATOMICS = {f"atomic_{each}" for each in ("add", "max", "min", "and", "or", "xor", "xchg", "cas")}


def access(reading: Reading, name: str, arguments: list, named: dict, node: ast.Call) -> Value:
    address = arguments[0] if arguments else named.get("pointer", Value())
    block = address.block
    base = base_of_address(reading, block.base if block is not None else address.integer)
    stored = arguments[1] if len(arguments) > 1 else named.get("value", named.get("val", Value()))
    if base is None and address.integer is None and address.items is None:
        loose = [
            each
            for each in sorted(address.parameters)
            if reading.parameters.get(each) is False and looks_like_pointer(each)
        ]
        base = loose[0] if len(loose) == 1 else address.pointer
    if base is None:
        return Value()
    kind = "load" if name == "load" else "store" if name == "store" else "atomic"
    place = 1 if kind == "load" else 2
    mask = named.get("mask", arguments[place] if len(arguments) > place else Value())
    if named.get("other", Value()).type == "real":
        reading.uses.wanted.setdefault(base, []).append("real")
    offset = None
    if block is None and address.integer is not None:
        offset = {product: count for product, count in address.integer.items() if product != (base,)}
        offset = with_lanes_of(reading, offset, mask.limits)
        mark_integer(reading, Value(offset))
    elif block is not None:
        offset = {product: count for product, count in (block.base or {}).items() if product != (base,)}
        mark_integer(reading, Value(offset))
    if kind != "load" and mask.loaded:
        reading.uses.skips = True
    checked = "boundary_check" in named or len(arguments) > place
    type_ = None if kind == "load" else stored.type
    if name in ("atomic_cas", "atomic_and", "atomic_or", "atomic_xor") or (
        kind == "atomic" and stored.type == "number"
    ):
        reading.uses.wanted.setdefault(base, []).append("i32")
    if type_ is None and stored.integer is not None and kind != "load" and is_index(reading, stored.integer):
        type_ = "i32"
    rounded = stored.rounded if kind != "load" else None
    reading.uses.accesses.setdefault(base, []).append(
        Access(kind, node.lineno, offset, block, type_, mask.limits, checked, name, rounded)
    )
    if kind == "store":
        return Value()
    atom = reading.atom("data", node, base)
    reading.uses.loaded_at[atom] = offset
    is_block = block is not None
    return Value(None if is_block else poly.name(atom), f"@{base}", frozenset())


def with_lanes_of(reading: Reading, offset: dict, limits: frozenset) -> dict:
    """Replaces the lanes of an address by those of its mask, if a second `tl.arange` with as many lanes made them: where
    each has one lane that the other has not, these are the same elements."""
    atoms = reading.uses.atoms
    names = {each for each in poly.names_of(offset) | limits if each in atoms and atoms[each].kind == "lane"}
    own, masked = names - limits, names - poly.names_of(offset)
    if len(own) != 1 or len(masked) != 1:
        return offset
    (lane,), (other,) = own, masked
    if atoms[lane].details != atoms[other].details or not atoms[lane].details:
        return offset
    return {tuple(sorted(other if each == lane else each for each in product)): n for product, n in offset.items()}


def descriptor(reading: Reading, owner: Value, name: str, arguments: list, node: ast.Call) -> Value:
    if owner.block is not None:
        indices = arguments[0].items if arguments and arguments[0].items else []
        for each in indices:
            mark_integer(reading, each)
        add_bounds(reading, indices, owner.block.shape)
        return access(
            reading,
            "load" if name in ("load", "gather") else "store",
            [owner, *arguments[1:]],
            {"boundary_check": Value()},
            node,
        )
    tensor = only_name(owner.integer)
    if reading.parameters.get(tensor) is not False:
        return Value()
    indices = arguments[0].items if arguments and arguments[0].items else []
    reading.uses.tensors.setdefault(tensor, []).append([each.integer for each in indices])
    for each in indices:
        mark_integer(reading, each)
    reading.uses.accesses.setdefault(tensor, []).append(
        Access("load" if name in ("load", "gather") else "store", node.lineno, None)
    )
    return Value(None, f"@{tensor}")


def block_pointer(reading: Reading, arguments: list, named: dict) -> Value:
    order = ("base", "shape", "strides", "offsets", "block_shape", "order")
    given = {**dict(zip(order, arguments)), **named}
    base = given.get("base", Value()).integer
    shape, strides = ([each.integer for each in given.get(key, Value()).items or []] for key in ("shape", "strides"))
    for each in (*shape, *strides, *[item.integer for item in given.get("offsets", Value()).items or []]):
        mark_integer(reading, Value(each))
    for each in given.get("block_shape", Value()).items or []:
        mark_lanes(reading, each.integer or {})
    add_bounds(reading, given.get("offsets", Value()).items or [], shape)
    return Value(
        None,
        None,
        block=Block(base, shape, strides, [each.integer for each in given.get("offsets", Value()).items or []]),
    )


def add_bounds(reading: Reading, offsets: list, shape: list) -> None:
    """Block pointers need no masks: each offset is below the size of its axis."""
    for offset, size in zip(offsets, shape):
        if offset.integer is not None and size and is_index(reading, offset.integer):
            reading.uses.bounds.append((offset.integer, size))


def base_of_address(reading: Reading, address: dict | None) -> str | None:
    """The parameter that an address begins at: a term without factors."""
    if address is None:
        return None
    found = [
        product[0]
        for product, count in address.items()
        if len(product) == 1 and count == 1 and reading.parameters.get(product[0]) is False
    ]
    known = [each for each in found if each in reading.uses.accesses or looks_like_pointer(each)]
    return next(iter([*known, *found]), None)


# Functions that need floats of at least 32 bits.
WIDE = {
    *(
        "exp",
        "exp2",
        "log",
        "log2",
        "sqrt",
        "sqrt_rn",
        "rsqrt",
        "sin",
        "cos",
        "erf",
        "sigmoid",
        "softmax",
        "floor",
        "ceil",
        "fma",
    ),
    *("rint", "nearbyint", "round", "roundf", "trunc", "div_rn"),
}
# Functions of libdevice that round to integers.
ROUNDING = {"llrint", "llround", "float2int_rn", "float2int_rd", "float2int_ru", "float2int_rz"}
# Functions whose result has the type of their first argument.
SAME_TYPE = {
    *("sum", "max", "min", "cumsum", "cumprod", "xor_sum", "sort", "flip", "ravel", "reduce", "associative_scan"),
    *("interleave", "join", "cat", "gather", "clamp", "clip"),
}
# Functions that give their first argument, in addresses and masks.
SAME = {
    *("multiple_of", "max_contiguous", "max_constancy", "broadcast_to", "expand_dims", "trans", "reshape", "view"),
    *("broadcast", "cast", "to_tensor", "permute", "abs", "assume", "convert_layout", "split", "to", "constexpr"),
}


# Arguments that are texts, with one that is valid.
TEXTS = {
    "eviction_policy": "evict_last",
    "cache_modifier": "",
    "padding_option": "zero",
    "sem": "relaxed",
    "scope": "gpu",
    "input_precision": "tf32",
}


def result_of(reading: Reading, name: str, arguments: list, named: dict, node: ast.Call) -> Value:
    """The result of a function or a method; the owner of a method is its first argument."""
    first = arguments[0] if arguments else next(iter(named.values()), Value())
    reading.uses.functions.add(name)
    for word in TEXTS.keys() & named.keys():
        parameter = only_name(named[word].integer)
        if parameter in reading.parameters:
            reading.uses.texts.setdefault(parameter, []).append(TEXTS[word])
    if name == "inline_asm_elementwise" and isinstance(first.word, str):
        reading.uses.assembly.append(first.word)
    if name in ("load", "store") or name in ATOMICS:
        return access(reading, name, arguments, named, node)
    if name in ("program_id", "num_programs"):
        axis = poly.value_of((arguments[0] if arguments else named.get("axis", Value({}))).integer or {}) or 0
        return Value(poly.name(reading.atom("pid" if name == "program_id" else "programs", node, axis)), "i32")
    if name == "pointer_type":
        return Value(word=f"*{first.word}")
    if name == "arange":
        return arange(reading, arguments, named, node)
    if name in ("make_block_ptr", "make_tensor_descriptor", "_experimental_make_tensor_descriptor"):
        reading.uses.block_pointers = reading.uses.block_pointers or name == "make_block_ptr"
        made = block_pointer(reading, arguments, named)
        base = base_of_address(reading, made.block.base) if made.block is not None else None
        if name != "make_block_ptr" and made.block is not None and base is not None:
            reading.uses.described.setdefault(base, []).append(made.block.strides)
        return made
    if name == "advance":
        return first
    if name in ("dot", "dot_scaled"):
        return dot(reading, arguments, named, name)
    if name == "allocate_shared_memory" and isinstance(first.word, str):
        for each in [*arguments[1:], *named.values()]:
            reading.uses.want(each.type, SHORT.get(first.word, "wide"))
        return Value(None, SHORT.get(first.word))
    if name == "swizzle2d":
        return Value(items=[Value(poly.name(reading.atom("other", node, each)), "i32") for each in (0, 1)])
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
    if name in ROUNDING:
        return Value(None, "i64" if name.startswith("ll") else "i32", first.parameters, rounded="fp32")
    if name in ("minimum", "maximum", "min", "max", "where") and len(arguments) > 1:
        return choice(reading, name, arguments, node)
    if name in SAME_TYPE:
        return Value(None, first.type, first.parameters, rounded=first.rounded)
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
    mark_lanes(reading, size or {})
    lane = poly.name(reading.atom("lane", node, *([freeze(size)] if size is not None else [])))
    return Value(poly.add(lane, start.integer or {}), "i32")


def dot(reading: Reading, arguments: list, named: dict, name: str) -> Value:
    reading.uses.dots = True
    left, right = [*arguments, Value(), Value()][:2]
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
            return Value(first.integer, reading.types.get(parameter), first.parameters, cast=parameter)
        word = target.word if isinstance(target.word, str) else None
        if word is not None and word.startswith("*"):
            return address(reading, first)
        is_type = word is not None and (word.startswith("@") or word in FLOATS.values())
        type_ = SHORT.get(word or "") or (word if is_type else None)
        if type_ in ("i32", "i64"):
            # Indices are made narrower or wider.
            reading.uses.want(first.type, "i64" if type_ == "i32" else "whole")
        if (type_ in FLOATS.values() and is_data(reading, first)) or (
            type_ in FLOATS.values() and type_ != "fp32" and first.type is not None and not first.type.startswith("@")
        ):
            return Value(None, type_, first.parameters)
        rounded = first.type if is_integer(type_) and may_be_float(first) else None
        return Value(first.integer, type_, first.parameters, block=first.block, rounded=rounded or first.rounded)
    if name in ("reshape", "view", "broadcast_to"):
        sizes = arguments[1:] or list(named.values())[:1]
        reading.uses.shapes.append(sizes[0].items if sizes and sizes[0].items else sizes)
    if name in ("reshape", "view", "trans", "permute", "split"):
        return Value(first.integer, first.type, first.parameters, block=first.block, rounded=first.rounded)
    return first


def is_data(reading: Reading, value: Value) -> bool:
    """True for a value that is loaded, and nothing else."""
    return reading.uses.is_data(only_name(value.integer) or "")


def is_integer(type_: str | None) -> bool:
    """True for the type of integers with several values, and for that of what a pointer points to, which may be one."""
    return type_ is not None and (
        type_.startswith("@") or (type_ in SHORT.values() and type_ not in FLOATS.values() and type_ != "i1")
    )


def may_be_float(value: Value) -> bool:
    return value.type is not None and (value.type in FLOATS.values() or value.type.startswith("@"))


def address(reading: Reading, value: Value) -> Value:
    """A number that is cast to a pointer."""
    if value.type is not None:
        reading.uses.want(value.type, "i64")
        reading.uses.tables |= {value.type[1:]} if value.type.startswith("@") else set()
    name = only_name(value.integer)
    if reading.parameters.get(name) is False:
        reading.uses.addresses.add(name)
    return Value(is_address=True)


def filled(reading: Reading, name: str, arguments: list, named: dict) -> Value:
    if name.endswith("_like"):
        return Value(None, arguments[0].type if arguments else None)
    type_ = named.get("dtype") or (arguments[-1] if len(arguments) > 1 else Value())
    parameter = only_name(type_.integer)
    if parameter in reading.parameters:
        reading.uses.types.add(parameter)
    cast = parameter if parameter in reading.parameters else None
    shape = arguments[0] if arguments else named.get("shape", Value())
    reading.uses.shapes.append(shape.items or [shape])
    for each in shape.items or [shape]:
        mark_lanes(reading, each.integer or {})
    word = type_.word if isinstance(type_.word, str) else None
    is_type = word is not None and word.startswith("@")
    return Value(None, SHORT.get(word or "") or (word if is_type else None), cast=cast)


def choice(reading: Reading, name: str, arguments: list, node: ast.Call) -> Value:
    options = arguments[1:] if name == "where" else arguments
    if name == "where":
        mark_truth(reading, arguments[0])
    types = [each.type for each in options if each.type not in (None, "number", "real")]
    if name in ("minimum", "min") and all(each.integer is not None for each in options) and len(options) == 2:
        if all(not any(map(reading.uses.is_data, reading.indices(each.integer))) for each in options):
            for each in options:
                mark_integer(reading, each)
    if name == "where" and len(options) == 2 and options[0].integer is not None:
        # `where(i < n, i, 0)`: the index is what it was.
        if (
            options[1].integer is not None
            and poly.value_of(options[1].integer) is not None
            and is_index(reading, options[0].integer)
        ):
            return options[0]
    parameters = frozenset().union(*(each.parameters for each in options))
    type_ = types[0] if types and all(each == types[0] for each in types) else None
    rounded = next((each.rounded for each in options if each.rounded is not None), None)
    if any(each.integer is None for each in options):
        return Value(None, type_, parameters, rounded=rounded)
    if type_ is not None and type_.startswith("@"):
        return Value(poly.name(reading.atom("data", node, type_[1:])), type_, parameters)
    if name != "where" and len(options) == 2:
        kind = "min" if name.startswith("min") else "max"
        return Value(
            poly.name(reading.atom(kind, node, *(freeze(each.integer) for each in options))), type_, parameters
        )
    return Value(poly.name(reading.atom("other", node)), type_, parameters)
