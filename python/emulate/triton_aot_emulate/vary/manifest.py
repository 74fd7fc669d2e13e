"""What a manifest can say of an assumption: `requires` has the numbers that a kernel gets, types have alignment, fills have contents."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from aot_variations.sizes import Size

    from .cases import Call
    from .trying import Outcome


class InManifest(NamedTuple):
    """Conditions for `requires`, or else words: what to write instead, or why no manifest has it."""

    requires: str = ""
    words: str = ""


class Names:
    """What the first kernel of a call calls its sizes, tensors and strides."""

    def __init__(self, call: Call, base: Outcome) -> None:
        self.call = call
        request = base.requests[0] if base.requests else None
        self.kernel = "" if request is None else request.program.name
        arguments = {} if request is None else request.variant.arguments
        self._types = {name: text.split(" ")[0] for name, text in arguments.items()}
        self._numbers = [] if request is None else list(request.numbers)
        # Triton makes constants of arguments that are 1.
        self._numbers += [(name, 1) for name, text in arguments.items() if text == "= 1"]
        at = {} if request is None else {tensor.data_ptr(): name for name, tensor in request.tensors if tensor.numel()}
        self._pointers = {path: at.get(base.results[path].data_ptr()) for path in call.tensors if path in base.results}

    def number(self, value: int) -> str | None:
        """The kernel's name of a size with this value."""
        return next((name for name, number in self._numbers if number == value and not _is_stride(name)), None)

    def pointer(self, path: str) -> str:
        """The kernel's name of a tensor; what the function calls it if the kernel gets another one."""
        return self._pointers.get(path) or path

    def type_of(self, pointer: str) -> str:
        """The type of a pointer, as a manifest has it."""
        return self._types.get(pointer, "*…")

    def stride(self, path: str, axis: int) -> str | None:
        """The kernel's name of a stride: one with the tensor's name and the value."""
        stem = re.sub(r"_?(ptr|pointer)s?$", "", self.pointer(path).lower())
        value = self.call.tensors[path].stride(axis)
        found = (name for name, number in self._numbers if number == value and _is_stride(name))
        return next((name for name in found if stem in name.lower().replace("stride", "")), None)


def in_manifest(condition: str, sizes: Sequence[Size], call: Call, base: Outcome) -> InManifest:
    """What a manifest can say of a condition on arguments of the function, which is about these sizes."""
    names = Names(call, base)
    for pattern, rule in RULES:
        match = re.fullmatch(pattern, condition)
        if match is not None and match[1] in call.tensors:
            return rule(names, *match.groups())
    return _of_sizes(condition, sizes, names)


def _of_sizes(condition: str, sizes: Sequence[Size], names: Names) -> InManifest:
    text = condition.replace("triton.cdiv(", "cdiv(")
    found: set[str] = set()
    for size in sorted(sizes, key=len, reverse=True):
        name = names.number(names.call.values[size])
        if name is None:
            return _uncounted(names, size)
        if name in found:
            return InManifest(words="write it with the kernel's names of these numbers")
        found.add(name)
        text = text.replace(size, name)
    if sizes and "." not in text:
        return InManifest(text)
    return InManifest(words="no condition is possible: it is about what is in a tensor. Limit the `fill` of its buffer")


def _uncounted(names: Names, size: Size) -> InManifest:
    return InManifest(words=f"no condition is possible: {names.kernel} gets no number that is {size}")


def _contiguous(names: Names, path: str) -> InManifest:
    """Each stride must be the product of the sizes after it. Kernels that do not get the innermost one take it to be 1."""
    shape = names.call.tensors[path].shape
    sizes: list[str | None] = []
    found = []
    for axis in reversed(range(len(shape))):
        stride = names.stride(path, axis)
        known = [each for each in sizes if each is not None]
        if stride is not None and len(known) == len(sizes):
            found.append(f"{stride} == {' * '.join(known) or '1'}")
        elif sizes and shape[axis] != 1:
            return _unchecked(names, path, "without gaps")
        sizes.append(names.number(shape[axis]))
    if not found:
        return _unchecked(names, path, "without gaps")
    return InManifest(found[0] if len(found) == 1 else f"[{', '.join(found)}]")


def _stride(names: Names, path: str, axis: str, sign: str, value: str) -> InManifest:
    name = names.stride(path, int(axis))
    if name is None:
        return _unchecked(names, path, f"with stride({axis}) {sign} {value}")
    return InManifest(f"{name} {sign} {value}")


def _flat(names: Names, path: str) -> InManifest:
    """The first two axes are as one."""
    first, second, count = (
        names.stride(path, 0),
        names.stride(path, 1),
        names.number(names.call.tensors[path].shape[1]),
    )
    if first is None or second is None or count is None:
        return _unchecked(names, path, "with its first two axes in order and without gaps")
    return InManifest(f"{first} == {count} * {second}")


def _near(names: Names, path: str) -> InManifest:
    """The last offset of a tensor, of sizes and strides. A stride of 1 needs no name."""
    tensor = names.call.tensors[path]
    found = []
    for axis, size in enumerate(tensor.shape):
        count, stride = names.number(size), names.stride(path, axis)
        if stride is None and tensor.stride(axis) == 1:
            stride = "1"
        if stride is None:
            return _unchecked(names, path, "with offsets below 2^31")
        if count is None and size > 1:
            return _uncounted(names, f"{path}.shape[{axis}]")
        found.append(f"({count or 1} - 1) * {stride}")
    return InManifest(f"{' + '.join(found)} < 2147483648")


def _unchecked(names: Names, path: str, how: str) -> InManifest:
    what = f"{names.kernel} does not get this stride of {names.pointer(path)}"
    return InManifest(words=f"no condition is possible: {what}. Callers of the C function must pass it {how}")


def _elements(names: Names, path: str, rest: str) -> InManifest:
    """The product of the sizes."""
    shape = [size for size in names.call.tensors[path].shape if size != 1]
    found = [names.number(size) for size in (math.prod(shape), *shape)]
    if found[0] is not None:
        return InManifest(f"{found[0]} {rest}")
    if None in found[1:] or len({*found[1:]}) < len(shape):
        return InManifest(words=f"no condition is possible: {names.kernel} gets no number that is {path}.numel()")
    return InManifest(f"({' * '.join(map(str, found[1:]))}) {rest}")


def _aligned(names: Names, path: str) -> InManifest:
    pointer = names.pointer(path)
    return InManifest(words=f'write the type of {pointer} with its alignment, as in "{names.type_of(pointer)}:16"')


def _below(names: Names, path: str, sign: str, within: str) -> InManifest:
    for size in sorted((each for each in names.call.values if each in within), key=len, reverse=True):
        within = within.replace(size, names.number(names.call.values[size]) or str(names.call.values[size]))
    return _fill(names, path, f"{{ uniform: {{ from: 0, to: {within}{' - 1' if sign == '<' else ''} }} }}")


def _fill(names: Names, path: str, fill: str) -> InManifest:
    pointer = names.pointer(path)
    return InManifest(words=f"no condition can check what is in {pointer}. Give its buffer `fill: {fill}`")


Rule = Callable[..., InManifest]
# How conditions are written, and what a manifest has for each. The first group is a tensor.
RULES: list[tuple[str, Rule]] = [
    (r"(.+)\.is_contiguous\(\)", _contiguous),
    (r"(.+)\.stride\((-?\d+)\) (==|!=) (\d+)", _stride),
    (r"(.+)\.stride\(0\) == .+\.stride\(1\)", _flat),
    (r"sum\(.+ in zip\((.+)\.shape, .+", _near),
    (r"(.+)\.data_ptr\(\) % 16 == 0", _aligned),
    (r"(.+)\.numel\(\) (% \d+ == 0)", _elements),
    (r"(.+)\.max\(\) (<=?) (.+)", _below),
    (r"(.+)\.min\(\) >= 0", lambda names, path: _fill(names, path, "{ uniform: { from: 0, to: … } }")),
    (
        r"(.+)\.unique\(\)\.numel\(\) == .+",
        lambda names, path: _fill(names, path, "{ uniform: { from: 0, to: …, unique: true } }"),
    ),
    (
        r"(.+)\.abs\(\)\.max\(\) <= (.+)",
        lambda names, path, most: _fill(names, path, f"{{ uniform: {{ from: -{most}, to: {most} }} }}"),
    ),
]


def _is_stride(name: str) -> bool:
    return "stride" in name.lower()
