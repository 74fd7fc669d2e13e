"""Guesses what parameters are: pointers to elements of some type, scalars, descriptors, constants with values."""

import re
from typing import Optional

from ..kernels import wire
from . import polynomials as poly
from .values import Uses

FLAG = re.compile(r"^(?!.*stride)(is|has|have|use|enable|do|store|save|allow|even|need|with|return|reverse|causal|apply|skip|write|load|output|inplace)(_|$)|^(is|has|use)[A-Z]", re.I)
INDEX = re.compile(r"idx|ind(ex|ices|s)?(_|$)|indptr|offsets?(_|$)|len(s|gths?)?(_|$)|labels?(_|$)|slots?(_|$)|(block|page|req|slot|loc)_?tables?(_|$)|cu_|token_ids|positions?(_|$)|counts?(_|$)|locks?(_|$)|_map(_|$)|topk_ids", re.I)
MASK = re.compile(r"(^|_)mask(s|_ptr|_pointer|$)", re.I)
REAL = re.compile(r"eps|scale|alpha|beta|theta|lr|decay|momentum|drop|(^|_)p(_val)?$|prob|rate|slope|smoothing|temperature|log2e|inv_|_inv|factor|limit|softcap|std|mean", re.I)
TENSOR = re.compile(r"^([XYWBQKVOACZG]|[dD][XYWBQKVO]|(d?(q|k|v|o|x|y|w|b|out|output|input|weight|bias|src|dst|do)))$")
SIZE = re.compile(r"^[A-Z]$|size|dim|len|cols?$|rows?$|hidden|features|width|height|_n$|^n_", re.I)


def looks_like_pointer(name: str) -> bool:
    low = name.lower()
    return low.endswith(("_ptr", "_pointer", "ptr", "_ptrs")) or low.startswith("ptr_")


def guess_parameter(parameter: dict, is_constexpr: bool, uses: Uses) -> dict:
    name = parameter["name"]
    default = parameter.get("default")
    if is_constexpr:
        if default is not None:
            return {"kind": "constant", "value": default, "guess": False}
        return {"kind": "constant", "value": wire_guess(guess_constant(name, uses)), "guess": True}
    if default is not None and default[0] in ("none", "string", "dtype"):
        return {"kind": "constant", "value": default, "guess": False}
    if name in uses.tensors:
        return {"kind": "tensor", "type": tensor_type(name, uses), "guess": True}
    if name in uses.accesses:
        return {"kind": "pointer", "guess": True}
    if default is not None:
        type_ = {"float": "fp32", "bool": "i1"}.get(default[0], "i32")
        return {"kind": "scalar", "type": type_, "guess": False, "value": default}
    is_number = name in uses.integers or name in uses.floats
    if looks_like_pointer(name) or (TENSOR.match(name) and not is_number and name not in ("K", "B")):
        return {"kind": "pointer", "guess": True}
    type_ = scalar_type(name, uses)
    return {"kind": "pointer", "guess": True} if type_ is None else {"kind": "scalar", "type": type_, "guess": True}


def scalar_type(name: str, uses: Uses) -> Optional[str]:
    """None if it is probably a pointer that nothing uses."""
    if name in uses.floats and name not in uses.integers and not FLAG.search(name):
        return "fp32"
    if FLAG.search(name) and not re.search("size|len|num", name, re.I):
        return "i1"
    if name in uses.integers:
        return "i32"
    if name not in uses.seen and re.match("[A-Z]", name) and not SIZE.search(name):
        return None
    return "fp32" if REAL.search(name) and not re.search("stride|size|num|seed", name, re.I) else "i32"


def tensor_type(name: str, uses: Uses) -> str:
    """The block shape is that of the call in Python: the constexprs in the indices of its axes."""
    axes = []
    for index in uses.tensors[name][0]:
        sizes = [each for product in (index or {}) for each in product if each in uses.lanes]
        axes.append(sizes[0] if sizes else "64")
    return f"tensordesc<fp16[{', '.join(axes or ['64'])}]>"


def guess_constant(name: str, uses: Uses):
    if name in uses.types or re.search("dtype|(^|_)(acc|out|compute)_?type", name, re.I):
        return "tl.float32"
    if name in uses.texts:
        return uses.texts[name][0]
    if name in uses.lanes or re.search(r"^X?BLOCK|BLOCK_SIZE|TILE|^B[TKVMNCS]$|BLOCK|^BLK", name, re.I):
        if not FLAG.search(name):
            return block_size(name, uses)
    if name in uses.flags and name not in uses.integers or FLAG.search(name):
        return False
    if name in uses.optional:
        return None
    if re.search("precision", name, re.I):
        return "ieee"
    if name in uses.floats and name not in uses.integers or REAL.search(name) and name not in uses.integers:
        return 1e-5 if re.search("eps", name, re.I) else 1.0
    if uses.numbers.get(name):
        return uses.numbers[name][0]
    if re.search("GROUP", name, re.I):
        return 8
    if re.search("stage", name, re.I):
        # STAGE is a choice of attention kernels, in which 3 is the causal one.
        return 3 if name == "STAGE" else 1
    if re.search("warps", name, re.I):
        return 4
    bounded = [size for index, bound in uses.bounds if bound == {(name,): 1} for size in lane_sizes(index, uses)]
    if bounded:
        return block_size(bounded[0], uses)
    if re.search("stride", name, re.I):
        return 64 if len(uses.lanes) != 1 else 1024
    if re.search("head|^H$|^HQ$|^n_h", name, re.I) and not re.search("dim|size", name, re.I):
        return 4
    if SIZE.search(name):
        return 64 if len(uses.lanes) != 1 or uses.dots or uses.tiles else 1024
    return 1


def lane_sizes(index: dict, uses: Uses) -> list:
    """The constexprs that are the sizes of an index's lanes."""
    found = []
    for each in poly.names_of(index):
        atom = uses.atoms.get(each)
        if atom is not None and atom.kind == "lane" and atom.details:
            found += [product[0] for product, _count in atom.details[0] if len(product) == 1]
    return found


def block_size(name: str, uses: Uses) -> int:
    if uses.dots:
        return 32 if re.search(r"K$", name) and not re.search("HEAD|DIM", name, re.I) else 64
    if uses.tiles and len(uses.lanes) == 1:
        return 64
    return {0: 1024, 1: 1024, 2: 64, 3: 16}.get(len(uses.lanes), 16)


def wire_guess(value) -> list:
    return ["dtype", value[3:]] if isinstance(value, str) and value.startswith("tl.") else wire(value)


def element_types(pointers: list, uses: Uses) -> dict:
    """The element type of each pointer; those whose data meets in tl.dot have the same."""
    groups = {each: each for each in pointers}

    def root(name: str) -> str:
        while groups.get(name, name) != name:
            name = groups[name]
        return name

    for one, other in uses.same:
        if one in groups and other in groups:
            groups[root(one)] = root(other)
    in_dot = {root(each) for pair in uses.same for each in pair if each in groups}
    wanted = {}
    for name in pointers:
        wanted.setdefault(root(name), []).extend(uses.wanted.get(name, []))
    types = {name: loaded_type(name, wanted[root(name)], root(name) in in_dot) for name in pointers}
    for name in pointers:
        stored = [each.type for each in uses.accesses.get(name, []) if each.kind != "load" and each.type not in (None, "number", "real")]
        is_loaded = any(each.kind == "load" for each in uses.accesses.get(name, []))
        if stored and not is_loaded and not wanted[root(name)]:
            type_ = types.get(stored[0][1:], "fp32") if stored[0].startswith("@") else stored[0]
            types[name] = type_ if not INDEX.search(name) or type_ not in ("fp32",) else types[name]
    return types


def loaded_type(name: str, wanted: list, in_dot: bool) -> str:
    if "i32" in wanted:
        return "i32"
    floats = [each for each in wanted if each not in ("wide", "bits")]
    if floats:
        return floats[0]
    if "wide" in wanted:
        return "fp32"
    if "bits" in wanted:
        return "i1" if MASK.search(name) else "i32"
    if in_dot:
        return "fp16"
    if MASK.search(name):
        return "i1"
    return "i32" if INDEX.search(name) else "fp32"
