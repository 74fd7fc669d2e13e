"""What the kernel must compute, in float64."""


def gram(a):
    return a @ a.swapaxes(1, 2)
