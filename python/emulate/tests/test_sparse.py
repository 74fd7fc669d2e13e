"""Buffers of more than 2^32 elements, of which a few blocks of a large grid use a few pages."""

import math
import mmap
import os
import resource
import time

import numpy as np
import overflows
import pytest
import triton
import triton.language as tl
from aot_emulate.fault import CannotTell, OutOfBounds, TooLong
from aot_emulate.grid import clusters_of
from aot_emulate.launch import Choice, Launch, launch
from aot_emulate.limit import Deadline
from aot_emulate.memory import Buffer, GlobalMemory
from aot_emulate.ptx import parse
from compiled import Kernel
from test_synchronising import grid_barrier

from emulate import HEAD, REGISTERS, place

BASE = 1 << 46
FAR = 1 << 36  # bytes between buffers, so that no offset of 32 bits leads from one to another
SOME = Choice(first=1, last=1, sample=8)


@pytest.fixture(scope="module")
def content():
    size = 1 << 41
    file = os.memfd_create("memory")
    os.ftruncate(file, size)
    mapping = mmap.mmap(file, size)
    os.close(file)
    return np.frombuffer(mapping, np.uint8)


def run(content, kernel, grid, *arguments, chosen=SOME):
    """Arguments that are arrays are tensors, pairs are the elements of one of zeros and their bytes, and numbers are scalars."""
    memory = GlobalMemory(content, BASE)
    at, values, names = BASE + FAR, [], iter(kernel.names)
    for each in arguments:
        name = next(names)
        if isinstance(each, int):
            values.append(each)
            continue
        count, element = each if isinstance(each, tuple) else (each.size, each.itemsize)
        memory.allow(Buffer(name, at, count * element, element))
        if isinstance(each, np.ndarray):
            content[at - BASE :][: each.nbytes] = each.view(np.uint8)
        values.append(at)
        at += -(-count * element // 4096) * 4096 + FAR
    program, buffer = parse(kernel.text), bytearray()
    for parameter, value in zip(program.parameters, [*values, *[0] * 4]):
        buffer.extend(bytes(parameter.offset - len(buffer)))
        buffer += value.to_bytes(parameter.size, "little")
    config = Launch(bytes(buffer), grid, (kernel.threads, 1, 1), kernel.shared, chosen=chosen, notes="writes")
    return launch(program, memory, config)


def compiled(function, signature, **constants):
    kernel = Kernel(function, 80, signature, constants)
    kernel.names = [name for name in function.arg_names if name not in constants]
    return kernel


ELEMENTS = 1 << 32
SLOTS = np.array([3, 70_000, 5, 250_000], np.int32)
FAULTS = [
    (
        "chunk_states",
        "k:*bf16 v:*bf16 states:*fp32 chunks:i32",
        {"K": 64, "V": 64, "C": 64},
        (4096, 256, 1),
        [(ELEMENTS, 2), (ELEMENTS, 2), (ELEMENTS, 4), 4096],
        r"overflows.py:18 computes 599185 \* 2 \*\* 12 in 32 bits, which overflows, so element \d+ of k was meant",
    ),
    (
        "decode_splits",
        "q:*fp32 scratch:*fp32 heads:i32 splits:i32",
        {"D": 128},
        (65_535, 128, 4),
        [(ELEMENTS // 4, 4), (ELEMENTS, 4), 128, 4],
        r"overflows.py:33 computes .* in 32 bits, which overflows, so element \d+ of scratch was meant",
    ),
    (
        "update_slots",
        "slots:*i32 x:*fp32 states:*fp32 stride_slot:i32",
        {"W": 1024},
        (4, 1, 1),
        [SLOTS, (4096, 4), (ELEMENTS, 4), 16_384],
        r"element -198967296 of states, .*:42 computes 250000 \* 16384 in 32 bits, .* so element 4096000000 of states",
    ),
    (
        "symmetric_step",
        "x:*fp32 out:*fp32 rows:i32 columns:i32 stride:i32",
        {"M": 32, "N": 32},
        (2048, 2048, 1),
        [(ELEMENTS, 4), (ELEMENTS, 4), 65_536, 65_536, 65_536],
        r"overflows.py:52 computes 65536 \* 37440 \+ 9344 in 32 bits, which overflows, so element \d+ of x was meant",
    ),
]


@pytest.mark.parametrize(
    ("name", "signature", "constants", "grid", "arguments", "says"), FAULTS, ids=[each[0] for each in FAULTS]
)
def test_an_offset_that_overflows_is_out_of_bounds_and_one_of_64_bits_is_not(
    content, name, signature, constants, grid, arguments, says
):
    function, before = getattr(overflows, name), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(OutOfBounds, match=says) as caught:
        run(content, compiled(function, signature, **constants, WIDE=False), grid, *arguments)
    assert caught.value.values()["overflows"] is True
    result = run(content, compiled(function, signature, **constants, WIDE=True), grid, *arguments)
    assert result.unwatched == ""
    # The tables of races are as sparse as the buffers.
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 64 << 10


@triton.jit
def scaled(x, out, columns, B: tl.constexpr, WIDE: tl.constexpr):
    row = overflows.wide(tl.program_id(0), WIDE)
    o = tl.arange(0, B)
    tl.store(out + tl.program_id(0) * B + o, tl.load(x + row * columns + o) * 2.0)


def test_an_offset_that_overflows_to_an_element_of_the_tensor_is_found(content):
    arguments = [(ELEMENTS + (1 << 18), 4), (1 << 24, 4), 1 << 16]
    kernel = compiled(scaled, "x:*fp32 out:*fp32 columns:i32", B=128, WIDE=False)
    with pytest.raises(OutOfBounds, match=r"65536 \* 65537 in 32 bits, which overflows, so element 4295032832 of x"):
        run(content, kernel, (1 << 17, 1, 1), *arguments, chosen=Choice(at=((65_537, 0, 0),)))
    assert run(content, kernel, (1 << 17, 1, 1), *arguments, chosen=Choice(first=2)).partial == "2 of 131072 blocks"
    wide = compiled(scaled, "x:*fp32 out:*fp32 columns:i32", B=128, WIDE=True)
    run(content, wide, (1 << 17, 1, 1), *arguments, chosen=Choice(at=((65_537, 0, 0),)))


@triton.jit
def hashed(x, out, size, turns, B: tl.constexpr):
    """Hashes overflow on purpose. A loop changes what an offset was computed from."""
    o = tl.arange(0, B)
    key = (tl.program_id(0) + o) * 0x1E3779B1
    total = tl.load(x + (key & 511)) + tl.load(x + key.to(tl.uint32) % 500)
    at = tl.program_id(0) * size
    for turn in range(turns):
        total += tl.load(x + (at * 65_539 + turn).to(tl.uint32) % 777 + o)
        at += size
    tl.store(out + tl.program_id(0) * B + o, total)


def test_numbers_that_overflow_on_purpose_are_no_offsets(content):
    kernel = compiled(hashed, "x:*fp32 out:*fp32 size:i32 turns:i32", B=128)
    run(content, kernel, (9, 1, 1), (1024, 4), (9 * 128, 4), 1 << 28, 70, chosen=Choice(first=9))


def run_ptx(body):
    """Runs one block with a tensor of 64 elements, whose address is %rd0."""
    head = HEAD.format(target="sm_80", before="", threads=32, parameters=".param .u64 x")
    program = parse(head + REGISTERS.replace("<64>", "<999>") + f"ld.param.b64 %rd0, [x];\n{body}\nret;\n}}\n")
    memory, starts = place([np.zeros(64, np.float32)], "x")
    parameters = np.array(starts, np.uint64).tobytes()
    return launch(program, memory, Launch(parameters, (1, 1, 1), (32, 1, 1), 0, chosen=Choice(first=1)))


@pytest.mark.parametrize(
    "body",
    [
        "".join(f"add.s64 %rd{index + 1}, %rd{index}, 0;\n" for index in range(900)) + "ld.global.b32 %r1, [%rd900];",
        "mov.b64 %rd1, 0xFFFFFFFFFFFFFFFC;\nadd.s64 %rd2, %rd0, %rd1;\nld.global.b32 %r1, [%rd2 + 4];",
        "mov.b32 %r1, -1;\nadd.s32 %r2, %r1, 2;\nmad.wide.s32 %rd1, %r2, 4, %rd0;\nld.global.b32 %r3, [%rd1+-4];",
        "mov.b32 %r1, 4294967295;\nadd.s32 %r2, %r1, 2;\nmad.wide.u32 %rd1, %r2, 4, %rd0;\nld.global.b32 %r3, [%rd1];",
        (
            "mov.b32 %r1, %tid.x;\nsub.s32 %r2, %r1, 31;\nneg.s32 %r3, %r2;\ncvt.s64.s32 %rd1, %r3;\nshl.b64 %rd2, %rd1, 2;\n"
            "add.s64 %rd3, %rd0, %rd2;\nst.global.b32 [%rd3], %r1;"
        ),
    ],
    ids=["long", "64 bits", "negative", "unsigned", "backwards"],
)
def test_addresses_that_do_not_overflow(body):
    assert run_ptx(body).partial == "1 of 1 blocks"


def test_a_race_of_two_blocks_is_found_where_the_elements_are_far_from_the_start(content):
    kernel = compiled(overflows.update_slots, "slots:*i32 x:*fp32 states:*fp32 stride_slot:i32", W=1024, WIDE=True)
    same, x = np.array([250_000, 7, 250_000], np.int32), np.arange(3072, dtype=np.float32)
    with pytest.raises(Exception, match=r"of states .*has .* it .*, and nothing orders the two"):
        run(content, kernel, (3, 1, 1), same, x, (ELEMENTS, 4), 16_384)


def test_blocks_that_wait_for_some_that_do_not_run_are_no_deadlock(content):
    kernel = compiled(grid_barrier, "x:*fp32 y:*fp32 count:*i32 out:*fp32 n:i32", B=128)
    tensors = [(1024, 4), (1024, 4), np.zeros(1, np.int32), (1024, 4), 1024]
    with pytest.raises(CannotTell, match=r"^2 of 8 blocks were executed, and they wait for others or never end"):
        run(content, kernel, (8, 1, 1), *tensors, chosen=Choice(sample=2))
    assert run(content, kernel, (8, 1, 1), *tensors, chosen=Choice(sample=8)).partial == "8 of 8 blocks"


@pytest.mark.parametrize(
    ("chosen", "numbers"),
    [
        (Choice(first=2), [0, 1]),
        (Choice(last=2), [1022, 1023]),
        (Choice(first=2000), list(range(1024))),
        (Choice(sample=3), [0, 511, 1023]),
        (Choice(first=1, last=1, at=((3, 0, 0), (1, 2, 3))), [0, 3, 1 + 8 * (2 + 16 * 3), 1023]),
    ],
)
def test_chosen_blocks(chosen, numbers):
    blocks = clusters_of(Launch(b"", (8, 16, 8), (32, 1, 1), 0, chosen=chosen))
    assert blocks.rows().tolist() == [[number] for number in numbers]


def test_all_blocks_of_a_chosen_cluster_run():
    launched = Launch(b"", (8, 4, 2), (32, 1, 1), 0, (2, 2, 1), chosen=Choice(at=((3, 2, 1),)))
    assert clusters_of(launched).rows().tolist() == [[32 + 18, 32 + 19, 32 + 26, 32 + 27]]


def test_a_huge_grid_costs_no_more_than_what_is_chosen():
    blocks = clusters_of(Launch(b"", (2**31 - 1, 65_535, 65_535), (32, 1, 1), 0, chosen=SOME))
    assert (len(blocks), int(blocks.rows()[-1, 0])) == (8, (2**31 - 1) * 65_535**2 - 1)


HUGE = (2**31 - 1, 65_535, 65_535)
EMPTY = """.version 9.0
.target sm_80
.visible .entry kernel(.param .u64 x)
{
.reg .b64 %rd<2>;
.reg .b32 %r<3>;
.reg .pred %p<2>;
ld.param.b64 %rd1, [x];
mov.u32 %r1, %ctaid.x;
BODY
ret;
}
"""


def launch_huge(body, seconds):
    memory = GlobalMemory(np.zeros(4096, np.uint8), 1 << 32)
    memory.allow(Buffer("x", 1 << 32, 4096, 4))
    config = Launch((1 << 32).to_bytes(8, "little"), HUGE, (128, 1, 1), 0)
    deadline = Deadline(seconds, math.prod(HUGE))
    return launch(parse(EMPTY.replace("BODY", body)), memory, config, deadline, processes=2)


@pytest.mark.parametrize("body", ["", "add.s32 %r2, %r1, 1;"])
def test_a_huge_grid_of_a_kernel_that_does_nothing_ends_at_once(body):
    start = time.monotonic()
    shown = launch_huge(body, 0)
    assert (shown.varies, shown.unwatched, time.monotonic() - start < 5) == ([], "", True)


@pytest.mark.parametrize(
    "body",
    [
        "st.global.b32 [%rd1], 0;",
        "ld.global.b32 %r2, [%rd1];",
        "setp.eq.s32 %p1, %r1, -1; @%p1 trap;",
        "bar.sync 0;",
        "setp.eq.s32 %p1, %r1, 7; @%p1 ret;",
    ],
)
def test_a_huge_grid_of_other_kernels_ends_soon(body):
    start = time.monotonic()
    with pytest.raises(TooLong, match=r"\d+ of 9223\d+ blocks after \d s, all would take about \d+ years"):
        launch_huge(body, 2)
    assert time.monotonic() - start < 10


def test_a_block_outside_of_the_grid_cannot_be_chosen():
    with pytest.raises(ValueError, match="the grid has no block"):
        clusters_of(Launch(b"", (8, 1, 1), (32, 1, 1), 0, chosen=Choice(at=((8, 0, 0),))))
