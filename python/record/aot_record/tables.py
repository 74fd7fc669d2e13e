"""Finds the tensors that lists of addresses lead to: a kernel that gets one casts its elements to pointers. Needs PyTorch."""

import dataclasses
import gc
from collections.abc import Sequence
from typing import Any

# Addresses of a list that is looked at.
MOST_ADDRESSES = 1024
ADDRESSES = ("int64", "uint64")


@dataclasses.dataclass(frozen=True)
class Table:
    """The tensors of a list of addresses, as one buffer whose first axis is the list. `is_uniform`: all have the same sizes;
    otherwise each is a vector, as long as the longest one."""

    shape: Sequence[int]
    strides: Sequence[int]
    # The bytes of an element.
    bytes: int
    is_uniform: bool
    tensors: Sequence[Any]

    def describe(self) -> dict:
        return {
            "shape": [int(size) for size in self.shape],
            "strides": [int(stride) for stride in self.strides],
            "bytes": self.bytes,
            "isUniform": self.is_uniform,
        }


def casts_addresses(kernel: Any) -> bool:
    """True if a compiled kernel makes pointers of integers."""
    return "tt.int_to_ptr" in (kernel.asm.get("ttir") or "")


def tables_of(torch: Any, tensors: dict) -> dict:
    """Returns the tables among the tensors of a launch, by parameter: those whose elements are all addresses of tensors that
    exist."""
    lists = {
        name: [each & (2**64 - 1) for each in tensor.detach().reshape(-1).tolist()]
        for name, tensor in tensors.items()
        if str(tensor.dtype).removeprefix("torch.") in ADDRESSES and 0 < tensor.numel() <= MOST_ADDRESSES
    }
    lists = {name: addresses for name, addresses in lists.items() if min(addresses) > 0}
    if not lists:
        return {}
    wanted = {address for addresses in lists.values() for address in addresses}
    living = tensors_at(torch, wanted)
    found = {name: table_at(addresses, living, sorted(wanted)) for name, addresses in lists.items()}
    return {name: table for name, table in found.items() if table is not None}


def tensors_at(torch: Any, wanted: set) -> dict:
    """The tensors of the program by the address of their first element."""
    living: dict = {}
    for each in gc.get_objects():
        if issubclass(type(each), torch.Tensor):
            address = address_of(each)
            if address in wanted:
                living.setdefault(address, []).append(each)
    return living


def address_of(tensor: Any) -> int | None:
    """None for a tensor without memory or elements."""
    try:
        return tensor.data_ptr() if tensor.numel() > 0 else None
    except Exception:
        return None


def table_at(addresses: list, living: dict, wanted: list) -> Table | None:
    whole = next((each for each in living.get(addresses[0], []) if has_slices_at(each, addresses)), None)
    if whole is not None:
        return Table(whole.shape, whole.stride(), whole.element_size(), True, [whole])
    tensors = [tensor_at(address, living, wanted) for address in addresses]
    if any(each is None for each in tensors) or len({each.element_size() for each in tensors}) > 1:
        return None
    first = tensors[0]
    is_uniform = len({(tuple(each.shape), tuple(each.stride())) for each in tensors}) == 1
    longest = max(map(extent, tensors))
    shape, strides = (tuple(first.shape), tuple(first.stride())) if is_uniform else ((longest,), (1,))
    return Table((len(addresses), *shape), (longest, *strides), first.element_size(), is_uniform, tensors)


def has_slices_at(tensor: Any, addresses: list) -> bool:
    """True if the addresses are those of the slices of a tensor's first axis."""
    if tensor.dim() < 2 or tensor.shape[0] != len(addresses) or len(addresses) < 2:
        return False
    step = tensor.stride(0) * tensor.element_size()
    return step > 0 and addresses == [addresses[0] + step * at for at in range(len(addresses))]


def tensor_at(address: int, living: dict, wanted: list) -> Any:
    """The largest tensor that begins at an address and ends before the next one of a list: others are a view of several."""
    following = next((each for each in wanted if each > address), None)
    fitting = [
        each
        for each in living.get(address, [])
        if following is None or address + extent(each) * each.element_size() <= following
    ]
    return max(fitting, key=lambda each: (extent(each), each.dim()), default=None)


def extent(tensor: Any) -> int:
    """The elements from the first to the last one of a tensor."""
    return 1 + sum((size - 1) * stride for size, stride in zip(tensor.shape, tensor.stride()))
