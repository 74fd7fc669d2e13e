"""What `torch.cuda.comm` and `DataParallel` ask PyTorch's code in C++ for: tensors go from one GPU to itself."""

from __future__ import annotations

from typing import Any

import torch

from . import places


def replace_comm() -> None:
    for function in (broadcast, broadcast_out, broadcast_coalesced, scatter, scatter_out, gather, gather_out):
        setattr(torch._C, f"_{function.__name__}", function)


def broadcast(tensor: Any, devices: Any) -> list[Any]:
    return [tensor.to(each) for each in devices]


def broadcast_out(tensor: Any, outs: Any) -> Any:
    for out in outs:
        out.copy_(tensor)
    return outs


def broadcast_coalesced(tensors: Any, devices: Any, _buffer_size: int) -> list[list[Any]]:
    return [[tensor.to(device) for tensor in tensors] for device in devices]


def scatter(tensor: Any, devices: Any, chunk_sizes: Any, dim: int, _streams: Any) -> list[Any]:
    chunks = tensor.split(chunk_sizes, dim) if chunk_sizes is not None else tensor.chunk(len(devices), dim)
    return [chunk.to(device) for chunk, device in zip(chunks, devices)]


def scatter_out(tensor: Any, outs: Any, dim: int, _streams: Any) -> Any:
    for out, chunk in zip(outs, tensor.split([each.size(dim) for each in outs], dim)):
        out.copy_(chunk)
    return outs


def gather(tensors: Any, dim: int, destination: Any) -> Any:
    """The number of the CPU is -1, and None is the current GPU."""
    return torch.cat([*tensors], dim).to(places.CPU if destination == -1 else places.GPU)


def gather_out(tensors: Any, out: Any, dim: int) -> Any:
    return out.copy_(torch.cat([*tensors], dim))
