"""Gives the tensors that the program makes with written sizes, as `torch.zeros(b, h, r + 1)`, these sizes in a test."""

import math
import re
from dataclasses import replace

from ..entry import Buffer
from ..expressions import tried
from .cases import values_of
from .grid import Written
from .host import UNKNOWN, Host
from .launch import Launch, NotKnown, names_in, product_of
from .values import freeze

AXIS = re.compile(r"\.stride\[(-?\d+)\]$")


def as_made(launch: Launch, buffers: list[Buffer], passed: dict, written: Written) -> list[Buffer]:
    """The buffers, of which those that the program makes with sizes that hold all that the kernel addresses have these sizes.
    Marks the others as disputed."""
    return [fitted(launch, each, passed, written) for each in buffers]


def fitted(launch: Launch, buffer: Buffer, passed: dict, written: Written) -> Buffer:
    host = passed[buffer.name].host if buffer.name in passed else UNKNOWN
    if host.kind != "tensor" or buffer.shape is None:
        return buffer
    if host.made is None:
        return buffer if launch.may_be_whole else replace(buffer, shape=counted_by(host, buffer.shape, passed))
    sizes = [size_text(written, each) for each in host.made]
    known = [each or "1" for each in sizes]
    if set(known) - {"1"} <= set(buffer.shape) and None not in sizes and len(buffer.shape) >= len(known):
        return buffer
    before = dict(launch.strides)
    set_strides(launch, buffer, known, passed)
    cases = [
        (reach_of(buffer, values), counted(buffer.shape, values), counted(known, values))
        for values in values_of(launch)
    ]
    is_bound = None not in sizes and is_other_bound(launch, buffer.shape, known)
    is_whole = is_bound or all(elements == count for _reach, elements, count in cases)
    # A size that no parameter has can be as large as it takes.
    fits = is_whole if None in sizes or is_bound else all(None not in case and case[0] <= case[2] for case in cases)  # type: ignore[operator]
    if fits:
        launch.roomy.pop(buffer.name, None)
        launch.made[buffer.name] = None
        role = "inout" if buffer.role == "out" and not is_whole else buffer.role
        return replace(buffer, shape=known, strides=None, role=role, note=None)
    launch.strides = before
    counts = [(reach_of(buffer, values), counted(known, values)) for values in values_of(launch)]
    if None not in sizes or any(None in case or case[0] % case[1] for case in counts):  # type: ignore[operator]
        launch.disputed[buffer.name] = None
    return buffer


def counted_by(host: Host, shape: list[str], passed: dict) -> list[str]:
    """The number of elements of a tensor, if the launch passes it and no mask keeps the last block inside: whole blocks would hide that
    this one reaches beyond the end."""
    rounded = re.fullmatch(r"cdiv\((\w+), (\w+)\)", shape[0]) if shape else None
    if len(shape) != 2 or rounded is None or rounded[2] != shape[1] or rounded[1] not in passed:
        return shape
    tensor = (host.dtype or "").rpartition(".")[2]
    return [rounded[1]] if passed[rounded[1]].host.size == ("name", f"{tensor}.numel()") else shape


def is_other_bound(launch: Launch, shape: list[str], sizes: list[str]) -> bool:
    """True if sizes are different only where the kernel compares one index with both: each is that of another tensor."""
    if len(shape) != len(sizes):
        return False
    bounds: dict[frozenset, set[str]] = {}
    for index, bound in launch.bounds:
        try:
            bounds.setdefault(freeze(index), set()).add(launch.text(bound))
        except NotKnown:
            continue
    return all(
        one == other or any({one, other} <= each for each in bounds.values()) for one, other in zip(shape, sizes)
    )


def size_text(written: Written, size: tuple | None) -> str | None:
    """A size in the grid language; None if no parameter says it."""
    if size is None:
        return None
    try:
        return written.text(size)
    except NotKnown:
        return None


def set_strides(launch: Launch, buffer: Buffer, sizes: list[str], passed: dict) -> None:
    """Gives the strides of a buffer those of a tensor with these sizes and no gaps: of the axis that the launch says, else of the axis in
    the same place."""
    names = [each for each in buffer.strides or [] if each in launch.strides]
    inside = names_in(" ".join([*(buffer.shape or []), *(buffer.strides or [])]))
    for each in sorted(inside & set(launch.constants)):
        axis = axis_of(each, passed, len(sizes))
        if axis is not None:
            launch.constant_strides[each] = product_of(sizes[axis + 1 :])
    inside &= set(launch.strides)
    axes = {each: axis for each in sorted(inside) if (axis := axis_of(each, passed, len(sizes))) is not None}
    if not axes and len(buffer.strides or []) == len(sizes):
        axes = {each: (buffer.strides or []).index(each) for each in names}
    for name, axis in axes.items():
        launch.strides[name] = product_of(sizes[axis + 1 :])


def axis_of(stride: str, passed: dict, rank: int) -> int | None:
    """The axis whose stride a launch passes, as in `x.stride(1)`."""
    size = passed[stride].host.size if stride in passed else None
    found = AXIS.search(size[1]) if size is not None and size[0] == "name" else None
    axis = None if found is None else int(found[1])
    return None if axis is None or not -rank <= axis < rank else axis % rank


def reach_of(buffer: Buffer, values: dict[str, int]) -> int | None:
    """The number of elements up to the last one that the kernel addresses."""
    if buffer.strides is None:
        return counted(buffer.shape or [], values)
    total = 1
    for size, stride in zip(
        *([tried(each, values) for each in texts] for texts in (buffer.shape or [], buffer.strides))
    ):
        if size is None or stride is None:
            return None
        total += (size - 1) * stride
    return total


def counted(sizes: list[str], values: dict[str, int]) -> int | None:
    found = [tried(each, values) for each in sizes]
    return None if None in found else math.prod(found)  # type: ignore[arg-type]
