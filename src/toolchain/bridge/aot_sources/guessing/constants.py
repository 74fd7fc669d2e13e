"""Guesses values of constexprs."""

import re

from ..kernels import wire
from . import polynomials as poly
from .naming import FLAG, REAL, SIZE
from .values import Uses


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


def from_wire(value: list):
    kinds = {"int": int, "float": float, "bool": lambda text: text == "true", "none": lambda _text: None}
    return kinds.get(value[0], str)(value[1])
