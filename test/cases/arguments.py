"""Every kind of run-time argument, each written out so that every byte of it is seen."""

import triton
import triton.language as tl


@triton.jit
def floats(out, flag, half, double, brain, single):
    # Widening to fp64 is exact, also of the sign of zero, infinities and subnormals.
    tl.store(out, half.to(tl.float64))
    tl.store(out + 1, brain.to(tl.float64))
    tl.store(out + 2, single.to(tl.float64))
    tl.store(out + 3, double)
    tl.store(out + 4, flag.to(tl.float64))


@triton.jit
def integers(out, flag, i64, i8, u16, i32, u8, bit, i16, u64, u32):
    # Widening tells signed from unsigned.
    tl.store(out, flag.to(tl.int64))
    tl.store(out + 1, i8.to(tl.int64))
    tl.store(out + 2, i16.to(tl.int64))
    tl.store(out + 3, i32.to(tl.int64))
    tl.store(out + 4, i64)
    tl.store(out + 5, bit.to(tl.int64))
    tl.store(out + 6, u8.to(tl.int64))
    tl.store(out + 7, u16.to(tl.int64))
    tl.store(out + 8, u32.to(tl.int64))
    tl.store(out + 9, u64.to(tl.int64))


@triton.jit
def constant_first(out, FACTOR: tl.constexpr, hinted, plain):
    tl.store(out, hinted * FACTOR)
    tl.store(out + 1, plain)


@triton.jit
def late_hint(out, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12):
    tl.store(out, a1 + a2 + a3 + a4 + a5 + a6 + a7 + a8 + a9)
    tl.store(out + 1, a10)
    tl.store(out + 2, a11)
    tl.store(out + 3, a12)


@triton.jit
def hinted(out, stride, other):
    """Where it writes shows the value of `stride`; how widely, what the compiler knew of it."""
    tl.store(out, stride)
    tl.store(out + 16 + stride + tl.arange(0, 64), tl.full([64], 0, tl.int64) + other)


@triton.jit
def twice(x, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + at, mask=at < n)
    tl.store(out + at, value + value, mask=at < n)


@triton.jit
def nothing():
    pass


@triton.jit
def prints():
    # Without arguments there is no memory to write to.
    tl.device_print("printed by program", tl.program_id(0))


# fmt: off
@triton.jit
def many(
    out,
    p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15, p16, p17, p18, p19, p20, p21, p22,
    p23, p24, p25, p26, p27, p28, p29, p30, p31, p32, p33, p34, p35, p36, p37, p38, p39, p40, p41, p42, p43,
    p44, p45, p46, p47, p48, p49, p50, p51, p52, p53, p54, p55, p56, p57, p58, p59, p60, p61, p62, p63, p64,
    p65, p66, p67, p68, p69,
):
    # Weights tell which argument arrived where.
    values = (
        p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15, p16, p17, p18, p19, p20, p21, p22,
        p23, p24, p25, p26, p27, p28, p29, p30, p31, p32, p33, p34, p35, p36, p37, p38, p39, p40, p41, p42, p43,
        p44, p45, p46, p47, p48, p49, p50, p51, p52, p53, p54, p55, p56, p57, p58, p59, p60, p61, p62, p63, p64,
        p65, p66, p67, p68, p69,
    )
    total = tl.full([], 0, tl.int64)
    for i in tl.static_range(len(values)):
        total += values[i].to(tl.int64) * (i + 1)
    tl.store(out, total)
# fmt: on
