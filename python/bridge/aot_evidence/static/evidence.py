"""Decides what each parameter is from the evidence in the text: the annotation, what launches pass, what the kernel does with
it, and its name, in this order of trust."""

import re
from dataclasses import dataclass
from typing import Any

from aot_sources.constants import tuple_wire
from aot_sources.kernels import NotStatic, wire

from ..entry import Value
from ..facts import Fact, Kind, Strength
from . import polynomials as poly
from .host import Host, evaluated, possible
from .values import SHORT, Uses, element_of, only_name, thaw

POINTER = re.compile(
    r"(_|^)(ptrs?|pointers?)(_|$)|ptrs?$|^([XYWBQKVOACZG]|[dD][XYWBQKVO]|(d?(q|k|v|o|x|y|w|b|out|output|input|weight|bias|src|dst|do)))$",
    re.IGNORECASE,
)
FLAG = re.compile(
    r"^(?!.*stride)(is|has|have|use|enable|do|store|save|allow|even|need|with|return|reverse|causal|apply|skip|write|load|output|inplace)(_|$)|^(is|has|use)[A-Z]",
    re.IGNORECASE,
)
INDEX = re.compile(
    r"idx|ind(ex|ices|s)?(_|$)|indptr|offsets?(_|$)|len(s|gths?)?(_|$)|labels?(_|$)|slots?(_|$)|(block|page|req|slot|loc)_?tables?(_|$)|(^|_)cu_|token_ids|positions?(_|$)|counts?(_|$)|locks?(_|$)|_map(_|$)|topk_ids",
    re.IGNORECASE,
)
MASK = re.compile(r"(^|_)mask(s|_ptr|_pointer|$)", re.IGNORECASE)
REAL = re.compile(
    r"eps|scale|alpha|beta|theta|lr|decay|momentum|drop|(^|_)p(_val)?$|prob|rate|slope|smoothing|temperature|log2e|inv_|_inv|factor|limit|softcap|std|mean",
    re.IGNORECASE,
)
WHOLE = re.compile(r"stride|size|num|seed|dim|len|count|idx|index|offset", re.IGNORECASE)
SIZE = re.compile(r"^[A-Z]$|size|numel|dim|len|cols?$|rows?$|hidden|features|width|height|_n$|^n_", re.IGNORECASE)
# What constants are called that are the largest number of fp8e4nv.
LARGEST_FP8 = re.compile(r"(fp8|f8|float8|e4m3)_?max", re.IGNORECASE)
BLOCK = re.compile(r"^X?BLOCK|BLOCK_SIZE|TILE|^B[TKVMNCS]$|BLOCK|^BLK", re.IGNORECASE)


@dataclass(frozen=True)
class Passed:
    """What a launch passes for a parameter, and the place of the launch."""

    host: Host
    place: str


def decide(parameter: dict, is_constexpr: bool, passed: Passed | None, uses: Uses) -> list[Fact]:
    """The evidence for a parameter, the best first."""
    found = [
        of_annotation(parameter, is_constexpr),
        of_launch(parameter, is_constexpr, passed),
        of_uses(parameter, is_constexpr, uses),
        of_name(parameter["name"], is_constexpr, uses),
    ]
    known = sorted((each for each in found if each is not None), key=lambda each: -each.strength)
    return [each for each in known if each.kind == known[0].kind]


def of_annotation(parameter: dict, is_constexpr: bool) -> Fact | None:
    if is_constexpr:
        return Fact(Strength.ANNOTATION, "constant")
    type_ = parameter.get("type")
    if type_ is None:
        return None
    kind: Kind = "pointer" if type_.startswith("*") else "scalar"
    element = type_.removeprefix("*")
    return Fact(Strength.ANNOTATION, kind, "i1" if element == "u1" else element, source="annotated")


def of_launch(parameter: dict, is_constexpr: bool, passed: Passed | None) -> Fact | None:
    default = parameter.get("default")
    host = passed.host if passed is not None else Host()
    source = f"from the launch at {passed.place}" if passed is not None else ""
    value = constant_of(host)
    if (
        value is None
        and default is not None
        and host.kind is None
        and (passed is None or is_constexpr or default[0] != "none")
    ):
        value, source = (default[0], default[1]), "the default"
    if is_constexpr:
        return None if value is None else Fact(Strength.LAUNCH, "constant", value=value, source=source)
    if value is not None and value[0] == "tuple":
        return None
    if value is not None and value[0] in ("none", "string", "dtype"):
        # Of a pointer that is null by default, uses know more: with a launch at hand it says what is passed.
        return Fact(Strength.LAUNCH, "constant", value=value, source=source)
    if host.kind == "tensor":
        return Fact(
            Strength.LAUNCH,
            "pointer",
            host.dtype if host.dtype and not host.dtype.startswith("@") else None,
            source=source,
        )
    if host.kind == "descriptor" and host.items:
        block = [each.size for each in host.items]
        # A block of one element waits for a config that says more.
        if all(each is not None and each[0] == "int" for each in block) and {each[1] for each in block} != {1}:
            type_ = host.dtype if host.dtype and not host.dtype.startswith("@") else "fp16"
            return Fact(
                Strength.LAUNCH,
                "tensor",
                f"tensordesc<{type_}[{', '.join(str(each[1]) for each in block)}]>",
                source=source,
            )
        return None
    if host.kind == "int":
        is_address = host.size is not None and host.size[0] == "name" and "data_ptr" in host.size[1]
        return Fact(Strength.LAUNCH, "scalar", "i64" if is_address else "i32", source=source)
    if host.kind in ("float", "bool"):
        return Fact(Strength.LAUNCH, "scalar", "fp32" if host.kind == "float" else "i1", source=source)
    if value is not None:
        return Fact(Strength.LAUNCH, "scalar", {"float": "fp32", "bool": "i1"}.get(value[0], "i32"), value, source)
    return None


def constant_of(host: Host) -> Value | None:
    if host.kind == "none":
        return ("none", "")
    if host.kind == "dtype":
        return None if host.dtype is None or host.dtype.startswith("@") else dtype_constant(host.dtype)
    try:
        if host.kind == "tuple":
            if not host.items and host.dtype is not None:
                # The shape or the strides of a tensor of unknown rank.
                return None
            found = tuple_wire([constant_of(each) for each in host.items])
            return None if found is None else pair_of(found)
        return None if host.value is None else value_of(host.value)
    except NotStatic:
        return None


def dtype_constant(type_: str) -> Value:
    return ("dtype", next(name for name, short in SHORT.items() if short == type_))


def of_uses(parameter: dict, is_constexpr: bool, uses: Uses) -> Fact | None:
    name = parameter["name"]
    if is_constexpr:
        return None
    if name in uses.tensors:
        return Fact(Strength.USE, "tensor", tensor_type(name, uses), source="guess")
    if name in uses.addresses and name not in uses.accesses:
        return Fact(Strength.USE, "scalar", "i64", source="guess: an address")
    if name in uses.accesses:
        return Fact(Strength.USE, "pointer", element_of(uses.wanted.get(name, [])), source="guess")
    if name in uses.lanes:
        return Fact(Strength.USE, "constant", source="guess")
    if name in uses.floats and name not in uses.integers:
        return Fact(Strength.USE, "scalar", "fp32", source="guess")
    if name in uses.integers:
        return Fact(Strength.USE, "scalar", "i32", source="guess")
    return None


def of_name(name: str, is_constexpr: bool, uses: Uses) -> Fact | None:
    if is_constexpr:
        return None
    is_unused = name not in uses.seen and re.match("[A-Z]", name) and not SIZE.search(name) and not FLAG.search(name)
    if (POINTER.search(name) and name not in ("K", "B")) or is_unused:
        return Fact(Strength.NAME, "pointer", source="guess: from its name")
    is_real = REAL.search(name) and not WHOLE.search(name)
    return Fact(Strength.NAME, "scalar", "fp32" if is_real else "i32", source="guess: from its name")


def tensor_type(name: str, uses: Uses) -> str:
    """The block shape is that of the call in Python: the constexprs in the indices of its axes."""
    axes = []
    for index in uses.tensors[name][0]:
        sizes = [each for product in (index or {}) for each in product if each in uses.lanes]
        axes.append(sizes[0] if sizes else "64")
    return f"tensordesc<fp16[{', '.join(axes or ['64'])}]>"


# How many parts a size is guessed to have that the program divides.
PARTS = 2


def multiples_in(sizes: list[tuple], values: dict) -> dict[tuple, int]:
    """The sizes that expressions divide without a rest, with the largest divisor."""
    found: dict[tuple, int] = {}
    pending = list(sizes)
    while pending:
        size = pending.pop()
        if size[0] == "//" and size[1][0] in ("name", "param"):
            by = evaluated(size[2], values)
            if by is not None and by > 1:
                found[size[1]] = max(found.get(size[1], 1), by)
        pending += [each for each in size[1:] if isinstance(each, tuple)]
    return found


def guess_constants(names: list, passed: dict, known: dict, uses: Uses, others: list) -> dict:
    """Values of constants that nothing gives, by name. Sizes that the program computes from one another keep this: for the
    launch `f[grid](…, D, BLOCK=next_power_of_2(D))`, BLOCK fits D. `others` are expressions of the launch beside them."""
    sizes = {name: each.host.size for name, each in passed.items() if each.host.size is not None}
    values = {sizes[name]: int(value[1]) for name, value in known.items() if name in sizes and value[0] == "int"}
    least = multiples_in([*sizes.values(), *others], values)
    found: dict[str, Any] = {}
    for is_computed in (False, True):
        for name in names:
            size = sizes.get(name)
            if (size is not None and size[0] not in ("name", "int")) is not is_computed:
                continue
            host = passed[name].host if name in passed else Host()
            if host.kind == "tuple" and host.items and host.dtype == "int":
                found[name] = guess_tuple(host, values)
                continue
            value = evaluated(size, values)
            if value is None:
                value = next(iter(possible(size)), None)
            is_chosen = size is not None and size[0] == "choice" and value == 0
            if value is None or (value < 1 and not is_chosen):
                kind = passed[name].host.kind if name in passed else None
                is_dimension = size is not None and size[0] == "name" and "shape[" in size[1]
                value = (
                    False  # type: ignore[assignment]
                    if kind == "bool"
                    else guess_real(name)
                    if kind == "float"
                    else guess_constant(
                        name, uses, is_dimension, any(is_inside(size, sizes[each]) for each in sizes if each != name)
                    )
                )
                if kind == "int" and type(value) is float:
                    value = 64 if WHOLE.search(name) else 1
            if size in least and type(value) is int and not is_computed:
                # `n // BLOCK` of them are not none.
                value = max(value, PARTS * least[size])
            found[name] = value
            if size is not None and type(value) is int:
                values.setdefault(size, value)
    return found


def guess_constant(name: str, uses: Uses, is_dimension: bool = False, is_part: bool = False) -> Any:
    """`is_dimension` is for sizes of tensors, `is_part` for those from which other constants are computed."""
    if name in uses.types or re.search("dtype|(^|_)(acc|out|compute)_?type", name, re.IGNORECASE):
        return "tl.int32" if name in uses.whole_types else "tl.float32"
    if name in uses.unrolled:
        # Each turn is compiled: many take minutes.
        return 16 if name in uses.lanes else 4
    if name in uses.texts:
        return uses.texts[name][0]
    if name in uses.flags and name not in uses.integers and name not in uses.lanes:
        return False
    if name in uses.lanes or BLOCK.search(name):
        if not FLAG.search(name):
            return block_size(name, uses)
    if FLAG.search(name) and (name in uses.flags or name not in uses.integers):
        return False
    if name in uses.optional:
        return None
    if re.search("precision", name, re.IGNORECASE):
        return "ieee"
    if (
        LARGEST_FP8.search(name)
        or (name in uses.floats and name not in uses.integers)
        or (REAL.search(name) and name not in uses.integers)
    ):
        return guess_real(name)
    if uses.numbers.get(name):
        return uses.numbers[name][0]
    if re.search("GROUP", name, re.IGNORECASE):
        return 8
    if re.search("stage", name, re.IGNORECASE):
        # STAGE is a choice of attention kernels, in which 3 is the causal one.
        return 3 if name == "STAGE" else 1
    if re.search("warps", name, re.IGNORECASE):
        return 4
    indices = [index for index, bound in uses.bounds if bound == {(name,): 1} and lane_sizes(index, uses)]
    if indices:
        block = block_size(lane_sizes(indices[0], uses)[0], uses)
        # Two blocks and a half show where the second one begins, and where the last one ends.
        is_free = not is_part and not uses.dots and all(spans_blocks(each, uses) for each in indices)
        return 5 * block // 2 if is_free else block
    if name in ends_of_loops(uses):
        return TURNS
    if re.search("stride", name, re.IGNORECASE):
        return 64 if len(uses.lanes) != 1 else 1024
    if re.search("head|^H$|^HQ$|^n_h", name, re.IGNORECASE) and not re.search("dim|size", name, re.IGNORECASE):
        return 4
    if SIZE.search(name) or is_dimension:
        return 64 if len(uses.lanes) != 1 or uses.dots or uses.tiles else 1024
    return 1


def guess_tuple(host: Host, values: dict) -> tuple[int, ...]:
    """A shape, or the strides of a contiguous tensor whose axes have as many elements."""
    known = [evaluated(each.size, values) for each in host.items]
    is_shape = str(host.value).endswith((".shape", ".size()"))
    return tuple(number or (64 if is_shape else 64 ** (len(known) - 1 - at)) for at, number in enumerate(known))


def is_inside(part: tuple | None, size: tuple) -> bool:
    """True if an expression is a part of another one, or all of it."""
    return part == size or any(is_inside(part, each) for each in size[1:] if isinstance(each, tuple))


# How often a loop turns that a guessed constant ends.
TURNS = 4


def ends_of_loops(uses: Uses) -> set[str | None]:
    """The constexprs up to which loops count one by one."""
    loops = [tuple(map(thaw, each.details)) for each in uses.atoms.values() if each.kind == "loop"]
    return {only_name(end) for _first, end, step in loops if poly.value_of(step) == 1}


def spans_blocks(index: dict, uses: Uses) -> bool:
    """True for an index that goes on in other programs, or in other turns of a loop."""
    atoms = [uses.atoms[each] for each in poly.names_of(index) if each in uses.atoms]
    return any(each.kind in ("pid", "loop", "turn") for each in atoms)


def guess_real(name: str) -> float:
    if LARGEST_FP8.search(name):
        return 448.0
    return 1e-5 if re.search("eps", name, re.IGNORECASE) else 1.0


def lane_sizes(index: dict, uses: Uses) -> list:
    """The constexprs that are the sizes of an index's lanes."""
    found = []
    for each in poly.names_of(index):
        atom = uses.atoms.get(each)
        if atom is not None and atom.kind == "lane" and atom.details:
            found += [product[0] for product, _count in atom.details[0] if len(product) == 1]
    return found


def block_size(name: str, uses: Uses) -> int:
    if uses.axes > 3 and not uses.dots:
        # A tile of four axes has 4096 elements.
        return 8 if uses.axes == 4 else 4
    if uses.dots:
        return 32 if re.search(r"K$", name) and not re.search("HEAD|DIM", name, re.IGNORECASE) else 64
    if uses.tiles and len(uses.lanes) == 1:
        return 64
    return {0: 1024, 1: 1024, 2: 64, 3: 16}.get(len(uses.lanes), 16)


def wire_guess(value: Any) -> Value:
    return ("dtype", value[3:]) if isinstance(value, str) and value.startswith("tl.") else value_of(value)


def value_of(value: Any) -> Value:
    return pair_of(wire(value))


def pair_of(constant: list[str]) -> Value:
    kind, text = constant
    return kind, text
