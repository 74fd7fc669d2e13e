"""What the kernel must compute, in float64."""


def matmul(a, b):
    return a @ b
