import triton


@triton.jit
def unit(n):
    return n * 100
