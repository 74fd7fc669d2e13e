"""What the kernel must compute, in float64."""

import numpy as np


def norm_rope(x, weight, cos, sin, eps):
    y = x / np.sqrt((x * x).mean(axis=-1, keepdims=True) + eps) * weight
    first, second = np.split(y, 2, axis=-1)
    c, s = cos[:, None], sin[:, None]
    return np.concatenate([first * c - second * s, second * c + first * s], axis=-1)
