"""Decides what integers a test loads that become addresses or lengths: they must stay inside of the tensors that they index,
and those that choose where programs store must differ."""

import re
from dataclasses import dataclass
from typing import Any

from . import polynomials as poly
from .launch import Launch, NotKnown

# The length of an axis that only loaded integers index, and the largest length that is loaded.
FREE_AXIS = "16"
FREE_LENGTH = "100"


@dataclass
class Index:
    """What the integers behind a pointer are. `size` is the length of the axis that they index, or the largest of lengths."""

    size: str | None = None
    is_address: bool = False
    # Pairs of them that follow each other are the start and the end of a part, as in `cu_seqlens`.
    is_sorted: bool = False
    # Programs store to the places that they name.
    is_unique: bool = False


class Indices:
    """The loaded integers of one launch, by the pointer that they are loaded through."""

    def __init__(self, launch: Launch):
        self._launch = launch
        self._found: dict = {}
        # True if the kernel may leave out a part of its outputs, depending on what it loads.
        self.skips = bool(launch.uses.sentinels) or launch.uses.skips
        # The pointers to groups of integers with different meanings, such as a sequence and a block of it.
        self._groups = set()
        for pointer, places in places_of(launch).items():
            steps = {poly.value_of(poly.add(one, other, -1) or {}) for one in places for other in places} - {None, 0}
            if not steps:
                continue
            if steps == {1, -1} and all(count == 1 for place in places for product, count in place.items() if product):
                self.of(pointer).is_sorted = True
            else:
                self._groups.add(pointer)

    def of(self, pointer: str) -> Index:
        """What is known of the integers behind a pointer. Raises NotKnown if they are no integers."""
        parameter = self._launch.parameters.get(pointer)
        if parameter is None or not parameter.points_to_integers:
            raise NotKnown(f"an index is loaded through `{pointer}`")
        if pointer in self._groups:
            raise NotKnown(f"`{pointer}` has groups of indices with different meanings")
        if pointer not in self._found:
            size = self._launch.uses.loaded_sizes.get(pointer)
            self._found[pointer] = Index(None if size is None else self._launch.text(size))
        return self._found[pointer]

    def known(self, pointer: str) -> Index | None:
        return self._found.get(pointer)

    def bound_of(self, pointer: str) -> str:
        """The largest length that is loaded through a pointer."""
        index = self.of(pointer)
        self.skips = True
        index.size = index.size or FREE_LENGTH
        return index.size

    def axis_of(self, pointer: str, size: str | None) -> str:
        """The length of an axis that integers behind a pointer index. `size` is that of the tensor, if something else says it."""
        index = self.of(pointer)
        index.is_address = True
        if size is not None and index.size not in (None, size):
            raise NotKnown(f"`{pointer}` indexes axes of different lengths")
        index.size = index.size or size or (FREE_LENGTH if index.is_sorted else FREE_AXIS)
        return index.size

    def without_lengths(self, polynomial: dict) -> dict:
        """Replaces `ends[i] - starts[i]`, the length of a part, by the end of the last part."""
        result = dict(polynomial)
        loaded = [
            (product[0], count)
            for product, count in polynomial.items()
            if len(product) == 1 and self._launch.uses.is_data(product[0])
        ]
        for start, less in loaded:
            for end, more in loaded:
                same = self._pointer(start) == self._pointer(end)
                if less == -1 and more == 1 and same and (start,) in result and (end,) in result:
                    self.of(self._pointer(end)).is_sorted = True
                    del result[(start,)]
        return result

    def _pointer(self, name: str) -> str:
        return self._launch.uses.atoms[name].details[0]

    def fill_of(self, pointer: str, shape: list) -> Any:
        """What a buffer of a test holds; None for the default."""
        index = self._found.get(pointer)
        if index is None and "packed" in self._launch.uses.wanted.get(pointer, []):
            return {"uniform": dict(zip(("from", "to"), range_of(self._launch.parameters[pointer].type)))}
        if index is None:
            # Something else decides what they mean: none of them is zero, which may be a divisor, and none is large.
            return {"uniform": {"from": 1, "to": 4}} if "i32" in self._launch.uses.wanted.get(pointer, []) else None
        if index.is_sorted:
            return {"uniform": {"from": 0, "to": number(index.size or FREE_LENGTH), "sorted": True}}
        if not index.is_address:
            return {"uniform": {"from": 1, "to": number(index.size or FREE_LENGTH)}}
        sentinel = {"sentinel": -1} if pointer in self._launch.uses.sentinels else {}
        if index.is_unique:
            if index.size == count_of(shape) and not sentinel:
                return "permutation"
            return {"uniform": {"from": 0, "to": less_one(index.size), "unique": True, **sentinel}}
        return {"uniform": {"from": 0, "to": less_one(index.size), **sentinel}}


def range_of(type_: str) -> tuple[int, int]:
    """The values of an integer type, such as `*u8`; of at most 32 bits."""
    bits = min(32, int(re.sub(r"\D", "", type_) or 32))
    return (0, 2**bits - 1) if "u" in type_ else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)


def places_of(launch: Launch) -> dict:
    """The addresses of loaded integers that are used as such, by pointer."""
    found: dict = {}
    for name, address in launch.uses.loaded_at.items():
        atom = launch.uses.atoms[name]
        if atom.kind == "data" and address is not None and "i32" in launch.uses.wanted.get(atom.details[0], []):
            found.setdefault(atom.details[0], []).append(address)
    return found


def count_of(shape: list) -> str:
    return " * ".join(each for each in shape if each != "1") or "1"


def number(text: str) -> int | str:
    return int(text) if text.isdigit() else text


def less_one(text: str) -> int | str:
    return int(text) - 1 if text.isdigit() else f"{text} - 1"
