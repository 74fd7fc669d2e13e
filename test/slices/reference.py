import numpy as np


def rsqrt(x):
    return 1 / np.sqrt(x)


def conditional(x):
    chosen = np.where(x > 1, x, 1.0)
    return (np.abs(chosen) + 1) * 2 + 2.5
