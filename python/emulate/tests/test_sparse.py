"""Buffers of more than 2^32 elements, of which a few blocks of a large grid use a few pages."""

import mmap
import os
import resource

import numpy as np
import overflows
import pytest
from aot_emulate.fault import CannotTell, OutOfBounds
from aot_emulate.grid import clusters_of
from aot_emulate.launch import Choice, Launch, launch
from aot_emulate.memory import Buffer, GlobalMemory
from aot_emulate.ptx import parse
from compiled import Kernel
from test_synchronising import grid_barrier

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
    return launch(program, memory, Launch(bytes(buffer), grid, (kernel.threads, 1, 1), kernel.shared, chosen=chosen))


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
        "reads 16 bytes at element -",
    ),
    (
        "decode_splits",
        "q:*fp32 scratch:*fp32 heads:i32 splits:i32",
        {"D": 128},
        (65_535, 128, 4),
        [(ELEMENTS // 4, 4), (ELEMENTS, 4), 128, 4],
        "writes 4 bytes at element -",
    ),
    (
        "update_slots",
        "slots:*i32 x:*fp32 states:*fp32 stride_slot:i32",
        {"W": 1024},
        (4, 1, 1),
        [SLOTS, (4096, 4), (ELEMENTS, 4), 16_384],
        "reads 4 bytes at element -198967296 of states",
    ),
    (
        "symmetric_step",
        "x:*fp32 out:*fp32 rows:i32 columns:i32 stride:i32",
        {"M": 32, "N": 32},
        (2048, 2048, 1),
        [(ELEMENTS, 4), (ELEMENTS, 4), 65_536, 65_536, 65_536],
        "reads 4 bytes at element -",
    ),
]


@pytest.mark.parametrize(
    ("name", "signature", "constants", "grid", "arguments", "says"), FAULTS, ids=[each[0] for each in FAULTS]
)
def test_an_offset_that_overflows_is_out_of_bounds_and_one_of_64_bits_is_not(
    content, name, signature, constants, grid, arguments, says
):
    function, before = getattr(overflows, name), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(OutOfBounds, match=says) as found:
        run(content, compiled(function, signature, **constants, WIDE=False), grid, *arguments)
    assert "is 2^32 after it: an offset may have overflowed in 32 bits" in str(found.value)
    result = run(content, compiled(function, signature, **constants, WIDE=True), grid, *arguments)
    assert result.unwatched == ""
    # The tables of races are as sparse as the buffers.
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 64 << 10


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
    assert blocks.tolist() == [[number] for number in numbers]


def test_all_blocks_of_a_chosen_cluster_run():
    launched = Launch(b"", (8, 4, 2), (32, 1, 1), 0, (2, 2, 1), chosen=Choice(at=((3, 2, 1),)))
    assert clusters_of(launched).tolist() == [[32 + 18, 32 + 19, 32 + 26, 32 + 27]]


def test_a_huge_grid_costs_no_more_than_what_is_chosen():
    blocks = clusters_of(Launch(b"", (2**31 - 1, 65_535, 65_535), (32, 1, 1), 0, chosen=SOME))
    assert (len(blocks), int(blocks[-1, 0])) == (8, (2**31 - 1) * 65_535**2 - 1)


def test_a_block_outside_of_the_grid_cannot_be_chosen():
    with pytest.raises(ValueError, match="the grid has no block"):
        clusters_of(Launch(b"", (8, 1, 1), (32, 1, 1), 0, chosen=Choice(at=((8, 0, 0),))))
