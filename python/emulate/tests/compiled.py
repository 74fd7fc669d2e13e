"""Compiles Triton kernels to PTX, without a GPU, and runs them in the emulator."""

import os
import re
from functools import partial

os.environ.setdefault("TRITON_ALWAYS_COMPILE", "1")

import numpy as np
from aot_emulate.launch import Launch, LaunchResult, launch
from aot_emulate.ptx import parse
from aot_emulate.tensor_map import TensorMap, write_tensor_map
from to_ptx import to_ptx, use_target
from triton.compiler import ASTSource

from emulate import place, take

# Triton's numbers of element types that differ from CUDA's.
HOST_TYPE = {8: 10, 9: 8, 10: 9}


class Kernel:
    """A kernel as PTX. Pointers and integers whose name ends with `_16` are multiples of 16."""

    def __init__(self, function, sm: int, signature: str, constants: dict, num_warps: int = 4, **options):
        given = dict(part.split(":", 1) for part in signature.split())
        kinds = {name: given.get(name, "constexpr") for name in function.arg_names}
        aligned = {
            (i,): [["tt.divisibility", 16]]
            for i, name in enumerate(function.arg_names)
            if kinds[name][0] == "*" or name.endswith("_16")
        }
        target = use_target(sm)
        found = to_ptx(ASTSource(function, kinds, constants, aligned), target, {"num_warps": num_warps, **options})
        self.text, self.shared = found["ptx"], found["shared"]
        self.descriptors = found.get("tensordesc_meta") or []
        self.is_described = [kind.startswith("tensordesc") for kind in kinds.values() if kind != "constexpr"]
        self.threads = int(re.search(r"\.reqntid (\d+)", self.text).group(1))

    def run(self, grid: tuple, *arguments, reverse: bool = False, resident: int | None = None) -> LaunchResult:
        """Arrays are tensors in device memory, or behind a descriptor, and are changed; numbers are scalars.

        Returns what the launch shows.
        """
        program = parse(self.text)
        arrays = [each for each in arguments if isinstance(each, np.ndarray)]
        memory, addresses = place(arrays, ["a tensor"] * len(arrays))
        values, starts, descriptors = [], iter(addresses), iter(self.descriptors)
        for each, described in zip(arguments, self.is_described):
            start = next(starts) if isinstance(each, np.ndarray) else None
            if described:
                values += [
                    _tensor_map(start, each, next(descriptors)),
                    *each.shape,
                    *(stride // each.itemsize for stride in each.strides),
                ]
            else:
                values.append(each if start is None else start)
        buffer = bytearray()
        for parameter, value in zip(program.parameters, [*values, *[0] * 4]):  # at the end are Triton's scratch buffers
            buffer.extend(bytes(parameter.offset - len(buffer)))
            if isinstance(value, bytes):
                buffer += value
            elif isinstance(value, float):
                buffer += np.float32(value).tobytes()
            else:
                buffer += int(value).to_bytes(parameter.size, "little", signed=value < 0)
        fit = None if resident is None else partial(min, resident)
        result = launch(
            program,
            memory,
            Launch(bytes(buffer), grid, (self.threads, 1, 1), self.shared, reverse=reverse, resident=fit),
        )
        take(memory, addresses, arrays)
        return result


def _tensor_map(address: int, array: np.ndarray, meta: dict) -> bytes:
    kind = HOST_TYPE.get(meta["elem_type"], meta["elem_type"])
    dimensions, strides, box = array.shape[::-1], array.strides[-2::-1], tuple(meta["block_size"][::-1])
    return write_tensor_map(
        kind, TensorMap("", meta["swizzle"], 0, address, dimensions, strides, box, (1,) * array.ndim)
    )
