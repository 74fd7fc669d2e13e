"""A launch as `vary` makes it again: its tensors, and how it is made with copies of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..vary.copies import Tensor
from ..vary.trials import Call
from .tensors import SPACE, START, device_memory, numbers_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from aot_emulate.memory import Buffer, GlobalMemory

    from .arguments import Arguments


def call_of(arguments: Arguments, parameters: Callable[[list[bytes]], bytes], has_pointers: bool) -> Call:
    """The call of a launch with these arguments. `parameters` makes the parameter buffer of values.

    `has_pointers`: the kernel makes pointers of numbers, so it may know the addresses of tensors from elsewhere.
    """
    tensors: dict[object, Any] = {}
    names: dict[object, list[str]] = {}
    pointers: dict[object, list[int]] = {}
    fixed: set[object] = set()
    for (name, tensor), pointer in zip(arguments.tensors, arguments.pointers):
        key = tensor.data_ptr(), tuple(tensor.shape), tensor.stride(), tensor.dtype
        tensors.setdefault(key, tensor)
        names.setdefault(key, []).append(name)
        if pointer is None:
            fixed.add(key)
        else:
            pointers.setdefault(key, []).append(pointer)
    keys = list(tensors)
    fixed |= {key for key in keys if _shares_elements(key, tensors)}

    def memory_with(replaced: Mapping[int, Buffer]) -> GlobalMemory:
        kept = [(name, tensors[key]) for at, key in enumerate(keys) if at not in replaced for name in names[key]]
        memory = device_memory(kept, arguments.buffers)
        for each in replaced.values():
            memory.allow(each)
        memory.unwatched.add("profile scratch")
        return memory

    def parameters_with(changed: Mapping[int, int]) -> bytes:
        values = list(arguments.values)
        for at, number in changed.items():
            values[at] = number.to_bytes(len(values[at]), "little")
        return parameters(values)

    return Call(
        arguments.numbers,
        [_tensor(" or ".join(names[key]), tensors[key]) for key in keys],
        [tuple(names[key]) for key in keys],
        [pointers.get(key, []) for key in keys],
        frozenset(at for at, key in enumerate(keys) if key in fixed),
        SPACE,
        START,
        memory_with,
        parameters_with,
        "the kernel makes pointers of numbers" if has_pointers or arguments.is_open else "",
    )


def _tensor(name: str, tensor: Any) -> Tensor:
    values, precision = numbers_of(tensor)
    return Tensor(
        name, tensor.data_ptr(), tuple(tensor.shape), tensor.stride(), tensor.element_size(), values, precision
    )


def _shares_elements(key: object, tensors: Mapping[object, Any]) -> bool:
    """Whether another tensor has some of the bytes of this one."""
    tensor = tensors[key]
    storage = tensor.untyped_storage()
    others = [
        each
        for other, each in tensors.items()
        if other != key and each.numel() and each.untyped_storage().data_ptr() == storage.data_ptr()
    ]
    if not others or not tensor.numel():
        return False
    taken = np.zeros(storage.nbytes(), bool)
    for each in others:
        _bytes_of(each, taken)[...] = True
    return bool(_bytes_of(tensor, taken).any())


def _bytes_of(tensor: Any, storage: np.ndarray) -> np.ndarray:
    size = tensor.element_size()
    strides = [each * size for each in tensor.stride()]
    start = storage[tensor.storage_offset() * size :]
    return np.lib.stride_tricks.as_strided(start, (*tensor.shape, size), (*strides, 1))
