"""What the kernel must compute, in float64."""

import numpy as np


def scaled_matmul(x, w, scale):
    factors = np.repeat(2.0 ** (scale.astype(np.float64) - 127), 32, axis=0)[: w.shape[0]]
    return x @ (w * factors)
