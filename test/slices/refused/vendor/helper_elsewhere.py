import triton


@triton.jit
def add(n):
    return n + 1
