"""Calls the C functions of a package."""

import ctypes
import struct
from typing import Any

import torch
from aot_wire.messages import BenchTask

from .inputs import Inputs

SCALARS = {
    "i1": ctypes.c_bool, "u1": ctypes.c_bool,
    "i8": ctypes.c_int8, "i16": ctypes.c_int16, "i32": ctypes.c_int32, "i64": ctypes.c_int64,
    "u8": ctypes.c_uint8, "u16": ctypes.c_uint16, "u32": ctypes.c_uint32, "u64": ctypes.c_uint64,
    "fp16": ctypes.c_uint16, "bf16": ctypes.c_uint16,
    "fp32": ctypes.c_float, "f32": ctypes.c_float, "fp64": ctypes.c_double,
}  # fmt: skip


class Tensor(ctypes.Structure):
    """aot_tensor of aot_tensor.h."""

    _fields_ = [
        ("data", ctypes.c_uint64),
        ("shape", ctypes.c_int64 * 5),
        ("strides", ctypes.c_int64 * 5),
        ("nan_padding", ctypes.c_bool),
    ]


class CallFailed(Exception):
    """A C function of the package returned an error."""


class Package:
    """The shared library of a package."""

    def __init__(self, file: str):
        self._library = ctypes.CDLL(file)

    def call_of(self, task: BenchTask, inputs: Inputs) -> Any:
        """Returns a function without parameters that calls the kernel on the current stream."""
        function = getattr(self._library, task["symbol"])
        values = inputs.values()
        parameters = [(each["name"], each["type"]) for each in task["parameters"]]
        function.argtypes = [ctypes.c_void_p, *(type_of(kind) for _, kind in parameters), ctypes.c_int]
        function.restype = ctypes.c_int
        stream = torch.cuda.current_stream().cuda_stream
        arguments = [stream, *(argument_of(values[name], kind) for name, kind in parameters), task["algo"]]

        def call() -> None:
            status = function(*arguments)
            if status != 0:
                raise CallFailed(f"the call returned {status_text(status)}")

        return call


def type_of(kind: str) -> Any:
    if kind.startswith("*"):
        return ctypes.c_uint64
    return ctypes.POINTER(Tensor) if kind.startswith("tensordesc<") else SCALARS[kind]


def argument_of(value: Any, kind: str) -> Any:
    if kind.startswith("*"):
        return 0 if value is None else value.data_ptr()
    if kind.startswith("tensordesc<"):
        rank = len(value.shape)
        shape, strides = [(ctypes.c_int64 * 5)(*sizes) for sizes in (value.shape, value.stride())]
        return ctypes.pointer(Tensor(value.data_ptr(), shape, strides, False)) if rank > 0 else None
    if kind == "fp16":
        return struct.unpack("<H", struct.pack("<e", value))[0]
    if kind == "bf16":
        bits = struct.unpack("<I", struct.pack("<f", value))[0]
        return (bits + 0x7FFF + (bits >> 16 & 1)) >> 16 & 0xFFFF
    return value


def status_text(status: int) -> str:
    name = ctypes.c_char_p()
    driver = ctypes.CDLL("libcuda.so.1")
    known = driver.cuGetErrorName(ctypes.c_int(status), ctypes.byref(name)) == 0
    return name.value.decode() if known and name.value is not None else f"CUDA error {status}"
