"""How many blocks a GPU has at once: the numbers are those of cuOccupancyMaxActiveBlocksPerMultiprocessor."""

import pytest
from triton_aot_emulate.gpus import GPUS
from triton_aot_emulate.occupancy import Needs, resident_blocks

KIB = 1024


@pytest.mark.parametrize(
    ("gpu", "needs", "registers", "of_each"),
    [
        ("H200", Needs(512, 0), 32, 4),  # threads
        ("H200", Needs(512, 0), 64, 2),  # registers, of which each warp gets a multiple of 256
        ("H200", Needs(512, 0), 65, 1),
        ("H200", Needs(96, 0), 168, 4),  # a part of a multiprocessor has whole warps
        ("H200", Needs(128, 113 * KIB), 32, 2),  # shared memory, with that of the system
        ("H200", Needs(128, 113 * KIB + 1), 32, 1),
        ("H200", Needs(32, 0), 16, 32),  # blocks
        ("A10", Needs(32, 0), 16, 16),
        ("L4", Needs(32, 0), 16, 24),
        ("RTX 5090", Needs(1024, 0), 16, 1),
        ("B200", Needs(128, 0, 128), 16, 4),  # tensor memory
        ("B200", Needs(128, 0, 512), 16, 1),
    ],
)
def test_blocks_of_each_multiprocessor(gpu, needs, registers, of_each):
    assert resident_blocks(GPUS[gpu], needs, registers) == of_each * GPUS[gpu].multiprocessors


@pytest.mark.parametrize("threads", [32, 96, 256, 384, 512, 1024])
def test_a_block_fits_with_the_most_registers(threads):
    needs = Needs(threads, 0)
    assert resident_blocks(GPUS["H200"], needs, needs.most_registers()) > 0
