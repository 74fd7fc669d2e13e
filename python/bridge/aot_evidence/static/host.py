"""Values of the program around a kernel, as far as its text says what they are: tensors and their element types, numbers,
constants. A whole number also has the expression that gives it, so that the grid of a launch can be written down."""

import operator
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from ..expressions import cdiv


@dataclass(frozen=True)
class Host:
    """`kind`: tensor, int, float, bool, none, dtype, text, tuple, or None if it is not known. `dtype` is the element type of
    a tensor, or the value of a dtype: a name such as `fp16`, or `@` and the place of the tensor that it is the type of."""

    kind: str | None = None
    dtype: str | None = None
    # The value of a number, a flag or a text that is written in the program; None if it is not.
    value: Any = None
    items: tuple = ()
    # An expression: ("int", value), ("name", text), ("param", name of a kernel's parameter), ("either", …) for one of several,
    # ("choice", test, one, other), or an operator or a function of the program with operands.
    size: tuple | None = None
    # Of a tensor that the program makes with written sizes: the expression of each axis, None where it has none.
    made: tuple | None = None


UNKNOWN = Host()
NONE = Host("none")
INT = Host("int")
FLOAT = Host("float")
BOOL = Host("bool")
TENSOR = Host("tensor")


def literal(value: object) -> Host:
    if value is None:
        return NONE
    kinds = {bool: "bool", int: "int", float: "float", str: "text"}
    kind = kinds.get(type(value))
    return Host(kind, None, value, (), ("int", value) if kind == "int" else None) if kind else UNKNOWN


def named(text: str, kind: str | None = "int") -> Host:
    return Host(kind, size=("name", text))


def joined(hosts: list) -> Host:
    """What a value is that is one of several. None and what is not known do not count beside others."""
    known = [each for each in hosts if each.kind not in (None, "none")]
    if not known:
        return next((each for each in hosts if each.kind == "none"), hosts[0] if hosts else UNKNOWN)
    first = known[0]
    kinds = {each.kind for each in known}
    if len(kinds) == 1:
        types = list(dict.fromkeys(each.dtype for each in known if each.dtype is not None))
        return replace(first, dtype=types[0] if types else None, size=one_of([each.size for each in known]))
    for kind in ("tensor", "float", "int"):
        if kind in kinds and kinds <= {"tensor", "float", "int", "bool"}:
            return next(each for each in known if each.kind == kind)
    return first


def one_of(sizes: list) -> tuple | None:
    """The size that is one of several: the first counts where only one can be written."""
    different = list(dict.fromkeys(sizes))
    return different[0] if len(different) == 1 or None in different else ("either", *different)


def chosen(test: Host, one: Host, other: Host) -> Host:
    """What `one if test else other` is. Of tuples, each item is chosen; a shorter one is filled with 1, as a grid is."""
    if one.kind == other.kind == "tuple" and one.items and other.items:
        count = max(len(one.items), len(other.items))
        pairs = zip(*([*each.items, *[literal(1)] * (count - len(each.items))] for each in (one, other)))
        return Host("tuple", items=tuple(chosen(test, *pair) for pair in pairs))
    if one.kind == other.kind == "tuple" and (one.items or other.items) and "int" in (one.dtype, other.dtype):
        # `x.stride() if x is not None else (0, 0)`: two.
        named_, items = (one, other.items) if other.items else (other, one.items)
        return replace(named_, items=tuple(named(f"{named_.value}[{at}]") for at in range(len(items))))
    found = joined([one, other])
    if None in (test.size, one.size, other.size) or one.size == other.size or found.kind != "int":
        return found
    return replace(found, value=None, size=("choice", test.size, one.size, other.size))


def arithmetic(symbol: str, left: Host, right: Host) -> Host:
    """The result of `left symbol right` in Python."""
    kinds = {left.kind, right.kind}
    for side in (left, right):
        if side.kind == "tensor":
            other = right if side is left else left
            return (
                replace(joined([each for each in (left, right) if each.kind == "tensor"]), value=None, size=None)
                if other.kind
                else TENSOR
            )
    if symbol == "/":
        return folded(symbol, left, right, "float")
    if symbol == "**":
        is_whole = left.kind == "int" and right.kind in ("int", None) and (right.value is None or right.value >= 0)
        return folded(symbol, left, right, "int" if is_whole else "float")
    if "float" in kinds:
        return folded(symbol, left, right, "float")
    if kinds <= {"int", "bool"} or symbol in ("//", "%", "<<", ">>", "&", "|"):
        return folded(symbol, left, right, "bool" if kinds == {"bool"} and symbol in "&|" else "int")
    if symbol == "+" and kinds == {"tuple"}:
        return Host("tuple", items=(*left.items, *right.items))
    return Host(None, size=(symbol, left.size, right.size) if left.size and right.size else None)


def next_power_of_2(number: int) -> int:
    return 1 << max(0, number - 1).bit_length()


COMPARED: dict[str, Callable] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
OPERATORS: dict[str, Callable] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "//": lambda a, b: a // b,
    "%": lambda a, b: a % b,
    "<<": lambda a, b: a << b if b < 64 else None,
    ">>": lambda a, b: a >> b,
    "&": lambda a, b: a & b,
    "|": lambda a, b: a | b,
    "**": lambda a, b: a**b if abs(b) < 64 and abs(a) < 2**20 else None,
    "cdiv": cdiv,
    "min": min,
    "max": max,
    **{symbol: lambda a, b, test=test: int(test(a, b)) for symbol, test in COMPARED.items()},
    "power": lambda a, _b: next_power_of_2(a) if abs(a) < 2**40 else None,
}


def folded(symbol: str, left: Host, right: Host, kind: str) -> Host:
    value = None
    if all(isinstance(each.value, (int, float)) for each in (left, right)):
        try:
            value = OPERATORS[symbol](left.value, right.value)
        except (ArithmeticError, TypeError, ValueError):
            value = None
    if kind == "int":
        size = (symbol, left.size, right.size) if left.size and right.size else None
        return Host("int", None, value, (), ("int", value) if isinstance(value, int) else size)
    # For `int(a / b)` and `math.ceil(a / b)`.
    is_quotient = symbol == "/" and left.size is not None and right.size is not None
    return Host(kind, None, value, (), ("//", left.size, right.size) if is_quotient and kind == "float" else None)


def evaluated(size: tuple | None, values: dict) -> int | None:
    """The value of an expression, with the values of names in it."""
    if size is None:
        return None
    if size in values:
        return values[size]
    if size[0] == "int":
        return size[1]
    if size[0] == "either":
        return evaluated(size[1], values)
    if size[0] == "choice":
        test = evaluated(size[1], values)
        return None if test is None else evaluated(size[2] if test else size[3], values)
    if size[0] in OPERATORS or callable(size[0]):
        sides = [evaluated(each, values) for each in size[1:]]
        if None not in sides:
            try:
                found = (size[0] if callable(size[0]) else OPERATORS[size[0]])(*sides)
            except (ArithmeticError, TypeError, ValueError, LookupError):
                return None
            return found if isinstance(found, int) else None
    return None


def possible(size: tuple | None) -> list[int]:
    """The numbers that conditions choose from, the first one first; none if one of them is no number."""
    if size is None or size[0] not in ("int", "choice", "either"):
        return []
    if size[0] == "int":
        return [size[1]]
    found = [possible(each) for each in (size[2:] if size[0] == "choice" else size[1:])]
    return [value for each in found for value in each] if all(found) else []


# What Triton calls the types of torch and its own.
DTYPES = {
    **{f"float{bits}": f"fp{bits}" for bits in (16, 32, 64)},
    **{
        name: name.replace("uint", "u").replace("int", "i")
        for name in ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
    },
    "bfloat16": "bf16",
    "half": "fp16",
    "float": "fp32",
    "double": "fp64",
    "bool": "i1",
    "int1": "i1",
    "short": "i16",
    "int": "i32",
    "long": "i64",
    "float8_e4m3fn": "fp8e4nv",
    "float8e4nv": "fp8e4nv",
    "float8_e5m2": "fp8e5",
    "float8e5": "fp8e5",
}
# The types of the annotations `torch.LongTensor` and so on, and of methods such as `x.long()`.
TENSORS = {
    "LongTensor": "i64",
    "IntTensor": "i32",
    "ShortTensor": "i16",
    "CharTensor": "i8",
    "ByteTensor": "u8",
    "BoolTensor": "i1",
    "HalfTensor": "fp16",
    "BFloat16Tensor": "bf16",
    "FloatTensor": "fp32",
    "DoubleTensor": "fp64",
}
CASTS = {name: DTYPES[name] for name in ("half", "bfloat16", "float", "double", "int", "long", "short", "bool")}


def annotated(text: str | None) -> Host:
    """What the annotation of a parameter says."""
    if text is None:
        return UNKNOWN
    text = text.replace("'", "").replace('"', "").replace(" ", "")
    for wrapper in ("Optional[", "typing.Optional[", "Union["):
        if text.startswith(wrapper):
            text = (
                text[len(wrapper) : -1].replace(",", "|")
                if "[" not in text[len(wrapper) :]
                else text[len(wrapper) : -1]
            )
    found = []
    for part in text.split("|"):
        last = part.partition("[")[0].rpartition(".")[2]
        if last in ("List", "list", "Tuple", "tuple", "Sequence", "Dict", "dict", "Callable", "Iterable", "Type"):
            items = part.partition("[")[2].removesuffix("]").split(",")
            found.append(
                Host("tuple", items=tuple(annotated(each) for each in items))
                if last.lower() == "tuple" and "[" in part
                else UNKNOWN
            )
        elif last in TENSORS:
            found.append(Host("tensor", TENSORS[last]))
        elif "Tensor" in part or last == "Parameter":
            found.append(TENSOR)
        else:
            plain = {
                "int": INT,
                "SymInt": INT,
                "float": FLOAT,
                "bool": BOOL,
                "dtype": Host("dtype"),
                "str": Host("text"),
            }
            found.append(plain.get(last, UNKNOWN))
    return joined(found)
