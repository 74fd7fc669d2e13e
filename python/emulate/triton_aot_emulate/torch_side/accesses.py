"""What operators of PyTorch read and write on the GPU and in pinned memory, and which of them the CPU waits for.

The CPU waits for copies between CPU and GPU, unless they are `non_blocking` and the CPU's memory is pinned. What is not pinned, CUDA has read
when a copy to the GPU returns. Source: "API synchronization behavior" in the reference of the CUDA runtime.
"""

from __future__ import annotations

import contextlib
import functools
import threading
from typing import TYPE_CHECKING, Any, NamedTuple

import torch

from ..areas import Area, area_of_view
from ..caller import launched_at
from ..ordering import CPU, STREAMS, Work, order
from . import places
from .graphs import leaves, waits
from .uninitialized import LEAVE_UNWRITTEN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_COPIES = ("aten::copy_", "aten::_to_copy")
# Work that is no kernel, or may be none: a dependent kernel does not begin before it has ended.
_NO_KERNELS = {*_COPIES, "aten::clone", "aten::zero_", "aten::zeros", "aten::zeros_like", "aten::new_zeros"}
# They change what a tensor says of its memory, and no element of it.
_TOUCH_NOTHING = {*LEAVE_UNWRITTEN, "aten::set_", "aten::lift_fresh", "aten::_unsafe_view", "aten::record_stream"}
_WAITING_TAGS = {torch.Tag.data_dependent_output, torch.Tag.dynamic_output_shape}
_BY_MASK = {"aten::index", "aten::index_put_", "aten::index_put", "aten::_unsafe_index"}


class _Touched(NamedTuple):
    storage: Any
    address: int
    area: Area
    writes: bool


class _Rule(NamedTuple):
    """What all calls of an operator have in common: its name, its arguments with whether it writes to them, whether the CPU waits."""

    name: str
    arguments: tuple[tuple[str, bool], ...]
    waits: bool


class _Copy(NamedTuple):
    """A copy between CPU and GPU: whether the CPU waits for it, and whether it may still write its result when the call returns."""

    waits: bool
    writes_late: bool


_thread = threading.local()


@contextlib.contextmanager
def moving(to_gpu: bool) -> Iterator[None]:
    """Inside, this thread copies a tensor to the GPU, or from there."""
    before = getattr(_thread, "to_gpu", None)
    _thread.to_gpu = to_gpu
    try:
        yield
    finally:
        _thread.to_gpu = before


def noted(func: Any, args: Any, kwargs: dict[str, Any], on_gpu: bool, compute: Callable[[], Any]) -> Any:
    """Computes what an operator does on the GPU. Raises KernelFault if nothing orders it with other work."""
    rule = _rule(func)
    work = order.begin(f"PyTorch's `{func._schema.name.split('::')[1]}`") if rule is not None else None
    if rule is None or work is None:
        return compute()
    given = [(tensor, writes) for value, writes in _given(rule, args, kwargs) for tensor in leaves(value)]
    copy = _copy(rule, args, kwargs, on_gpu)
    touched = [
        *_touched(
            (each, writes) for each, writes in given if places.is_on_gpu(each) or (copy and places.is_pinned(each))
        )
    ]
    for each in touched:
        _require_ordered(work, each)
    result = compute()
    if copy.writes_late if copy else on_gpu:
        known = {places.storage_of(each) for each, _ in given}
        touched += _touched((each, True) for each in leaves(result) if places.storage_of(each) not in known)
    for each in touched:
        if each.area.start < each.area.end:
            order.note(work, *each)
    order.end(work, rule.name not in _NO_KERNELS)
    # What of the CPU is no copy's, the operator copies to the GPU itself.
    moves = any(each.dim() > 0 and not places.is_on_gpu(each) for each, _ in given)
    if copy.waits if copy else (moves or rule.waits or waits(rule.name, args)):
        order.host_waits()
    return result


def on_cpu(func: Any, args: Any, kwargs: dict[str, Any]) -> None:
    """An operator of the CPU begins. Raises KernelFault if nothing orders it with copies of pinned memory."""
    rule = _rule(func)
    if rule is not None and places.allocated.has_pinned:
        for value, writes in _given(rule, args, kwargs):
            for tensor in leaves(value):
                host_accesses(tensor, f"`{func._schema.name.split('::')[1]}`", writes)


def host_accesses(tensor: Any, who: str, writes: bool = False) -> None:
    """The CPU accesses a tensor."""
    if not places.is_pinned(tensor):
        return
    for storage, address, area, _ in _touched([(tensor, writes)]):
        access = order.unknown_to_host(storage, address, area, writes)
        if access is not None:
            raise order.race(f"{who} on the CPU", writes, launched_at(), access, CPU)


def _require_ordered(work: Work, touched: _Touched) -> None:
    for access in order.unordered(work, touched.storage, touched.address, touched.writes):
        if access.area.meets(touched.area):
            raise order.race(work.where, touched.writes, work.place, access, STREAMS)


def _copy(rule: _Rule, args: Any, kwargs: dict[str, Any], on_gpu: bool) -> _Copy | None:
    if rule.name not in _COPIES:
        return None
    is_new = rule.name == "aten::_to_copy"
    source, to_gpu = (args[0], on_gpu) if is_new else (args[1], places.is_on_gpu(args[0]))
    moves_to = getattr(_thread, "to_gpu", None)
    if is_new and moves_to is not None:
        to_gpu = moves_to
    if places.is_on_gpu(source) == to_gpu:
        return None
    asked = bool(kwargs.get("non_blocking", args[2] if len(args) > 2 and not is_new else False))
    # What `Tensor.to` makes of a copy from the GPU that does not block is pinned.
    is_late = asked and (to_gpu or is_new or places.is_pinned(args[0]))
    return _Copy(not is_late, is_late)


@functools.cache
def _rule(func: Any) -> _Rule | None:
    """What is known of an operator; None if it accesses no elements."""
    schema = func._schema
    if schema.name in _TOUCH_NOTHING or any(
        each.alias_info is not None and not each.alias_info.is_write for each in schema.returns
    ):
        return None
    arguments = tuple(
        (each.name, each.alias_info is not None and each.alias_info.is_write)
        for each in (() if schema.name.endswith("_like") or schema.name.startswith("aten::new_") else schema.arguments)
    )
    return _Rule(schema.name, arguments, bool(_WAITING_TAGS & set(func.tags)) and schema.name not in _BY_MASK)


def _given(rule: _Rule, args: Any, kwargs: dict[str, Any]) -> Iterator[tuple[Any, bool]]:
    """The arguments of a call, with whether the operator writes to them."""
    for index, (name, writes) in enumerate(rule.arguments):
        value = args[index] if index < len(args) else kwargs.get(name)
        if value is not None:
            yield value, writes


def _touched(tensors: Iterable[tuple[Any, bool]]) -> Iterator[_Touched]:
    for tensor, writes in tensors:
        storage = places.storage_of(tensor)
        if storage is not None and tensor.layout is torch.strided and not tensor.is_meta:
            size = tensor.element_size()
            start = storage.data_ptr()
            first = start + tensor.storage_offset() * size
            yield _Touched(storage, start, area_of_view(first, tensor.shape, tensor.stride(), size), writes)
