"""The tensors and scalars of a case."""

import contextlib
from typing import Any

import torch
from aot_wire.messages import BenchBuffer, BenchCase, ConstantFill, DataFill, NormalFill, UniformFill

# Each element type as PyTorch has it.
DTYPES = {
    "i1": "bool", "u1": "bool",
    "i8": "int8", "i16": "int16", "i32": "int32", "i64": "int64",
    "u8": "uint8", "u16": "uint16", "u32": "uint32", "u64": "uint64",
    "fp16": "float16", "bf16": "bfloat16", "fp32": "float32", "f32": "float32", "fp64": "float64",
    "fp8e4nv": "float8_e4m3fn", "fp8e5": "float8_e5m2", "fp8e4b8": "float8_e4m3fnuz", "fp8e5b16": "float8_e5m2fnuz",
}  # fmt: skip

# PyTorch computes little with these: they are filled as the signed type of their size.
SIGNED = {"u16": "int16", "u32": "int32", "u64": "int64"}


Fill = NormalFill | UniformFill | ConstantFill | DataFill


class Inputs:
    """The tensors of one case, all on the GPU. Their contents differ between the calls of a benchmark only if the
    kernel changes what it reads; `restore` then brings back the first contents."""

    def __init__(self, case: BenchCase):
        self.buffers = case["buffers"]
        self.tensors: dict[str, Any] = {}
        self.scalars = {name: scalar_of(text, case["types"][name]) for name, text in case["scalars"].items()}
        self._flat: dict[str, Any] = {}
        self._initial: list[tuple[Any, Any]] = []
        for name, buffer in self.buffers.items():
            self.tensors[name] = None if buffer is None else self._allocate(name, buffer)
        for name, view in case.get("views", {}).items():
            tensor = self.tensors[view["of"]]
            self.tensors[name] = tensor.as_strided(view["shape"], view["strides"], view["offset"])

    def values(self) -> dict[str, Any]:
        """Tensors and scalars by the names of the parameters."""
        return {**self.tensors, **self.scalars}

    def outputs(self) -> dict[str, Any]:
        roles = ("out", "inout")
        return {name: self.tensors[name] for name, buffer in self.buffers.items() if buffer and buffer["role"] in roles}

    def restore(self) -> None:
        """Fills what the kernel both reads and writes as before the first call."""
        for tensor, initial in self._initial:
            tensor.copy_(initial)

    def clear(self) -> None:
        """Fills the state as `restore` does, and the outputs with zeros."""
        self.restore()
        for name, buffer in self.buffers.items():
            if buffer is not None and buffer["role"] == "out":
                self._flat[name].zero_()

    def _allocate(self, name: str, buffer: BenchBuffer) -> Any:
        element = buffer["element"]
        if element not in DTYPES:
            raise TypeError(f"PyTorch has no type for {element} ({name})")
        dtype = dtype_of(element)
        flat = torch.zeros(buffer["length"], dtype=dtype_of(SIGNED.get(element, element)), device="cuda")
        fill = buffer.get("fill")
        if fill is not None and buffer["length"] > 0:
            fill_memory(flat, buffer, fill)
        if fill is not None and buffer["role"] in ("inout", "scratch"):
            self._initial.append((flat, flat.clone()))
        self._flat[name] = flat
        tensor = flat if element not in SIGNED else flat.view(dtype)
        return tensor.as_strided(buffer["shape"], buffer["strides"])


def fill_memory(flat: Any, buffer: BenchBuffer, fill: Fill) -> None:
    if fill["kind"] == "data":
        with open(fill["file"], "rb") as file:
            content = torch.frombuffer(bytearray(file.read()), dtype=flat.dtype)
        flat.copy_(content)
        return
    shape = buffer["shape"]
    is_integer = not flat.dtype.is_floating_point
    values = random_values(fill, shape, is_integer, int(buffer["seed"][:12], 16))
    if is_integer:
        values = values.round()
    flat.as_strided(shape, buffer["strides"]).copy_(values.to(flat.dtype))


def random_values(fill: NormalFill | UniformFill | ConstantFill, shape: list[int], is_integer: bool, seed: int) -> Any:
    generator = torch.Generator(device="cuda").manual_seed(seed)
    # 32 bits hold too few integers.
    values = torch.empty(shape, dtype=torch.float64 if is_integer else torch.float32, device="cuda")
    if fill["kind"] == "normal":
        return values.normal_(fill["mean"], fill["deviation"], generator=generator)
    if fill["kind"] == "constant":
        return values.fill_(fill["value"])
    if is_integer:
        return values.uniform_(fill["from"] - 0.5, fill["to"] + 0.5, generator=generator).clamp_(
            fill["from"], fill["to"]
        )
    return values.uniform_(fill["from"], fill["to"], generator=generator)


def dtype_of(element: str) -> Any:
    dtype = getattr(torch, DTYPES[element], None)
    if dtype is None:
        raise TypeError(f"this version of PyTorch has no {DTYPES[element]}")
    return dtype


def scalar_of(text: str, kind: str) -> Any:
    if kind in ("i1", "u1"):
        return text not in ("0", "false")
    if kind[0] in "iu":
        return int(text)
    return float(text)


class InputsOfCase:
    """Keeps the inputs of the case that was used last: the algos of a case follow one another."""

    def __init__(self) -> None:
        self._key: int | None = None
        self._inputs: Inputs | None = None

    def get(self, key: int, case: BenchCase) -> Inputs:
        if self._inputs is None or key != self._key:
            self._key = self._inputs = None
            with contextlib.suppress(RuntimeError):
                torch.cuda.empty_cache()
            self._inputs = Inputs(case)
            self._key = key
        return self._inputs
