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
    area: Area
    writes: bool


class _Rule(NamedTuple):
    """What all calls of an operator have in common. `arguments` are the positions, names, and whether it writes to them, of tensors."""

    name: str
    who: str
    arguments: tuple[tuple[int, str, bool], ...]
    writes: bool
    waits: bool
    is_kernel: bool
    is_copy: bool


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
    work = order.begin(rule.who) if rule is not None else None
    if rule is None or work is None:
        return compute()
    copy = _copy(rule, args, kwargs, on_gpu) if rule.is_copy else None
    if not (order.is_open or copy or rule.writes or rule.waits):
        return _in_one_stream(rule, args, work, compute())
    given = [*_given(rule, args, kwargs)]
    touched = [*_touched(each for each in given if places.is_on_gpu(each[0]) or (copy and places.is_pinned(each[0])))]
    if order.is_open:
        for each in touched:
            _require_ordered(work, each)
    result = compute()
    if copy.writes_late if copy else on_gpu:
        fresh = leaves(result)
        known = {places.storage_of(each) for each, _ in given}
        touched += _touched((each, True) for each in fresh if places.storage_of(each) not in known)
    for each in touched:
        if each.writes or order.is_open or copy:
            order.note(work, *each)
    order.end(work, rule.is_kernel)
    # What of the CPU is no copy's, the operator copies to the GPU itself.
    moves = any(each.dim() > 0 and not places.is_on_gpu(each) for each, _ in given)
    if copy.waits if copy else (moves or rule.waits or waits(rule.name, args)):
        order.host_waits()
    return result


def _in_one_stream(rule: _Rule, args: Any, work: Work, result: Any) -> Any:
    """Notes in less time what an operator has made that changes no tensor, as long as there is one stream."""
    for storage, area, _ in _touched((each, True) for each in leaves(result)):
        order.note(work, storage, area, True)
    order.end(work, rule.is_kernel)
    if waits(rule.name, args):
        order.host_waits()
    return result


def on_cpu(func: Any, args: Any, kwargs: dict[str, Any]) -> None:
    """An operator of the CPU begins. Raises KernelFault if nothing orders it with copies of pinned memory."""
    rule = _rule(func) if places.allocated.has_pinned else None
    if rule is not None:
        for tensor, writes in _given(rule, args, kwargs):
            host_accesses(tensor, rule.who, writes)


def host_accesses(tensor: Any, who: str, writes: bool = False) -> None:
    """The CPU accesses a tensor."""
    if not places.is_pinned(tensor):
        return
    for storage, area, _ in _touched([(tensor, writes)]):
        access = order.unknown_to_host(storage, area, writes)
        if access is not None:
            raise order.race(f"{who} on the CPU", writes, launched_at(), access, CPU)


def _require_ordered(work: Work, touched: _Touched) -> None:
    for access in order.unordered(work, touched.storage, touched.writes):
        if access.area.meets(touched.area):
            raise order.race(work.where, touched.writes, work.place, access, STREAMS)


def _copy(rule: _Rule, args: Any, kwargs: dict[str, Any], on_gpu: bool) -> _Copy | None:
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
    reads_no_element = schema.name.endswith("_like") or schema.name.startswith("aten::new_")
    arguments = tuple(
        (position, each.name, each.alias_info is not None and each.alias_info.is_write)
        for position, each in enumerate(schema.arguments)
        if "Tensor" in str(each.type) and not reads_no_element
    )
    return _Rule(
        schema.name,
        f"PyTorch's `{schema.name.split('::')[1]}`",
        arguments,
        any(writes for _, _, writes in arguments),
        bool(_WAITING_TAGS & set(func.tags)) and schema.name not in _BY_MASK,
        schema.name not in _NO_KERNELS,
        schema.name in _COPIES,
    )


def _given(rule: _Rule, args: Any, kwargs: dict[str, Any]) -> Iterator[tuple[Any, bool]]:
    """The tensors that a call is given, with whether the operator writes to them."""
    for position, name, writes in rule.arguments:
        value = args[position] if position < len(args) else kwargs.get(name)
        for tensor in leaves(value):
            yield tensor, writes


def _touched(tensors: Iterable[tuple[Any, bool]]) -> Iterator[_Touched]:
    for tensor, writes in tensors:
        storage = places.storage_of(tensor)
        if storage is None or tensor.layout is not torch.strided or tensor.is_meta or tensor.is_nested:
            continue
        size, start, length = tensor.element_size(), storage.data_ptr(), storage.nbytes()
        if tensor.numel() * size == length and tensor.is_contiguous():
            area = Area(start, start + length)
        else:
            area = area_of_view(start + tensor.storage_offset() * size, tensor.shape, tensor.stride(), size)
        if area.start < area.end:
            yield _Touched(storage, area, writes)
