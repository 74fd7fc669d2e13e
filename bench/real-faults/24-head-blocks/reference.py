"""What the kernel must compute, in float64."""

import numpy as np


def rotate(q, cos, sin):
    first, second = np.split(q, 2, axis=-1)
    c, s = cos[:, None], sin[:, None]
    return np.concatenate([first * c - second * s, second * c + first * s], axis=-1)
