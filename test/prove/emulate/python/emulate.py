"""Runs kernels that tests write as PTX."""

import numpy as np
from aot_emulate.launch import Launch, launch
from aot_emulate.memory import GlobalMemory
from aot_emulate.ptx import parse

HEAD = ".version 9.0\n.target {target}\n.address_size 64\n{before}\n.visible .entry kernel({parameters})\n.reqntid {threads}\n{{\n"
REGISTERS = ".reg .pred %p<64>;\n.reg .b16 %rs<64>;\n.reg .b32 %r<128>;\n.reg .f32 %f<64>;\n.reg .b64 %rd<64>;\n.reg .f64 %fd<64>;\n"
BASE = 1 << 32


def run(body, arrays, threads=32, grid=(1, 1, 1), target="sm_90a", before="", scalars=(), shared=0, cluster=(1, 1, 1), reverse=False):
    """Runs the body of a kernel on arrays, which it changes; their addresses are in %rd0, %rd1, …, and scalars after them."""
    names = [f"kernel_param_{index}" for index in range(len(arrays) + len(scalars))]
    head = HEAD.format(target=target, before=before, threads=threads, parameters=", ".join(f".param .u64 {name}" for name in names))
    loads = "".join(f"ld.param.b64 %rd{index}, [{name}];\n" for index, name in enumerate(names))
    program = parse(head + REGISTERS + loads + body + "\nret;\n}\n")
    offsets, size = [], 0
    for array in arrays:
        offsets.append(size)
        size += -(-array.nbytes // 256) * 256 + 256
    memory = GlobalMemory(np.zeros(size, np.uint8), BASE)
    for name, offset, array in zip("abcdefgh", offsets, arrays):
        memory.content[offset : offset + array.nbytes] = np.frombuffer(array.tobytes(), np.uint8)
        memory.allow(name, BASE + offset, array.nbytes, array.itemsize)
    parameters = np.array([*(BASE + offset for offset in offsets), *scalars], np.uint64).tobytes()
    try:
        launch(program, memory, Launch(parameters, grid, (threads, 1, 1), shared, cluster, reverse))
    finally:
        for offset, array in zip(offsets, arrays):
            array.view(np.uint8).reshape(-1)[:] = memory.content[offset : offset + array.nbytes]
