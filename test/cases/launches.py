"""What a launch can need beside arguments."""

import triton
import triton.language as tl
from triton.language.extra import cuda


@triton.jit
def places(out, width, height, SCALE: tl.constexpr):
    """Each program writes where it stands in the grid, and how large that is."""
    x, y, z = tl.program_id(0), tl.program_id(1), tl.program_id(2)
    across, down = tl.num_programs(0), tl.num_programs(1)
    at = out + 4 * (x + across * (y + down * z))
    tl.store(at, x * SCALE)
    tl.store(at + 1, y)
    tl.store(at + 2, z)
    tl.store(at + 3, across + 1000 * down + 1000000 * tl.num_programs(2))


@triton.jit
def counts(counter, x, y, z):
    tl.atomic_add(counter, 1)


@triton.jit
def cluster(x, out, BLOCK: tl.constexpr):
    """Two blocks share each tile of rows."""
    program = tl.program_id(0)
    rows = tl.arange(0, BLOCK)
    tile = tl.load(x + program * BLOCK * BLOCK + rows[:, None] * BLOCK + tl.arange(0, BLOCK)[None, :])
    tl.store(out + program * BLOCK + rows, tl.sum(tile, axis=1) + tl.num_programs(0))


@triton.jit
def produces(x, out, BLOCK: tl.constexpr):
    cuda.gdc_launch_dependents()
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + at)
    # Long enough for whoever does not wait to overtake.
    for _ in range(2000):
        value = value * 3 + 1
    tl.store(out + at, value)


@triton.jit
def consumes(x, out, BLOCK: tl.constexpr):
    cuda.gdc_wait()
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + at, tl.load(x + at) + 1)


@triton.jit
def meets(arrived, out):
    """Each program waits until all have come, which ends only where all run at once."""
    tl.atomic_add(arrived, 1, sem="acq_rel")
    while tl.atomic_add(arrived, 0, sem="acquire") < tl.num_programs(0):
        pass
    tl.store(out + tl.program_id(0), tl.num_programs(0))


@triton.jit
def crowded(x, out, BLOCK: tl.constexpr):
    """Holds more values than a thread has registers when these are limited."""
    rows = tl.arange(0, BLOCK)[:, None]
    columns = tl.arange(0, BLOCK)[None, :]
    tile = tl.load(x + rows * BLOCK + columns)
    tl.store(out + columns * BLOCK + rows, tile * tl.sum(tile))


@triton.jit
def specialised(x, y, out, rounds, BLOCK: tl.constexpr):
    """Triton gives the loads of this loop to warps of their own, which it can where they go through descriptors."""
    left = tl.make_tensor_descriptor(x, [BLOCK, rounds * BLOCK], [rounds * BLOCK, 1], [BLOCK, BLOCK])
    right = tl.make_tensor_descriptor(y, [rounds * BLOCK, BLOCK], [BLOCK, 1], [BLOCK, BLOCK])
    sums = tl.zeros((BLOCK, BLOCK), tl.float32)
    for i in tl.range(rounds, warp_specialize=True):
        sums = tl.dot(left.load([0, i * BLOCK]), right.load([i * BLOCK, 0]), sums)
    rows = tl.arange(0, BLOCK)[:, None]
    tl.store(out + rows * BLOCK + tl.arange(0, BLOCK)[None, :], sums)
