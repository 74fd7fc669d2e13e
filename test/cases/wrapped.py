"""Kernels that are not plain functions: decorated, renamed, aliased, made by a factory."""

import triton
import triton.language as tl


@triton.autotune(
    configs=[
        triton.Config({"BLOCK": 32}, num_warps=1),
        triton.Config({"BLOCK": 64}, num_warps=2, num_stages=2),
    ],
    key=["n"],
)
@triton.heuristics({"EVEN": lambda args: args["n"] % args["BLOCK"] == 0})
@triton.jit
def tuned(out, n, BLOCK: tl.constexpr, EVEN: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.full([BLOCK], BLOCK, tl.int32)
    if EVEN:
        tl.store(out + at, value)
    else:
        tl.store(out + at, value, mask=at < n)


@triton.jit(repr=lambda proxy: f"renamed_{proxy.constants['SCALE']}")
def original(out, n, SCALE: tl.constexpr):
    tl.store(out, n * SCALE)


@triton.jit
def real(out, n):
    tl.store(out, n + 11)


alias = real


@triton.jit
def add(a, b):
    return a + b


@triton.jit
def multiply(a, b):
    return a * b


def kernel_for(operation, operand):
    value = tl.constexpr(operand)

    @triton.jit
    def kernel(out, n, ROUNDS: tl.constexpr = 1):
        result = n
        for _ in tl.static_range(ROUNDS):
            result = operation(result, value)
        tl.store(out, result)

    return kernel


# Both are called `kernel` inside their cubins.
plus_five = kernel_for(add, 5)
times_seven = kernel_for(multiply, 7)
