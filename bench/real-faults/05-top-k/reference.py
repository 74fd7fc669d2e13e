"""What the kernel must compute, in float64."""

import numpy as np


def top_k(logits, k):
    ascending = np.sort(logits, axis=1)
    threshold = np.take_along_axis(ascending, logits.shape[1] - k[:, None].astype(np.int64), axis=1)
    return np.where(logits >= threshold, logits, -np.inf)
