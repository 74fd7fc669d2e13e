"""Kernels in Gluon, which says itself what lies where."""

from triton.experimental import gluon
from triton.experimental.gluon import language as gl


@gluon.jit
def doubled(x, out, n, BLOCK: gl.constexpr):
    layout: gl.constexpr = gl.BlockedLayout([1], [32], [4], [0])
    at = gl.program_id(0) * BLOCK + gl.arange(0, BLOCK, layout=layout)
    gl.store(out + at, gl.load(x + at, mask=at < n) * 2, mask=at < n)


@gluon.jit
def laid_out(x, out, BLOCK: gl.constexpr, LAYOUT: gl.constexpr = gl.BlockedLayout([2], [32], [4], [0])):
    at = gl.arange(0, BLOCK, layout=LAYOUT)
    gl.store(out + at, gl.load(x + at) + 1)


@gluon.jit
def through_shared(x, out, BLOCK: gl.constexpr):
    """Takes four bytes of shared memory an element."""
    layout: gl.constexpr = gl.BlockedLayout([1], [32], [4], [0])
    other: gl.constexpr = gl.BlockedLayout([4], [32], [4], [0])
    flat: gl.constexpr = gl.SwizzledSharedLayout(1, 1, 1, [0])
    at = gl.arange(0, BLOCK, layout=layout)
    memory = gl.allocate_shared_memory(gl.int32, [BLOCK], flat, gl.load(x + at))
    values = memory.load(other)
    gl.store(out + gl.arange(0, BLOCK, layout=other), values + 1)


@gluon.jit
def write_half(out, value, warps: gl.constexpr):
    layout: gl.constexpr = gl.BlockedLayout([1], [32], [warps], [0])
    at = gl.arange(0, 128, layout=layout)
    gl.store(out + at, at + value)


@gluon.jit
def split(out, n):
    """Four warps write the first half, four more the second: twice the block that num_warps says."""
    gl.warp_specialize([(write_half, (out, n, 4)), (write_half, (out + 128, n * 2, 4))], [4], [64])
