"""Runs a kernel on the CPU with Triton's interpreter, on the same bytes as on a GPU.

Works with the interpreter of Triton 3.6.0 to 3.9.0. Passes arguments as the interpreter's own tensors, so that they
have exactly the types of the signature.
"""

import base64
from typing import Any

import numpy as np
import triton.language as tl
from aot_sources.constants import from_wire
from aot_wire.messages import (
    BufferArgument,
    ConstantArgument,
    InterpreterJob,
    KernelSource,
    NullArgument,
    ScalarArgument,
    TensorArgument,
    TensorViewArgument,
    ViewArgument,
)
from triton.runtime import interpreter
from triton.runtime.interpreter import InterpretedFunction, TensorHandle

from .checked_memory import CheckedMemory, OutOfBounds
from .failure import JobFailure, Owned, place_in_traceback
from .fp8 import FORMATS, to_fp8
from .libdevice import compute_libdevice
from .loop_index import loop_as_on_a_gpu

Argument = (
    ConstantArgument
    | ScalarArgument
    | NullArgument
    | BufferArgument
    | TensorArgument
    | ViewArgument
    | TensorViewArgument
)


def interpret(decorated: Any, request: InterpreterJob, owned: Owned) -> None:
    """Overwrites the files of the outputs. Elements of bf16 are written as fp32."""
    kernel = kernel_of(decorated, request["source"])
    buffers: dict[str, np.ndarray] = {}
    try:
        with CheckedMemory() as memory:
            # Arguments with the memory of others come after these.
            ordered = sorted(request["arguments"].items(), key=lambda item: "of" in item[1])
            arguments = {name: argument(name, each, buffers, memory) for name, each in ordered}
            # Programs call these before launches. A test has the buffers as they are after that.
            kernel.pre_run_hooks = []
            kernel[tuple(request["grid"])](**arguments)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        # The interpreter wraps the kernel's exception once for each function it passes through.
        cause: BaseException = error
        while cause.__cause__ is not None:
            cause = cause.__cause__
        file, line = place_in_traceback(cause, owned)
        if isinstance(cause, OutOfBounds):
            raise JobFailure("bounds", str(cause), file, line, buffer=cause.buffer) from error
        if isinstance(cause, BrokenAssumption):
            raise JobFailure("assumption", str(cause), file, line) from error
        raise JobFailure("run", f"{type(cause).__name__}: {cause}", file, line) from error
    for output in request["outputs"]:
        buffers[output["name"]].tofile(output["file"])
        if "written" in output:
            memory.written(output["name"]).tofile(output["written"])


def kernel_of(decorated: Any, source: KernelSource) -> InterpretedFunction:
    """Returns the function without its @autotune and @heuristics."""
    while not isinstance(decorated, InterpretedFunction):
        if not hasattr(decorated, "fn"):
            raise JobFailure("function", f"{source['function']} is not a kernel", source["file"])
        decorated = decorated.fn
    return decorated


def argument(name: str, each: Argument, buffers: dict[str, np.ndarray], memory: CheckedMemory) -> Any:
    if each["kind"] == "constant":
        return from_wire(each["value"])
    if each["kind"] == "scalar":
        return scalar(each["type"], np.frombuffer(base64.b64decode(each["bytes"]), np.uint8))
    if each["kind"] == "null":
        return pointer(each["element"], 0)
    if each["kind"] == "view" or each["kind"] == "tensor-view":
        _nothing, element = widened(each["element"], np.zeros(0, np.uint8))
        start = pointer(element, memory.address(each["of"]) + each["offset"] * size_of(element))
        return start if each["kind"] == "view" else descriptor(start, each)
    elements, element = widened(each["element"], np.fromfile(each["file"], np.uint8))
    buffers[name] = elements
    base = pointer(element, memory.add(name, elements, size_of(element), each["shape"]))
    return base if each["kind"] == "buffer" else descriptor(base, each)


def size_of(element: str) -> int:
    """Returns the bytes of an element."""
    return max(1, int(tl.str_to_ty(element, None).primitive_bitwidth) // 8)


def widened(element: str, memory: np.ndarray) -> tuple[np.ndarray, str]:
    """Converts bf16 to fp32: the interpreter computes with the bits of bf16 as if they were integers."""
    if element != "bf16":
        return memory, element
    return (memory.view(np.uint16).astype(np.uint32) << 16).view(np.float32), "fp32"


def scalar(type_name: str, memory: np.ndarray) -> tl.tensor:
    memory, type_name = widened(type_name, memory)
    dtype = tl.str_to_ty(type_name, None)
    return tensor(memory.view(interpreter._get_np_dtype(dtype)), dtype)


def pointer(element: str, address: int) -> tl.tensor:
    return tensor(np.array([address], np.uint64), tl.str_to_ty(f"*{element}", None))


def tensor(data: np.ndarray, dtype: tl.dtype) -> tl.tensor:
    return tl.tensor(TensorHandle(data, dtype), dtype)


def descriptor(base: tl.tensor, each: TensorArgument | TensorViewArgument) -> tl.tensor_descriptor:
    shape = [tensor(np.array([size], np.int32), tl.int32) for size in each["shape"]]
    strides = [tensor(np.array([stride], np.int64), tl.int64) for stride in each["strides"]]
    element = base.dtype.element_ty
    handle = interpreter.interpreter_builder.create_make_tensor_descriptor(
        base.handle,
        [size.handle for size in shape],
        [stride.handle for stride in strides],
        each["block"],
        element.is_int_signed(),
        interpreter._ir.PADDING_OPTION.PAD_ZERO,
    )
    return tl.tensor_descriptor(handle, shape, strides, tl.block_type(element, each["block"]))


def refuse_wrong_arithmetic() -> None:
    """Makes kernels fail that compute in bf16 or fp8: the interpreter would silently give wrong values."""

    def check(*values: Any) -> None:
        for value in values:
            scalar_type = getattr(getattr(value, "dtype", None), "scalar", None)
            if scalar_type == tl.bfloat16 or (isinstance(scalar_type, tl.dtype) and scalar_type.is_fp8()):
                raise NotImplementedError(f"Triton's interpreter does not compute in {scalar_type}")

    builder = interpreter.InterpreterBuilder
    unary, binary, ternary, dot = builder.unary_op, builder.binary_op, builder.ternary_op, builder.create_dot
    check_reduced = interpreter.ReduceScanOpInterface.check_tensor

    def unary_op(self: Any, arg: Any, op: Any) -> Any:
        check(arg)
        return unary(self, arg, op)

    def binary_op(self: Any, lhs: Any, rhs: Any, op: Any) -> Any:
        check(lhs, rhs)
        return binary(self, lhs, rhs, op)

    def ternary_op(self: Any, lhs: Any, rhs: Any, other: Any, op: Any) -> Any:
        # Choosing between two values is not arithmetic.
        if op is not np.where:
            check(lhs, rhs, other)
        return ternary(self, lhs, rhs, other, op)

    def create_dot(self: Any, a: Any, b: Any, *rest: Any) -> Any:
        # The interpreter converts fp8 here.
        check(*(each for each in (a, b) if each.dtype.scalar == tl.bfloat16))
        return dot(self, a, b, *rest)

    def check_tensor(self: Any, values: Any) -> Any:
        check(*values)
        return check_reduced(self, values)

    builder.unary_op, builder.binary_op, builder.ternary_op = unary_op, binary_op, ternary_op
    builder.create_dot = create_dot
    interpreter.ReduceScanOpInterface.check_tensor = check_tensor


def round_to_fp8() -> None:
    """Makes casts of fp32 and fp16 to fp8 round as GPUs do."""
    builder = interpreter.InterpreterBuilder
    convert = builder.create_fp_to_fp

    def create_fp_to_fp(self: Any, src: Any, dst_type: Any, rounding_mode: Any) -> Any:
        source, name = src.dtype.scalar, str(dst_type.scalar)
        if (
            name in FORMATS
            and source in (tl.float32, tl.float16)
            and rounding_mode == interpreter._ir.ROUNDING_MODE.RTNE
        ):
            return TensorHandle(to_fp8(src.data, name).view(interpreter._get_np_dtype(dst_type)), dst_type.scalar)
        return convert(self, src, dst_type, rounding_mode)

    builder.create_fp_to_fp = create_fp_to_fp


def spread_truth() -> None:
    """Makes a condition on scalars stay one when it is spread over a block, as in `mask & (i < n)`: the interpreter gives it the type of
    what was compared, and then refuses it as a mask."""
    builder = interpreter.InterpreterBuilder
    splat = builder.create_splat

    def create_splat(self: Any, ret_ty: Any, arg: Any) -> Any:
        spread = splat(self, ret_ty, arg)
        return TensorHandle(spread.data.astype(bool), tl.int1) if arg.data.dtype == bool else spread

    builder.create_splat = create_splat


class BrokenAssumption(Exception):
    """A `tl.assume` that is false."""


def tell_assumptions() -> None:
    """Makes a false `tl.assume` another error than a Python `assert`: it is a fault of the call, and not of the interpreter."""

    def create_assume(_self: Any, condition: Any) -> None:
        if not condition.data.all():
            raise BrokenAssumption("the condition of `tl.assume` is false, so the compiled kernel may do anything")

    interpreter.InterpreterBuilder.create_assume = create_assume


refuse_wrong_arithmetic()
round_to_fp8()
spread_truth()
tell_assumptions()
loop_as_on_a_gpu()
compute_libdevice()
