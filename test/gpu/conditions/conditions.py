import triton
import triton.language as tl


@triton.heuristics(
    {
        "EVEN": lambda args: args["n"] % args["BLOCK"] == 0,
        "HAS_BIAS": lambda args: args["bias"] is not None,
        "WIDE": lambda args: args["BLOCK"] >= 256,
    }
)
@triton.jit
def chosen_kernel(
    x, bias, out, n, BLOCK: tl.constexpr, EVEN: tl.constexpr, HAS_BIAS: tl.constexpr, WIDE: tl.constexpr
):
    """Without a mask if n is a multiple of the block. Writes three times the input plus the bias, which is optional."""
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    if EVEN:
        value = tl.load(x + offsets)
    else:
        value = tl.load(x + offsets, mask=offsets < n)
    if HAS_BIAS:
        value += tl.load(bias + offsets, mask=offsets < n)
    if WIDE:
        value += value + value
    else:
        value *= 3.0
    if EVEN:
        tl.store(out + offsets, value)
    else:
        tl.store(out + offsets, value, mask=offsets < n)


@triton.heuristics({"EVEN": lambda args: args["n"] % args["BLOCK"] == 0})
@triton.jit
def guarded_kernel(x, out, n, BLOCK: tl.constexpr, EVEN: tl.constexpr):
    """With EVEN, every other size than a multiple of the block would write outside."""
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    if EVEN:
        tl.store(out + offsets, tl.load(x + offsets) * 2)
    else:
        tl.store(out + offsets, tl.load(x + offsets, mask=offsets < n) * 2, mask=offsets < n)


def blocks(args):
    return args["n"] // 128


@triton.heuristics({"BLOCKS": blocks})
@triton.jit
def opaque_kernel(x, out, n, BLOCKS: tl.constexpr):
    """BLOCKS comes from a function, which is not translated: the manifest says what it must be."""
    for block in range(BLOCKS):
        offsets = block * 128 + tl.arange(0, 128)
        tl.store(out + offsets, tl.load(x + offsets) * 2)


@triton.autotune(
    configs=[
        triton.Config({"BLOCK": 48}),
        triton.Config({"BLOCK": 64}, num_ctas=2),
        triton.Config({"BLOCK": 128}),
    ],
    key=["n"],
)
@triton.jit
def tuned_kernel(x, out, n, BLOCK: tl.constexpr):
    """The first config compiles nowhere, the second only from sm_90 on."""
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + offsets, tl.load(x + offsets, mask=offsets < n) * 2, mask=offsets < n)
