"""What the kernel must compute, in float64."""

import numpy as np


def expert_sum(x, weight, ids):
    here = ids >= 0
    products = x[:, None] * weight[np.where(here, ids, 0)]
    return np.where(here[..., None], products, 0).sum(axis=1)
