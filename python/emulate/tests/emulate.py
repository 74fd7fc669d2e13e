"""Runs kernels that tests write as PTX."""

from functools import partial

import numpy as np
from aot_emulate.launch import Launch, launch
from aot_emulate.memory import Buffer, GlobalMemory
from aot_emulate.ptx import parse

HEAD = ".version 9.0\n.target {target}\n.address_size 64\n{before}\n.visible .entry kernel({parameters})\n.reqntid {threads}\n{{\n"
REGISTERS = ".reg .pred %p<64>;\n.reg .b16 %rs<64>;\n.reg .b32 %r<128>;\n.reg .f32 %f<64>;\n.reg .b64 %rd<64>;\n.reg .f64 %fd<64>;\n"
BASE = 1 << 32


def run(
    body,
    arrays,
    threads=32,
    grid=(1, 1, 1),
    target="sm_90a",
    before="",
    scalars=(),
    shared=0,
    cluster=(1, 1, 1),
    reverse=False,
    resident=None,
    unwatched=(),
    **more,
):
    """Runs the body of a kernel on arrays, which it changes; their addresses are in %rd0, %rd1, …, and scalars after them.

    `more` are fields of the launch. Returns what the launch shows.
    """
    names = [f"kernel_param_{index}" for index in range(len(arrays) + len(scalars))]
    head = HEAD.format(
        target=target, before=before, threads=threads, parameters=", ".join(f".param .u64 {name}" for name in names)
    )
    loads = "".join(f"ld.param.b64 %rd{index}, [{name}];\n" for index, name in enumerate(names))
    program = parse(head + REGISTERS + loads + body + "\nret;\n}\n")
    memory, starts = place(arrays, "abcdefghijklmnopqrstuvwxyz")
    memory.unwatched.update(unwatched)
    parameters = np.array([*starts, *scalars], np.uint64).tobytes()
    try:
        fit = None if resident is None else partial(min, resident)
        config = Launch(parameters, grid, (threads, 1, 1), shared, cluster, reverse, fit, **more)
        return launch(program, memory, config)
    finally:
        take(memory, starts, arrays)


def place(arrays, names):
    """Device memory with the arrays, of which kernels can access these bytes only, and their addresses."""
    starts, size = [], 0
    for array in arrays:
        starts.append(BASE + size)
        size += -(-array.nbytes // 256) * 256 + 256
    memory = GlobalMemory(np.zeros(size, np.uint8), BASE)
    for name, start, array in zip(names, starts, arrays):
        memory.content[start - BASE :][: array.nbytes] = np.frombuffer(array.tobytes(), np.uint8)
        memory.allow(Buffer(name, start, array.nbytes, array.itemsize))
    return memory, starts


def take(memory, starts, arrays) -> None:
    """Changes the arrays to what is in device memory."""
    for start, array in zip(starts, arrays):
        array.view(np.uint8).reshape(-1)[:] = memory.content[start - BASE :][: array.nbytes]


def fill_shared(size: int) -> str:
    """PTX by which 128 threads copy the first array to the shared variable smem. The thread is %r1, the variable %r2."""
    return f"""mov.u32 %r1, %tid.x;
mov.b32 %r2, smem;
shl.b32 %r3, %r1, 4;
fill: add.s32 %r4, %r2, %r3;
cvt.u64.u32 %rd10, %r3;
add.s64 %rd11, %rd0, %rd10;
ld.global.v4.b32 {{%r5, %r6, %r7, %r8}}, [%rd11];
st.shared.v4.b32 [%r4], {{%r5, %r6, %r7, %r8}};
add.s32 %r3, %r3, 2048;
setp.lt.u32 %p1, %r3, {size};
@%p1 bra fill;
"""
