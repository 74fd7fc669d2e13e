"""What the kernel must compute, in float64."""

import numpy as np


def value_gradient(q, k, do, lse, scale):
    attended = np.isfinite(lse)[..., None]
    scores = scale * q @ k.swapaxes(1, 2)
    p = np.where(attended, np.exp(scores - np.where(attended, lse[..., None], 0)), 0)
    return p.swapaxes(1, 2) @ do
